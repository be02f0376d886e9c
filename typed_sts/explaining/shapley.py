"""The points of each feature group of a pair, for all eight types at once: baseline + points = the regressor's answer.

The reference is the feature row of two empty records. A group that neither record states has the reference's columns,
and therefore exactly no points.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.domain.groups import GROUPS
from typed_sts.explaining.coalitions import Groups, machine_points, tree_points
from typed_sts.features.feature_table import feature_table
from typed_sts.features.profiles import profile_documents
from typed_sts.reading.document import Document
from typed_sts.reading.vectors import DIMENSIONS, VECTOR_VIEWS
from typed_sts.scoring.crowd import CrowdRegressor, Halo
from typed_sts.scoring.model_files import AnyRegressor, columns_of, features_of
from typed_sts.scoring.trees import Trees
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """The baseline of each type (a number each) and the points of each group of GROUPS (a row a group)."""

    baseline: Floats
    points: Floats

    @property
    def uncut(self) -> Floats:
        """Return what the regressor says before it is cut to the scale."""
        return np.asarray(self.baseline + self.points.sum(axis=0))


def group_points(regressor: AnyRegressor, row: Floats, provider: bool) -> Points:
    """Return the exact Shapley values of the groups of one row of the table the regressor sees.

    The parts of a regressor are explained one by one: Shapley values of a weighted sum are the weighted sum of theirs.
    """
    if isinstance(regressor, CrowdRegressor):
        helped = _helped(regressor.halo, group_points(regressor.base, row, provider))
        return _mean(helped, _of_trees(regressor.forest, row, provider))
    machine = _complete(*machine_points(regressor.machine, row, reference_row(provider), group_numbers(provider)))
    return _mean(machine, _of_trees(regressor.trees, row, provider))


def _of_trees(trees: Trees, row: Floats, provider: bool) -> Points:
    return _complete(*tree_points(trees, row, reference_row(provider), group_numbers(provider)))


def _complete(baseline: Floats, points: Floats) -> Points:
    """Return points with a row for each of GROUPS, also for the last one, where it is left out."""
    every = np.zeros((len(GROUPS), len(baseline)))
    every[: len(points)] = points
    return Points(baseline, every)


def _mean(one: Points, other: Points) -> Points:
    return Points((one.baseline + other.baseline) / 2, (one.points + other.points) / 2)


def _helped(halo: Halo, base: Points) -> Points:
    """Return what a halo makes of points: it is linear, with a start of its own that only the baseline gets."""
    nothing = halo.predict(np.zeros((1, len(base.baseline))))
    return Points(halo.predict(base.baseline[None, :])[0], halo.predict(base.points) - nothing)


@cache
def reference_row(provider: bool) -> Floats:
    """Return the features of two empty records of different collections."""
    nothing = [Document(Item(id=name), "", "", (), (), (), ()) for name in ("/a/1", "/b/2")]
    vectors = np.zeros((2, len(VECTOR_VIEWS), DIMENSIONS), dtype=np.float32)
    profiles = profile_documents(nothing, background_stats(), vectors)
    row: Floats = feature_table(profiles, np.array([0]), np.array([1]))[0, columns_of(provider)]
    return row


@cache
def group_numbers(provider: bool) -> Groups:
    """Return the number in GROUPS of each column the regressor sees."""
    return np.array([GROUPS.index(feature.group) for feature in features_of(provider)], dtype=np.intp)
