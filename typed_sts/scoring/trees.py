"""Regression trees of one small depth, as arrays, for several outputs: boosted, or a forest that is averaged.

    node 0 is the root; the children of node i are 2i + 1 (value <= threshold) and 2i + 2
    f(x) of an output = its start + the sum over its trees of the leaf x falls into

Every tree is filled up to the full depth, so that all trees are walked together, level by level.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import factorial
from typing import Any

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats
from typed_sts.errors import needing
from typed_sts.scoring.regressor import Groups, Points, check_array, check_numbers_of_columns

_BLOCK = 512
"""Rows walked at once: what is in flight then stays in the processor's cache."""
_DEEPEST = 12


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """Fitted trees: outputs times trees in a row, output by output."""

    start: npt.NDArray[np.float32]
    feature: npt.NDArray[np.int16]
    threshold: npt.NDArray[np.float32]
    leaf: npt.NDArray[np.float32]

    @property
    def depth(self) -> int:
        """Return how many questions lead to a leaf."""
        return int(self.leaf.shape[1]).bit_length() - 1

    def check(self, n_columns: int, n_outputs: int) -> None:
        """Raise ValueError unless these are trees over so many columns, as many an output."""
        n_trees, n_leaves = self.leaf.shape if np.ndim(self.leaf) == 2 else (0, 0)
        if n_trees == 0 or n_trees % n_outputs or n_leaves not in {2**depth for depth in range(1, _DEEPEST + 1)}:
            raise ValueError(f"{n_trees} trees of {n_leaves} leaves are not trees of one depth for {n_outputs} outputs")
        questions = (n_trees, n_leaves - 1)
        check_array("start", self.start, (n_outputs,))
        check_array("leaf", self.leaf, (n_trees, n_leaves))
        check_numbers_of_columns("feature", self.feature, questions, n_columns)
        check_array("threshold", self.threshold, questions, above=-np.inf, most=np.inf)

    def predict(self, table: Floats) -> Floats:
        """Return one row per row of the table, one column per output."""
        single = np.ascontiguousarray(table, dtype=np.float32)
        blocks = [self._block(single[start : start + _BLOCK]) for start in range(0, len(single), _BLOCK)]
        return np.concatenate(blocks) if blocks else np.zeros((0, len(self.start)))

    def _block(self, rows: npt.NDArray[np.float32]) -> Floats:
        n_trees, n_nodes = self.feature.shape
        row_offset = (np.arange(len(rows), dtype=np.int32) * rows.shape[1])[:, None]
        node_offset = np.arange(n_trees, dtype=np.int32) * n_nodes
        features, thresholds, values = self.feature.ravel().astype(np.int32), self.threshold.ravel(), rows.ravel()
        node = np.zeros((len(rows), n_trees), dtype=np.int32)
        for _ in range(self.depth):
            at = node + node_offset
            above = values.take(features.take(at) + row_offset) > thresholds.take(at)
            node = 2 * node + 1 + above
        leaves = self.leaf.ravel().take(node - n_nodes + np.arange(n_trees, dtype=np.int32) * (n_nodes + 1))
        sums = leaves.reshape(len(rows), len(self.start), -1).sum(axis=2, dtype=np.float64)
        return np.asarray(sums + self.start, dtype=np.float64)

    def points(self, pair: Floats, reference: Floats, groups: Groups) -> Points:
        """Return the points of each group for the row of a pair, from the reference row on.

        A leaf counts for the coalitions that hold the groups it needs and none that it refuses: its value is shared
        among those groups.
        """
        n_groups, n_outputs = int(groups.max()) + 1, len(self.start)
        nodes, sides = _paths(self.depth)
        bits = (1 << groups)[self.feature].astype(np.int32)
        single = (row.astype(np.float32) for row in (pair, reference))
        pair_right, reference_right = (row[self.feature] > self.threshold for row in single)
        needed, refused = (
            np.bitwise_or.reduce(np.where(right[:, nodes] == sides, 0, bits[:, nodes]), axis=2)
            for right in (reference_right, pair_right)
        )
        tree, leaf = np.nonzero((needed & refused) == 0)
        a, b, value = needed[tree, leaf], refused[tree, leaf], self.leaf[tree, leaf].astype(np.float64)
        output = tree // (len(self.feature) // n_outputs)
        start = self.start.astype(np.float64) + np.bincount(output[a == 0], weights=value[a == 0], minlength=n_outputs)
        joins, leaves = _shares(self.depth)
        in_a, in_b = _popcount(a), _popcount(b)
        points = np.zeros((n_groups, n_outputs))
        for group in range(n_groups):
            share = np.where(a >> group & 1, joins[in_a, in_b], 0.0) - np.where(b >> group & 1, leaves[in_a, in_b], 0.0)
            points[group] = np.bincount(output, weights=share * value, minlength=n_outputs)
        return Points(start, points)


def fit_boosted_trees(
    table: Floats,
    targets: Floats,
    *,
    n_trees: int = 100,
    depth: int = 4,
    rate: float = 0.07,
    share: float = 0.6,
    features: float = 0.2,
    leaf_size: int = 4,
    seed: int = 0,
) -> Trees:
    """Fit trees an output; rows whose target is NaN are left out of that output alone.

    Each tree sees a `share` of the rows and looks at a share `features` of the columns at each question.
    """
    with needing("train"):
        from sklearn.ensemble import GradientBoostingRegressor

    trees = _empty(targets.shape[1], n_trees, depth)
    single = table.astype(np.float32)
    for column in range(targets.shape[1]):
        known = ~np.isnan(targets[:, column])
        boosted = GradientBoostingRegressor(
            n_estimators=n_trees,
            max_depth=depth,
            learning_rate=rate,
            subsample=share,
            max_features=features,
            min_samples_leaf=leaf_size,
            random_state=seed,
        ).fit(single[known], targets[known, column])
        trees.start[column] = targets[known, column].mean()
        for number, estimator in enumerate(boosted.estimators_[:, 0]):
            _copy(estimator.tree_, trees, column * n_trees + number, rate)
    return trees


def fit_forest(
    table: Floats,
    targets: Floats,
    *,
    n_trees: int = 100,
    depth: int = 4,
    features: float = 0.3,
    leaf_size: int = 3,
    directions: Sequence[int] | None = None,
    seed: int = 0,
) -> Trees:
    """Fit a forest of extremely random trees an output, for few examples; its trees are averaged.

    `directions` says of each column whether the output may only grow (1) or shrink (-1) with it, or either (0).
    """
    with needing("train"):
        from sklearn.ensemble import ExtraTreesRegressor

    trees = _empty(targets.shape[1], n_trees, depth)
    single = table.astype(np.float32)
    for column in range(targets.shape[1]):
        known = ~np.isnan(targets[:, column])
        forest = ExtraTreesRegressor(
            n_trees,
            max_depth=depth,
            max_features=features,
            min_samples_leaf=leaf_size,
            monotonic_cst=None if directions is None else list(directions),
            random_state=seed,
        ).fit(single[known], targets[known, column])
        for number, estimator in enumerate(forest.estimators_):
            _copy(estimator.tree_, trees, column * n_trees + number, 1 / n_trees)
    return trees


def _empty(n_outputs: int, n_trees: int, depth: int) -> Trees:
    shape = (n_outputs * n_trees, 2**depth - 1)
    return Trees(
        np.zeros(n_outputs, dtype=np.float32),
        np.zeros(shape, dtype=np.int16),
        np.full(shape, np.inf, dtype=np.float32),
        np.zeros((n_outputs * n_trees, 2**depth), dtype=np.float32),
    )


def _copy(tree: Any, trees: Trees, row: int, rate: float) -> None:
    _fill(tree, 0, 0, rate, trees.feature[row], trees.threshold[row], trees.leaf[row])


def _fill(
    tree: Any,
    source: int,
    node: int,
    rate: float,
    feature: npt.NDArray[np.int16],
    threshold: npt.NDArray[np.float32],
    leaf: npt.NDArray[np.float32],
) -> None:
    """Copy a tree below `source` to `node`; a leaf above the full depth becomes both sides of an empty question."""
    if node >= len(feature):
        leaf[node - len(feature)] = rate * tree.value[source, 0, 0]
        return
    inner = tree.children_left[source] >= 0
    if inner:
        feature[node] = tree.feature[source]
        # A row goes left when its value, as a single, is at most the threshold, which is a double.
        threshold[node] = _largest_single(tree.threshold[source])
    for side, children in ((1, tree.children_left), (2, tree.children_right)):
        below = children[source] if inner else source
        _fill(tree, below, 2 * node + side, rate, feature, threshold, leaf)


def _largest_single(value: float) -> np.float32:
    """Return the largest single that is not above a double."""
    single = np.float32(value)
    return single if single <= value else np.nextafter(single, np.float32(-np.inf))


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
