"""Scores from Python: records in, eight scores out, whichever way round, every time the same."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typed_sts import TypedSimilarity
from typed_sts.sample import SAMPLE_ITEMS, sample_pairs
from typed_sts.scores import PairScores
from typed_sts.types import TYPES
from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.item import LIST_FIELDS, Item
from typed_sts_fetch.reading import read_items

BASELINE = TypedSimilarity.load("baseline")
WORDS = ("bridge", "Turner, J. M. W.", "Paris", "1819", "c. 1850", "burning of the ships", "unknown", "Käthe", "浪")
texts = st.lists(st.sampled_from(WORDS) | st.text(max_size=20), max_size=3).map(lambda words: " ".join(words))
records = st.fixed_dictionaries(
    {"id": st.sampled_from(["/a/1", "/b/2"])}, optional={name: st.lists(texts, max_size=3) for name in LIST_FIELDS}
)


def shown(scores: PairScores) -> list[tuple[str, float | None, float, str]]:
    return [(entry.type, entry.score, entry.estimate, entry.stated) for entry in scores.types]


def test_dicts_and_items_are_scored_alike() -> None:
    a, b = {"id": "1", "dcTitle": ["Rain over Paris"]}, {"id": "2", "dcTitle": "Rain over Rome", "dcDate": ["1850"]}
    scores = BASELINE.score(a, b)
    assert scores == BASELINE.score(
        Item(id="1", dcTitle=("Rain over Paris",)), Item(id="2", dcTitle=("Rain over Rome",), dcDate=("1850",))
    )
    assert (scores.a, scores.b, scores.model) == ("1", "2", "baseline")
    assert [entry.type for entry in scores.types] == list(TYPES)
    by_type = {entry.type: entry for entry in scores.types}
    assert 0 < by_type["general"].estimate < 5
    assert (by_type["author"].score, by_type["author"].stated) == (None, "none")
    assert by_type["time"].stated == "one"


def test_a_record_that_is_none_is_our_error() -> None:
    with pytest.raises(BadInput, match='not a record: no "id"'):
        BASELINE.score({"dcTitle": ["Rain"]}, {"id": "2"})


def test_two_records_with_the_same_id_are_two_records() -> None:
    pair = (Item(id="1", dcTitle=("Rain",)), Item(id="1", dcTitle=("Snow",)))
    assert BASELINE.score(*pair).types[0].estimate == 0
    assert next(BASELINE.score_all([pair])).types[0].estimate == 0


@settings(max_examples=60, deadline=None)
@given(records, records)
def test_the_order_of_two_records_makes_no_difference(a: dict[str, Any], b: dict[str, Any]) -> None:
    there, back = BASELINE.score(a, b), BASELINE.score(b, a)
    assert shown(there) == shown(back)
    assert all(0 <= entry.estimate <= 5 for entry in there.types)
    assert all((entry.score is None) == (entry.stated == "none") for entry in there.types)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(records, records), max_size=5))
def test_many_at_once_are_scored_like_each_alone_every_time(pairs: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
    together = list(BASELINE.score_all(pairs))
    assert together == list(BASELINE.score_all(pairs))
    assert together == [BASELINE.score(a, b) for a, b in pairs]


@settings(max_examples=30, deadline=None)
@given(records)
def test_nothing_is_more_like_a_record_than_itself(record: dict[str, Any]) -> None:
    assert {entry.estimate for entry in BASELINE.score(record, record).types if entry.stated == "both"} <= {5.0}


def test_a_stream_without_an_end_is_scored_as_it_comes() -> None:
    item = Item(id="1", dcTitle=("Rain",))

    def forever() -> Iterator[tuple[Item, Item]]:
        while True:
            yield item, item

    scores = BASELINE.score_all(forever())
    assert [next(scores).types[0].estimate for _ in range(3)] == [5.0, 5.0, 5.0]


def test_empty_and_huge_records_are_scored() -> None:
    empty = Item(id="1")
    huge = Item(
        id="2",
        dcDescription=("A long tale of bridges and rivers. " * 30_000,),
        dcSubject=tuple(f"subject {number}" for number in range(10_000)),
    )
    assert len(huge.dcDescription[0]) > 1_000_000
    assert all(entry.score is None for entry in BASELINE.score(empty, empty).types)
    assert {entry.stated for entry in BASELINE.score(empty, huge).types} <= {"none", "one"}
    assert BASELINE.score(huge, huge).types[0].estimate == 5.0


def test_the_sample_is_scored_as_a_whole() -> None:
    items = {item.id: item for item in read_items(SAMPLE_ITEMS)}
    pairs = [(items[a], items[b]) for a, b in sample_pairs()]
    scores = list(BASELINE.score_all(pairs))
    assert [(pair.a, pair.b) for pair in scores] == sample_pairs()
    assert "model baseline" in BASELINE.about
