"""Which pairs a training file has already shown."""

import pytest

from typed_sts.task_files.pairs import new_items, new_pairs, pair_key, record_key

TRAIN = [("http://www.europeana.eu/portal/record/a/1.html", "http://www.europeana.eu/portal/record/b/2.html")]


@pytest.mark.parametrize(
    "address",
    [
        "http://www.europeana.eu/portal/record/09405u/AB12.html",
        "http://www.europeana.eu/portal/en/record/09405u/AB12.html",
        "https://www.europeana.eu/en/item/09405u/AB12",
        "http://data.europeana.eu/item/09405u/AB12",
        "/09405u/AB12",
    ],
)
def test_a_record_has_one_key_whatever_the_age_of_its_address(address: str) -> None:
    assert record_key(address) == "/09405u/AB12"


def test_collection_and_local_id_both_count() -> None:
    assert record_key("/a/1") != record_key("/b/1")


@pytest.mark.parametrize("item", ["http://example.org/record/a/1.html", "urn:x:1", "42"])
def test_other_ids_are_their_own_key(item: str) -> None:
    assert record_key(item) == item


def test_the_order_of_a_pair_does_not_matter() -> None:
    assert pair_key(("/a/1", "/b/2")) == pair_key(("/b/2", "/a/1"))


def test_a_pair_is_new_unless_training_holds_it_in_either_order() -> None:
    pairs = [("/b/2", "/a/1"), ("/a/1", "/c/3"), ("/c/3", "/d/4"), ("/a/1", "/a/1")]
    assert new_pairs(pairs, TRAIN).tolist() == [False, True, True, True]


def test_items_are_new_when_no_training_pair_holds_them() -> None:
    pairs = [("/b/2", "/a/1"), ("/a/1", "/c/3"), ("/c/3", "/d/4")]
    assert new_items(pairs, TRAIN).tolist() == [False, False, True]
