"""A regressor for few pairs rated by a crowd, helped by one that was trained on many pairs rated from the records.

    helped  = mean of the type + general_weight * z(general) + own_weight * z(the type)    z: of the other's estimates
    score   = the mean of `helped` and of a forest over the features, cut to 0..5

People who rate in a hurry let their general impression colour every type; so the two weights are shared by all types,
and are all that is learned of the other's estimates.
"""

from dataclasses import dataclass

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.domain.types import GENERAL, HIGHEST, LOWEST, TYPES
from typed_sts.scoring.blend import Regressor
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

    def predict(self, estimates: Floats) -> Floats:
        """Return the scores that the other's estimates suggest."""
        z = (estimates - self.mean) / self.spread
        return np.asarray(self.start + self.weights[0] * z[:, [_GENERAL]] + self.weights[1] * z, dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class CrowdRegressor:
    """A fitted regressor of this kind; `base` is the other one."""

    base: Regressor
    halo: Halo
    forest: Trees

    def predict(self, table: Floats) -> Floats:
        """Return the scores, cut to the scale."""
        return np.clip(self.predict_uncut(table), LOWEST, HIGHEST)

    def predict_uncut(self, table: Floats) -> Floats:
        """Return the scores as the regressor gives them."""
        return (self.halo.predict(self.base.predict_uncut(table)) + self.forest.predict(table)) / 2

    def predict_not_stated(self, table: Floats) -> Floats:
        """Return what the other regressor says: a crowd that must give a number leaves no example."""
        return self.base.predict_not_stated(table)


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
