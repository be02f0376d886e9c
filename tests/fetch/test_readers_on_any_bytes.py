"""Whatever the bytes, a reader gives items or our own error: never a traceback."""

import gzip
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fetch import table_exports
from tests.fetch.test_europeana import EDM
from typed_sts_fetch.errors import BadRecord, FetchError
from typed_sts_fetch.formats.read import items_from_json, read_items
from typed_sts_fetch.formats.write import write_items
from typed_sts_fetch.item import Item
from typed_sts_fetch.tables.mapping import Mapping

SEEDS = [
    b'{"id": "/a/1", "dcTitle": ["Bridge"]}\n{"id": "/a/2"}\n',
    b'{"success": true, "object": {"about": "/r/1", "proxies": [{"dcTitle": {"def": ["Record"]}}]}}',
    b'{"items": [{"id": "/s/1", "dcTitleLangAware": {"en": ["Result"]}}]}',
    b'[\n{"id": 1},\n{"id": 2}\n]',
    EDM.encode(),
    b"dcTitle:\tCoin\ndcSubject:\tRome\tcoin\n",
    b'id,title,subject\n1,"A ""coin""",a|b\n2,x,y\n',
    "id;title\n1;Brücke\n".encode("utf-16"),
    gzip.compress(b'{"id": "/a/1"}\n'),
    *(path.read_bytes() for path in sorted((Path(__file__).parent / "exports").glob("*.[jx]*"))),
    table_exports.GERMAN,
    table_exports.SPANISH_MAC,
    table_exports.workbook(),
]
KEYS = """id object about proxies items dcTitle def en success aggregations agents edmIsShownAt europeanaAggregation
    prefLabel dataProvider dcTitleLangAware aliases o:id dcterms:title @value @id @type @graph @context @language name
    creator sameAs identifier image keywords type identified_by content produced_by timespan classified_as _label
    referred_to_by part thumbnail_display_urls itemListElement item""".split()
leaves = (
    st.sampled_from(
        ["https://schema.org", "https://linked.art/ns/v1/linked-art.json", "Painting", "Name", "http://a.b/c"]
    )
    | st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
)
json_values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=20,
)


def read_in_scratch(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "1a_c_x.bin"
        path.write_bytes(content)
        bad: list[BadRecord] = []
        try:
            items = list(read_items(path, on_bad=bad.append))
        except FetchError:
            return
    assert all(isinstance(item, Item) and item.id for item in items)
    assert all(problem.problem for problem in bad)


@given(st.binary(max_size=300))
def test_random_bytes(content: bytes) -> None:
    read_in_scratch(content)


@pytest.mark.slow
@settings(max_examples=600)
@given(seed=st.sampled_from(SEEDS), data=st.data())
def test_files_with_bytes_changed_cut_or_repeated(seed: bytes, data: st.DataObject) -> None:
    content = bytearray(seed)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, max(len(content) - 1, 0)))
        match data.draw(st.sampled_from(["change", "cut", "insert", "repeat"])):
            case "change" if content:
                content[place] = data.draw(st.integers(0, 255))
            case "cut":
                del content[place:]
            case "insert":
                content[place:place] = data.draw(
                    st.binary(max_size=5) | st.sampled_from([b'"', b"{", b"\n", b"<", b"\0"])
                )
            case _:
                content += content[place:]
    read_in_scratch(bytes(content))


@pytest.mark.slow
@settings(max_examples=300)
@given(json_values)
def test_json_of_any_shape(value: object) -> None:
    for item in items_from_json(json.loads(json.dumps(value))):
        assert isinstance(item, Item | ValueError)


@pytest.mark.slow
def test_json_nested_beyond_reason() -> None:
    read_in_scratch(b'{"id": ' + b"[" * 200_000)
    read_in_scratch(b"[" * 200_000)
    read_in_scratch(b"<a>" * 200_000)


def test_an_item_that_was_read_can_always_be_written(tmp_path: Path) -> None:
    (tmp_path / "odd.jsonl").write_text('{"id": "x", "dcTitle": ["\\u0000\\uffff \\ud83d\\ude00 \\u202e"]}')
    write_items(tmp_path / "out.jsonl", read_items(tmp_path / "odd.jsonl"))
    assert list(read_items(tmp_path / "out.jsonl")) == list(read_items(tmp_path / "odd.jsonl"))


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"items": [', "]}")])
def test_lists_within_lists_are_read_however_deep(opening: str, closing: str) -> None:
    for depth in (1, 10, 450):
        record = json.loads(opening * depth + '{"id": "/a/1"}, 5' + closing * depth)
        item, problem = items_from_json(record)
        assert item == Item(id="/a/1")
        assert str(problem).startswith("record ")
        assert str(problem).endswith("a record must be a JSON object, not 5")


@pytest.mark.slow
@settings(max_examples=200)
@given(place=st.integers(0, 10_000), change=st.binary(min_size=1, max_size=4))
def test_xml_with_a_mapping_and_bytes_changed(place: int, change: bytes) -> None:
    content = bytearray(table_exports.MODES)
    content[place % len(content) : place % len(content)] = change
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "modes.xml"
        path.write_bytes(content)
        bad: list[BadRecord] = []
        try:
            list(read_items(path, on_bad=bad.append, mapping=Mapping(record="Object", id="row")))
        except FetchError:
            return
    assert all(problem.problem for problem in bad)
