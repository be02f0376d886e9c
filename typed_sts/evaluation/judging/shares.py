"""Shares and their intervals: cards are drawn again, not statements, for those of one card stand and fall together."""

from collections.abc import Sequence

import numpy as np

_DRAWS = 2_000
_FEWEST = 5
"""Cards from which on an interval means anything."""
Interval = tuple[float, float]


def share(part: float, whole: float) -> float | None:
    """Return part / whole, None of nothing."""
    return part / whole if whole else None


def interval(parts: Sequence[float], wholes: Sequence[float], seed: int = 0) -> Interval | None:
    """Return the 95% interval of sum(parts) / sum(wholes) by a bootstrap over cards; None of too few cards."""
    return difference(parts, wholes, np.zeros(len(parts)).tolist(), np.ones(len(parts)).tolist(), seed)


def difference(
    parts: Sequence[float],
    wholes: Sequence[float],
    other_parts: Sequence[float],
    other_wholes: Sequence[float],
    seed: int = 0,
) -> Interval | None:
    """Return the 95% interval of the difference of two such shares over the same cards."""
    table = np.array([parts, wholes, other_parts, other_wholes], dtype=np.float64)
    if len(parts) < _FEWEST or not table[1].sum() or not table[3].sum():
        return None
    drawn = np.random.default_rng(seed).integers(table.shape[1], size=(_DRAWS, table.shape[1]))
    sums = table[:, drawn].sum(axis=2)
    whole = (sums[1] > 0) & (sums[3] > 0)
    values = sums[0, whole] / sums[1, whole] - sums[2, whole] / sums[3, whole]
    low, high = np.quantile(values, [0.025, 0.975])
    return float(low), float(high)
