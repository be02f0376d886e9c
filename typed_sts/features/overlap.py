"""What two records have in common, for many pairs at once: terms view by view, things kind by kind, and years.

Terms: cosine and containment of each view, without a loop over pairs.

Things, where L and R are those of a kind in both records, and d(l, r) is their degree from 0 to 1:

    best     = the largest d
    covered  = the mean, over all things of both sides, of each one's best d on the other side

Only combinations that share a bit of their signatures are compared, each distinct one once; the rest have degree 0.

Years: when both were made, and the years they name, as intervals: how far apart, how much of them is common.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats
from typed_sts.domain.labels import TERM_VIEWS
from typed_sts.features.parsed_entities import KINDS, compare_things
from typed_sts.features.profiles import Profiles, Rows
from typed_sts.features.terms import term_of, view_of

_N_VIEWS = len(TERM_VIEWS)
_TEXT = TERM_VIEWS.index("text")
_WIDTH = 1 << 45
_MOST_PAIRS = 1 << 12
"""Pairs whose terms are laid side by side at once; times _WIDTH it must fit into 63 bits."""
_Numbers = npt.NDArray[np.int64]


def cosines(profiles: Profiles, left: Rows, right: Rows) -> Floats:
    """Return the cosine of each view of TERM_VIEWS, one row per pair."""
    ours, theirs, cells = _shared(profiles, left, right)
    return _sums(cells, profiles.term_weight[ours] * profiles.term_weight[theirs], len(left))


def shared_terms(profiles: Profiles, left: Rows, right: Rows) -> tuple[Floats, Floats, Floats]:
    """Return the cosine and the containment of each view, and the idf of the rarest term that both have in it."""
    ours, theirs, cells = _shared(profiles, left, right)
    cosine = _sums(cells, profiles.term_weight[ours] * profiles.term_weight[theirs], len(left))
    shared = _sums(cells, profiles.term_idf[ours], len(left))
    smaller = np.minimum(profiles.view_idf[left], profiles.view_idf[right])
    rarest = np.zeros(len(left) * _N_VIEWS)
    np.maximum.at(rarest, cells, profiles.term_idf[ours])
    containment = np.divide(shared, smaller, out=np.zeros_like(shared), where=smaller > 0)
    return cosine, containment, rarest.reshape(-1, _N_VIEWS)


def named(profiles: Profiles, left: Rows, right: Rows, views: Sequence[str]) -> Floats:
    """Return how much of one side's terms of each view stand anywhere in the other: the larger of both directions."""
    numbers = [TERM_VIEWS.index(view) for view in views]
    starts, counts = _view_ranges(profiles)
    term = term_of(profiles.term_column)
    best = np.zeros((len(left), len(views)))
    for first in range(0, len(left), _MOST_PAIRS):
        some = slice(first, first + _MOST_PAIRS)
        for one, other in ((left[some], right[some]), (right[some], left[some])):
            pair, place = _ranges(starts[other, _TEXT], counts[other, _TEXT])
            text = _keys(pair, term[place])
            cell, place = _ranges(starts[one][:, numbers].ravel(), counts[one][:, numbers].ravel())
            stated = _find(text, _keys(cell // len(views), term[place])) >= 0
            found = np.bincount(cell[stated], profiles.term_idf[place[stated]], minlength=len(one) * len(views))
            total = profiles.view_idf[one][:, numbers]
            share = np.divide(found.reshape(total.shape), total, out=np.zeros(total.shape), where=total > 0)
            best[some] = np.maximum(best[some], share)
    return best


def _shared(profiles: Profiles, left: Rows, right: Rows) -> tuple[_Numbers, _Numbers, _Numbers]:
    """Return where the shared terms of all pairs stand on both sides, and the cell (pair, view) each belongs to."""
    lengths = np.diff(profiles.term_start)
    parts = []
    for first in range(0, len(left), _MOST_PAIRS):
        some = slice(first, first + _MOST_PAIRS)
        pair, ours = _ranges(profiles.term_start[left[some]], lengths[left[some]])
        other_pair, theirs = _ranges(profiles.term_start[right[some]], lengths[right[some]])
        at = _find(_keys(other_pair, profiles.term_column[theirs]), _keys(pair, profiles.term_column[ours]))
        hit = at >= 0
        cells = (first + pair[hit]) * _N_VIEWS + view_of(profiles.term_column[ours[hit]])
        parts.append((ours[hit], theirs[at[hit]], cells))
    if not parts:
        return (np.zeros(0, dtype=np.int64),) * 3
    ours, theirs, cells = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return ours, theirs, cells


def _view_ranges(profiles: Profiles) -> tuple[_Numbers, _Numbers]:
    """Return where the terms of each row and view start, and how many they are; columns rise, so views are in order."""
    row = np.repeat(np.arange(len(profiles)), np.diff(profiles.term_start))
    cells = row * _N_VIEWS + view_of(profiles.term_column)
    counts = np.bincount(cells, minlength=len(profiles) * _N_VIEWS).reshape(-1, _N_VIEWS)
    return profiles.term_start[:-1, None] + np.cumsum(counts, axis=1) - counts, counts


def _ranges(starts: _Numbers, counts: _Numbers) -> tuple[_Numbers, _Numbers]:
    """Return all numbers of the ranges, one range after the other, after the number of the range each is in."""
    which = np.repeat(np.arange(len(starts)), counts)
    return which, np.arange(len(which)) + np.repeat(starts - np.cumsum(counts) + counts, counts)


def _keys(pair: _Numbers, column: _Numbers) -> _Numbers:
    """Return a number for each term of each pair; they rise, as the columns of a row do."""
    return pair * _WIDTH + column


def _find(sorted_keys: _Numbers, keys: _Numbers) -> _Numbers:
    """Return where each key stands among the sorted ones; -1 for those that do not."""
    if not len(sorted_keys):
        return np.full(len(keys), -1)
    at = np.minimum(np.searchsorted(sorted_keys, keys), len(sorted_keys) - 1)
    return np.where(sorted_keys[at] == keys, at, -1)


def _sums(cells: _Numbers, values: npt.NDArray[np.float32], n_pairs: int) -> Floats:
    sums: Floats = np.bincount(cells, weights=values, minlength=n_pairs * _N_VIEWS).astype(np.float64)
    return sums.reshape(n_pairs, _N_VIEWS)


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
