"""A ceiling over the types whose difference is sure, so that general likeness alone does not lift them.

    apart    = both records state it, and nothing of it is shared: other makers, no country in common
    score    = top + kept * (score - top)    where it is apart, and the score is above the top

Raters give such pairs 0 to 1, however alike the items are in all else. What is taken off is counted against the group
that found the difference, so that points still add up to the score.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.domain.types import TYPES
from typed_sts.features.feature_table import Feature
from typed_sts.scoring.regressor import Groups, Points, check_array, check_numbers_of_columns

APART = {"author": "maker_apart", "location": "place_apart"}
"""The feature of each such type that is 1 where both records state it and nothing is shared, and else 0."""
TOP, KEPT = 1.0, 0.3
FEWEST_PAIRS = 30
"""Pairs that are apart, at least, to learn from that raters give them no more than the top."""


@dataclass(frozen=True, slots=True, eq=False)
class Ceiling:
    """The column that says of each output that it is apart, the top, and the share kept above it; 1 is no ceiling."""

    column: Floats
    top: Floats
    kept: Floats

    def check(self, n_columns: int, n_outputs: int) -> None:
        """Raise ValueError unless these are the numbers of so many outputs."""
        check_numbers_of_columns("column", self.column, (n_outputs,), n_columns)
        check_array("top", self.top, (n_outputs,))
        check_array("kept", self.kept, (n_outputs,), above=-1, most=1)

    def lowered(self, table: Floats, scores: Floats) -> Floats:
        """Return the scores, lowered where a type is apart."""
        apart = table[:, self.column.astype(np.intp)] > 0
        above = np.maximum(scores - self.top, 0.0)
        return np.asarray(scores - np.where(apart, (1 - self.kept) * above, 0.0))

    def points(self, free: Points, pair: Floats, groups: Groups) -> Points:
        """Return the points of groups when what the ceiling takes is counted against the group of its column."""
        taken = free.uncut - self.lowered(pair[None, :], free.uncut[None, :])[0]
        points = free.points.copy()
        points[groups[self.column.astype(np.intp)], np.arange(len(taken))] -= taken
        return Points(free.baseline, points)


def fit_ceiling(table: Floats, targets: Floats, features: Sequence[Feature]) -> Ceiling:
    """Set a ceiling over each type of APART, if raters gave the pairs that are apart no more than it on average."""
    n_outputs = targets.shape[1]
    column, kept = np.zeros(n_outputs), np.ones(n_outputs)
    names = [feature.name for feature in features]
    for output, name in enumerate(TYPES[:n_outputs]):
        if name not in APART:
            continue
        column[output] = names.index(APART[name])
        rated = targets[table[:, int(column[output])] > 0, output]
        rated = rated[~np.isnan(rated)]
        if len(rated) >= FEWEST_PAIRS and rated.mean() <= TOP:
            kept[output] = KEPT
    return Ceiling(column, np.full(n_outputs, TOP), kept)
