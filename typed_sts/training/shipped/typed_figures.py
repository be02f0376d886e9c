"""How the crowd-like model does on the TYPED pairs whose records are at hand, beside what it must beat.

    python -m typed_sts.training.shipped.typed_figures ../shared/data

Every figure is out of fold (10 folds that share no item). r is Pearson; "given general" is the mean partial r of the
other seven types given the crowd's general score; the intervals are of differences in the mean r, by a paired
bootstrap. All these pairs are of one museum, so provider features cannot tell anything here: alone they give each fold
the mean of the others, which correlates the wrong way round. A part of TYPED says nothing about the paper's table.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.domain.groups import PROVIDER
from typed_sts.domain.types import TYPES
from typed_sts.errors import needing
from typed_sts.evaluation.correlation import interval, mean_over_types, partial_correlation, resampled
from typed_sts.features.feature_table import feature_table, features
from typed_sts.scoring.model_files import read_model
from typed_sts.scoring.untrained import BaselineScorer
from typed_sts.task_files.pairs import pair_key
from typed_sts.task_files.task_format import read_pairs
from typed_sts.training.pair_data import PairData, as_lines, figures, grouped_folds, out_of_fold
from typed_sts.training.pair_model import cross_validate
from typed_sts.training.shipped.model_choice import per_type
from typed_sts.training.shipped.models import MODELS, crowd_rated
from typed_sts_index.background import background_stats

N_FOLDS = 10
GENERAL = "our general for all types"


def systems(data: PairData) -> dict[str, Floats]:
    """Return the out-of-fold scores of every system of the table."""
    base = read_model(MODELS / "evidence")
    with_provider = cross_validate(data, provider=True, n_folds=N_FOLDS, base=base).predicted
    without = cross_validate(data, provider=False, n_folds=N_FOLDS, base=base).predicted
    table = feature_table(data.profiles, data.left, data.right)
    baseline = BaselineScorer(background_stats()).score(data.profiles, data.left, data.right).values
    return {
        "baseline recipe": baseline,
        "provider features alone": _provider_alone(data, table),
        GENERAL: np.repeat(without[:, :1], len(TYPES), axis=1),
        "evidence model, not trained on TYPED": base.without_provider.predict(table[:, _others()]),
        "ours without provider features": without,
        "ours with provider features": with_provider,
    }


def _others() -> list[int]:
    return [number for number, feature in enumerate(features()) if feature.group != PROVIDER]


def _provider_alone(data: PairData, table: Floats) -> Floats:
    with needing("train"):
        from sklearn.linear_model import Ridge

    columns = [number for number, feature in enumerate(features()) if feature.group == PROVIDER]
    folds = grouped_folds(data.groups, N_FOLDS)
    return out_of_fold(per_type(lambda: Ridge(1.0)), table[:, columns], data.gold.values, folds)


def given_general(scores: Floats, gold: Floats) -> float:
    """Return the mean partial correlation of the seven types given the gold's general score."""
    found = [partial_correlation(scores[:, t], gold[:, t], given=gold[:, 0]) for t in range(1, len(TYPES))]
    return float(np.mean([r for r in found if r is not None]))


def report(data: PairData, seed: int = 0) -> list[str]:
    """Return the table as lines."""
    found, gold = systems(data), data.gold.values
    lines = as_lines([figures(name, scores, gold) for name, scores in found.items()])
    draws = [mean_over_types(each) for each in resampled(gold, list(found.values()), resamples=10_000, seed=seed)]
    general = draws[list(found).index(GENERAL)]
    lines += ["", f"{'':<38}{'given general':>14}  {'minus the baseline, 95%':<26}minus our general, 95%"]
    for (name, scores), drawn in zip(found.items(), draws, strict=True):
        partial = given_general(scores, gold)
        lines.append(f"{name:<38}{partial:14.3f}  {_bounds(drawn - draws[0]):<26}{_bounds(drawn - general)}")
    return lines


def _bounds(draws: Floats) -> str:
    low, high = interval(draws) or (float("nan"), float("nan"))
    return f"{low:+.3f} to {high:+.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("shared", type=Path, help="folder of the shared data")
    options = parser.parse_args()
    data = crowd_rated(options.shared)
    pairs = read_pairs(options.shared / "typed" / "train" / "fitzwilliam.pairs.tsv")
    twice = sum(count > 1 for count in Counter(map(pair_key, pairs)).values())
    sys.stdout.write(f"{len(data)} TYPED pairs, {N_FOLDS} folds that share no item; {twice} pairs occur twice\n")
    sys.stdout.write("\n".join(report(data)) + "\n")


if __name__ == "__main__":
    main()
