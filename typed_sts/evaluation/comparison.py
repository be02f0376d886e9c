"""Is system B better than system A? Two answers to the same question.

Fisher's z, one-tailed, as the task's paper uses it:

    z = (atanh r_B - atanh r_A) / sqrt(1 / (n_B - 3) + 1 / (n_A - 3)),   p = 1 - Phi(z)

It treats the two runs as independent samples. They are not, they were scored on the same pairs, so it is an
approximation that finds too few differences. The paired bootstrap compares both runs on the same draws; its p is the
share of draws in which B is not better.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.evaluation.bootstrap import interval


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
