"""Scores from Python: records in, eight scores out, whichever way round, every time the same."""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typed_sts import FeatureTable, TypedSimilarity, TypedStsError, build_collection, open_answers
from typed_sts.answers import similarity
from typed_sts.domain.scores import PairScores
from typed_sts.domain.types import TYPES
from typed_sts.errors import BadModel, BadOptions
from typed_sts.features.feature_table import features
from typed_sts.sample import SAMPLE_ITEMS, sample_pairs
from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import LIST_FIELDS, Item
from typed_sts_index.entry import entry_of
from typed_sts_index.errors import CollectionError
from typed_sts_index.opening import open_collection

BASELINE = TypedSimilarity.load("baseline")
EVIDENCE = TypedSimilarity.load()
models = pytest.mark.parametrize("ts", [BASELINE, EVIDENCE], ids=["baseline", "evidence"])
TIVOLI = {"title": "View of Tivoli", "creator": "Turner, J. M. W.", "date": "1819"}
RIVER = {"dc:title": "Tivoli from the river", "dc:creator": "J. M. W. Turner", "dc:date": "c. 1820"}
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


def test_a_record_needs_no_id() -> None:
    scores = BASELINE.score({"dcTitle": ["Rain"]}, {"dcTitle": ["Rain"]})
    assert (scores.a, scores.b, scores["general"].score) == ("a", "b", 5.0)


@pytest.mark.parametrize("key", ["title", "Title", "dc:title", "dc_title", "dcTitle", "DC.title"])
def test_a_field_may_be_written_as_in_a_csv(key: str) -> None:
    assert BASELINE.score({"id": "1", key: "Rain"}, {"id": "2", "dcTitle": ["Rain"]})["general"].score == 5.0


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        ({"titl": "Rain"}, "'titl' is no field of a record; there are id, provider, title, creator"),
        ({"title": "Rain", "dc:title": "Snow"}, "two keys mean the field \"dcTitle\", 'dc:title' is one of them"),
        ({"title": {"en": "Rain"}}, '"dcTitle" must be a list of texts'),
        ({"id": " ", "title": "Rain"}, '"id" must be a text that is not empty'),
        ({7: "Rain"}, "7 is no field of a record"),
    ],
)
def test_what_is_wrong_with_a_record_is_our_error(record: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadInput, match=f"^not a record: {re.escape(problem)}"):
        BASELINE.score(record, {"id": "2"})


def test_a_type_is_asked_for_by_its_name() -> None:
    scores, why = EVIDENCE.score(TIVOLI, RIVER), EVIDENCE.why(TIVOLI, RIVER)
    assert [scores[name] for name in TYPES] == list(scores.types)
    assert [why[name] for name in TYPES] == list(why.types)
    with pytest.raises(KeyError, match="no type 'autor'; there are general, author, people"):
        scores["autor"]
    with pytest.raises(TypedStsError, match="no type 'autor'"):
        why["autor"]


def test_reasons_add_up_to_the_score_that_score_gives() -> None:
    scores, why = EVIDENCE.score(TIVOLI, RIVER), EVIDENCE.why(TIVOLI, RIVER)
    for entry in why.types:
        assert entry.baseline + sum(reason.points for reason in entry.reasons) == pytest.approx(entry.estimate)
        assert entry.estimate == pytest.approx(scores[entry.type].estimate, abs=1e-3)
        assert entry.stated == scores[entry.type].stated
    assert why["author"].summary == "Both by J. M. W. Turner."


def test_reasons_need_a_model_that_can_give_them() -> None:
    with pytest.raises(BadOptions, match="why needs a trained model"):
        BASELINE.why(TIVOLI, RIVER)


@pytest.fixture(scope="module")
def sample_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample") / "collection"
    assert build_collection(read_items(SAMPLE_ITEMS), folder) == 182
    return folder


@pytest.mark.slow
def test_related_items_are_found_by_id_or_by_record(sample_index: Path) -> None:
    ts = TypedSimilarity.load(index=sample_index)
    by_id = ts.related("/sample/turner-trafalgar", k=3, by={"people": 2, "time": 1})
    assert len(by_id) == 3
    assert by_id == open_answers(str(sample_index), unread=None).related(
        next(item for item in read_items(SAMPLE_ITEMS) if item.id == "/sample/turner-trafalgar"),
        3,
        {"people": 2, "time": 1},
    )
    by_record = ts.related({"title": "The Death of Nelson", "subject": "Nelson, Horatio", "date": "1806"}, k=2)
    assert {found.item.id for found in by_record} <= {"/sample/west-death-of-nelson", "/sample/devis-death-of-nelson"}


def test_related_items_need_a_collection_and_types_there_are(sample_index: Path) -> None:
    with pytest.raises(BadOptions, match="related items are found in a collection"):
        EVIDENCE.related(TIVOLI)
    ts = TypedSimilarity.load(index=sample_index)
    with pytest.raises(TypedStsError, match="no type 'autor'"):
        ts.related(TIVOLI, by={"autor": 1})
    with pytest.raises(BadOptions, match="one of them above 0"):
        ts.related(TIVOLI, by={"author": 0})
    with pytest.raises(CollectionError):
        TypedSimilarity.load(index=sample_index / "nothing")


def test_features_are_a_table_with_named_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = pytest.importorskip("pandas")
    frame = EVIDENCE.features([(TIVOLI, RIVER), (TIVOLI, TIVOLI)])
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == [feature.name for feature in features()]
    assert list(frame.index) == [("a", "b"), ("a", "b")]
    assert frame["title_cosine"].iloc[1] == pytest.approx(1.0)
    monkeypatch.setattr(similarity, "find_spec", lambda name: None)
    plain = EVIDENCE.features([(TIVOLI, RIVER), (TIVOLI, TIVOLI)])
    assert isinstance(plain, FeatureTable)
    assert plain.names == tuple(frame.columns)
    assert (plain.values == frame.to_numpy()).all()
    assert EVIDENCE.features([]).values.shape == (0, len(plain.names))


class Own:
    """A model of a user's own that is given records."""

    name, version, about = "own", "1", "a model of our own"

    def __init__(self, answer: Callable[[int], Any]) -> None:
        self.answer = answer
        self.asked: list[tuple[str, str]] = []

    def score_records(self, pairs: Sequence[tuple[Item, Item]]) -> Any:
        self.asked += [(a.id, b.id) for a, b in pairs]
        return self.answer(len(pairs))


def test_a_model_of_ones_own_is_given_the_records() -> None:
    own = Own(lambda n: np.full((n, 8), 2.5))
    ts = TypedSimilarity(own)
    scores = ts.score(TIVOLI, RIVER)
    assert (scores.model, scores.version, scores["author"].score) == ("own", "1", 2.5)
    assert (scores["people"].score, scores["people"].estimate, scores["people"].stated) == (None, 2.5, "none")
    assert [pair["time"].score for pair in ts.score_all([(TIVOLI, RIVER)] * 3)] == [2.5] * 3
    assert own.asked == [("a", "b")] * 4
    with pytest.raises(BadOptions, match="why needs a trained model"):
        ts.why(TIVOLI, RIVER)


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (lambda n: [[1.0] * 7] * n, r"own gave scores of shape \(1, 7\), not \(1, 8\)"),
        (lambda n: [[float("nan")] * 8] * n, "own gave a score that is not a number from 0 to 5"),
        (lambda n: [[6.0] * 8] * n, "own gave a score that is not a number from 0 to 5"),
    ],
)
def test_what_such_a_model_gives_is_checked(answer: Callable[[int], Any], problem: str) -> None:
    with pytest.raises(BadModel, match=problem):
        TypedSimilarity(Own(answer)).score(TIVOLI, RIVER)


def test_two_records_with_the_same_id_are_two_records() -> None:
    pair = (Item(id="1", dcTitle=("Rain",)), Item(id="1", dcTitle=("Snow",)))
    assert BASELINE.score(*pair).types[0].estimate == 0
    assert next(BASELINE.score_all([pair])).types[0].estimate == 0


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
@models
def test_the_sample_is_scored_as_a_whole(ts: TypedSimilarity) -> None:
    items = {item.id: item for item in read_items(SAMPLE_ITEMS)}
    pairs = [(items[a], items[b]) for a, b in sample_pairs()]
    scores = list(ts.score_all(pairs))
    assert [(pair.a, pair.b) for pair in scores] == sample_pairs()
    assert {pair.model for pair in scores} == {ts.scorer.name}
