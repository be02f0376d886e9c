"""Scores from Python: records in, eight scores out, whichever way round, every time the same."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typed_sts import TypedSimilarity
from typed_sts.domain.scores import PairScores
from typed_sts.domain.types import TYPES
from typed_sts.sample import SAMPLE_ITEMS, sample_pairs
from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import LIST_FIELDS, Item
from typed_sts_index.entry import entry_of
from typed_sts_index.opening import open_collection

BASELINE = TypedSimilarity.load("baseline")
EVIDENCE = TypedSimilarity.load()
models = pytest.mark.parametrize("ts", [BASELINE, EVIDENCE], ids=["baseline", "evidence"])
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


@models
@settings(max_examples=40, deadline=None)
@given(a=records, b=records)
def test_the_order_of_two_records_makes_no_difference(
    ts: TypedSimilarity, a: dict[str, Any], b: dict[str, Any]
) -> None:
    there, back = ts.score(a, b), ts.score(b, a)
    assert shown(there) == shown(back)
    assert all(0 <= entry.estimate <= 5 for entry in there.types)
    assert all((entry.score is None) == (entry.stated == "none") for entry in there.types)


@models
@settings(max_examples=25, deadline=None)
@given(pairs=st.lists(st.tuples(records, records), max_size=5))
def test_many_at_once_are_scored_like_each_alone_every_time(
    ts: TypedSimilarity, pairs: list[tuple[dict[str, Any], dict[str, Any]]]
) -> None:
    together = list(ts.score_all(pairs))
    assert together == list(ts.score_all(pairs))
    for scores, (a, b) in zip(together, pairs, strict=True):
        alone = ts.score(a, b)
        assert [entry.stated for entry in scores.types] == [entry.stated for entry in alone.types]
        # What a text is encoded beside moves its vector by up to one step of float16.
        for one, other in zip(scores.types, alone.types, strict=True):
            assert one.estimate == pytest.approx(other.estimate, abs=0.02)


@models
@settings(max_examples=25, deadline=None)
@given(record=records)
def test_nothing_is_more_like_a_record_than_itself(ts: TypedSimilarity, record: dict[str, Any]) -> None:
    assert {entry.estimate for entry in ts.score(record, record).types if entry.stated == "both"} <= {5.0}


def test_a_stream_without_an_end_is_scored_as_it_comes() -> None:
    item = Item(id="1", dcTitle=("Rain",))

    def forever() -> Iterator[tuple[Item, Item]]:
        while True:
            yield item, item

    scores = BASELINE.score_all(forever())
    assert [next(scores).types[0].estimate for _ in range(3)] == [5.0, 5.0, 5.0]


@models
def test_empty_and_huge_records_are_scored(ts: TypedSimilarity) -> None:
    empty = Item(id="1")
    huge = Item(
        id="2",
        dcDescription=("A long tale of bridges and rivers. " * 30_000,),
        dcSubject=tuple(f"subject {number}" for number in range(10_000)),
    )
    assert len(huge.dcDescription[0]) > 1_000_000
    assert all(entry.score is None for entry in ts.score(empty, empty).types)
    assert {entry.stated for entry in ts.score(empty, huge).types} <= {"none", "one"}
    assert ts.score(huge, huge).types[0].estimate == 5.0


def test_a_collection_weighs_the_words_when_one_is_named(tmp_path: Path) -> None:
    collection = open_collection(tmp_path / "own")
    collection.add(entry_of(Item(id=str(number), dcTitle=("Rain over Paris",))) for number in range(9))
    own = TypedSimilarity.load("baseline", index=tmp_path / "own")
    assert f"IDF: {tmp_path / 'own'}" in own.about
    a, b = {"id": "1", "dcTitle": ["Rain over Paris"]}, {"id": "2", "dcTitle": ["Rain over Rome"]}
    assert own.score(a, b).types[0].estimate < BASELINE.score(a, b).types[0].estimate


def test_provider_features_can_be_left_out() -> None:
    without = TypedSimilarity.load(provider=False)
    assert "with provider" in EVIDENCE.about
    assert "no provider" in without.about
    a, b = {"id": "/x/1", "dcTitle": ["Rain"], "provider": "X"}, {"id": "/x/2", "dcTitle": ["Rain"], "provider": "X"}
    assert shown(without.score(a, b)) == shown(without.score(a, b | {"id": "/y/2", "provider": "Y"}))
    assert shown(EVIDENCE.score(a, b)) != shown(EVIDENCE.score(a, b | {"id": "/y/2", "provider": "Y"}))


@models
def test_the_sample_is_scored_as_a_whole(ts: TypedSimilarity) -> None:
    items = {item.id: item for item in read_items(SAMPLE_ITEMS)}
    pairs = [(items[a], items[b]) for a, b in sample_pairs()]
    scores = list(ts.score_all(pairs))
    assert [(pair.a, pair.b) for pair in scores] == sample_pairs()
    assert {pair.model for pair in scores} == {ts.scorer.name}
