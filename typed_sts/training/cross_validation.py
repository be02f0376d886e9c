"""Out-of-fold predictions, and how well they agree with gold: every figure of a model card comes from here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats
from typed_sts.domain.types import SIMILARITY_TYPES, TYPES
from typed_sts.evaluation.correlation import auc, pearson

# Folds for cross-validation in which no item stands on both sides: pairs that share items stay together.

Ints = npt.NDArray[np.int64]


def connected(pairs: Sequence[tuple[str, str]]) -> Ints:
    """Return a number for each pair, equal for pairs that are linked through items they share."""
    leader: dict[str, str] = {}

    def find(item: str) -> str:
        while (above := leader.setdefault(item, item)) != item:
            leader[item] = leader[above]
            item = above
        return item

    for left, right in pairs:
        leader[find(left)] = find(right)
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(find(left), len(numbers)) for left, _ in pairs], dtype=np.int64)


def grouped_folds(groups: Ints, n_folds: int, seed: int = 0) -> Ints:
    """Return the fold of each pair: whole groups, the largest first, each to the fold that is smallest by then."""
    names, members, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    shuffled = np.random.default_rng(seed).permutation(len(names))
    filled = np.zeros(n_folds, dtype=np.int64)
    fold = np.zeros(len(names), dtype=np.int64)
    for group in sorted(shuffled.tolist(), key=lambda name: -sizes[name]):
        smallest = int(filled.argmin())
        fold[group] = smallest
        filled[smallest] += sizes[group]
    found: Ints = fold[members]
    return found


Fit = Callable[[Floats, Floats], Callable[[Floats], Floats]]
"""Takes a table and targets (NaN: not rated), returns what predicts."""
NOT_STATED_TYPES = tuple(row.name for row in SIMILARITY_TYPES if row.often_unstated)
"""Types the "not stated" figure is the mean over: those that many records say nothing about."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Pearson for each type over rated pairs, and their mean."""

    name: str
    r: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Return the mean of the eight."""
        return float(np.mean(self.r))


def out_of_fold(fit: Fit, table: Floats, targets: Floats, folds: Ints) -> Floats:
    """Return predictions of each row by what was fitted on the other folds."""
    predicted = np.zeros_like(targets)
    for fold in np.unique(folds):
        inside = folds == fold
        predicted[inside] = fit(table[~inside], targets[~inside])(table[inside])
    return predicted


def figures(name: str, predicted: Floats, gold: Floats) -> Figures:
    """Return how predictions correlate with gold."""
    rated = ~np.isnan(gold)
    return Figures(name, tuple(pearson(predicted[rated[:, t], t], gold[rated[:, t], t]) for t in range(gold.shape[1])))


def mean_auc(probability: Floats, not_stated: Floats) -> float | None:
    """Return the mean AUC of "not stated" over the types that many records do not state; None without examples."""
    found = [auc(probability[:, TYPES.index(name)], not_stated[:, TYPES.index(name)] > 0) for name in NOT_STATED_TYPES]
    known = [value for value in found if value is not None]
    return float(np.mean(known)) if known else None


def as_lines(rows: list[Figures], extra: str = "") -> list[str]:
    """Return figures as the lines of a text table."""
    width = max(len(row.name) for row in rows)
    head = f"{'':<{width}}  " + " ".join(f"{name[:8]:>8}" for name in TYPES) + f" {'mean':>8}"
    body = [f"{row.name:<{width}}  " + " ".join(f"{r:8.3f}" for r in row.r) + f" {row.mean:8.4f}" for row in rows]
    return [head, *body, *([extra] if extra else [])]
