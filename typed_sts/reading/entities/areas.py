"""Countries, continents and first-level regions by name and code, and the rows of our own table of places.

    entry    key         kind      chain
    Tuscany  "tuscany"   region    tuscany, italy, europe
    Turkey   "turkey"    country   turkey, asia

Countries, US states and continents come from the knowledge pack (GeoNames, CC BY 4.0); the rest from data/*.tsv.
"""

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from typed_sts.knowledge.concepts import concepts
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


@cache
def own_places() -> OwnPlaces:
    """Return the rows of our own table by name: the parts of the place meant, and of the place that contains it."""
    own = OwnPlaces({}, {})
    for kind, names, place in rows("places", 3):
        parts = tuple([place_key(part) for part in place.split(",")])
        for word in cell_words(names):
            if kind == "is":
                own.other_names.setdefault(place_key(word), []).append(parts)
                continue
            usual, *others = word.split("=")
            for name in {place_key(usual), _bare(place_key(usual)), *map(place_key, others)}:
                known = own.inside.setdefault(name, [])
                if all(parts != other for _, other in known):
                    known.append((place_key(usual), parts))
    return own


def _bare(name: str) -> str:
    return re.sub(r"^(?:river|lake|mount|mt) ", "", name)


def _add(named: dict[str, list[Entry]], entry: Entry, *names: str) -> None:
    for name in names:
        key = place_key(name)
        if key and entry not in named.setdefault(key, []):
            named[key].append(entry)
