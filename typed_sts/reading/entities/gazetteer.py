"""The gazetteer: all places of a name, and what contains each: regions, countries, continents.

    entry    key                    kind   chain
    Leeds    "leeds, england"       town   leeds, england; england; united kingdom; europe
    Siena    "siena, italy"         town   siena, italy; tuscany; italy; europe

Towns and US counties come from the knowledge pack's table of places (GeoNames, CC BY 4.0), areas from `areas`, the rest
from data/places.tsv; a name that these do not settle is looked up in the pack itself, with names in many languages.
Loaded when first asked, in about half a second; kept for good.
"""

import gc
import math
import re
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache, lru_cache

from typed_sts.knowledge.concepts import Concept, concepts
from typed_sts.knowledge.pack import in_use, of_knowledge
from typed_sts.reading.entities.tables import cell_words, fold, rows, undot


class Kind(IntEnum):
    """How large a place is, from the smallest."""

    SPOT = 0
    TOWN = 1
    COUNTY = 2
    REGION = 3
    COUNTRY = 4
    CONTINENT = 5


@dataclass(frozen=True, slots=True)
class Entry:
    """A place of the gazetteer; `chain` is its key and those of what contains it, the smallest first."""

    key: str
    kind: Kind
    chain: tuple[str, ...]
    weight: float
    """How likely the name means this place: log10 of the inhabitants for towns, fixed for areas."""
    concept: str = ""
    """The id of the place, where known."""
    point: tuple[float, float] | None = None
    """Latitude and longitude in degrees, of towns."""
    usual: bool = False
    """Whether our own table says that the name means this place."""
    packed: bool = False
    """Whether only the knowledge pack has it."""


WEIGHTS = {Kind.SPOT: 5.4, Kind.COUNTY: 5.6, Kind.REGION: 5.9, Kind.COUNTRY: 8.0, Kind.CONTINENT: 8.0}
WITH_REGION = frozenset(("US", "GB", "CA", "AU"))
"""Countries whose towns are told apart by region: "pittsburgh, pennsylvania"."""
_COUNTRY_NAMES = {
    "CD": ("Democratic Republic of the Congo",), "CG": ("Republic of the Congo",), "EH": ("Western Sahara",),
    "TR": ("Turkey", "Türkiye"), "CZ": ("Czechia",), "CI": ("Ivory Coast",), "MM": ("Myanmar",), "KR": ("South Korea",),
    "KP": ("North Korea",), "LA": ("Laos",), "SY": ("Syria",), "RU": ("Russia",), "VN": ("Vietnam",), "IR": ("Iran",),
    "GB": ("United Kingdom",), "US": ("United States",), "NL": ("Netherlands", "The Netherlands"),
    "CV": ("Cabo Verde",),
    "BO": ("Bolivia",), "VE": ("Venezuela",), "TZ": ("Tanzania",), "MD": ("Moldova",), "MK": ("North Macedonia",),
    "SZ": ("Eswatini",), "PS": ("Palestinian Territory",), "VA": ("Vatican City",),
}  # fmt: skip
_US_SHORT = {
    "AL": "Ala.", "AZ": "Ariz.", "AR": "Ark.", "CA": "Calif.", "CO": "Colo.", "CT": "Conn.", "DE": "Del.", "FL": "Fla.",
    "IL": "Ill.", "IN": "Ind.", "KS": "Kans.", "MA": "Mass.", "MD": "Md.", "MI": "Mich.", "MN": "Minn.", "MO": "Mo.",
    "MS": "Miss.", "MT": "Mont.", "NE": "Nebr.", "NV": "Nev.", "NM": "N. Mex.", "OK": "Okla.", "OR": "Ore.",
    "PA": "Penn.", "TN": "Tenn.", "TX": "Tex.", "VA": "Va.", "WA": "Wash.", "WI": "Wis.", "WV": "W. Va.",
    "WY": "Wyo.", "NC": "N. Car.",
}  # fmt: skip


def place_key(text: str) -> str:
    """Return the form under which a place is looked up."""
    key = undot(fold(text)).removeprefix("the ").strip(" ,;:-'\"")
    return "saint" + key[2:] if key.startswith("st ") else key


@dataclass(frozen=True, slots=True)
class Areas:
    named: dict[str, list[Entry]]
    countries: dict[str, Entry]
    regions: dict[tuple[str, str], Entry]


@cache
def areas() -> Areas:
    """Return continents, countries and regions by name, and the latter two by code."""
    named: dict[str, list[Entry]] = {}
    continents: dict[str, str] = {}
    countries: dict[str, Entry] = {}
    states = []
    for known in concepts("places", ("continent", "country", "region")):
        usual, *codes = (name.text for name in known.names)
        if known.kind == "continent":
            key = continents[known.id] = place_key(usual)
            _add(named, Entry(key, Kind.CONTINENT, (key,), WEIGHTS[Kind.CONTINENT]), key)
        elif known.kind == "country":
            names = (*_COUNTRY_NAMES.get(known.id, ()), usual)
            key = place_key(names[0])
            chain = (key, continents[known.within])
            countries[known.id] = Entry(key, Kind.COUNTRY, chain, WEIGHTS[Kind.COUNTRY])
            _add(named, countries[known.id], *names, *codes)
        else:
            code = known.id.removeprefix("US.")
            states.append(("US", code, usual, "|".join((*codes, _US_SHORT.get(code, "")))))
    regions: dict[tuple[str, str], Entry] = {}
    for code, number, name, others in (*rows("regions", 4), *states):
        within = countries[code].chain
        key = place_key(name)
        if key in named:  # Georgia is a country, and a state
            key = f"{key}, {within[0]}"
        elif key in own_places().other_names:  # "New York" alone means the city
            key = f"{key} state"
        entry = regions[code, number] = Entry(key, Kind.REGION, (key, *within), WEIGHTS[Kind.REGION])
        _add(named, entry, name, *cell_words(others), *((f"{name} State",) if code == "US" else ()))
    return Areas(named, countries, regions)


@dataclass(frozen=True, slots=True)
class OwnPlaces:
    other_names: dict[str, list[tuple[str, ...]]]
    inside: dict[str, list[tuple[str, tuple[str, ...]]]]
    bare: dict[str, list[tuple[str, tuple[str, ...]]]]
    """By the name without "river", "lake" or "mount": meant only where no town has it."""


@cache
def own_places() -> OwnPlaces:
    """Return the rows of our own table by name: the parts of the place meant, and of the place that contains it."""
    own = OwnPlaces({}, {}, {})
    for kind, names, place in rows("places", 3):
        parts = tuple([place_key(part) for part in place.split(",")])
        for word in cell_words(names):
            if kind == "is":
                own.other_names.setdefault(place_key(word), []).append(parts)
                continue
            usual, *others = word.split("=")
            for name in {place_key(usual), *map(place_key, others)}:
                known = own.inside.setdefault(name, [])
                if all(parts != other for _, other in known):
                    known.append((place_key(usual), parts))
            if (bare := _bare(place_key(usual))) != place_key(usual):
                own.bare.setdefault(bare, []).append((place_key(usual), parts))
    return own


def _bare(name: str) -> str:
    return re.sub(r"^(?:river|lake|mount|mt) ", "", name)


def _add(named: dict[str, list[Entry]], entry: Entry, *names: str) -> None:
    for name in names:
        key = place_key(name)
        if key and entry not in named.setdefault(key, []):
            named[key].append(entry)


_MUCH_LARGER = 30


@of_knowledge
@lru_cache(maxsize=1 << 15)
def candidates(name: str) -> tuple[Entry, ...]:
    """Return the places of a name in the form of `place_key`, the likeliest first."""
    found = _plain(name)
    best = max((entry.weight for entry in found), default=0.0)
    for parts in own_places().other_names.get(name, ()):
        entry = _pick(parts)
        if entry is not None and not (len(parts) == 1 and entry in found):
            found = [other for other in found if other.key != entry.key]
            found.append(replace(entry, weight=max(entry.weight, best + 0.1), usual=True))
    own = tuple(sorted(found, key=lambda entry: (-entry.weight, entry.key)))
    packed = {entry.key: entry for entry in places_of_pack(name)}
    own = tuple([replace(e, concept=e.concept or packed[e.key].concept) if e.key in packed else e for e in own])
    more = [entry for key, entry in packed.items() if all(key != known.key for known in own)]
    if own and settled(own) and (own[0].kind is not Kind.TOWN or own[0].weight >= _LARGE or own[0].usual):
        more = [_behind(own[0], entry) for entry in more if entry.kind >= Kind.REGION]
    return tuple(sorted((*own, *more), key=lambda entry: (-entry.weight, entry.key)))


def _behind(first: Entry, other: Entry) -> Entry:
    """Return an area of the pack as less likely than a place of the gazetteer, unless it is a country: "Mexiko"."""
    is_country = other.kind >= Kind.COUNTRY and first.kind < Kind.REGION and not first.usual
    return other if is_country else replace(other, weight=min(other.weight, first.weight - 0.1))


def _plain(name: str) -> list[Entry]:
    """Return the places that have the name by themselves, not as another name."""
    inside = [_inside(usual, _pick(parts)) for usual, parts in own_places().inside.get(name, ())]
    found = [*areas().named.get(name, ()), *_towns_of(name), *_counties_of(name), *inside]
    return found or [_inside(usual, _pick(parts)) for usual, parts in own_places().bare.get(name, ())]


def area(name: str) -> Entry | None:
    """Return the country, continent or region of a name (no towns are loaded), or None."""
    if found := areas().named.get(name):
        return found[0]
    for parts in own_places().other_names.get(name, ()):
        if len(parts) == 1 and parts[0] != name and (known := area(parts[0])):
            return known
    for usual, parts in own_places().inside.get(name, ()):
        if len(parts) == 1 and (container := area(parts[0])):
            return _inside(usual, container)
    return None


Town = tuple[int, str, str, str, str, tuple[float, float] | None]
"""Inhabitants, country code, region code, folded name, id and point."""


@cache
def _towns() -> dict[str, list[Town]]:
    """Return the towns by name; entries are made only for the names asked for, which is most of the loading saved."""
    collecting = gc.isenabled()
    gc.disable()  # half a million small objects at once, none of them garbage: collecting takes longer than loading
    try:
        named: dict[str, list[Town]] = {}
        large: list[tuple[Town, list[str]]] = []
        for place in concepts("places", ("town",)):
            usual, *others = place.names
            code, _, number = place.within.partition(".")
            key = town_key(usual.text).partition(" (")[0]  # "Halle (Saale)"
            town = (place.size, code, number, key, place.id, place.point)
            named.setdefault(key, []).append(town)
            if others:
                large.append((town, [town_key(name.text) for name in others]))
        named_areas = areas().named
        large.sort(key=lambda pair: -pair[0][0])
        for town, keys in large:
            for key in keys:
                known = named.get(key)
                if known is None and key not in named_areas:
                    named[key] = [town]
                elif known and town[0] > _MUCH_LARGER * max(known)[0]:  # "Mecca" is Makkah, not a village
                    known.append(town)
        return named
    finally:
        if collecting:
            gc.enable()


def town_key(name: str) -> str:
    """Return the key of a town's name: that of `place_key`, found faster for the plain names that most are."""
    plain = name.isascii() and "." not in name and not name.startswith(("'", "St ", "The "))
    return name.lower() if plain else place_key(name)


_NOT_TOWNS = re.compile(
    r".*\b(?:street|avenue|road|lane|square|place|hotel|house|church|school|building|district|hospital|station|club"
    r"|theater|theatre|store|company|office|home|downtown|uptown|(?:north|south|west|east) ?side|east end|west end"
    r"|center|centre|market|court|hall|chapel|temple|abbey|palace|museum|studio|gallery|college|university|library|bridge"
    r"|gate|plaza|arcade|garden|gardens|canal|forum|east|west|north|south|southwest|southeast|northwest|northeast|hell"
    r"|heaven|paradise)"
)
"""Names of parts of towns, which small towns somewhere also have."""


def _towns_of(name: str) -> list[Entry]:
    if _NOT_TOWNS.fullmatch(name):
        return []
    known = areas()
    found: dict[str, Entry] = {}
    for population, code, number, town, number_of, point in sorted(_towns().get(name, ()), reverse=True):
        country = known.countries.get(code)
        if country is not None:
            region = known.regions.get((code, number))
            key = f"{town}, {region.key if region and code in WITH_REGION else country.key}"
            chain = (key, *(region.chain if region else country.chain))
            # Of two towns of one name in one region only the larger can be told by its key.
            weight = math.log10(population + 1)
            found.setdefault(key, Entry(key, Kind.TOWN, chain, weight, f"geonames:{number_of}", point))
    return list(found.values())


@cache
def _counties() -> dict[str, list[str]]:
    named: dict[str, list[str]] = {}
    for county in concepts("places", ("county",)):
        named.setdefault(place_key(county.names[0].text), []).append(county.within.removeprefix("US."))
    return named


def _counties_of(name: str) -> list[Entry]:
    if not name.endswith((" county", " parish", " borough", " municipio")):
        return []
    states = [state for code in _counties().get(name, ()) if (state := areas().regions.get(("US", code)))]
    keys = [f"{name}, {state.key}" for state in states]
    return [Entry(key, Kind.COUNTY, (key, *state.chain), 3.0) for key, state in zip(keys, states, strict=True)]


_LARGE = 5.0
_DWARFS = ((0.72, math.log10(500_000)), (0.81, _LARGE), (1.5, math.log10(8_000)))
"""How much larger a town of a size has to be than the next of its name, both as powers of ten."""


def settled(found: tuple[Entry, ...]) -> bool:
    """Say whether a name means the first of its places without a word more: it dwarfs its namesakes, or has none.

    A name of several towns of like size means none of them until something else in the record says which.
    """
    first = found[0]
    if first.usual or first.kind >= Kind.REGION or (first.kind is not Kind.TOWN and not first.packed):
        return True
    gap = first.weight - max((other.weight for other in found[1:] if other.kind < Kind.REGION), default=-9.0)
    return any(gap >= times and first.weight >= size for times, size in _DWARFS)


_KIND_OF = {
    "continent": Kind.CONTINENT, "country": Kind.COUNTRY, "region": Kind.REGION, "county": Kind.COUNTY,
    "island": Kind.COUNTY, "water": Kind.COUNTY, "mountain": Kind.COUNTY, "town": Kind.TOWN, "place": Kind.SPOT,
    "building": Kind.SPOT, "district": Kind.SPOT,
}  # fmt: skip
_MOST_OF_PACK = 12


def places_of_pack(name: str) -> list[Entry]:
    """Return the places that have a name in the knowledge pack, in whatever language."""
    if _NOT_TOWNS.fullmatch(name):
        return []
    found: dict[str, Entry] = {}
    for one in in_use().named(name)[:_MOST_OF_PACK]:
        if one.kind in _KIND_OF and (entry := entry_of(one)):
            told = any(place_key(other.text) == name for other in one.names if other.lang or other is one.names[0])
            if entry.kind is Kind.REGION and not (told or _is_spelling(name, one)):
                entry = replace(entry, concept="")
            found.setdefault(entry.key, entry if told else replace(entry, weight=entry.weight - _NO_LANGUAGE))
    return list(found.values())


def _is_spelling(name: str, region: Concept) -> bool:
    """Say whether a name is that of a region, written otherwise, and not of a part of it: "Poitou", "the Midlands"."""
    told = (place_key(other.text) for other in region.names if other.lang or other is region.names[0])
    return any(name[:2] == other[:2] for other in told)


_NO_LANGUAGE = 1.5
"""How much less likely a place is meant by a name that no language is known for: Hong Kong was Victoria."""


def entry_of(place: Concept) -> Entry | None:
    """Return the entry of a place of the pack: that of the gazetteer for one it has too."""
    kind, chain = _KIND_OF[place.kind], _chain_above(place)
    keys = list(dict.fromkeys(place_key(name.text) for name in sorted(place.names, key=lambda name: name.lang != "en")))
    for key in keys[:_MOST_OF_PACK]:
        for entry in _plain(key):
            if entry.concept == place.id or (entry.kind is not Kind.TOWN and _is_the_same(entry, kind, chain)):
                return replace(entry, concept=place.id)
    name = keys[0].partition(" (")[0]
    if not name or not chain:
        return None
    full = f"{name}, {chain[0].split(',')[0]}"
    weight = math.log10(place.size + 1) if kind is Kind.TOWN else _WEIGHT_IN_PACK.get(place.kind, WEIGHTS[kind])
    return Entry(full, kind, (full, *chain), weight, place.id, place.point, packed=True)


_WEIGHT_IN_PACK = {"county": 3.5, "island": 4.5, "building": 4.3, "district": 3.5, "place": 4.3, "water": 4.9}


def _is_the_same(entry: Entry, kind: Kind, chain: tuple[str, ...]) -> bool:
    """Say whether an area of the gazetteer, which has a name of a place of the pack, is that place."""
    if kind >= Kind.COUNTRY or entry.kind >= Kind.COUNTRY:  # England is a country to some, a region to GeoNames
        return entry.kind is kind or (kind is Kind.COUNTRY and entry.kind is Kind.REGION and entry.chain[1:] == chain)
    return kind is not Kind.TOWN and bool(chain) and chain[-2:] == entry.chain[-2:]


def _chain_above(place: Concept) -> tuple[str, ...]:
    """Return the keys of what contains a place of the pack, as far as the gazetteer knows it."""
    at = place
    for _ in range(4):
        code, dot, number = at.within.removeprefix("geonames:").partition(".")
        if dot and (region := areas().regions.get((code, number))):
            return region.chain
        above = in_use().concept(at.within) if at.within else None
        if above is None:
            return ()
        at = above
        for entry in areas().named.get(place_key(at.names[0].text), ()):
            if entry.kind is _KIND_OF.get(at.kind):
                return entry.chain
    return ()


def _inside(name: str, container: Entry | None) -> Entry:
    chain = container.chain if container else ()
    size = Kind.COUNTY if container and container.kind >= Kind.REGION else Kind.SPOT
    key = f"{name}, {chain[0].split(',')[0]}" if chain else name
    return Entry(key, size, (key, *chain), WEIGHTS[size])


def _pick(parts: tuple[str, ...]) -> Entry | None:
    """Return the likeliest place of the first part that lies in the others."""
    for entry in sorted(_plain(parts[0]), key=lambda entry: -entry.weight):
        if all(any(link.split(",")[0] == part for link in entry.chain[1:]) for part in parts[1:]):
            return entry
    return None
