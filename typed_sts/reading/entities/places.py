"""Places: the text of a span to the most specific place the gazetteer knows, and what contains it.

    "Calverley Street, Leeds"  ->  norm "calverley street, leeds, england"
                                   chain ("calverley street, leeds, england", "leeds, england", "england",
                                          "united kingdom", "europe")
    "Rome, Italy", "Italy, Rome", "Roma"  ->  "rome, italy"
    "Harris Bakery"  ->  unknown: its own folded name, a chain of one

An ambiguous name means the place with most inhabitants, unless another part of the text, or the context, speaks for
another one: the choice with most containments wins.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product

from typed_sts.domain.limits import MOST_OF_NAME
from typed_sts.domain.relation import DIFFERS, SAME, Match, near, same, within
from typed_sts.reading.entities.gazetteer import Entry, Kind, area, candidates, place_key
from typed_sts.reading.entities.tables import fold


@dataclass(frozen=True, slots=True)
class Place:
    """A place; `chain` holds its key and those of what contains it, `kinds` how large each of them is."""

    norm: str
    chain: tuple[str, ...]
    kinds: tuple[Kind, ...]
    known: bool = True

    @property
    def country(self) -> str:
        """Return the key of its country, "" when not known."""
        return self.level(Kind.COUNTRY)

    def level(self, kind: Kind) -> str:
        """Return the key of that size in the chain, "" for none."""
        return next((key for key, size in zip(self.chain, self.kinds, strict=True) if size is kind), "")


NOWHERE = Place("", (), (), known=False)
_PREFIX = re.compile(
    r"^(?:(?:near|nr\.?|at|in|from|off|outside|around|probably|possibly|perhaps|made in|published in"
    r"|born in|view of|the)\s+)+"
)
_OF = re.compile(
    r"^(?:city|town|village|county|province|state|kingdom|republic|region|duchy|port|island|isle) of (?:the )?"
)
_SUFFIX = re.compile(r" (?:province|prefecture|county|region|district|city|town|village|area|state|shire)$")
_SEPARATOR = re.compile(r"[,;()\[\]/|]|\s-\s|\bnear\b|\s+in\s+|\s+at\s+")
_MOST_PARTS, _MOST_CANDIDATES, _MOST_CHOICES = 5, 8, 600
_INSIDE, _IN_CONTEXT = 10.0, 3.0


def is_area(text: str) -> bool:
    """Say whether a text is a bare country, continent or region: no town, and nothing else."""
    return area(place_key(text)) is not None


def resolve(text: str, context: tuple[str, ...] = ()) -> Place:
    """Return the place a text means; `context` are other places of the record, or its provider's country."""
    return _resolve(text[:MOST_OF_NAME], context)


@lru_cache(maxsize=1 << 16)
def _resolve(text: str, context: tuple[str, ...]) -> Place:
    around = _context(context)
    whole = _lookup(place_key(text))
    if whole:
        return _place(_best([whole], around)[0], ())
    parts = [part for part in (_tidy(part) for part in _SEPARATOR.split(fold(text))) if part][:_MOST_PARTS]
    known: list[tuple[Entry, ...]] = []
    unknown: list[str] = []
    for part in parts:
        found = _lookup(part)
        if found:
            known.append(found)
        elif part not in unknown:
            unknown.append(part)
    if not known:
        name = ", ".join(unknown)
        return Place(name, (name,), (Kind.SPOT,), known=False) if name else NOWHERE
    chosen = min(_best(known, around), key=lambda entry: (entry.kind, -len(entry.chain), entry.key))
    return _place(chosen, tuple(unknown))


def _lookup(part: str) -> tuple[Entry, ...]:
    for name in (part, _OF.sub("", part), _SUFFIX.sub("", part)):
        if name and (found := candidates(name)):
            return found
    return ()


def _tidy(part: str) -> str:
    return place_key(_PREFIX.sub("", part.strip(" .,:;-'\"?")).strip(" ?"))


def _context(texts: Iterable[str]) -> frozenset[str]:
    """Return the keys of the places that context names beyond doubt, and of what contains them."""
    keys: set[str] = set()
    for text in texts:
        for part in _SEPARATOR.split(fold(text)):
            found = _lookup(_tidy(part))
            if found and (found[0].kind >= Kind.REGION or len(found) == 1):
                keys.update(key for key in found[0].chain if key not in _CONTINENTS)
    return frozenset(keys)


_CONTINENTS = frozenset(("africa", "asia", "europe", "north america", "south america", "oceania", "antarctica"))


def _best(known: list[tuple[Entry, ...]], around: frozenset[str]) -> tuple[Entry, ...]:
    """Return one candidate for each part, chosen so that as many as possible contain one another."""
    choices = product(*[found[:_MOST_CANDIDATES] for found in known])
    return max(islice(choices, _MOST_CHOICES), key=lambda choice: _score(choice, around))


def _score(choice: tuple[Entry, ...], around: frozenset[str]) -> float:
    score = sum(entry.weight + (_IN_CONTEXT if around.intersection(entry.chain) else 0.0) for entry in choice)
    for i, one in enumerate(choice):
        for other in choice[i + 1 :]:
            if one.key in other.chain[1:] or other.key in one.chain[1:]:
                score += _INSIDE
    return score


def _place(entry: Entry, spots: tuple[str, ...]) -> Place:
    kinds = [entry.kind, *_kinds_above(entry)]
    chain = entry.chain
    if spots:
        name = f"{', '.join(spots)}, {entry.key}"
        return Place(name, (name, *chain), (Kind.SPOT, *kinds))
    return Place(entry.key, chain, tuple(kinds))


def _kinds_above(entry: Entry) -> list[Kind]:
    """Return the sizes of what contains a place: its continent last, its country before that."""
    above = len(entry.chain) - 1
    if above <= 0:
        return []
    sizes = [Kind.CONTINENT]
    if above >= 2:
        sizes.insert(0, Kind.COUNTRY)
    for key in reversed(entry.chain[1:-2] if above >= 2 else ()):
        size = Kind.TOWN if "," in key and entry.kind is Kind.SPOT else Kind.REGION
        found = candidates(key.split(",")[0])
        sizes.insert(0, next((other.kind for other in found if other.key == key), size))
    return sizes


_DEGREE = {
    Kind.SPOT: 0.9,
    Kind.TOWN: 0.8,
    Kind.COUNTY: 0.65,
    Kind.REGION: 0.55,
    Kind.COUNTRY: 0.45,
    Kind.CONTINENT: 0.2,
}
"""What two places have in common at least, when the smallest place that contains both is of that size.

The annotation guide: same spot 5, same town 4, same region or country 2 to 3, same continent 1.
"""
_WORDS = {
    Kind.SPOT: "the same spot", Kind.TOWN: "the same town", Kind.COUNTY: "the same area",
    Kind.REGION: "the same region",    Kind.COUNTRY: "the same country", Kind.CONTINENT: "the same continent",
}  # fmt: skip


def contains(outer: Place, inner: Place) -> bool:
    """Say whether the first place contains the second."""
    return outer.norm != inner.norm and outer.norm in inner.chain


def compare_places(left: Place, right: Place) -> Match:
    """Compare two places: the same, one within the other, near (of one town, region, country, continent), or apart."""
    if left.norm == right.norm:
        return SAME if left.norm or left == right else DIFFERS
    if not left.norm or not right.norm:
        return DIFFERS
    if not left.known or not right.known:
        return _by_name(left, right)
    shared = next((i for i, key in enumerate(left.chain) if key in right.chain), None)
    if shared is None:
        return DIFFERS
    kind = left.kinds[shared]
    name = left.chain[shared]
    if shared == 0 or right.chain[0] == name:
        small = right if shared == 0 else left
        degree = round(_DEGREE[kind] + (0.05 if kind is not Kind.CONTINENT else 0.0), 2)
        return within(degree, f"{small.norm.split(',')[0]} is in {name.split(',')[0]}")
    if kind is Kind.COUNTRY and name == "united kingdom":
        return near(0.4, _WORDS[kind])
    return near(_DEGREE[kind], f"{_WORDS[kind]}: {name.split(',')[0]}")


def _by_name(left: Place, right: Place) -> Match:
    """Compare places of which one is unknown to the gazetteer: only their words can tell."""
    one, other = (set(place.norm.replace(",", " ").split()) - _FILLING for place in (left, right))
    first = {place.norm.split(",")[0] for place in (left, right)}
    if len(first) == 1:
        return same(0.9, "the same name")
    if one and other and one == other:
        return same(0.85, "the same words")
    shared = one & other
    if len(shared) >= 2 and (shared == one or shared == other):
        return near(0.6, "one name is part of the other")
    return DIFFERS


_FILLING = frozenset(
    "the of and at in on de la le di del der des st saint street road avenue river lake mount near".split()
)
