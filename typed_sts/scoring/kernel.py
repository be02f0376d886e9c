"""A support vector regression for several outputs over one shared kernel.

    z = (x - mean) / scale, cut to -6..6
    f(x) = intercept + sum over support rows s of dual[s] * exp(-gamma * |z - s|^2)

Eight separate machines would each compute their own kernel; here it is computed once and multiplied by eight columns.
"""

from dataclasses import dataclass
from functools import cache
from math import factorial

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats
from typed_sts.errors import needing
from typed_sts.scoring.regressor import Groups, Points, check_array

FARTHEST = 6.0
"""Standard deviations beyond which a feature counts as that far: a rare extreme must not decide alone."""
Singles = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class KernelMachine:
    """A fitted machine; one column of `dual` and one intercept an output."""

    mean: Singles
    scale: Singles
    support: Singles
    dual: Singles
    intercept: Singles
    gamma: float

    def check(self, n_columns: int, n_outputs: int) -> None:
        """Raise ValueError unless these are the arrays of a machine over so many columns, with so many outputs."""
        rows = len(np.atleast_1d(self.support))
        check_array("mean", self.mean, (n_columns,))
        check_array("scale", self.scale, (n_columns,), above=0)
        check_array("support", self.support, (rows, n_columns))
        check_array("dual", self.dual, (rows, n_outputs))
        check_array("intercept", self.intercept, (n_outputs,))
        check_array("gamma", self.gamma, (), above=0)

    def predict(self, table: Floats) -> Floats:
        """Return one row per row of the table, one column per output."""
        z = _standardised(table, self.mean, self.scale)
        squares = (z**2).sum(axis=1)[:, None] + (self.support**2).sum(axis=1) - 2 * (z @ self.support.T)
        kernel = np.exp(-self.gamma * np.maximum(squares, 0))
        return np.asarray(kernel @ self.dual + self.intercept, dtype=np.float64)

    def points(self, pair: Floats, reference: Floats, groups: Groups) -> Points:
        """Return the points of each group for the row of a pair, from the reference row on.

        The kernel is a product over groups, so that of all coalitions is built up group by group.
        """
        n_groups = int(groups.max()) + 1
        to_pair, to_reference = (self._group_distances(row, groups, n_groups) for row in (pair, reference))
        playing = np.flatnonzero((to_pair != to_reference).any(axis=1))
        kernel = np.exp(-self.gamma * np.delete(to_pair, playing, axis=0).sum(axis=0))[None, :]
        for group in playing:  # coalition c holds the group that played k-th if bit k of c is set
            with_it, without = np.exp(-self.gamma * to_pair[group]), np.exp(-self.gamma * to_reference[group])
            kernel = np.concatenate([kernel * without, kernel * with_it])
        values = kernel @ self.dual.astype(np.float64) + self.intercept
        points = np.zeros((n_groups, values.shape[1]))
        points[playing] = _shapley_weights(len(playing)) @ values
        return Points(np.asarray(values[0]), points)

    def _group_distances(self, row: Floats, groups: Groups, n_groups: int) -> Floats:
        """Return the squared distance to each support row within each group, one row per group."""
        z = np.clip((row.astype(np.float32) - self.mean) / self.scale, -FARTHEST, FARTHEST).astype(np.float64)
        squares = (z - self.support) ** 2
        members = (groups == np.arange(n_groups)[:, None]).astype(np.float64)
        return np.asarray(members @ squares.T)


def fit_kernel_machine(
    table: Floats, targets: Floats, *, cost: float = 10.0, width: float = 0.25, tube: float = 0.15
) -> KernelMachine:
    """Fit one machine per output; rows whose target is NaN are left out of that output alone.

    `width` is gamma times the number of features, `tube` the error that costs nothing.
    """
    with needing("train"):
        from sklearn.svm import SVR

    mean = table.mean(axis=0).astype(np.float32)
    deviation = table.std(axis=0)
    scale = np.where(deviation > 0, deviation, 1.0).astype(np.float32)
    z = _standardised(table, mean, scale).astype(np.float64)
    gamma = width / table.shape[1]
    dual = np.zeros((len(table), targets.shape[1]))
    intercept = np.zeros(targets.shape[1])
    for column in range(targets.shape[1]):
        known = np.flatnonzero(~np.isnan(targets[:, column]))
        machine = SVR(C=cost, gamma=gamma, epsilon=tube).fit(z[known], targets[known, column])
        dual[known[machine.support_], column] = machine.dual_coef_[0]
        intercept[column] = machine.intercept_[0]
    used = np.flatnonzero((dual != 0).any(axis=1))
    return KernelMachine(
        mean,
        scale,
        z[used].astype(np.float32),
        dual[used].astype(np.float32),
        intercept.astype(np.float32),
        gamma,
    )


def _standardised(table: Floats, mean: Singles, scale: Singles) -> Singles:
    cut: Singles = np.clip((table.astype(np.float32) - mean) / scale, -FARTHEST, FARTHEST)
    return cut


@cache
def _shapley_weights(n: int) -> Floats:
    """Return the matrix that turns the values of 2^n coalitions into n Shapley values."""
    coalitions = np.arange(2**n)
    sizes = np.array([int(coalition).bit_count() for coalition in coalitions])
    weights = np.zeros((n, 2**n))
    joined = np.array([factorial(s - 1) * factorial(n - s) / factorial(n) if s else 0.0 for s in range(n + 1)])
    left = np.array([factorial(s) * factorial(n - s - 1) / factorial(n) if s < n else 0.0 for s in range(n + 1)])
    for player in range(n):
        inside = (coalitions >> player) & 1 == 1
        weights[player] = np.where(inside, joined[sizes], -left[sizes])
    return weights
