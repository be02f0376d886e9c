"""What each group of features adds to a regressor's answer: exact Shapley values, without asking it a thousand times.

    v(S)  = the regressor on the pair's columns for the groups in S and the reference's for all others
    point = the mean, over all orders of the groups, of what v grows by when the group joins those before it

A kernel machine is evaluated for all coalitions at once, because its kernel is a product over groups:

    exp(-gamma * |z - s|^2) = product over groups g of exp(-gamma * |z_g - s_g|^2)

A leaf of a tree is reached by S if S holds every group of a set A (the pair's side leads there, the reference's does
not) and none of a set B (the other way round). Its Shapley values have a closed form:

    leaf * (|A| - 1)! |B|! / (|A| + |B|)!   for groups in A,    - leaf * |A|! (|B| - 1)! / (|A| + |B|)!   in B
"""

from functools import cache
from math import factorial

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats
from typed_sts.scoring.kernel import FARTHEST, KernelMachine
from typed_sts.scoring.trees import Trees

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
