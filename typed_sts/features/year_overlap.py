"""When: the years of two records as intervals.

    gap       years between the two, 0 when they touch
    overlap   years in common / years of both together
    apart     distance of their middles
    near(s)   exp(-gap / s): for s of 1, 5, 20, 60, 200 and 600 years

Three readings: when the item was made; the nearest two of all years the records name; and, where an item has no date,
its maker's working life stands in.
"""

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats
from typed_sts.features.profiles import Profiles, Rows

SCALES = (1.0, 5.0, 20.0, 60.0, 200.0, 600.0)
NAMES = ("gap", "overlap", "apart", *(f"near_{scale:g}" for scale in SCALES))
FAR = 3_000.0
"""Years that count as the gap where there is nothing to compare."""


def made(profiles: Profiles, left: Rows, right: Rows) -> Floats:
    """Return the interval features of when both were made."""
    return _features(profiles.years[left, :2], profiles.years[right, :2])


def made_or_lived(profiles: Profiles, left: Rows, right: Rows) -> Floats:
    """Return the same with a maker's working life for items without a date."""
    years = np.where(np.isnan(profiles.years[:, :2]), profiles.years[:, 2:], profiles.years[:, :2])
    return _features(years[left], years[right])


def smallest_gap(profiles: Profiles, left: Rows, right: Rows) -> Floats:
    """Return the smallest gap of any two years the records name; FAR where one names none."""
    starts = profiles.year_start
    n_left, n_right = starts[left + 1] - starts[left], starts[right + 1] - starts[right]
    combinations = n_left * n_right
    pair = np.repeat(np.arange(len(left)), combinations)
    nth = np.arange(len(pair)) - np.repeat(np.cumsum(combinations) - combinations, combinations)
    one = starts[left][pair] + nth // n_right[pair]
    other = starts[right][pair] + nth % n_right[pair]
    gaps = _gap(
        profiles.year_first[one], profiles.year_last[one], profiles.year_first[other], profiles.year_last[other]
    )
    smallest = np.full(len(left), FAR)
    np.minimum.at(smallest, pair, gaps)
    return smallest


def _features(left: npt.NDArray[np.float64], right: npt.NDArray[np.float64]) -> Floats:
    known = ~(np.isnan(left).any(axis=1) | np.isnan(right).any(axis=1))
    (a, b), (c, d) = np.where(known, left.T, 0.0), np.where(known, right.T, 0.0)
    gap = np.where(known, _gap(a, b, c, d), FAR)
    common = np.maximum(np.minimum(b, d) - np.maximum(a, c) + 1, 0)
    together = np.maximum(b, d) - np.minimum(a, c) + 1
    apart = np.where(known, np.abs((a + b) - (c + d)) / 2, FAR)
    columns = [np.log1p(gap), np.where(known, common / together, 0.0), np.log1p(apart)]
    columns += [np.where(known, np.exp(-apart / scale), 0.0) for scale in SCALES]
    return np.stack(columns, axis=1)


def _gap(
    first: npt.NDArray[np.float64],
    last: npt.NDArray[np.float64],
    other_first: npt.NDArray[np.float64],
    other_last: npt.NDArray[np.float64],
) -> Floats:
    between: Floats = np.maximum(first, other_first) - np.minimum(last, other_last)
    return np.maximum(between, 0.0)
