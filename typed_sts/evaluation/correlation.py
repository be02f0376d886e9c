"""The statistics of an evaluation: correlations, the area under the ROC curve, intervals, and who is better.

Pearson's correlation is as the task's scripts compute it, with two relatives:

    r      = sum((x - mx)(y - my)) / sqrt(sum((x - mx)^2) sum((y - my)^2))
    r_w    = the same with every sum and mean weighted by w
    r_xy.z = (r_xy - r_xz r_yz) / sqrt((1 - r_xz^2)(1 - r_yz^2))      x and y, given z

A column that is constant (max == min) has no correlation; it counts as 0, as the paper's Table 3 prints such runs.

How well a system tells that a type is not stated is the area under the ROC curve. Intervals come from a bootstrap: draw
n pairs with replacement, correlate again, many times; so does one of two answers to "is system B better than A?".
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist

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


def auc(predictor: Floats, positive: Bools) -> float | None:
    """Return the AUC, None when all pairs or no pair are positive."""
    high, low = predictor[positive], np.sort(predictor[~positive])
    if not high.size or not low.size:
        return None
    below = np.searchsorted(low, high, side="left")
    not_above = np.searchsorted(low, high, side="right")
    return float((below + not_above).mean() / (2 * low.size))


CELLS = 2_000_000
"""At most so many counts in memory at once."""

_DOUBTFUL = 1e-9
"""Below this variance of a 0..1 column, rounding may matter: such a draw is correlated again the exact way."""


def resampled(gold: Floats, systems: Sequence[Floats], *, resamples: int, seed: int) -> Floats:
    """Return r of each system, draw and type: an array (systems, resamples, types).

    Gold may hold NaN (not rated): such pairs are left out of that type. A draw that leaves a column constant is NaN;
    a column that is constant to begin with is 0 throughout, as in the score itself; a type nobody rated is NaN.
    """
    rated = ~np.isnan(gold)
    y, xs = _centred(gold, rated), [_centred(system, rated) for system in systems]
    moments = np.hstack([rated, y, y * y, *(part for x in xs for part in (x, x * x, x * y))])
    dead = np.array([_constant_columns(gold, rated) | _constant_columns(system, rated) for system in systems])
    blocks = []
    for counts in _draws(len(gold), resamples, seed):
        sums = np.split(counts @ moments, moments.shape[1] // gold.shape[1], axis=1)
        block = np.stack([_correlate(*sums[:3], *sums[3 + 3 * k : 6 + 3 * k]) for k in range(len(systems))])
        for k, row, column in np.argwhere(np.isnan(block) & ~dead[:, None, :]):
            block[k, row, column] = _exactly(systems[k][:, column], gold[:, column], counts[row])
        blocks.append(block)
    result = np.concatenate(blocks, axis=1)
    return np.where(dead[:, None, :], np.where(rated.any(axis=0), 0.0, np.nan), result)


def interval(draws: Floats) -> tuple[float, float] | None:
    """Return the middle 95% of the draws that are numbers, None when there are none."""
    draws = draws[~np.isnan(draws)]
    if not draws.size:
        return None
    low, high = np.percentile(draws, [2.5, 97.5])
    return float(low), float(high)


def mean_over_types(draws: Floats) -> Floats:
    """Return the mean over the types of each draw (a row); a type nobody rated (NaN in all draws) takes no part."""
    known = ~np.isnan(draws).all(axis=0)
    return np.asarray(draws[:, known].mean(axis=1)) if known.any() else np.full(len(draws), np.nan)


def _draws(n: int, resamples: int, seed: int) -> Iterator[Floats]:
    """Yield the counts of all draws, some rows at a time."""
    random = np.random.default_rng(seed)
    rows = max(1, CELLS // n)
    for start in range(0, resamples, rows):
        size = min(rows, resamples - start)
        drawn = random.integers(0, n, size=(size, n))
        drawn += np.arange(size)[:, None] * n
        yield np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n).astype(np.float64)


def _centred(columns: Floats, rated: Bools) -> Floats:
    """Return the columns mapped to a range of 1 about a mean of 0 over the rated pairs, 0 elsewhere."""
    result = np.zeros_like(columns)
    for column in range(columns.shape[1]):
        here = rated[:, column]
        if here.any():
            unit = to_unit(columns[here, column])
            result[here, column] = unit - unit.mean()
    return result


def _correlate(s_1: Floats, s_y: Floats, s_yy: Floats, s_x: Floats, s_xx: Floats, s_xy: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        mean_x, mean_y = s_x / s_1, s_y / s_1
        var_x, var_y = s_xx / s_1 - mean_x**2, s_yy / s_1 - mean_y**2
        r = np.clip((s_xy / s_1 - mean_x * mean_y) / np.sqrt(var_x * var_y), -1.0, 1.0)
    return np.where((var_x > _DOUBTFUL) & (var_y > _DOUBTFUL), r, np.nan)


def _exactly(x: Floats, y: Floats, counts: Floats) -> float:
    """Return r over the drawn pairs themselves, NaN when a column is constant in them."""
    drawn = np.repeat(np.arange(len(y)), np.where(np.isnan(y), 0, counts).astype(np.intp))
    return np.nan if is_constant(x[drawn]) or is_constant(y[drawn]) else pearson(x[drawn], y[drawn])


def _constant_columns(columns: Floats, rated: Bools) -> Bools:
    return np.array([is_constant(columns[here, k]) for k, here in enumerate(rated.T)])


@dataclass(frozen=True, slots=True)
class Difference:
    """B minus A for one type (or "mean"); None where a figure is not defined."""

    type: str
    difference: float
    low: float | None
    high: float | None
    p_bootstrap: float | None
    z: float | None
    p_fisher: float | None


def fisher_z(r_a: float, r_b: float, n_a: int, n_b: int) -> tuple[float, float] | None:
    """Return z and the one-tailed p of "B is better than A", None with three pairs or fewer."""
    if min(n_a, n_b) <= 3:
        return None
    if r_a == r_b:
        return 0.0, 0.5
    z = (_atanh(r_b) - _atanh(r_a)) / math.sqrt(1 / (n_b - 3) + 1 / (n_a - 3))
    return z, NormalDist().cdf(-z)


def compare(name: str, r_a: float, r_b: float, n: int, draws_a: Floats, draws_b: Floats) -> Difference:
    """Return the difference of two correlations over the same n pairs and the same draws."""
    draws = draws_b - draws_a
    draws = draws[~np.isnan(draws)]
    bounds = interval(draws) or (None, None)
    z, p_fisher = fisher_z(r_a, r_b, n, n) or (None, None)
    return Difference(
        type=name,
        difference=r_b - r_a,
        low=bounds[0],
        high=bounds[1],
        p_bootstrap=float((draws <= 0).mean()) if draws.size else None,
        z=z,
        p_fisher=p_fisher,
    )


def _atanh(r: float) -> float:
    return math.copysign(math.inf, r) if abs(r) >= 1 else math.atanh(r)
