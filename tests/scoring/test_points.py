"""The points of groups are Shapley values: compared with their definition, evaluated the slow way."""

from itertools import permutations

import numpy as np
import pytest

from typed_sts.domain.arrays import Floats
from typed_sts.scoring.kernel import KernelMachine
from typed_sts.scoring.regressor import Groups
from typed_sts.scoring.trees import Trees

N_COLUMNS, N_GROUPS, N_OUTPUTS = 9, 4, 2


def some_machine(random: np.random.Generator) -> KernelMachine:
    return KernelMachine(
        mean=random.normal(size=N_COLUMNS).astype(np.float32),
        scale=random.uniform(0.5, 2, size=N_COLUMNS).astype(np.float32),
        support=random.normal(size=(12, N_COLUMNS)).astype(np.float32),
        dual=random.normal(size=(12, N_OUTPUTS)).astype(np.float32),
        intercept=random.normal(size=N_OUTPUTS).astype(np.float32),
        gamma=0.05,
    )


def some_trees(random: np.random.Generator, depth: int = 4) -> Trees:
    n_trees = N_OUTPUTS * 15
    threshold = random.normal(size=(n_trees, 2**depth - 1)).astype(np.float32)
    threshold[random.random(threshold.shape) < 0.1] = np.inf  # empty questions, as filled-up trees have them
    return Trees(
        start=random.normal(size=N_OUTPUTS).astype(np.float32),
        feature=random.integers(0, N_COLUMNS, size=(n_trees, 2**depth - 1)).astype(np.int16),
        threshold=threshold,
        leaf=random.normal(size=(n_trees, 2**depth)).astype(np.float32),
    )


def by_definition(
    model: KernelMachine | Trees, pair: Floats, reference: Floats, groups: Groups
) -> tuple[Floats, Floats]:
    """Return the reference's value, and the mean over all orders of what each group adds when it joins."""
    points = np.zeros((N_GROUPS, N_OUTPUTS))
    orders = list(permutations(range(N_GROUPS)))
    for order in orders:
        row = reference.copy()
        before = model.predict(row[None, :])[0]
        for group in order:
            row = np.where(groups == group, pair, row)
            after = model.predict(row[None, :])[0]
            points[group] += (after - before) / len(orders)
            before = after
    return model.predict(reference[None, :])[0], points


@pytest.mark.parametrize("seed", range(5))
def test_points_of_a_kernel_machine_are_what_the_definition_gives(seed: int) -> None:
    random = np.random.default_rng(seed)
    machine, groups = some_machine(random), np.arange(N_COLUMNS) % N_GROUPS
    pair, reference = random.normal(size=N_COLUMNS), random.normal(size=N_COLUMNS)
    found = machine.points(pair, reference, groups)
    expected_start, expected = by_definition(machine, pair, reference, groups)
    np.testing.assert_allclose(found.baseline, expected_start, atol=1e-4)  # the machine itself computes in singles
    np.testing.assert_allclose(found.points, expected, atol=1e-4)


@pytest.mark.parametrize("seed", range(5))
def test_points_of_trees_are_what_the_definition_gives(seed: int) -> None:
    random = np.random.default_rng(seed)
    trees, groups = some_trees(random), np.arange(N_COLUMNS) % N_GROUPS
    pair, reference = random.normal(size=N_COLUMNS), random.normal(size=N_COLUMNS)
    found = trees.points(pair, reference, groups)
    expected_start, expected = by_definition(trees, pair, reference, groups)
    np.testing.assert_allclose(found.baseline, expected_start, atol=1e-9)
    np.testing.assert_allclose(found.points, expected, atol=1e-9)


def test_a_group_with_the_columns_of_the_reference_has_no_points_at_all() -> None:
    random = np.random.default_rng(7)
    groups = np.arange(N_COLUMNS) % N_GROUPS
    reference = random.normal(size=N_COLUMNS)
    pair = np.where(groups == 2, reference, random.normal(size=N_COLUMNS))
    for points in (
        some_machine(random).points(pair, reference, groups).points,
        some_trees(random).points(pair, reference, groups).points,
    ):
        assert np.all(points[2] == 0)
        assert np.any(points[1] != 0)


def test_the_points_of_a_row_equal_to_the_reference_are_nothing() -> None:
    random = np.random.default_rng(8)
    groups = np.arange(N_COLUMNS) % N_GROUPS
    row = random.normal(size=N_COLUMNS)
    assert not some_machine(random).points(row, row, groups).points.any()
    assert not some_trees(random).points(row, row, groups).points.any()
