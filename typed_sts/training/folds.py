"""Folds for cross-validation in which no item stands on both sides: pairs that share items stay together."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

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
