"""The shipped models: symmetric, highest for a record and itself, honest about what is not stated, as good as told."""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typed_sts.domain.types import TYPES
from typed_sts.features.profiles import Profiles
from typed_sts.reading.reader import Reader
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts.scoring.scorer import Estimates
from typed_sts.scoring.trained import TrainedScorer, load_model
from typed_sts.training.pair_data import connected, figures, grouped_folds, join_pair_data
from typed_sts.training.pair_model import cross_validate
from typed_sts.training.shipped.models import MODELS, abroad, annotated
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import LIST_FIELDS, Item, item_from_dict
from typed_sts_index.background import background_stats

NAMES = ("evidence", "typed")
WORDS = ("Whitby", "boats", "Berit Holm", "1905", "fishing", "soldiers", "London", "dancing", "not known", "<script>")
RECORDS = st.builds(
    lambda fields: item_from_dict({"id": "/x/1", **fields}),
    st.dictionaries(
        st.sampled_from(LIST_FIELDS), st.lists(st.lists(st.sampled_from(WORDS)).map(" ".join), max_size=3), max_size=6
    ),
)


@cache
def scorer(name: str, provider: bool = True) -> TrainedScorer:
    return load_model(MODELS / name, name, background_stats(), provider)


@cache
def sample_profiles() -> Profiles:
    return scorer("evidence").profile(list(Reader("crf").read_all(read_items(SAMPLE_ITEMS))))


def scored(name: str, *items: Item) -> Estimates:
    profiles = scorer(name).profile([Reader("crf").read(item) for item in items])
    left, right = np.indices((len(items), len(items)))
    return scorer(name).score(profiles, left.ravel(), right.ravel())


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("provider", [True, False])
def test_scores_are_the_same_from_both_sides_and_on_the_scale(name: str, provider: bool) -> None:
    left, right = (side.ravel() for side in np.indices((50, 50)))
    one, other = (scorer(name, provider).score(sample_profiles(), *sides) for sides in ((left, right), (right, left)))
    assert (one.values == other.values).all()
    assert (one.stated == other.stated).all()
    assert one.values.min() >= 0
    assert one.values.max() <= 5
    assert ((one.not_stated >= 0) & (one.not_stated <= 1)).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_more_similar_to_a_record_than_itself(name: str) -> None:
    n = len(sample_profiles())
    rows = np.arange(n)
    itself = scorer(name).score(sample_profiles(), rows, rows)
    assert (itself.values[itself.stated == 2] == 5).all()
    assert set(np.unique(itself.stated)) <= {0, 2}


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(RECORDS, RECORDS)
def test_any_two_records_get_eight_scores_whichever_comes_first(left: Item, right: Item) -> None:
    found = scored("evidence", left, right)
    assert np.isfinite(found.values).all()
    assert (found.values[1] == found.values[2]).all()
    stated = found.stated[[0, 3]] == 2
    assert (found.values[[0, 3]][stated] == 5).all()


def test_empty_records_state_nothing_and_still_get_numbers() -> None:
    found = scored("evidence", Item(id="/1"), Item(id="/2"))
    assert (found.stated == 0).all()
    assert np.isfinite(found.values).all()


@pytest.mark.slow
def test_a_megabyte_and_ten_thousand_subjects_are_scored() -> None:
    huge = Item(id="/1", dcDescription=("boats at Whitby " * 65_000,), dcSubject=("fishing",) * 10_000)
    found = scored("evidence", huge, Item(id="/2", dcTitle=("Boats at Whitby",)))
    assert np.isfinite(found.values).all()


def test_what_one_record_leaves_out_is_stated_by_one() -> None:
    found = scored("evidence", Item(id="/1", dcCreator=("Berit Holm",)), Item(id="/2", dcTitle=("A vase",)))
    assert found.stated[1][TYPES.index("author")] == 1
    assert found.stated[1][TYPES.index("time")] == 0


def test_the_same_maker_in_two_spellings_is_nearly_the_same_author() -> None:
    makers = ("Holm, Berit (1870-1941)", "Berit Holm", "Ito, Kenji")
    boats = [Item(id=f"/{m}", dcCreator=(m,), dcTitle=("Boats",), dcDate=("1905",)) for m in makers]
    found = scored("evidence", *boats)
    author = found.values[:, TYPES.index("author")].reshape(3, 3)
    assert author[0, 1] > 4
    assert author[0, 2] < 2


@pytest.mark.parametrize("name", NAMES)
def test_the_report_line_names_model_corpus_and_provider_features(name: str) -> None:
    assert name in scorer(name).about
    assert "heritage records" in scorer(name).about
    assert "with provider features" in scorer(name).about
    assert "no provider features" in scorer(name, False).about


@pytest.mark.parametrize("name", NAMES)
def test_a_model_says_what_it_was_trained_on_and_how(name: str) -> None:
    about = json.loads((MODELS / name / "model.json").read_text())
    assert about["command"].startswith("python -m typed_sts.training.shipped.models")
    assert len(about["trained_on"]["sha256"]) == 64
    assert about["trained_on"]["pairs"] == {"evidence": 950, "typed": 78}[name]


def test_folds_never_share_an_item() -> None:
    pairs = [("a", "b"), ("b", "c"), ("d", "e"), ("f", "g"), ("g", "a"), ("h", "i"), ("j", "k")]
    folds = grouped_folds(connected(pairs), 3)
    for fold in range(3):
        inside = {item for pair, f in zip(pairs, folds, strict=True) if f == fold for item in pair}
        outside = {item for pair, f in zip(pairs, folds, strict=True) if f != fold for item in pair}
        assert inside
        assert not inside & outside


@pytest.mark.shared
def test_the_evidence_model_keeps_its_quality_in_cross_validation(shared_data: Path) -> None:
    data = join_pair_data([annotated(shared_data), abroad(shared_data)])
    found = cross_validate(data, provider=True)
    told = json.loads((MODELS / "evidence" / "model.json").read_text())["cross_validation"]["with_provider"]
    assert data.digest == json.loads((MODELS / "evidence" / "model.json").read_text())["trained_on"]["sha256"]
    assert np.allclose(found.figures.r, told["r"], atol=0.004)
    r = dict(zip(TYPES, found.figures.r, strict=True))
    assert found.figures.mean >= 0.90
    assert r["people"] >= 0.80
    assert r["event"] >= 0.80
    assert r["location"] >= 0.89
    assert r["subject"] >= 0.88
    assert found.auc is not None
    assert found.auc >= 0.90
    general_alone = figures("", np.repeat(found.predicted[:, :1], 8, axis=1), data.gold.values)
    assert found.figures.mean > general_alone.mean + 0.1
