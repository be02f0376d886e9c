"""The points of each feature group of a pair, for all eight types at once: baseline + points = the regressor's answer.

The reference is the feature row of two empty records. A group that neither record states has the reference's columns,
and therefore exactly no points.
"""

from dataclasses import dataclass
from functools import cache
from math import factorial

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats
from typed_sts.domain.groups import GROUPS
from typed_sts.features.feature_table import feature_table
from typed_sts.features.profiles import profile_documents
from typed_sts.reading.document import Document
from typed_sts.reading.vectors import DIMENSIONS, VECTOR_VIEWS
from typed_sts.scoring.crowd import CrowdRegressor, Halo
from typed_sts.scoring.kernel import FARTHEST, KernelMachine
from typed_sts.scoring.model_files import AnyRegressor, columns_of, features_of
from typed_sts.scoring.trees import Trees
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats

# What each group of features adds to a regressor's answer: exact Shapley values, without asking it a thousand times.

Groups = npt.NDArray[np.intp]
"""The number of each column's group."""


def machine_points(machine: KernelMachine, pair: Floats, reference: Floats, groups: Groups) -> tuple[Floats, Floats]:
    """Return the machine's answer to the reference (an output each), and the points (a row a group)."""
    n_groups = int(groups.max()) + 1
    to_pair, to_reference = (_group_distances(machine, row, groups, n_groups) for row in (pair, reference))
    playing = np.flatnonzero((to_pair != to_reference).any(axis=1))
    kernel = np.exp(-machine.gamma * np.delete(to_pair, playing, axis=0).sum(axis=0))[None, :]
    for group in playing:  # coalition c holds the group that played k-th if bit k of c is set
        with_it, without = np.exp(-machine.gamma * to_pair[group]), np.exp(-machine.gamma * to_reference[group])
        kernel = np.concatenate([kernel * without, kernel * with_it])
    values = kernel @ machine.dual.astype(np.float64) + machine.intercept
    points = np.zeros((n_groups, values.shape[1]))
    points[playing] = _weights(len(playing)) @ values
    return values[0], points


def _group_distances(machine: KernelMachine, row: Floats, groups: Groups, n_groups: int) -> Floats:
    """Return the squared distance to each support row within each group (a row a group)."""
    z = np.clip((row.astype(np.float32) - machine.mean) / machine.scale, -FARTHEST, FARTHEST).astype(np.float64)
    squares = (z - machine.support) ** 2
    members = (groups == np.arange(n_groups)[:, None]).astype(np.float64)
    return np.asarray(members @ squares.T)


@cache
def _weights(n: int) -> Floats:
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


def tree_points(trees: Trees, pair: Floats, reference: Floats, groups: Groups) -> tuple[Floats, Floats]:
    """Return the trees' answer to the reference (an output each), and the points (a row a group)."""
    n_groups, n_outputs = int(groups.max()) + 1, len(trees.start)
    nodes, sides = _paths(trees.depth)
    bits = (1 << groups)[trees.feature].astype(np.int32)
    single = (row.astype(np.float32) for row in (pair, reference))
    pair_right, reference_right = (row[trees.feature] > trees.threshold for row in single)
    needed, refused = (
        np.bitwise_or.reduce(np.where(right[:, nodes] == sides, 0, bits[:, nodes]), axis=2)
        for right in (reference_right, pair_right)
    )
    tree, leaf = np.nonzero((needed & refused) == 0)
    a, b, value = needed[tree, leaf], refused[tree, leaf], trees.leaf[tree, leaf].astype(np.float64)
    output = tree // (len(trees.feature) // n_outputs)
    start = trees.start.astype(np.float64) + np.bincount(output[a == 0], weights=value[a == 0], minlength=n_outputs)
    joins, leaves = _shares(trees.depth)
    in_a, in_b = _popcount(a), _popcount(b)
    points = np.zeros((n_groups, n_outputs))
    for group in range(n_groups):
        share = np.where(a >> group & 1, joins[in_a, in_b], 0.0) - np.where(b >> group & 1, leaves[in_a, in_b], 0.0)
        points[group] = np.bincount(output, weights=share * value, minlength=n_outputs)
    return start, points


@cache
def _paths(depth: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
    """Return for each leaf the nodes that lead to it, and whether it lies to the right of them."""
    nodes, sides = np.zeros((2**depth, depth), dtype=np.intp), np.zeros((2**depth, depth), dtype=bool)
    for leaf in range(2**depth):
        node = leaf + 2**depth - 1
        for level in reversed(range(depth)):
            sides[leaf, level] = node % 2 == 0
            node = (node - 1) // 2
            nodes[leaf, level] = node
    return nodes, sides


@cache
def _shares(depth: int) -> tuple[Floats, Floats]:
    """Return the share of a leaf for each group it needs, and for each it refuses, by how many it needs and refuses."""
    joins, leaves = np.zeros((depth + 1, depth + 1)), np.zeros((depth + 1, depth + 1))
    for a in range(depth + 1):
        for b in range(depth + 1 - a):
            total = factorial(a + b)
            joins[a, b] = factorial(a - 1) * factorial(b) / total if a else 0.0
            leaves[a, b] = factorial(a) * factorial(b - 1) / total if b else 0.0
    return joins, leaves


def _popcount(masks: npt.NDArray[np.int32]) -> npt.NDArray[np.intp]:
    return np.asarray(sum((masks >> bit) & 1 for bit in range(16)), dtype=np.intp)


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
