"""The tables of the knowledge pack: read as concepts with names, written back, and no further than asked."""

from collections.abc import Iterator
from itertools import groupby

import pytest

from typed_sts.knowledge.concepts import COLUMNS, Concept, Name, concepts, parse, table_lines

HEADER = "\t".join(COLUMNS) + "\n"
ROMAN = Concept("roman", "period", (Name("Roman", "en"), Name("romano", "it")), -27, 476, None, "antiquity", 0)
ROME = Concept("3169070", "town", (Name("Rome", ""),), None, None, (41.89, 12.51), "IT.07", 2_318_895)
NEAR_ZERO = Concept("2299350", "town", (Name("Null", ""), Name("Zero", "en")), 0, None, (0.0, -0.01), "", 0)


def test_a_table_is_read_as_it_was_written() -> None:
    written = [ROMAN, ROME, NEAR_ZERO]
    assert list(parse(table_lines(written), ("period", "town"))) == written


def test_the_first_row_of_a_concept_has_its_usual_name_and_the_others_the_rest() -> None:
    rows = [HEADER, "IT\tcountry\ten\tItaly\t\t\t\t\teurope\t\n", "IT\t\tit\tItalia\t\t\t\t\t\t\n"]
    (italy,) = parse(rows, ["country"])
    assert italy.names == (Name("Italy", "en"), Name("Italia", "it"))
    assert (italy.first_year, italy.last_year, italy.point, italy.within, italy.size) == (None, None, None, "europe", 0)


def test_other_kinds_are_left_out() -> None:
    assert list(parse(table_lines([ROMAN, ROME]), ["town"])) == [ROME]
    assert list(parse(table_lines([ROMAN, ROME]), ["ship"])) == []


def test_a_table_is_read_no_further_than_the_kinds_asked_for() -> None:
    lines = list(table_lines([ROMAN, ROME, NEAR_ZERO]))
    taken: list[str] = []

    def watched() -> Iterator[str]:
        for line in lines:
            taken.append(line)
            yield line

    assert list(parse(watched(), ["period"])) == [ROMAN]
    assert taken == lines[:4]


@pytest.mark.parametrize("lines", [[], ["id\tname\n"], [HEADER.replace("lat", "latitude")]])
def test_a_table_with_other_columns_is_refused(lines: list[str]) -> None:
    with pytest.raises(ValueError, match="the columns of a table are id kind lang name from to lat lon within size"):
        list(parse(lines, ["town"]))


@pytest.mark.slow
def test_the_places_that_ship_are_whole() -> None:
    kinds = ("continent", "country", "region", "county", "town")
    places = list(concepts("places", kinds))
    ids = {place.id for place in places}
    assert len(ids) == len(places) == 7 + 252 + 51 + 3_143 + 69_472
    assert tuple(kind for kind, _ in groupby(places, key=lambda place: place.kind)) == kinds
    for place in places:
        assert place.names[0].text
        assert place.within.partition(".")[0] in ids or place.kind == "continent"
        assert (place.point is not None) == (place.kind == "town")
        if place.kind in {"country", "region", "county"}:
            assert place.within in ids


def test_a_large_town_has_its_other_names() -> None:
    rome = next(place for place in concepts("places", ["town"]) if place.id == "3169070")
    assert rome.names[0].text == "Rome"
    assert {"An Roimh", "Rhufain"} <= {name.text for name in rome.names}
    assert rome.point == (41.89, 12.51)
    assert rome.within == "IT.07"
    assert rome.size > 2_000_000
