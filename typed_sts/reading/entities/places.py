"""Places: the text of a span to the most specific place the gazetteer knows, and what contains it.

    "Calverley Street, Leeds"  ->  norm "calverley street, leeds, england"
                                   chain ("calverley street, leeds, england", "leeds, england", "england",
                                          "united kingdom", "europe")
    "Rome, Italy", "Italy, Rome", "Roma"  ->  "rome, italy"
    "Harris Bakery"  ->  unknown: its own folded name, a chain of one

An ambiguous name means what another part of the text, the context, or at last the provider's country and the language
speak for. With none of these it means the largest place of the name if that dwarfs the others; else it is unknown:
"Paris" is in France, "Springfield" nowhere.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product

from typed_sts.domain.limits import MOST_OF_NAME
from typed_sts.domain.relation import DIFFERS, SAME, Match, near, perhaps, same, within
from typed_sts.knowledge.pack import of_knowledge
from typed_sts.reading.entities.gazetteer import Entry, Kind, area, candidates, place_key, settled
from typed_sts.reading.entities.place_cases import nominatives
from typed_sts.reading.entities.tables import fold


@dataclass(frozen=True, slots=True)
class Place:
    """A place; `chain` holds its key and those of what contains it, `kinds` how large each of them is."""

    norm: str
    chain: tuple[str, ...]
    kinds: tuple[Kind, ...]
    known: bool = True
    concept: str = ""
    """The id of the place, where known."""
    point: tuple[float, float] | None = None
    """Latitude and longitude in degrees, of towns."""

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


def resolve(text: str, context: tuple[str, ...] = (), hints: tuple[str, ...] = ()) -> Place:
    """Return the place a text means, perhaps one that is not known.

    `context` are other places of the record; `hints` say less: the countries of provider and language (`hints_of`).
    """
    return _resolve(text[:MOST_OF_NAME], context, hints)


def hints_of(country: str, language: str) -> tuple[str, ...]:
    """Return the countries that a record's provider and language hint at, as `resolve` takes them."""
    return tuple(dict.fromkeys(([country] if country else []) + list(_COUNTRIES_OF.get(language[:2].lower(), ()))))


_COUNTRIES_OF = {
    "de": ("Germany", "Austria", "Switzerland"), "fr": ("France", "Belgium"), "nl": ("Netherlands", "Belgium"),
    "es": ("Spain",), "it": ("Italy",), "pt": ("Portugal", "Brazil"),
    "sv": ("Sweden",), "pl": ("Poland",), "da": ("Denmark",),
    "no": ("Norway",), "fi": ("Finland",), "cs": ("Czechia",), "hu": ("Hungary",), "el": ("Greece",),
    "ro": ("Romania",), "ca": ("Spain",), "hr": ("Croatia",), "sl": ("Slovenia",), "sk": ("Slovakia",),
    "bg": ("Bulgaria",),
}  # fmt: skip
"""Where most records of a language come from. English and Russian hint at nothing."""


@of_knowledge
@lru_cache(maxsize=1 << 16)
def _resolve(text: str, context: tuple[str, ...], hints: tuple[str, ...]) -> Place:
    around, hinted = keys_of(context), keys_of(hints)
    found = _as_written(text, around, hinted)
    return found if found.known or not hinted else _inflected(place_key(text), around | hinted, hinted) or found


def _inflected(name: str, spoken_of: frozenset[str], hinted: frozenset[str]) -> Place | None:
    """Return the one place a name in another case means: a large one, or one of a country the record speaks of."""
    if candidates(name):
        return None
    possible: dict[str, Entry] = {}
    for nominative in nominatives(name, hinted):
        entry = next(iter(candidates(nominative)), None)
        if entry is None:
            continue
        near_by = [one for one in candidates(nominative) if spoken_of.intersection(one.chain[1:])]
        if entry.kind >= Kind.REGION or entry.usual or (entry.weight >= _WORLD_CITY and not near_by):
            possible[entry.key] = entry
        elif near_by and near_by[0].weight >= _SMALL_TOWN:
            possible[near_by[0].key] = near_by[0]
    return _place(next(iter(possible.values())), ()) if len(possible) == 1 else None


def _as_written(text: str, around: frozenset[str], hinted: frozenset[str]) -> Place:
    whole = _lookup(place_key(text))
    if whole:
        chosen = _alone(whole, around, hinted)
        return _place(chosen, ()) if chosen else unknown_place(place_key(text))
    parts = [part for part in (_tidy(part) for part in _SEPARATOR.split(fold(text))) if part][:_MOST_PARTS]
    known: list[tuple[Entry, ...]] = []
    unknown: list[str] = []
    for part in parts:
        found = _lookup(part)
        if found:
            known.append(found)
        elif part not in unknown:
            unknown.append(part)
    if len(known) == 1:  # nothing in the text tells which
        entry = _alone(known[0], around, hinted)
        if entry is None:
            return unknown_place(", ".join(parts))
        return _place(entry, tuple(unknown))
    if not known:
        town = _town_at_the_end(unknown[-1]) if unknown else None
        return _place(town, tuple(unknown)) if town else unknown_place(", ".join(unknown))
    best = [entry for entry in _best(known, around) if not _stray(entry, known, around | hinted)]
    if not best:
        return unknown_place(", ".join(parts))
    chosen = min(best, key=lambda entry: (entry.kind, -len(entry.chain), entry.key))
    return _place(chosen, tuple(unknown))


def _town_at_the_end(name: str) -> Entry | None:
    """Return the large town that a name ends with: "Hortus Botanicus Amsterdam", not "Hotel Paris" or "Via Roma"."""
    if of_town := _BUILDING_OF.match(name):
        found = _lookup(name[of_town.end() :])
        large = found and found[0].kind is Kind.TOWN and (found[0].usual or found[0].weight >= _LARGE_TOWN)
        return found[0] if large and settled(found) else None
    before, _, last = name.rpartition(" ")
    if not before or _NAMED_AFTER.search(before) or _STREET.search(before):
        return None
    found = candidates(last)
    large = found and found[0].kind is Kind.TOWN and (found[0].usual or found[0].weight >= _LARGE_TOWN)
    return found[0] if large and settled(found) else None


_BUILDING_OF = re.compile(
    r"(?:(?:the|la|le|il|el|a|o|l') ?)?(?:cathedral|minster|port|harbour|harbor|town hall|cathedrale|hotel de ville"
    r"|duomo|cattedrale|porto|municipio|catedral|puerto|ayuntamiento|se|dom|hafen|rathaus|munster|domkerk|haven|stadhuis"
    r"|domkyrka|domkyrkan|hamn|katedra|ratusz|ribeira|universite|universita|universidad|universidade|universitat) "
    r"(?:(?:of|at|de|du|di|da|do|zu|von|van|te|i|w) |d')"
)
"""What a town has one of, before its name; streets and hotels are called after others."""
_NAMED_AFTER = re.compile(
    r"\b(?:new|neu|nieuw|nouvelle|nueva|nuova|nova|little|klein|petite?|hotel|cafe|restaurant|bar|villa|gare|bahnhof"
    r"|station|theater|theatre|ss|hms|uss|schip|ship|schiff|club|saint|san|santa|de|du|di|da|von|van|der|of|club|street)\b"
)


def is_town_word(word: str) -> bool:
    """Say whether a word is a place, or a word for one that stands after a name: "Victoria Station"."""
    folded = fold(word)
    return _STREET.search(folded) is not None or folded in _AFTER_NAMES or bool(candidates(place_key(word)))


_AFTER_NAMES = frozenset(
    "falls island islands bay beach harbour harbor park hill hills point creek river lake county town city village"
    " house lodge farm mill dock docks pier wharf gardens garden hospital hotel inn school college court place terrace"
    " row tower gate market museum theatre theater land lands mountain mountains mount peak valley wood woods forest"
    " fort sound strait cove head".split()
)


def unknown_place(name: str) -> Place:
    return Place(name, (name,), (Kind.SPOT,), known=False) if name else NOWHERE


def _alone(found: tuple[Entry, ...], around: frozenset[str], hinted: frozenset[str]) -> Entry | None:
    """Return which place of a name is meant where only the record around it can tell, None where nothing does."""
    first = found[0]
    if settled(found) and (first.kind >= Kind.REGION or first.weight >= _WORLD_CITY):
        inside = around - {first.key}  # beside Guadalajara too, Mexico is the country and not its capital
        near_by = [entry for entry in found if inside.intersection(entry.chain[1:])]
        if near_by and first.weight - near_by[0].weight < _FAR_LARGER:
            return near_by[0]
        own = [entry for entry in found if hinted.intersection(entry.chain[1:]) and entry.weight >= _LARGE_TOWN]
        return own[0] if own and not first.usual and first.weight - own[0].weight < _LARGER else first
    for keys in (around, hinted):
        if confirmed := [entry for entry in found if keys.intersection(entry.chain[1:])]:
            if keys is around or not settled(found):
                return confirmed[0]
    far = hinted and len(found) > 1 and not first.usual and first.chain[-1] not in _continents(hinted)
    return first if settled(found) and not far else None


def _continents(countries: frozenset[str]) -> set[str]:
    return {known.chain[-1] for country in countries if (known := area(country))}


_SMALL_TOWN, _LARGE_TOWN, _WORLD_CITY, _LARGER, _FAR_LARGER = 4.0, 5.0, 5.7, 1.0, 1.5


def _stray(entry: Entry, known: list[tuple[Entry, ...]], around: frozenset[str]) -> bool:
    """Say whether a town was chosen by size alone though it has namesakes of like size."""
    found = next(found for found in known if entry in found)
    if entry.kind is not Kind.TOWN or around.intersection(entry.chain[1:]):
        return False
    others = {key for other in known if other is not found for choice in other for key in (choice.key,)}
    return not others.intersection(entry.chain[1:]) and not (entry is found[0] and settled(found))


def _lookup(part: str) -> tuple[Entry, ...]:
    for name in (part, _OF.sub("", part), _SUFFIX.sub("", part)):
        if name and (found := candidates(name)):
            return found
    return ()


def _tidy(part: str) -> str:
    return place_key(_PREFIX.sub("", part.strip(" .,:;-'\"?")).strip(" ?"))


def keys_of(texts: Iterable[str]) -> frozenset[str]:
    """Return the keys of the places that context names beyond doubt, and of what contains them."""
    keys: set[str] = set()
    for text in texts:
        for part in _SEPARATOR.split(fold(text)):
            found = _lookup(_tidy(part))
            if found and (found[0].kind >= Kind.REGION or len(found) == 1 or settled(found)):
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
        return Place(name, (name, *chain), (Kind.SPOT, *kinds), point=entry.point)
    return Place(entry.key, chain, tuple(kinds), concept=entry.concept, point=entry.point)


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
    if left.concept and left.concept == right.concept:
        return SAME
    if left.norm == right.norm:
        if left.norm and not left.known and _is_common_spot(left.norm):
            return perhaps(0.85, "a name that many places have")
        return SAME if left.norm or left == right else DIFFERS
    if not left.norm or not right.norm:
        return DIFFERS
    if not left.known or not right.known:
        return _by_name(left, right)
    shared = next((i for i, key in enumerate(left.chain) if key in right.chain), None)
    apart = kilometres(left.point, right.point)
    if shared is None:
        return _neighbours(DIFFERS, apart)
    kind = left.kinds[shared]
    name = left.chain[shared]
    if shared == 0 or right.chain[0] == name:
        small = right if shared == 0 else left
        degree = round(_DEGREE[kind] + (0.05 if kind is not Kind.CONTINENT else 0.0), 2)
        return within(degree, f"{small.norm.split(',')[0]} is in {name.split(',')[0]}")
    if kind is Kind.COUNTRY and name == "united kingdom":
        return _neighbours(near(0.4, _WORDS[kind]), apart)
    return _neighbours(near(_DEGREE[kind], f"{_WORDS[kind]}: {name.split(',')[0]}"), apart)


_NEIGHBOURS, _FAR_APART = 30.0, 600.0
_EARTH = 6371.0


def kilometres(left: tuple[float, float] | None, right: tuple[float, float] | None) -> float | None:
    """Return how far two points are from each other, None when one is not known."""
    if left is None or right is None:
        return None
    (a, b), (c, d) = (map(math.radians, left), map(math.radians, right))
    slope = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
    return 2 * _EARTH * math.asin(math.sqrt(min(1.0, slope)))


def _neighbours(match: Match, apart: float | None) -> Match:
    """Return a match of two towns by how far they are apart: neighbours are near, whatever contains both."""
    if apart is None:
        return match
    if apart <= _NEIGHBOURS and match.degree < 0.6:
        return near(0.6, "neighbouring places")
    if apart > _FAR_APART and match.degree > 0.25:
        return near(0.25, match.why)
    return match


def _by_name(left: Place, right: Place) -> Match:
    """Compare places of which one is unknown to the gazetteer: only their words can tell."""
    one, other = (set(place.norm.replace(",", " ").split()) - _FILLING for place in (left, right))
    heads = {place.norm.split(",")[0] for place in (left, right)}
    if len(heads) == 1:
        if left.known != right.known or _is_common_spot(heads.pop()):
            return perhaps(0.7, "the same name")
        return same(0.9, "the same name")
    if one and other and one == other:
        return same(0.85, "the same words")
    shared = one & other
    if len(shared) >= 2 and (shared == one or shared == other):
        return perhaps(0.5, "one name is part of the other")
    return DIFFERS


@lru_cache(maxsize=1 << 14)
def _is_common_spot(name: str) -> bool:
    """Say whether many places have a name: an ambiguous town, a street, a church."""
    return bool(_lookup(name)) or _STREET.search(name) is not None


_STREET = re.compile(
    r"(?:^|\W)(?:rue|via|calle|rua|plaza|piazza|place|praca|avenue|avenida|boulevard|chiesa|iglesia|igreja|eglise"
    r"|notre-dame|onze-lieve-vrouwekerk|ulica|kosciol|cathedrale|cattedrale|catedral|dom|duomo|market|town hall"
    r"|hotel de ville|rathaus|stadhuis|radhus|ayuntamiento)(?:$|\W)"
    r"|(?:street|road|avenue|square|lane|church|cathedral|station|hall|palace|castle|bridge)$"
    r"|(?:strasse|gasse|platz|kirche|straat|plein|kerk|gatan|gata|torget|kyrka|kyrkan|schloss|burg|bahnhof|brug|brucke)$"
)
_FILLING = frozenset(
    "the of and at in on de la le di del der des st saint street road avenue river lake mount near".split()
)
