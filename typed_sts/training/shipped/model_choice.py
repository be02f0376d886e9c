"""Which regressor: candidates compared on the annotated pairs, by cross-validation over folds that share no item.

    python -m typed_sts.training.shipped.model_choice ../shared/data

linear, SVR, boosted trees, extremely random trees, their blends, and a second stage over the types' own predictions;
the mean over several seeds of the folds, so that a lucky split decides nothing.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.errors import needing
from typed_sts.features.feature_table import feature_table
from typed_sts.scoring.kernel import fit_kernel_machine
from typed_sts.scoring.trees import fit_boosted_trees
from typed_sts.training.pair_data import Figures, Fit, as_lines, figures, grouped_folds, out_of_fold
from typed_sts.training.shipped.models import annotated

_FOLDS = 5


def per_type(make: Callable[[], Any]) -> Fit:
    """Return what fits one scikit-learn regressor a type, on standardised features."""
    with needing("train"):
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler

    def fit(table: Floats, targets: Floats) -> Callable[[Floats], Floats]:
        fitted = []
        for column in range(targets.shape[1]):
            known = ~np.isnan(targets[:, column])
            fitted.append(make_pipeline(StandardScaler(), make()).fit(table[known], targets[known, column]))
        return lambda rows: np.stack([each.predict(rows) for each in fitted], axis=1)

    return fit


def _ridge() -> Fit:
    with needing("train"):
        from sklearn.linear_model import RidgeCV

    return per_type(lambda: RidgeCV(np.logspace(0, 4, 9)))


def _extra_trees() -> Fit:
    with needing("train"):
        from sklearn.ensemble import ExtraTreesRegressor

    return per_type(lambda: ExtraTreesRegressor(150, min_samples_leaf=2, max_features=0.4, n_jobs=2, random_state=0))


def candidates() -> dict[str, Fit]:
    """Return the single regressors by name."""
    return {
        "linear (ridge)": _ridge(),
        "SVR, one kernel": lambda table, targets: fit_kernel_machine(table, targets).predict,
        "boosted trees": lambda table, targets: fit_boosted_trees(table, targets).predict,
        "extra-trees": _extra_trees(),
    }


BLENDS = (
    ("SVR, one kernel", "boosted trees"),
    ("SVR, one kernel", "extra-trees"),
    ("SVR, one kernel", "boosted trees", "extra-trees"),
)


def compare(table: Floats, gold: Floats, groups: Any, seeds: int) -> list[Figures]:
    """Return the figures of every candidate, each the mean over the seeds of the folds."""
    found: dict[str, list[Figures]] = {}
    for seed in range(seeds):
        folds = grouped_folds(groups, _FOLDS, seed)
        single = {name: out_of_fold(fit, table, gold, folds) for name, fit in candidates().items()}
        both = {" + ".join(names): np.mean([single[name] for name in names], axis=0) for names in BLENDS}
        chosen = both[" + ".join(BLENDS[0])]
        second = {"... and a second stage": (chosen + out_of_fold(_ridge(), chosen, gold, folds)) / 2}
        for name, predicted in (single | both | second).items():
            found.setdefault(name, []).append(figures(name, predicted, gold))
    return [Figures(name, tuple(np.mean([each.r for each in some], axis=0))) for name, some in found.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("shared", type=Path, help="folder of the shared data")
    parser.add_argument("--seeds", type=int, default=3, help="splits into folds that are averaged")
    options = parser.parse_args()
    data = annotated(options.shared)
    table = feature_table(data.profiles, data.left, data.right)
    sys.stdout.write("\n".join(as_lines(compare(table, data.gold.values, data.groups, options.seeds))) + "\n")


if __name__ == "__main__":
    main()
