"""What providers repeat, in a collection: counted when it is made, kept with it, and used for all that is added."""

from pathlib import Path

import pytest

from tests.engines import NewCollection
from typed_sts.preparing.build_collection import build_collection
from typed_sts.preparing.repeated import boilerplate_of, counted
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Collection
from typed_sts_index.entry import entry_of
from typed_sts_index.errors import CollectionDamaged
from typed_sts_index.opening import open_collection

SAID = "All prints of this cabinet were mounted on blue board."
OTHER = "The boats of this harbour were painted green every summer."


def sheets(count: int, said: str, first: int = 0) -> list[Item]:
    return [
        Item(id=f"/c/{n}", provider="Cabinet", dcDescription=(f"Sheet {n} of pears. {said}",))
        for n in range(first, first + count)
    ]


def docs_with(collection: Collection, *terms: str) -> list[int]:
    collection.refresh()
    return collection.doc_freq("description", terms)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what is read for a collection on a server in a folder of the test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_a_collection_remembers_what_was_left_out_until_it_is_made_anew(new_collection: NewCollection) -> None:
    collection = new_collection()
    assert build_collection(sheets(55, SAID), collection.name, tagger="crf") == 55
    assert docs_with(collection, "blue", "pear") == [0, 55]
    known = boilerplate_of(collection)
    assert len(known) == 1
    # What is added is read alike: what the collection knows is left out, and nothing else.
    build_collection([*sheets(1, SAID, 100), *sheets(60, OTHER, 200)], collection.name, tagger="crf")
    assert boilerplate_of(collection) == known
    assert docs_with(collection, "blue", "green", "pear") == [0, 60, 116]
    build_collection(sheets(60, OTHER), collection.name, tagger="crf", rebuild=True)
    assert docs_with(collection, "green", "pear") == [0, 60]
    assert boilerplate_of(collection) != known


def test_nothing_is_counted_where_nothing_is_read(new_collection: NewCollection) -> None:
    collection = new_collection()
    build_collection(sheets(55, SAID), collection.name, read=False)
    assert not boilerplate_of(collection)
    assert docs_with(collection, "blue") == [55]


def test_what_can_be_gone_through_once_gives_the_same_as_what_can_be_twice(tmp_path: Path) -> None:
    items = [Item(id="/x", dcTitle=("Åse",), aliases=("/y",), dcSubject=("a", "b")), *sheets(55, SAID)]
    for given in (items, iter(items), (item for item in items)):
        with counted(given, open_collection(tmp_path / "new"), rebuild=False) as (again, found):
            assert list(again) == items
            assert len(found) == 1


def test_a_rebuild_reads_only_those_records_again_of_which_something_else_is_left_out(tmp_path: Path) -> None:
    where, plain = tmp_path / "c", [Item(id="/p", provider="Cabinet", dcDescription=("A boat.",))]
    build_collection([*sheets(10, SAID), *plain], where, tagger="crf")
    build_collection([*sheets(55, SAID), *plain], where, tagger="crf", rebuild=True)
    collection = open_collection(where)
    assert docs_with(collection, "blue", "pear", "boat") == [0, 55, 1]


def test_a_table_that_cannot_be_read_is_damage_with_a_way_out(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.rebuild([entry_of(Item(id="/a"))], made_with="{")
    with pytest.raises(CollectionDamaged, match=r"what its providers repeat cannot be told.*--rebuild"):
        boilerplate_of(collection)
