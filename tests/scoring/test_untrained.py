"""The task's baseline and random scores: symmetric, in range, and nothing but what their pages say."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typed_sts.domain.types import TYPES
from typed_sts.features.profiles import Profiles, join
from typed_sts.reading.document import Document
from typed_sts.reading.reader import Reader
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts.scoring.scorer import Estimates, Scorer
from typed_sts.scoring.untrained import BaselineScorer, RandomScorer, drawn
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import LIST_FIELDS, Item, item_from_dict
from typed_sts_index.background import background_stats
from typed_sts_index.contract import idf
from typed_sts_index.embedded.collection import EmbeddedCollection
from typed_sts_index.entry import entry_of

READER = Reader("crf")
BASELINE = BaselineScorer(background_stats())
SCORERS: list[Scorer] = [BASELINE, RandomScorer(seed=3)]
EMPTY = Item(id="/e/1")
PAINTER = Item(
    id="/p/1",
    dcTitle=("Fishing boats at Whitby",),
    dcCreator=("Holm, Berit",),
    dcSubject=("boats",),
    dcDescription=("Men unload fish at Whitby in 1905.",),
    dcDate=("1905",),
)
WRITER = Item(id="/w/1", dcTitle=("The painter Berit Holm",), dcDate=("1905", "1910"))


def scored(scorer: Scorer, *items: Item) -> tuple[Estimates, Estimates]:
    """Return the estimates of every pair of the items, and of the same pairs turned round."""
    profiles = scorer.profile([READER.read(item) for item in items])
    left, right = (rows.ravel() for rows in np.indices((len(items), len(items))))
    return scorer.score(profiles, left, right), scorer.score(profiles, right, left)


def one(*items: Item) -> dict[str, tuple[float, int, float]]:
    """Return value, stated and not_stated of each type for a pair, by the baseline."""
    profiles = BASELINE.profile([READER.read(item) for item in items])
    estimates = BASELINE.score(profiles, np.array([0]), np.array([1]))
    rows = zip(estimates.values[0], estimates.stated[0], estimates.not_stated[0], strict=True)
    return {name: (float(v), int(s), float(n)) for name, (v, s, n) in zip(TYPES, rows, strict=True)}


def test_the_cosine_is_worked_out_by_hand() -> None:
    stats = background_stats()
    left, right = Item(id="/1", dcSubject=("boats", "harbour")), Item(id="/2", dcSubject=("boat", "boat", "tower"))
    boat, harbour, tower = (idf(stats.n_docs, df) for df in stats.doc_freq("subject", ["boat", "harbour", "tower"]))
    by_hand = boat * 2 * boat / (math.hypot(boat, harbour) * math.hypot(2 * boat, tower))
    value, stated, not_stated = one(left, right)["subject"]
    assert value == pytest.approx(5 * by_hand, abs=1e-5)
    assert (stated, not_stated) == (2, 0.0)


def test_each_type_looks_at_its_own_view() -> None:
    found = one(PAINTER, Item(id="/o/2", dcCreator=("Berit Holm",), dcDescription=("A chair",)))
    assert found["author"][0] == pytest.approx(5, abs=1e-5)
    assert found["description"] == (0.0, 2, 0.0)
    assert found["subject"] == (0.0, 1, 0.5)
    assert 0 < found["general"][0] < 5


def test_a_maker_on_one_side_is_a_person_named_on_the_other() -> None:
    assert one(PAINTER, WRITER)["people"][0] == pytest.approx(5, abs=1e-5)
    assert one(PAINTER, WRITER)["author"] == (0.0, 1, 0.5)


def test_an_empty_record_states_nothing() -> None:
    assert set(one(EMPTY, EMPTY).values()) == {(0.0, 0, 1.0)}
    assert {(value, stated) for value, stated, _ in one(EMPTY, PAINTER).values()} <= {(0.0, 0), (0.0, 1)}
    assert one(EMPTY, PAINTER)["general"] == (0.0, 1, 0.5)


def test_general_is_stated_by_every_record_of_the_sample() -> None:
    items = list(read_items(SAMPLE_ITEMS))[:40]
    estimates, _ = scored(BASELINE, *items)
    assert (estimates.stated[:, 0] == 2).all()


@pytest.mark.parametrize("scorer", SCORERS, ids=lambda scorer: scorer.name)
def test_profiles_hold_no_sentence_vectors(scorer: Scorer) -> None:
    assert not scorer.profile([READER.read(PAINTER)]).vectors.any()


@pytest.mark.parametrize("scorer", SCORERS, ids=lambda scorer: scorer.name)
def test_no_documents_and_no_pairs_are_fine(scorer: Scorer) -> None:
    none = np.zeros(0, dtype=np.intp)
    for documents in ([], [READER.read(PAINTER)]):
        estimates = scorer.score(scorer.profile(documents), none, none)
        assert estimates.values.shape == estimates.stated.shape == estimates.not_stated.shape == (0, 8)


_WORDS = ["boat", "Boats", "Paris", "1905", "18th century", "Rembrandt van Rijn", "the", "!?", "riding", "", "雪"]
_TEXTS = st.lists(st.sampled_from(_WORDS) | st.text(max_size=12), max_size=3)
_ITEMS = st.lists(st.fixed_dictionaries(dict.fromkeys(LIST_FIELDS[:6], _TEXTS)), min_size=1, max_size=3)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(_ITEMS)
def test_any_records_are_scored_alike_in_either_order_and_within_the_scale(fields: list[dict[str, list[str]]]) -> None:
    items = [item_from_dict({"id": f"/{number}", **record}) for number, record in enumerate(fields)]
    for scorer in SCORERS:
        there, back = scored(scorer, *items)
        for name in ("values", "stated", "not_stated"):
            assert np.array_equal(getattr(there, name), getattr(back, name))
        assert ((there.values >= 0) & (there.values <= 5)).all()
        assert np.isfinite(there.values).all()
        assert ((there.not_stated >= 0) & (there.not_stated <= 1)).all()


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(_ITEMS)
def test_a_record_is_most_like_itself_in_every_type_it_states(fields: list[dict[str, list[str]]]) -> None:
    documents = [READER.read(item_from_dict({"id": "/x", **record})) for record in fields]
    rows = np.arange(len(documents))
    itself = BASELINE.score(BASELINE.profile(documents), rows, rows)
    assert set(np.unique(itself.stated)) <= {0, 2}
    np.testing.assert_allclose(itself.values, 5.0 * (itself.stated == 2), atol=1e-5)


def test_the_idf_is_that_of_the_corpus_given(tmp_path: Path) -> None:
    own = EmbeddedCollection(tmp_path / "own")
    own.add(entry_of(Item(id=f"/{n}", dcSubject=("boat", f"word{n}"))) for n in range(9))
    documents: list[Document] = [READER.read(Item(id=f"/x{n}", dcSubject=("boat", f"word{n}"))) for n in range(2)]
    pair = np.array([0]), np.array([1])
    subject = TYPES.index("subject")
    scores = [
        scorer.score(scorer.profile(documents), *pair).values[0, subject] for scorer in (BaselineScorer(own), BASELINE)
    ]
    boat, word = idf(9, 9), idf(9, 1)
    assert scores[0] == pytest.approx(5 * boat**2 / (boat**2 + word**2), abs=1e-5)
    assert scores[0] < scores[1]
    assert str(own.folder) in BaselineScorer(own).about
    assert "none for people, dates, places, verbs" in BaselineScorer(own).about


def test_the_line_for_reports_names_the_model_and_its_corpus() -> None:
    assert BASELINE.about.startswith(f"model baseline {BASELINE.version}; IDF: background statistics of ")
    assert "seed 3" in RandomScorer(3).about


def test_random_scores_hang_on_the_seed_and_the_ids_alone() -> None:
    scorer = RandomScorer(seed=7)
    documents = [READER.read(Item(id=item_id)) for item_id in ("/a", "/b", "/c")]
    profiles = scorer.profile(documents)
    turned: Profiles = join([scorer.profile(documents[2:]), scorer.profile(documents[:2])])
    first = scorer.score(profiles, np.array([0, 1]), np.array([1, 2])).values
    again = scorer.score(turned, np.array([2, 1]), np.array([0, 2])).values
    assert np.array_equal(first, again[::-1])
    assert not np.array_equal(first[0], first[1])
    assert not np.array_equal(first, RandomScorer(8).score(profiles, np.array([0, 1]), np.array([1, 2])).values)
    assert not np.array_equal(drawn(1, "/a", "/bc"), drawn(1, "/ab", "/c"))
    assert drawn(0, "/a", "/b")[0] == pytest.approx(1.6411805073387387)  # a later version must draw the same


def test_random_scores_are_spread_evenly() -> None:
    values = np.array([drawn(0, f"/{n}", "/x") for n in range(4_000)])
    assert values.min() < 0.01 < 4.99 < values.max()
    np.testing.assert_allclose(values.mean(axis=0), 2.5, atol=0.12)
    np.testing.assert_allclose(np.histogram(values, bins=5, range=(0, 5))[0] / values.size, 0.2, atol=0.01)
    assert abs(np.corrcoef(values.T) - np.eye(8)).max() < 0.08


def test_random_says_what_is_stated_but_does_not_guess_from_it() -> None:
    scorer = RandomScorer()
    profiles = scorer.profile([READER.read(PAINTER), READER.read(EMPTY)])
    estimates = scorer.score(profiles, np.array([0, 0]), np.array([0, 1]))
    assert estimates.stated[:, 0].tolist() == [2, 1]
    assert np.unique(estimates.not_stated).tolist() == [0.5]
