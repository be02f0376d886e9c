"""The terms both sides of many pairs have, view by view: cosine and containment without a loop over pairs.

cosine(view)       = sum of weight_left * weight_right over shared terms
containment(view)  = sum of idf over shared terms / the smaller side's sum of idf
named(view)        = the same for terms of that view on one side and anywhere in the text of the other
"""

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from typed_sts.arrays import Floats
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


def named(profiles: Profiles, left: Rows, right: Rows, view: str) -> Floats:
    """Return how much of one side's terms of a view stand anywhere in the other: the larger of both directions."""
    number = TERM_VIEWS.index(view)
    terms = _matrix(profiles, number)
    texts = _matrix(profiles, _TEXT)
    best = np.zeros(len(left))
    for one, other in ((left, right), (right, left)):
        found = terms[one].multiply(texts[other]).sum(axis=1)
        total = profiles.view_idf[one, number]
        best = np.maximum(best, np.divide(found, total, out=np.zeros(len(left)), where=total > 0))
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


def _matrix(profiles: Profiles, view: int) -> csr_array:
    """Return the terms of one view: their idf on that side, 1 for the text that is searched for them."""
    kept = view_of(profiles.term_column) == view
    rows = np.repeat(np.arange(len(profiles)), np.diff(profiles.term_start))[kept]
    start = np.concatenate(([0], np.cumsum(np.bincount(rows, minlength=len(profiles)))))
    data = np.ones(int(kept.sum())) if view == _TEXT else profiles.term_idf[kept].astype(np.float64)
    return csr_array((data, term_of(profiles.term_column[kept]), start), shape=(len(profiles), 1 << 40))
