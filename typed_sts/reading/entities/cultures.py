"""Nationalities, peoples and religions: an adjective or noun to the key of its country, people or faith."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from typed_sts.domain.limits import MOST_OF_NAME
from typed_sts.domain.relation import SAME, Match, Relation, near, within
from typed_sts.reading.entities.tables import cell_words, fold, rows

_ANCIENT = re.compile(r"^(?:ancient|modern|contemporary|early|late|medieval|colonial|possibly|probably|perhaps|the) ")
_TAIL = re.compile(r"(?: (?:people|peoples|culture|school|artist|man|woman|style))+$")
_LONGEST = 150
"""Characters of a people's name with everything that may stand around it."""


@dataclass(frozen=True, slots=True)
class Culture:
    """A country, people or faith. `place` is where it belongs, as words for `places.resolve`; "" for none."""

    norm: str
    place: str = ""
    known: bool = True
    concept: str = ""
    """The id of the culture, where known."""


@cache
def _table() -> dict[str, Culture]:
    table: dict[str, Culture] = {}
    listed = rows("cultures", 3)
    for key, place, names in listed:
        culture = Culture(key, place)
        for name in cell_words(names):
            table.setdefault(fold(name), culture)
    for key, place, _ in listed:
        table.setdefault(key, Culture(key, place))
    return table


def find_culture(text: str) -> Culture | None:
    """Return the culture that a folded text names, or None."""
    table = _table()
    while text and len(text) <= _LONGEST:
        for name in (text, text.removesuffix("s"), text.replace("-", " ")):
            if name in table:
                return table[name]
        shorter = _TAIL.sub("", _ANCIENT.sub("", text))
        if shorter == text:
            break
        text = shorter
    return None


def read_culture(text: str) -> Culture:
    """Return the culture of a span; one not in the table keeps its own folded name."""
    return _read_culture(text[:MOST_OF_NAME])


@lru_cache(maxsize=1 << 14)
def _read_culture(text: str) -> Culture:
    folded = fold(text).strip(" .,;:()[]?")
    found = find_culture(folded)
    if found:
        return found
    last = folded.rsplit(" ", 1)[-1]
    if last != folded and (found := find_culture(last)):  # "Northern Dutch", "Fort Peck Sioux"
        return found
    plain = _TAIL.sub("", folded) or folded
    return find_culture(plain) or _misspelt(plain) or Culture(plain, known=False)


def _misspelt(name: str) -> Culture | None:
    """Return the culture whose name differs by one letter, or two changed places: "Amercian"."""
    if len(name) < 7:
        return None
    from rapidfuzz.distance import DamerauLevenshtein  # rarely needed, and slow to import
    from rapidfuzz.process import extractOne

    found = extractOne(name, _table().keys(), scorer=DamerauLevenshtein.distance, score_cutoff=1)
    return _table()[found[0]] if found else None


def compare_cultures(left: Culture, right: Culture) -> Match:
    """Compare two cultures: the same key, the same place, or places of one country or continent."""
    from typed_sts.reading.entities.places import compare_places, resolve

    if left.norm == right.norm or (left.concept and left.concept == right.concept):
        return SAME
    if not left.place or not right.place:
        return near(0.0, "")
    if left.place == right.place:
        if left.norm == left.place.lower() or right.norm == right.place.lower():
            return within(0.7, f"both belong to {left.place}")
        return near(0.4, f"both of {left.place}")
    match = compare_places(resolve(left.place), resolve(right.place))
    if match.relation is Relation.SAME:
        return near(0.6, match.why)
    return Match(match.relation, round(match.degree * 0.8, 3), match.why)
