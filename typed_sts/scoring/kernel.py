"""A support vector regression for several outputs over one shared kernel.

    z = (x - mean) / scale, cut to -6..6
    f(x) = intercept + sum over support rows s of dual[s] * exp(-gamma * |z - s|^2)

Eight separate machines would each compute their own kernel; here it is computed once and multiplied by eight columns.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats
from typed_sts.errors import needing

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

    def predict(self, table: Floats) -> Floats:
        """Return one row a row of the table, one column an output."""
        z = _standardised(table, self.mean, self.scale)
        squares = (z**2).sum(axis=1)[:, None] + (self.support**2).sum(axis=1) - 2 * (z @ self.support.T)
        kernel = np.exp(-self.gamma * np.maximum(squares, 0))
        return np.asarray(kernel @ self.dual + self.intercept, dtype=np.float64)


def fit_kernel_machine(
    table: Floats, targets: Floats, *, cost: float = 10.0, width: float = 0.25, tube: float = 0.15
) -> KernelMachine:
    """Fit one machine an output; rows whose target is NaN are left out of that output alone.

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
