"""Dumps of any size are read with flat memory: what is kept does not grow with the file."""

import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from typed_sts_fetch.formats.edm import MOST_NODES
from typed_sts_fetch.formats.read import read_items

pytestmark = pytest.mark.slow
FILLING = "A mill by the water, drawn from the other side. " * 200
RDF = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:edm="http://www.europeana.eu/schemas/edm/" xmlns:ore="http://www.openarchives.org/ore/terms/" '
    'xmlns:skos="http://www.w3.org/2004/02/skos/core#">'
)


def edm(number: int) -> str:
    return (
        f'<edm:ProvidedCHO rdf:about="/c/{number}"><dc:title>Mill {number}</dc:title>'
        f'<dc:creator rdf:resource="#a{number}"/></edm:ProvidedCHO>'
        f'<ore:Aggregation><edm:aggregatedCHO rdf:resource="/c/{number}"/><edm:dataProvider>Museum {number}'
        "</edm:dataProvider></ore:Aggregation>"
    )


def list_records(number: int) -> Iterator[str]:
    yield '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>'
    for one in range(number):
        yield (
            f"<record><header><identifier>{one}</identifier></header><metadata><dc "
            f'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description>{FILLING}</dc:description></dc></metadata></record>'
        )
    yield "</ListRecords></OAI-PMH>"


def json_list(number: int) -> Iterator[str]:
    yield "["
    for one in range(number):
        yield f'{"," if one else ""}{{"id": "{one}", "dcDescription": ["{FILLING}"]}}'
    yield "]"


def write(path: Path, pieces: Iterator[str]) -> Path:
    with path.open("w") as stream:
        stream.writelines(pieces)
    return path


@pytest.mark.parametrize("dump", [list_records, json_list])
def test_a_dump_on_one_line_is_read_with_flat_memory(tmp_path: Path, dump: Callable[[int], Iterator[str]]) -> None:
    path = write(tmp_path / "dump", dump(1_100))
    assert path.stat().st_size > 10_000_000
    tracemalloc.start()
    try:
        assert sum(1 for _ in read_items(path)) == 1_100
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8_000_000


def test_an_rdf_of_a_whole_collection_is_put_together_in_whatever_order_it_comes(tmp_path: Path) -> None:
    number = MOST_NODES // 2 + 100  # records, so that some nodes are put away before others come

    def pieces() -> Iterator[str]:
        yield RDF
        yield from map(edm, range(number))
        for one in range(number):  # what the records name stands behind them all
            yield f'<edm:Agent rdf:about="#a{one}"><skos:prefLabel>Maker {one}</skos:prefLabel></edm:Agent>'
        yield "</rdf:RDF>"

    items = list(read_items(write(tmp_path / "dump.xml", pieces())))
    assert [(item.id, item.dcCreator, item.provider) for item in items] == [
        (f"/c/{one}", (f"Maker {one}",), f"Museum {one}") for one in range(number)
    ]
