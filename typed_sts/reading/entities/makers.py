"""Who made an item: its dcCreator values, or the labelled parts of its description; where nobody, from which people.

dcCreator "The Fitzwilliam Museum, Cambridge, UK"      a holder, not a maker
dcDescription "Artist: Moore, Henry Spencer, sculptor - British sculptor, 1898-1986; Date(s): 1944; ..."
                       ^ field dcDescription, value 0, start 8, end 27

Where a creator value names nobody but a people or place ("China", "unknown American", "Kuba artist (Congo)"), that is
the origin of the work. People find two works of one tradition similar in authorship, so it is kept, apart from makers.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from typed_sts.domain.limits import MOST_OF_NAME
from typed_sts.reading.entities.cultures import find_culture
from typed_sts.reading.entities.name_parts import cut_role, is_role, sort_parts
from typed_sts.reading.entities.name_words import NOT_MAKERS, ROLES, SECONDARY_ROLES
from typed_sts.reading.entities.names import Name, is_firm, parse_name
from typed_sts.reading.entities.places import is_area, resolve
from typed_sts.reading.entities.qualifiers import is_holder, left_over, states_nobody
from typed_sts.reading.entities.tables import fold, words

if TYPE_CHECKING:  # its package brings an HTTP client with it
    from typed_sts_fetch.item import Item


@dataclass(frozen=True, slots=True)
class Maker:
    """A maker and where the record names it: field, index of the value, and the characters of the name there."""

    field: str
    value: int
    start: int
    end: int
    text: str
    name: Name
    stated: str = ""
    """All that is said of it, which `name` was read from; the label before it is the role unless another is stated."""
    label: str = ""

    @property
    def secondary(self) -> bool:
        """Say whether the role is another's work made public or multiplied: a publisher, printer, founder, dealer."""
        return any(word in SECONDARY_ROLES for word in words(self.name.role))


_LABEL = re.compile(
    r"(?:^|(?<=[;.|\n])[^\S\n]*+|(?<=\) ))(?P<label>(?:artist|maker|author|photographer|painter|sculptor"
    r"|engraver|etcher|designer"
    r"|printmaker|printer|publisher|manufacturer|architect|creator|illustrator|potter|kunstler|künstler|maler|fotograf"
    r"|hersteller|entwerfer|maker|kunstenaar|vervaardiger|fotograaf|schilder|artiste|auteur|peintre|photographe|graveur"
    r"|artista|autore|autor|pintor|fotografo|pittore|incisore)(?:\(s\)|s)?(?:\s*/\s*\w+)?)\s*:\s*",
    re.IGNORECASE,
)
_MADE_BY = re.compile(
    r"\b(?i:designed|made|painted|photographed|engraved|etched|drawn|sculpted|carved|written|manufactured"
    r"|woven|modelled|cast"
    r"|photograph|photo|engraving|etching|painting|drawing|print|portrait|sculpture|watercolou?r"
    r"|lithograph|poster|designs?)"
    r" by (?=(?P<name>(?:Sir |Dame |Mrs?\.? |Dr\.? |Captain )?(?:[A-Z][\w'’.-]*)"
    r"(?:(?: (?:van|von|der|den|de|del|della|di|da|du|la|le|and|&))* [A-Z][\w'’.-]*){0,4}))"
)
_PART_END = re.compile(
    r";|\n|\.\s+[A-Z][\w()]+(?: [\w()]+)?:|(?<=[a-zß-ÿ]{3})\.(?=\s+[A-Z]{3}\s*$)"  # "Java. DUT"
    r"|[\s,](?:Date|Period|Place|School|Classification|Title|Medium|Material|Technique|Acquisition|Description|Subject|Object"
    r"|Type|Dimensions|Location|Repository|Credit|Culture)(?:\(s\)|s)?\s*:|$"
)
_BRACKETS = re.compile(r"\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)|\[[^\]]{0,500}+\]")
_LAST_BRACKET = re.compile(r"(?<!\s)\s*+\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)\s*+$")
_MARKET = re.compile(r" for (?:the )?.*\bmarket\b.*$")
_ORIGIN_ENDS = (" artist", " artists", " maker", " people", " culture", " school")
_ROLE_PREFIX = re.compile(r"\s*+([^:;,()]{2,40}?)\s*:\s*+(?=\S)")
_AND = re.compile(r"(?<!\s)\s++(?:(?:and|&|und|et)\s++(?=[^\W\d_a-z])|/\s++|\|\s*+)|\|\s*+")
_AHEAD = 1_000
"""Characters after an "and" that are looked at to tell whether two names stand around it."""
_MOST_LABELS, _MOST_STATED = 100, 500
"""Labels ("Artist:") of a description that are followed, and characters after each."""
_LABELLED = re.compile(r"\s*(?P<label>[A-Za-z][a-z-]+(?: (?:and|or|of) [a-z-]+| [a-z-]+)?)\s*:\s+(?=\S)")


def makers(item: "Item") -> tuple[Maker, ...]:
    """Return who made an item, in the order of its record; nobody when it does not say."""
    found = [
        maker
        for index, value in enumerate(item.dcCreator)
        for maker in makers_in(value, field="dcCreator", value=index)
    ]
    if not found:
        found = [m for index, value in enumerate(item.dcDescription) for m in _described(value, index)]
    unique = {(maker.name.norm, maker.field): maker for maker in reversed(found)}
    return tuple([maker for maker in found if unique[maker.name.norm, maker.field] is maker])


def makers_in(text: str, *, field: str = "dcCreator", value: int = 0, offset: int = 0) -> Iterator[Maker]:
    """Yield the makers one creator value names; holders, bare countries and "unknown" are none."""
    if is_holder(text) or states_nobody(text):
        return
    pieces = list(_pieces(text))
    shared = ""
    if len(pieces) > 1 and (bracket := _LAST_BRACKET.search(text)):
        last = pieces[-1]
        if not any(_BRACKETS.search(text[start:end]) for start, end in pieces[:-1]):
            shared = bracket[0][:MOST_OF_NAME]  # "Designer: A; Maker: B (British, 1834-1896)": the bracket is about A
            pieces[-1] = (last[0], min(last[1], bracket.start()))
    for number, (start, end) in enumerate(pieces):
        yield from _maker(text, start, end, shared if number == 0 else "", field, value, offset)


def _maker(text: str, start: int, end: int, shared: str, field: str, value: int, offset: int) -> Iterator[Maker]:
    piece = text[start : min(end, start + MOST_OF_NAME)]
    label = ""
    while (role := _ROLE_PREFIX.match(piece)) and (is_role(fold(role[1])) or _LABELLED.match(piece)):
        if set(words(fold(role[1]))) & NOT_MAKERS:
            return
        label = label or fold(role[1])
        start += role.end()
        piece = text[start : min(end, start + MOST_OF_NAME)]
    if not piece.strip() or states_nobody(cut_role(fold(piece))[1]) or is_holder(piece) or _only_origin(piece):
        return
    stated = piece + shared
    name = name_stated(stated, label)
    if not name.norm or (name.role and set(words(name.role)) & NOT_MAKERS):
        return
    stop = start + (_name_length(piece) or len(piece.rstrip()))
    start += len(piece) - len(piece.lstrip())
    yield Maker(field, value, offset + start, offset + stop, text[start:stop], name, stated, label)


def name_stated(stated: str, label: str = "") -> Name:
    """Return the name that a maker's text states, with the role of the label where it states none."""
    name = parse_name(stated)
    return replace(name, role=label) if label and not name.role else name


def _name_length(piece: str) -> int:
    """Return where the name ends in a piece: before dates, roles and nationality, after given names."""
    bracket = re.search(r"(?<!\s)\s*+[(\[]", piece)
    end = bracket.start() if bracket and bracket.start() > 0 and piece[: bracket.start()].strip() else len(piece)
    parts = piece[:end].split(",")
    while len(parts) > 1 and _is_about(parts[-1]) and (len(parts) > 2 or not _is_given(parts)):
        parts.pop()
    return len(",".join(parts).rstrip(" ;,"))


def _is_given(parts: list[str]) -> bool:
    """Say whether the part after a single family name is a given name, though it might be a people: "Asher, Dan"."""
    return " " not in parts[0].strip() and bool(sort_parts([fold(parts[1])], given_first=True).names)


def _is_about(part: str) -> bool:
    folded = fold(part).strip(" .")
    first = folded.split(" - ")[0]
    return not folded or is_role(first) or any(c.isdigit() for c in folded) or find_culture(folded) is not None


def _only_origin(piece: str) -> bool:
    """Say whether a piece is a bare country or people, perhaps with "artist": "China", "Kuba artist (Congo)"."""
    folded = fold(_MARKET.sub("", _BRACKETS.sub(" ", piece))).strip(" ,.;?-")
    folded = re.sub(r"^(?:(?:or|and|probably|possibly|perhaps)\s+)+", "", folded)
    if not folded or is_area(folded):
        return True
    rest = [word for word in words(folded) if word not in ROLES and word not in ("school", "people", "culture")]
    has_role = len(rest) < len(words(folded))
    if not rest:
        return True
    bare = " ".join(rest)
    if find_culture(bare) is not None:
        return has_role or len(rest) > 1 or is_area(bare) or " " not in folded
    return has_role and "," not in folded and folded.endswith(_ORIGIN_ENDS) and len(rest) <= 3 and "School" not in piece


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each name in a creator value."""
    covered = _BRACKETS.sub(lambda m: "x" * len(m[0]), text)
    cuts = [m.start() for m in re.finditer(";", covered)]
    if cuts and re.fullmatch(r"\s*[A-ZÀ-Þ'’-]{2,}\s*", covered[: cuts[0]]):
        cuts = cuts[1:]  # "SMITH; John (1968 - )"
    start = 0
    for cut in [*cuts, len(text)]:
        yield from _anded(text, covered, start, cut)
        start = cut + 1


def _anded(text: str, covered: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Split "John Smith and Mary Jones", but neither "Tresseman & Vogt" nor "John and Mary Jones"."""
    last_colon = text.rfind(":", start, end)
    while (found := _AND.search(covered, start, end)) and last_colon < found.start():
        near = min(end, found.end() + _AHEAD)
        left, right = covered[start : found.start()], covered[found.end() : near]
        if is_firm(fold(text[start:near])) or min(len(words(left)), len(words(right))) < 2:
            break
        if re.match(r"\w+(?: of)?$", right.strip()):
            break
        yield start, found.start()
        start = found.end()
    yield start, end


def _described(text: str, index: int) -> Iterator[Maker]:
    """Yield the makers that labelled parts of a description name, else those after "painted by" and the like."""
    labelled = False
    for label in islice(_LABEL.finditer(text), _MOST_LABELS):
        end = _PART_END.search(text, label.end(), label.end() + _MOST_STATED)
        stop = end.start() if end else len(text)
        for maker in makers_in(text[label.end() : stop], field="dcDescription", value=index, offset=label.end()):
            labelled = True
            yield maker
    if not labelled:
        for made in _MADE_BY.finditer(text):
            yield from makers_in(made["name"].rstrip("."), field="dcDescription", value=index, offset=made.end())


@dataclass(frozen=True, slots=True)
class Origin:
    """A people or place given instead of a maker, and the index of its dcCreator value."""

    value: int
    norm: str


_FILLING = ROLES | {"school", "people", "culture", "or", "and", "possibly", "probably", "perhaps", "the"}
_ORIGIN_BRACKETS = re.compile(r"\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)")
_ORIGIN_LABEL = re.compile(r"^[\w ]{2,30}:\s*")


def origins(item: "Item") -> tuple[Origin, ...]:
    """Return the peoples and places that creator values state instead of a maker."""
    return tuple([Origin(i, norm) for i, text in enumerate(item.dcCreator) for norm in origins_in(text)])


def origins_in(text: str) -> Iterator[str]:
    """Yield the keys of one creator value; nothing when it names a maker, or a holder."""
    if is_holder(text) or any(makers_in(text)):
        return
    folded = _ORIGIN_LABEL.sub("", fold(text))
    outside = _ORIGIN_BRACKETS.sub(" ", folded)
    inside = [part for content in _ORIGIN_BRACKETS.findall(folded) for part in re.split(r"[();,]", content)]
    keys: dict[str, None] = {}
    for part in (*outside.split(","), *inside):
        bare = left_over(part) if states_nobody(part) else " ".join(w for w in words(part) if w not in _FILLING)
        if key := _key(bare):
            keys[key] = None
    yield from keys


def _key(name: str) -> str:
    if not name or len(name) > MOST_OF_NAME or any(char.isdigit() for char in name):
        return ""
    if is_area(name):
        return resolve(name).norm
    culture = find_culture(name)
    return culture.norm if culture else name
