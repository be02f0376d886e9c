"""Pearson's correlation, as the task's scripts compute it, and two relatives.

    r      = sum((x - mx)(y - my)) / sqrt(sum((x - mx)^2) sum((y - my)^2))
    r_w    = the same with every sum and mean weighted by w
    r_xy.z = (r_xy - r_xz r_yz) / sqrt((1 - r_xz^2)(1 - r_yz^2))      x and y, given z

A column that is constant (max == min) has no correlation; it counts as 0, as the paper's Table 3 prints such runs.
"""

import math

import numpy as np

from typed_sts.domain.arrays import Bools, Floats


def is_constant(x: Floats) -> bool:
    """Return whether all values are equal (or there are none)."""
    return x.size == 0 or bool(x.max() == x.min())


def to_unit(x: Floats) -> Floats:
    """Map the values to 0..1 (a constant column to 0), which leaves r as it is and keeps all squares in range."""
    if is_constant(x):
        return np.zeros_like(x)
    with np.errstate(over="ignore"):
        huge = not np.isfinite(x.max() - x.min())
    if huge:
        x = x / 4
    return np.asarray((x - x.min()) / (x.max() - x.min()), dtype=np.float64)


def pearson(x: Floats, y: Floats) -> float:
    """Return r, 0 when either column is constant."""
    return weighted_pearson(x, y, np.ones_like(x))


def weighted_pearson(x: Floats, y: Floats, weights: Floats) -> float:
    """Return r with each pair weighted, 0 when either column is constant where the weight is not 0."""
    counts = weights > 0
    x, y, weights = x[counts], y[counts], weights[counts]
    weights = weights / weights.sum()
    u, v = to_unit(x), to_unit(y)
    u, v = u - weights @ u, v - weights @ v
    spread = math.sqrt((weights @ (u * u)) * (weights @ (v * v)))
    return float(np.clip((weights @ (u * v)) / spread, -1.0, 1.0)) if spread else 0.0


def partial_correlation(x: Floats, y: Floats, given: Floats) -> float | None:
    """Return the correlation of x and y given a third column, None when that column fixes x or y entirely."""
    r_xz, r_yz = pearson(x, given), pearson(y, given)
    left_x, left_y = 1 - r_xz**2, 1 - r_yz**2
    if min(left_x, left_y) < 1e-12:
        return None
    return float(np.clip((pearson(x, y) - r_xz * r_yz) / math.sqrt(left_x * left_y), -1.0, 1.0))


# How well a system tells that a type is not stated: the area under the ROC curve.


def auc(predictor: Floats, positive: Bools) -> float | None:
    """Return the AUC, None when all pairs or no pair are positive."""
    high, low = predictor[positive], np.sort(predictor[~positive])
    if not high.size or not low.size:
        return None
    below = np.searchsorted(low, high, side="left")
    not_above = np.searchsorted(low, high, side="right")
    return float((below + not_above).mean() / (2 * low.size))
