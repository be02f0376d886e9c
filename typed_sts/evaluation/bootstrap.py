"""Intervals by bootstrap over pairs: draw n pairs with replacement, correlate again, many times.

A draw is a row of counts w (how often each pair was drawn). With columns centred once, every correlation of every draw
follows from sums, and all sums are one matrix product:

    r = (S_xy - S_x S_y / S_1) / sqrt((S_xx - S_x^2 / S_1) (S_yy - S_y^2 / S_1)),   S_f = sum of w f

All systems are measured on the same draws, so their differences are paired. Pairs that share an item are not
independent of each other; these intervals do not know that and are somewhat too narrow then.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from typed_sts.domain.arrays import Bools, Floats
from typed_sts.evaluation.correlation import is_constant, pearson, to_unit

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
