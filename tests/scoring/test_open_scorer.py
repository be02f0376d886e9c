"""A model by its name or folder."""

from pathlib import Path

import pytest

from typed_sts.errors import BadModel
from typed_sts.scoring.open_scorer import open_scorer
from typed_sts.scoring.scorer import uses_vectors
from typed_sts_index.background import background_stats


def test_the_baseline_takes_the_shipped_statistics_unless_others_are_given() -> None:
    assert background_stats().name in open_scorer("baseline").about

    class Three:
        name, views, n_docs = "three records", ("text",), 3

        def doc_freq(self, view: str, terms: object) -> list[int]:
            return []

    assert "three records" in open_scorer("baseline", stats=Three()).about


def test_random_has_a_seed() -> None:
    assert "seed 7" in open_scorer("random", seed=7).about


def test_models_that_look_at_no_vectors_are_known() -> None:
    assert not uses_vectors(open_scorer("baseline"))
    assert not uses_vectors(open_scorer("random"))
    assert uses_vectors(open_scorer("evidence"))


@pytest.mark.parametrize("name", ["evidense", "", "/nowhere/at/all"])
def test_a_model_that_is_not_there_is_named_with_those_that_are(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadModel, match="there are evidence, typed, baseline, random, or name the folder"):
        open_scorer(name or tmp_path / "none")
