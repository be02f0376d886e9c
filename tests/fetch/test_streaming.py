"""Dumps of any size are read with flat memory: what is kept does not grow with the file."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from typed_sts_fetch.formats.edm import MOST_NODES
from typed_sts_fetch.formats.read import read_items

pytestmark = pytest.mark.slow
FILLING = "A mill by the water, drawn from the other side. " * 20
RDF = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:edm="http://www.europeana.eu/schemas/edm/" xmlns:ore="http://www.openarchives.org/ore/terms/" '
    'xmlns:skos="http://www.w3.org/2004/02/skos/core#">'
)


def edm(number: int) -> str:
    return (
        f'<edm:ProvidedCHO rdf:about="/c/{number}"><dc:title>Mill {number}</dc:title><dc:creator rdf:resource="#a{number}"/>'
        f"<dc:description>{FILLING}</dc:description></edm:ProvidedCHO>"
        f'<ore:Aggregation><edm:aggregatedCHO rdf:resource="/c/{number}"/><edm:dataProvider>Museum {number}'
        "</edm:dataProvider></ore:Aggregation>"
    )


def dublin_core(number: int) -> str:
    return (
        f"<record><header><identifier>{number}</identifier></header><metadata><oai_dc:dc><dc:title>Mill {number}</dc:title>"
        f"<dc:description>{FILLING}</dc:description></oai_dc:dc></metadata></record>"
    )


def write(path: Path, pieces: Iterator[str]) -> Path:
    with path.open("w") as stream:
        stream.writelines(pieces)
    return path


def peak_and_count(path: Path) -> tuple[int, int]:
    tracemalloc.start()
    try:
        count = sum(1 for _ in read_items(path))
        return tracemalloc.get_traced_memory()[1], count
    finally:
        tracemalloc.stop()


def list_records(number: int) -> Iterator[str]:
    yield '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" '
    yield 'xmlns:dc="http://purl.org/dc/elements/1.1/"><ListRecords>'
    yield from map(dublin_core, range(number))
    yield "</ListRecords></OAI-PMH>"


def json_list(number: int) -> Iterator[str]:
    yield "["
    for one in range(number):
        yield f'{"," if one else ""}{{"id": "{one}", "dcDescription": ["{FILLING}"]}}'
    yield "]"


@pytest.mark.parametrize("dump", [list_records, json_list])
def test_a_dump_on_one_line_is_read_with_flat_memory(
    tmp_path: Path,
    dump: "type[list_records]",  # type: ignore[valid-type]
) -> None:
    path = write(tmp_path / "dump", dump(20_000))  # type: ignore[operator]
    assert path.stat().st_size > 20_000_000
    peak, count = peak_and_count(path)
    assert count == 20_000
    assert peak < 8_000_000


def test_an_rdf_of_a_whole_collection_is_put_together_in_a_temporary_file(tmp_path: Path) -> None:
    number = MOST_NODES

    def pieces() -> Iterator[str]:
        yield RDF
        yield from map(edm, range(number))
        for one in range(number):  # what the records name stands behind them all
            yield f'<edm:Agent rdf:about="#a{one}"><skos:prefLabel>Maker {one}</skos:prefLabel></edm:Agent>'
        yield "</rdf:RDF>"

    path = write(tmp_path / "dump.xml", pieces())
    n_read = 0
    for n_read, item in enumerate(read_items(path), start=1):
        one = n_read - 1
        told = (item.id, item.dcCreator, item.provider)
        assert told == (f"/c/{one}", (f"Maker {one}",), f"Museum {one}")
    assert n_read == number
    peak, _ = peak_and_count(path)
    assert peak < 80_000_000  # that of the nodes that are kept before the first is put away, however many follow
