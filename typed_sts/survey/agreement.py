"""How well raters agree, as the task's paper measured it: each rater against the mean of the rest.

    r_i = Pearson over the pairs that rater i and somebody else rated: i's value, the mean of the others' values
    r   = the mean of r_i over the raters

for each type by itself; "not applicable" is no value. A rater who shares fewer than three pairs with others, or whose
values (or the others') are all the same, has no r_i. `pooled` is one Pearson over the points of all raters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from typed_sts.domain.types import TYPES
from typed_sts.evaluation.correlation import is_constant, pearson
from typed_sts.task_files.ratings import Rating

FEWEST = 3
"""Pairs in common below which there is no correlation."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement on one type: the mean of the raters' correlations, of how many raters, and all points as one."""

    type: str
    r: float | None
    raters: int
    pooled: float | None
    points: int


def agreement(ratings: Sequence[Rating]) -> list[Agreement]:
    """Return the agreement on each type."""
    found = []
    for column, name in enumerate(TYPES):
        points = _points(ratings, column)
        each = [r for own in points.values() if (r := _correlation(own)) is not None]
        pooled = [point for own in points.values() for point in own]
        r = fmean(each) if each else None
        found.append(Agreement(name, r, len(each), _correlation(pooled), len(pooled)))
    return found


def agreement_of_raters(ratings: Sequence[Rating]) -> dict[str, float | None]:
    """Return for each rater the mean over the types of their correlation with the rest."""
    by_type = [_points(ratings, column) for column in range(len(TYPES))]
    found: dict[str, float | None] = {}
    for rater in dict.fromkeys(rating.annotator for rating in ratings):
        each = [r for points in by_type if (r := _correlation(points.get(rater, []))) is not None]
        found[rater] = fmean(each) if each else None
    return found


def mean_agreement(found: Sequence[Agreement]) -> float | None:
    """Return the mean over the types that have a correlation."""
    known = [each.r for each in found if each.r is not None]
    return fmean(known) if known else None


def _points(ratings: Sequence[Rating], column: int) -> dict[str, list[tuple[float, float]]]:
    """Return for each rater the points (own value, mean of the others' values) of one type."""
    by_pair: dict[int, list[tuple[str, float]]] = {}
    for rating in ratings:
        if (value := rating.values[column]) is not None:
            by_pair.setdefault(rating.pair, []).append((rating.annotator, value))
    points: dict[str, list[tuple[float, float]]] = {}
    for given in by_pair.values():
        total = sum(value for _, value in given)
        for rater, value in given if len(given) > 1 else ():
            points.setdefault(rater, []).append((value, (total - value) / (len(given) - 1)))
    return points


def _correlation(points: Sequence[tuple[float, float]]) -> float | None:
    if len(points) < FEWEST:
        return None
    own, rest = np.array(points).T
    return None if is_constant(own) or is_constant(rest) else pearson(own, rest)
