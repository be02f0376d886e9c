"""Items prepared for comparing: what is kept, where, and for how long."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from typed_sts.answers.collection import CollectionAnswers
from typed_sts.preparing.cache import PreparedItems
from typed_sts.reading.store import DocumentStore
from typed_sts.reading.version import reader_version
from typed_sts.scoring.open_scorer import open_scorer
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Collection
from typed_sts_index.entry import entry_of
from typed_sts_index.opening import open_collection

ITEMS = [
    Item(id=f"/made/{number}", dcTitle=(f"Harbour at {place}",), dcCreator=("Ann Smith",), dcDate=(str(1850 + number),))
    for number, place in enumerate(["Leith", "Hull", "Dover", "Genoa", "Bergen", "Cork"])
]


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    """Return a collection of a few items."""
    made = open_collection(tmp_path / "collection")
    made.rebuild(map(entry_of, ITEMS))
    return made


@pytest.fixture
def store(tmp_path: Path) -> DocumentStore:
    """Return an empty store."""
    return DocumentStore(tmp_path / "documents.sqlite", reader_version("crf"))


def prepared_items(collection: Collection, store: DocumentStore | None = None, kept: int = 100) -> PreparedItems:
    return PreparedItems(collection, encode=True, store=store, kept=kept)


def test_items_come_prepared_in_the_order_asked_also_when_named_twice(collection: Collection) -> None:
    found = prepared_items(collection).get([ITEMS[2], ITEMS[0], ITEMS[2]])
    assert [one.document.item for one in found] == [ITEMS[2], ITEMS[0], ITEMS[2]]
    assert [one.profile.ids for one in found] == [("/made/2",), ("/made/0",), ("/made/2",)]


def test_no_more_items_are_kept_in_memory_than_allowed_and_the_last_used_stay(collection: Collection) -> None:
    prepared = prepared_items(collection, kept=3)
    for item in (ITEMS[0], ITEMS[1], ITEMS[2], ITEMS[0], ITEMS[3]):
        prepared.get([item])
    assert set(prepared.in_memory(ITEMS)) == {ITEMS[0], ITEMS[2], ITEMS[3]}
    assert len(prepared.get(ITEMS)) == len(ITEMS)
    assert len(prepared) == 3


def test_what_was_read_is_kept_on_disk_and_not_read_again(collection: Collection, store: DocumentStore) -> None:
    prepared_items(collection, store).get(ITEMS[:2])
    assert store.read_before(ITEMS, encoded=True) == {"/made/0", "/made/1"}
    again = prepared_items(collection, store)
    assert again.affordable(ITEMS, unread=0) == ITEMS[:2]
    assert again.affordable(ITEMS, unread=2) == ITEMS[:4]


def test_a_strangers_record_is_kept_nowhere_not_even_under_our_id(collection: Collection, store: DocumentStore) -> None:
    prepared = prepared_items(collection, store)
    stranger = replace(ITEMS[0], dcTitle=("Something else altogether",))
    found = prepared.get([stranger, ITEMS[0], Item(id="/other/1", dcTitle=("Rain",))])
    assert [one.document.item.dcTitle[0] for one in found] == ["Something else altogether", "Harbour at Leith", "Rain"]
    assert len(prepared) == 1
    assert store.count() == 1
    assert store.get([ITEMS[0]])["/made/0"].item == ITEMS[0]


def test_words_are_weighed_anew_after_the_collection_was_rebuilt(collection: Collection) -> None:
    answers = CollectionAnswers(collection, open_scorer("baseline", stats=collection))
    pair = (ITEMS[0], ITEMS[1])
    before = answers.predict([pair])[0].types[0].estimate
    others = [Item(id=f"/n/{number}", dcTitle=(f"Harbour {number}",)) for number in range(50)]
    open_collection(collection.name).rebuild(map(entry_of, [*ITEMS, *others]))
    assert answers.predict([pair])[0].types[0].estimate == before
    answers.refresh()
    after = answers.predict([pair])[0].types[0].estimate
    assert after > before  # what they share, Ann Smith, is rarer among more items


def test_a_store_that_cannot_be_used_costs_time_only(
    collection: Collection, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"this is no database, whatever its name says" * 100)
    prepared = prepared_items(collection, DocumentStore(broken, reader_version("crf"), forgiving=True))
    assert len(prepared.get(ITEMS)) == len(ITEMS)
    assert "going on without it" in caplog.text
    assert prepared.affordable(ITEMS, unread=0) == ITEMS


def test_threads_that_ask_at_once_get_what_one_would(collection: Collection, store: DocumentStore) -> None:
    alone = prepared_items(collection).get(ITEMS)
    shared = prepared_items(collection, store, kept=2)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda turn: shared.get(ITEMS[turn % 3 :] + ITEMS[: turn % 3]), range(12)))
    for turn, found in enumerate(answers):
        expected = alone[turn % 3 :] + alone[: turn % 3]
        for one, other in zip(found, expected, strict=True):
            assert one.document == other.document
            assert np.abs(one.profile.vectors - other.profile.vectors).max() < 1e-2
    assert len(shared) == 2
