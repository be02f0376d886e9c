"""Rows and columns, paired one to one for the most gain."""

from itertools import permutations

import numpy as np
import pytest

from typed_sts.domain.arrays import Floats
from typed_sts.sts.assignment import best_pairs


def most(gain: Floats) -> float:
    """Return the most that any pairing gains, by trying all of them."""
    rows, columns = gain.shape
    if rows > columns:
        return most(gain.T)
    useful = np.maximum(gain, 0)
    return max(
        float(sum(useful[row, column] for row, column in enumerate(way))) for way in permutations(range(columns), rows)
    )


def test_the_sum_counts_and_not_the_best_pair() -> None:
    assert best_pairs(np.array([[0.9, 0.8], [0.8, 0.1]])) == [(0, 1), (1, 0)]


def test_what_gains_nothing_stays_alone() -> None:
    assert best_pairs(np.array([[0.5, 0.0], [0.0, -0.2]])) == [(0, 0)]
    assert best_pairs(np.array([[-1.0]])) == []


@pytest.mark.parametrize("seed", range(40))
def test_no_pairing_gains_more(seed: int) -> None:
    random = np.random.default_rng(seed)
    gain = random.normal(size=tuple(random.integers(1, 6, 2))).round(1)
    pairs = best_pairs(gain)
    assert len({row for row, _ in pairs}) == len({column for _, column in pairs}) == len(pairs)
    assert sum(gain[pair] for pair in pairs) == pytest.approx(most(gain))
