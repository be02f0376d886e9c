"""The terms both sides of many pairs have, view by view: cosine and containment without a loop over pairs.

cosine(view)       = sum of weight_left * weight_right over shared terms
containment(view)  = sum of idf over shared terms / the smaller side's sum of idf
named(view)        = the same for terms of that view on one side and anywhere in the text of the other
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from typed_sts.domain.arrays import Floats
from typed_sts.features.profiles import Profiles, Rows
from typed_sts.features.terms import TERM_VIEWS, term_of, view_of

_N_VIEWS = len(TERM_VIEWS)
_TEXT = TERM_VIEWS.index("text")
_WIDTH = 1 << 45


def cosines(profiles: Profiles, left: Rows, right: Rows) -> Floats:
    """Return the cosine of each view of TERM_VIEWS, a row a pair."""
    ours, theirs, cells = _shared(profiles, left, right)
    return _sums(cells, profiles.term_weight[ours] * profiles.term_weight[theirs], len(left))


def cosines_and_containments(profiles: Profiles, left: Rows, right: Rows) -> tuple[Floats, Floats]:
    """Return the cosine and the containment of each view."""
    ours, theirs, cells = _shared(profiles, left, right)
    cosine = _sums(cells, profiles.term_weight[ours] * profiles.term_weight[theirs], len(left))
    shared = _sums(cells, profiles.term_idf[ours], len(left))
    smaller = np.minimum(profiles.view_idf[left], profiles.view_idf[right])
    return cosine, np.divide(shared, smaller, out=np.zeros_like(shared), where=smaller > 0)


def named(profiles: Profiles, left: Rows, right: Rows, views: Sequence[str]) -> Floats:
    """Return how much of one side's terms of each view stand anywhere in the other: the larger of both directions."""
    numbers = [TERM_VIEWS.index(view) for view in views]
    below = len(profiles) * np.arange(len(views))[:, None]  # the views stand one below the other
    terms, texts = _matrix(profiles, numbers), _matrix(profiles, [_TEXT])
    best = np.zeros((len(left), len(views)))
    for one, other in ((left, right), (right, left)):
        shared = terms[(below + one).ravel()].multiply(texts[np.tile(other, len(views))])
        found = shared.sum(axis=1).reshape(len(views), len(left)).T
        total = profiles.view_idf[one][:, numbers]
        best = np.maximum(best, np.divide(found, total, out=np.zeros_like(best), where=total > 0))
    return best


def _shared(
    profiles: Profiles, left: Rows, right: Rows
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return where the shared terms of all pairs stand on both sides, and the cell (pair, view) each belongs to."""
    n_rows = len(profiles)
    shape = (n_rows, _WIDTH)
    places = np.arange(1, len(profiles.term_column) + 1, dtype=np.float64)  # 0 would not be kept
    where = csr_array((places, profiles.term_column, profiles.term_start), shape=shape)
    there = csr_array((np.ones_like(places), profiles.term_column, profiles.term_start), shape=shape)
    ours = where[left].multiply(there[right]).tocsr()
    theirs = there[left].multiply(where[right]).tocsr()
    pairs = np.repeat(np.arange(len(left)), np.diff(ours.indptr))
    return (
        ours.data.astype(np.int64) - 1,
        theirs.data.astype(np.int64) - 1,
        pairs * _N_VIEWS + view_of(ours.indices.astype(np.int64)),
    )


def _sums(cells: npt.NDArray[np.int64], values: npt.NDArray[np.float32], n_pairs: int) -> Floats:
    sums: Floats = np.bincount(cells, weights=values, minlength=n_pairs * _N_VIEWS).astype(np.float64)
    return sums.reshape(n_pairs, _N_VIEWS)


def _matrix(profiles: Profiles, views: Sequence[int]) -> csr_array:
    """Return the terms of views, a row a record and view: their idf, or 1 for the text that is searched for them."""
    view = view_of(profiles.term_column)
    record = np.repeat(np.arange(len(profiles)), np.diff(profiles.term_start))
    kept = [np.flatnonzero(view == number) for number in views]
    counts = [np.bincount(record[places], minlength=len(profiles)) for places in kept]
    start = np.concatenate(([0], np.cumsum(np.concatenate(counts))))
    places = np.concatenate(kept)
    data = np.ones(len(places)) if list(views) == [_TEXT] else profiles.term_idf[places].astype(np.float64)
    shape = (len(views) * len(profiles), 1 << 40)
    return csr_array((data, term_of(profiles.term_column[places]), start), shape=shape)
