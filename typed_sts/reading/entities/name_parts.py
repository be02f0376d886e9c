"""Take the parts around a name off it: a role before a colon, brackets, nicknames, what follows a comma, life dates.

Life dates stand beside a name in many ways: "1775-1851", "born 1937", "American 1952-", "-1772", "c. 1445-1503".
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from typed_sts.reading.entities.cultures import find_culture
from typed_sts.reading.entities.name_words import (
    EPITHETS,
    HONOURS,
    NOT_MAKERS,
    NUMBER,
    ONLY_TITLES,
    ROLES,
    TITLES,
)
from typed_sts.reading.entities.qualifiers import Qualifier, names_former, suffix_qualifier
from typed_sts.reading.entities.tables import word_set

_YEAR = r"(?:c(?:a|irca)?\.?\s*|about |before |after |\?|~)*\d{3,4}\??(?:\s*(?:/|or)\s*\d{1,4})?"
_SPAN = re.compile(rf"(?P<born>{_YEAR})?\s*(?:-|to|until|bis)\s*(?P<died>{_YEAR})?")
_BORN = re.compile(rf"\b(?:born|b\.?|ne|nee|geb\.?|geboren|nato|nata|nacido|\*)\s*(?:in\s+)?(?P<born>{_YEAR})")
_DIED = re.compile(
    rf"(?:\b(?:died|d\.?|gest\.?|gestorben|mort|morto|overleden|muerto)|†)\s*(?:in\s+)?(?P<died>{_YEAR})"
)
_ACTIVE = re.compile(r"\b(?:active|fl\.?|flourished|working|worked|aktiv|tatig|actif|werkzaam|attivo|activo)\b")
_DIGITS = re.compile(r"\d{3,4}")
_LONGEST_LIFE = 115


@dataclass(frozen=True, slots=True)
class Life:
    """Years of birth and death; None where not stated. `about` when either is not exact."""

    born: int | None
    died: int | None
    about: bool = False


def read_life(text: str) -> Life | None:
    """Return the life dates of a folded text, or None: an "active" period is not a life."""
    if not _DIGITS.search(text) or _ACTIVE.search(text):
        return None
    born, died = _BORN.search(text), _DIED.search(text)
    if born or died:
        return _life(born["born"] if born else None, died["died"] if died else None)
    for span in _SPAN.finditer(text):
        if span["born"] or span["died"]:
            return _life(span["born"], span["died"])
    year = re.search(_YEAR, text)
    return _life(year[0], None) if year else None


def _life(born: str | None, died: str | None) -> Life | None:
    first, last = _year(born), _year(died)
    if first is not None and last is not None and not 0 <= last - first <= _LONGEST_LIFE:
        return None
    about = any(text and not text.strip().isdigit() for text in (born, died))
    return Life(first, last, about)


def _year(text: str | None) -> int | None:
    found = _DIGITS.search(text or "")
    return int(found[0]) if found else None


def agree(left: Life | None, right: Life | None) -> bool | None:
    """Say whether two lives can be one person's; None when they have no year to compare."""
    if left is None or right is None:
        return None
    gaps = [
        abs(one - other)
        for one, other in ((left.born, right.born), (left.died, right.died))
        if one is not None and other is not None
    ]
    # Catalogues differ by a few years on early births; a death that agrees to the year makes up for more.
    slack = 12 if left.about or right.about or (len(gaps) == 2 and 0 in gaps) else 3
    return all(gap <= slack for gap in gaps) if gaps else None


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
        elif not _BORN_IN.match(bare) and not names_former(bare):
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
