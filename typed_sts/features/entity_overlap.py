"""How far the things of two records match, kind by kind, for many pairs at once.

For a pair with things L and R of a kind, and degrees d(l, r) from 0 to 1:

    best     = the largest d
    covered  = the mean, over all things of both sides, of each one's best d on the other side

Only combinations that share a bit of their signatures are compared, each distinct one once; the rest have degree 0.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats
from typed_sts.features.parsed_entities import KINDS, compare_things
from typed_sts.features.profiles import Profiles, Rows

_MOST_KEPT = 1 << 20
_degrees: dict[tuple[int, int], float] = {}
"""Degrees of combinations met before, by their keys; emptied when it grows too large."""


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """For each pair: the best degree, the covered share, and how many things each side has."""

    best: Floats
    covered: Floats
    n_left: npt.NDArray[np.int64]
    n_right: npt.NDArray[np.int64]


def matched(profiles: Profiles, left: Rows, right: Rows, kind: str, other_kind: str = "") -> Matched:
    """Return how things of a kind match those of the same, or of another kind on the right side."""
    starts = profiles.thing_start
    from_left = left * len(KINDS) + KINDS.index(kind)
    from_right = right * len(KINDS) + KINDS.index(other_kind or kind)
    n_left = starts[from_left + 1] - starts[from_left]
    n_right = starts[from_right + 1] - starts[from_right]
    combinations = n_left * n_right
    pair = np.repeat(np.arange(len(left)), combinations)
    nth = np.arange(len(pair)) - np.repeat(np.cumsum(combinations) - combinations, combinations)
    one = starts[from_left][pair] + nth // n_right[pair]
    other = starts[from_right][pair] + nth % n_right[pair]
    near = (profiles.thing_signature[one] & profiles.thing_signature[other]) != 0
    pair, one, other = pair[near], one[near], other[near]
    degree = _degrees_of(profiles, kind, one, other)

    best = np.zeros(len(left))
    np.maximum.at(best, pair, degree)
    covered = _best_sums(pair, one, degree, len(left)) + _best_sums(pair, other, degree, len(left))
    total = n_left + n_right
    return Matched(best, np.divide(covered, total, out=np.zeros(len(left)), where=total > 0), n_left, n_right)


def _degrees_of(
    profiles: Profiles, kind: str, one: npt.NDArray[np.int64], other: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """Return the degree of each combination of things; distinct ones are compared once."""
    if not len(one):
        return np.zeros(0)
    keys = np.stack([profiles.thing_key[one], profiles.thing_key[other]])
    low, high = keys.min(axis=0), keys.max(axis=0)
    order = np.lexsort((high, low))
    new = np.ones(len(order), dtype=bool)
    new[1:] = (low[order][1:] != low[order][:-1]) | (high[order][1:] != high[order][:-1])
    first = order[new]
    if len(_degrees) > _MOST_KEPT:
        _degrees.clear()
    distinct = np.empty(len(first))
    for number, at in enumerate(first.tolist()):
        key = (int(low[at]), int(high[at]))
        degree = _degrees.get(key)
        if degree is None:
            things = profiles.things[one[at]], profiles.things[other[at]]
            degree = _degrees[key] = compare_things(kind, things[0].value, things[1].value).degree
        distinct[number] = degree
    found = np.empty(len(order))
    found[order] = distinct[np.cumsum(new) - 1]
    return found


def _best_sums(
    pair: npt.NDArray[np.int64], thing: npt.NDArray[np.int64], degree: npt.NDArray[np.float64], n_pairs: int
) -> Floats:
    """Return per pair the sum over things of their best degree."""
    order = np.lexsort((thing, pair))
    pair, thing, degree = pair[order], thing[order], degree[order]
    if not len(pair):
        return np.zeros(n_pairs)
    new = np.ones(len(pair), dtype=bool)
    new[1:] = (pair[1:] != pair[:-1]) | (thing[1:] != thing[:-1])
    best = np.maximum.reduceat(degree, np.flatnonzero(new))
    return np.bincount(pair[new], weights=best, minlength=n_pairs).astype(np.float64)
