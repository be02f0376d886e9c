"""A regressor for few pairs rated by a crowd, helped by one that was trained on many pairs rated from the records.

    helped  = mean of the type + general_weight * z(general) + own_weight * z(the type)    z: of the other's estimates
    score   = the mean of `helped` and of a forest over the features, cut to 0..5

People who rate in a hurry let their general impression colour every type; so the two weights are shared by all types,
and are all that is learned of the other's estimates.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.domain.types import GENERAL, HIGHEST, LOWEST, TYPES
from typed_sts.scoring.blend import BlendRegressor
from typed_sts.scoring.regressor import Groups, Points, Regressor, check_array
from typed_sts.scoring.trees import Trees, fit_forest

_GENERAL = TYPES.index(GENERAL)
_RIDGE = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class Halo:
    """What is learned of the other regressor's estimates: their mean and spread, two weights, and each type's mean."""

    mean: Floats
    spread: Floats
    weights: Floats
    start: Floats

    def check(self, n_outputs: int) -> None:
        """Raise ValueError unless these are the numbers of so many outputs."""
        check_array("mean", self.mean, (n_outputs,))
        check_array("spread", self.spread, (n_outputs,), above=0)
        check_array("weights", self.weights, (2,))
        check_array("start", self.start, (n_outputs,))

    def predict(self, estimates: Floats) -> Floats:
        """Return the scores that the other's estimates suggest."""
        z = (estimates - self.mean) / self.spread
        return np.asarray(self.start + self.weights[0] * z[:, [_GENERAL]] + self.weights[1] * z, dtype=np.float64)

    def points(self, base: Points) -> Points:
        """Return what becomes of the other's points: a halo is linear, and only the baseline gets its start."""
        nothing = self.predict(np.zeros((1, len(base.baseline))))
        return Points(self.predict(base.baseline[None, :])[0], self.predict(base.points) - nothing)


@dataclass(frozen=True, slots=True, eq=False)
class CrowdRegressor:
    """A fitted regressor of this kind; a Regressor. `base` is the other one."""

    kind: ClassVar[str] = "crowd"
    parts: ClassVar[Mapping[str, type[Any]]] = {"base": BlendRegressor, "halo": Halo, "forest": Trees}
    helped: ClassVar[bool] = True

    base: Regressor
    halo: Halo
    forest: Trees

    def check(self, n_columns: int, n_outputs: int) -> None:
        """Raise ValueError unless its parts are over so many columns, with so many outputs."""
        self.base.check(n_columns, n_outputs)
        self.halo.check(n_outputs)
        self.forest.check(n_columns, n_outputs)

    def predict(self, table: Floats) -> Floats:
        """Return the scores, cut to the scale."""
        return np.clip(self.predict_uncut(table), LOWEST, HIGHEST)

    def predict_uncut(self, table: Floats) -> Floats:
        """Return the scores as the regressor gives them."""
        return (self.halo.predict(self.base.predict_uncut(table)) + self.forest.predict(table)) / 2

    def predict_not_stated(self, table: Floats) -> Floats:
        """Return what the other regressor says: a crowd that must give a number leaves no example."""
        return self.base.predict_not_stated(table)

    def points(self, pair: Floats, reference: Floats, groups: Groups) -> Points:
        """Return the points of each group for the row of a pair, from the reference row on."""
        helped = self.halo.points(self.base.points(pair, reference, groups))
        return helped.mean(self.forest.points(pair, reference, groups))


def fit_crowd_regressor(table: Floats, targets: Floats, base: Regressor, seed: int = 0) -> CrowdRegressor:
    """Fit the two weights and the forest."""
    return CrowdRegressor(base, fit_halo(base.predict_uncut(table), targets), fit_forest(table, targets, seed=seed))


def fit_halo(estimates: Floats, targets: Floats) -> Halo:
    """Fit the two weights by ridge regression over all types at once."""
    mean, spread = estimates.mean(axis=0), estimates.std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    start = np.nanmean(targets, axis=0)
    z = (estimates - mean) / spread
    wanted = (targets - start).ravel()
    known = ~np.isnan(wanted)
    both = np.stack([np.repeat(z[:, _GENERAL], len(TYPES)), z.ravel()], axis=1)[known]
    weights = np.linalg.solve(both.T @ both + _RIDGE * np.eye(2), both.T @ wanted[known])
    return Halo(mean, spread, weights, start)
