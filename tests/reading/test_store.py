"""Documents kept on disk: never a stale one."""

import multiprocessing
import random
from pathlib import Path

import numpy as np
import pytest

from tests.processes import PATIENCE
from typed_sts.domain.span import Span
from typed_sts.reading.document import Document, Entity, VerbUse, Words, Years, from_bytes, to_bytes
from typed_sts.reading.store import DocumentStore, StoreFailed
from typed_sts_fetch.item import Item

ITEM = Item(id="/a/1", dcTitle=("Woman Bathing, Paris",), dcDate=("c. 1890",))


def document(item: Item = ITEM, version: str = "crf-1") -> Document:
    return Document(
        item=item,
        version=version,
        language="en",
        words=(Words("dcTitle", 0, ("woman", "bathing", "paris"), (0, 6, 15), (5, 13, 20)),),
        entities=(Entity(Span("dcTitle", 0, 15, 20, "Paris"), "PLACE", "paris, france"),),
        verbs=(VerbUse(Span("dcTitle", 0, 6, 13, "Bathing"), "bathe"),),
        years=(Years(Span("dcDate", 0, 0, 7, "c. 1890"), 1890, 1890, ("circa",)),),
    )


def test_a_document_survives_the_way_to_disk_and_back() -> None:
    assert from_bytes(to_bytes(document())) == document()
    assert to_bytes(document()) == to_bytes(document())


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b'{"format_version": 99}', b"\xff", b'{"format_version": 2}'])
def test_other_bytes_are_no_document(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"document|format version"):
        from_bytes(content)


def test_what_was_put_is_got_by_id(tmp_path: Path) -> None:
    store = DocumentStore(tmp_path / "new" / "documents.sqlite", "crf-1")
    assert store.get([ITEM]) == {}
    store.put([document()])
    assert store.get([ITEM, Item(id="/a/2")]) == {"/a/1": document()}
    assert store.count() == 1


def test_a_document_of_another_text_is_not_used(tmp_path: Path) -> None:
    store = DocumentStore(tmp_path / "documents.sqlite", "crf-1")
    store.put([document()])
    assert store.get([Item(id="/a/1", dcTitle=("Another title",))]) == {}


def test_a_document_of_another_reader_is_not_used_and_goes(tmp_path: Path) -> None:
    path = tmp_path / "documents.sqlite"
    DocumentStore(path, "crf-1").put([document()])
    newer = DocumentStore(path, "crf-2")
    assert newer.get([ITEM]) == {}
    newer.put([document(version="crf-2")])
    assert DocumentStore(path, "crf-1").count() == 0
    assert newer.count() == 1


def test_more_items_than_one_question_takes_are_found(tmp_path: Path) -> None:
    items = [Item(id=f"/a/{number}'\"") for number in range(1200)]
    store = DocumentStore(tmp_path / "documents.sqlite", "crf-1")
    store.put(document(item) for item in items)
    assert len(store.get(items)) == 1200


def test_a_file_that_is_no_store_is_our_error(tmp_path: Path) -> None:
    (tmp_path / "documents.sqlite").write_text("not a database, but long enough to be taken for one" * 100)
    with pytest.raises(StoreFailed, match="remove the file, it is only a cache"):
        DocumentStore(tmp_path / "documents.sqlite", "crf-1").get([ITEM])


def test_a_file_whose_tables_were_never_made_is_empty(tmp_path: Path) -> None:
    (tmp_path / "documents.sqlite").touch()
    store = DocumentStore(tmp_path / "documents.sqlite", "crf-1")
    assert store.get([ITEM]) == {}
    assert store.count() == 0
    store.put([document()])
    assert store.count() == 1


@pytest.mark.slow
def test_flipped_and_lost_bytes_never_become_another_document(tmp_path: Path) -> None:
    path = tmp_path / "documents.sqlite"
    items = [Item(id=f"/a/{number}", dcTitle=(f"Boat {number}",)) for number in range(40)]
    whole = {item.id: document(item) for item in items}
    vectors = np.random.default_rng(1).random((40, 2, 8)).astype(np.float16)
    DocumentStore(path, "crf-1").put(whole.values())
    DocumentStore(path, "crf-1").put_vectors(items, vectors)
    content = path.read_bytes()
    source = random.Random(5)
    for _ in range(150):
        at = source.randrange(len(content))
        flipped = content[:at] + bytes([content[at] ^ (1 << source.randrange(8))]) + content[at + 1 :]
        for damaged in (flipped, content[:at]):
            path.write_bytes(damaged)
            store = DocumentStore(path, "crf-1", forgiving=True)
            assert store.get(items).items() <= whole.items()
            for item_id, found in store.get_vectors(items, (2, 8)).items():
                assert (found == vectors[int(item_id[3:])]).all()
            store.put([whole["/a/1"]])


def test_a_forgiving_store_says_once_that_it_cannot_be_used(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "documents.sqlite"
    path.write_bytes(b"noise" * 1000)
    store = DocumentStore(path, "crf-1", forgiving=True)
    for _ in range(3):
        assert store.get([ITEM]) == {}
        assert store.read_before([ITEM], encoded=True) == set()
        store.put([document()])
    assert len(caplog.records) == 1
    assert "only a cache; going on without it" in caplog.text
    assert not store.keeps


def _put(path: Path, number: int) -> None:
    for turn in range(20):
        DocumentStore(path, "crf-1").put([document(Item(id=f"/{number}/{turn}"))])


@pytest.mark.slow
def test_several_processes_may_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "documents.sqlite"
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_put, args=(path, number), daemon=True) for number in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(PATIENCE)
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert DocumentStore(path, "crf-1").count() == 60
