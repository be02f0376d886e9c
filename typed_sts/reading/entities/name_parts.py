"""Take the parts around a name off it: a role before a colon, brackets, quoted nicknames, what follows a comma."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from typed_sts.reading.entities.cultures import find_culture
from typed_sts.reading.entities.life import Life, read_life
from typed_sts.reading.entities.name_words import (
    EPITHETS,
    HONOURS,
    NOT_MAKERS,
    NUMBER,
    ONLY_TITLES,
    ROLES,
    TITLES,
)
from typed_sts.reading.entities.qualifiers import Qualifier, suffix_qualifier
from typed_sts.reading.entities.tables import word_set

_ROLE = re.compile(r"([^:;,()\[\]]{2,40}?)\s*:\s*(?=\S)")
_BY = re.compile(r"(?!(?:possibly|probably|perhaps|after|attributed|inspired|from|based)\b)(?:[\w-]+ ){0,5}by (?=\S)")
_QUOTED = re.compile(r'\s*"([^"]*)"\s*|(?:^|(?<=\s))\'([^\']+)\'(?=\s|,|$)')
_NATIONALITIES = word_set("nationalities")
_BORN_IN = re.compile(r"\b(?:born|active|died|naturalized|b\.|d\.)\s+(?:in\s+)?(?=[a-z])[^,;]*")


@dataclass(frozen=True, slots=True)
class Parts:
    """What stands around a name; `names` are the parts that are words of a name themselves."""

    names: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    culture: str = ""
    role: str = ""
    life: Life | None = None
    epithet: str = ""
    number: str = ""
    qualifier: Qualifier = Qualifier.BY

    def joined(self, after: "Parts") -> "Parts":
        """Return these parts, what they lack taken from the parts after a comma (names excepted)."""
        return Parts(
            self.names,
            self.titles + after.titles,
            self.culture or after.culture,
            self.role or after.role,
            self.life or after.life,
            self.epithet or after.epithet,
            self.number or after.number,
            self.qualifier or after.qualifier,
        )


def is_role(text: str) -> bool:
    """Say whether a folded text is only roles: "printer and publisher", "printmaker", "ruler"."""
    found = [word for word in re.split(r"[^\w-]+", text) if word not in ("", "and", "or", "the", "s", "d", "i")]
    return bool(found) and len(found) <= 4 and (found[-1] in ROLES or found[-1] in NOT_MAKERS)


def cut_role(text: str) -> tuple[str, str]:
    """Return the role that opens a folded text ("publisher: x", "designed by x"), and the rest."""
    role = ""
    while (found := _ROLE.match(text)) and is_role(found[1].strip()):
        role, text = role or found[1].strip(), text[found.end() :]
    found = _BY.match(text)
    if found:
        role, text = role or found[0].strip(), text[found.end() :]
    return role, text


def cut_quotes(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a folded text without its quoted nicknames, and those."""
    if '"' not in text and "'" not in text:
        return text, ()
    nicknames = tuple([(one or other).strip() for one, other in _QUOTED.findall(text) if (one or other).strip()])
    rest = " ".join(_QUOTED.sub(" ", text).split()).replace('"', "")
    return (rest, nicknames) if rest.strip(" ,;.") else (" ".join(nicknames), ())


def cut_brackets(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a folded text without its outer brackets, and their contents; one at the start is part of the name."""
    outside: list[str] = []
    inside: list[str] = []
    depth, start = 0, 0
    for i, char in enumerate(text):
        if char in "([":
            if depth == 0:
                outside.append(text[start:i])
                start = i + 1
            depth += 1
        elif char in ")]" and depth:
            depth -= 1
            if depth == 0:
                (inside if "".join(outside).strip() else outside).append(text[start:i])
                start = i + 1
    (inside if depth and "".join(outside).strip() else outside).append(text[start:])
    rest = " ".join(" ".join(outside).split()).replace(" ,", ",").strip(" ,;")
    return rest, tuple([content.strip(" ,;") for content in inside if content.strip(" ,;")])


def sort_parts(texts: Iterable[str], *, given_first: bool = False) -> Parts:
    """Sort folded texts (bracket contents, parts after commas) by what they say.

    With `given_first` the first part stands after a family name: "Asher, Dan" is no Dan, "Wood, Scott" no Scot.
    """
    names: list[str] = []
    titles: list[str] = []
    culture = role = epithet = number = ""
    life: Life | None = None
    qualifier = Qualifier.BY
    pieces = list(_pieces(texts))
    for index, text in enumerate(pieces):
        bare = text.strip(" .?")
        if given_first and index == 0 and _is_given(bare, alone=len(pieces) == 1):
            names.append(text)
            continue
        if not bare or bare in ("create", "?", "artist", "n/a"):
            qualifier = qualifier or (Qualifier.ATTRIBUTED if text == "?" else Qualifier.BY)
        elif found := suffix_qualifier(text):
            qualifier = qualifier or found
        elif bare in EPITHETS:
            epithet = epithet or EPITHETS[bare]
        elif any(char.isdigit() for char in bare):
            life = life or read_life(bare)
            culture = culture or _culture(re.split(r"[\d(?-]|\bborn\b|\bc\.", bare)[0])
        elif NUMBER.fullmatch(bare) and not text.endswith("."):
            number = number or bare
        elif all(word in TITLES or word in HONOURS for word in re.split(r"[\s.]+", bare) if word):
            titles += [word for word in re.split(r"[\s.]+", bare) if word in TITLES]
        elif is_role(bare):
            role = role or bare
        elif named := _culture(bare):
            culture = culture or named
        elif not _BORN_IN.match(bare):
            names.append(text)
    return Parts(tuple(names), tuple(titles), culture, role, life, epithet, number, qualifier)


def _is_given(text: str, *, alone: bool) -> bool:
    """Say whether what follows a family name is given names: not when all of it is titles, roles, dates or a people."""
    found = [word for word in re.split(r"[\s.]+", text) if word]
    if not found or any(char.isdigit() for char in text) or suffix_qualifier(text):
        return False
    if text in EPITHETS and not (alone and text in _ALSO_NAMES):
        return False
    if all(word in ONLY_TITLES or word in HONOURS - _ALSO_NAMES for word in found):
        return False
    if all(word in ROLES or word in NOT_MAKERS or word in ("and", "or", "-") for word in found):
        return False
    return alone or text not in _NATIONALITIES


_ALSO_NAMES = frozenset(("bart", "ch", "ra", "om", "pere", "jun"))


def _pieces(texts: Iterable[str]) -> Iterable[str]:
    """Split at commas and at dashes between words; what stands in inner brackets says where someone was born."""
    for text in texts:
        for piece in re.split(r"[,;]|\s-\s(?=[a-z])", re.sub(r"\([^()]*\)", " ", text)):
            yield piece.strip()


def _culture(text: str) -> str:
    """Return the key of the first culture a text names: "American or Canadian" is American."""
    for part in re.split(r" (?:or|and|&) |/", text):
        found = find_culture(part.strip(" .,?-"))
        if found:
            return found.norm
    return ""
