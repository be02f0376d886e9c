"""Pearson and its relatives, against hand-worked values and other implementations."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from typed_sts.domain.arrays import Floats
from typed_sts.evaluation.correlation import partial_correlation, pearson, to_unit, weighted_pearson

GRADES = st.integers(0, 500).map(lambda k: k / 100)
ANY = st.floats(allow_nan=False, allow_infinity=False)


def columns(values: st.SearchStrategy[float], count: int = 2) -> st.SearchStrategy[list[Floats]]:
    rows = st.lists(st.tuples(*[values] * count), min_size=2, max_size=40)
    return rows.map(lambda rows: [np.array(column, dtype=np.float64) for column in zip(*rows, strict=True)])


def by_definition(x: Floats, y: Floats) -> float:
    """Return r in plain Python with exact sums, as a second opinion."""
    n = len(x)
    mean_x, mean_y = math.fsum(x) / n, math.fsum(y) / n
    top = math.fsum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    bottom = math.fsum((a - mean_x) ** 2 for a in x) * math.fsum((b - mean_y) ** 2 for b in y)
    return top / math.sqrt(bottom)


def test_a_value_worked_by_hand() -> None:
    # deviations x: -2 -1 0 1 2, y: -1 -2 1 0 2; products 2 2 0 0 4 = 8; squares 10 and 10
    assert pearson(np.array([1.0, 2, 3, 4, 5]), np.array([2.0, 1, 4, 3, 5])) == pytest.approx(0.8, abs=1e-15)


@pytest.mark.slow
@given(columns(GRADES))
def test_it_agrees_with_the_definition_and_with_numpy(xy: list[Floats]) -> None:
    x, y = xy
    assume(x.max() > x.min() and y.max() > y.min())
    assert pearson(x, y) == pytest.approx(by_definition(x, y), abs=1e-12)
    assert pearson(x, y) == pytest.approx(np.corrcoef(x, y)[0, 1], abs=1e-12)


@given(columns(ANY))
def test_it_is_a_number_from_minus_one_to_one_whatever_the_columns(xy: list[Floats]) -> None:
    x, y = xy
    assert -1 <= pearson(x, y) <= 1
    assert pearson(x, y) == pytest.approx(pearson(y, x), abs=1e-12)


@pytest.mark.slow
@given(columns(GRADES), st.floats(0.01, 100), st.floats(-100, 100))
def test_a_positive_straight_line_changes_nothing_a_negative_one_the_sign(
    xy: list[Floats], slope: float, shift: float
) -> None:
    x, y = xy
    assume(x.max() - x.min() >= 0.01)
    assert pearson(slope * x + shift, y) == pytest.approx(pearson(x, y), abs=1e-6)
    assert pearson(-x, y) == pytest.approx(-pearson(x, y), abs=1e-12)


@given(columns(GRADES))
def test_a_column_agrees_fully_with_itself(xy: list[Floats]) -> None:
    x, _ = xy
    assert pearson(x, x) == (1.0 if x.max() > x.min() else 0.0)


@pytest.mark.parametrize("value", [0.0, 2.5, 0.1, 1e300])
def test_a_constant_column_counts_as_zero(value: float) -> None:
    other = np.array([1.0, 2, 3])
    assert pearson(np.full(3, value), other) == 0.0
    assert pearson(other, np.full(3, value)) == 0.0


def test_constant_means_exactly_constant() -> None:
    nearly = np.array([1.0, 1.0, np.nextafter(1.0, 2)])
    assert pearson(nearly, np.array([0.0, 0, 5])) == 1.0


def test_no_pairs_and_one_pair_count_as_zero() -> None:
    assert pearson(np.array([]), np.array([])) == 0.0
    assert pearson(np.array([1.0]), np.array([2.0])) == 0.0


@given(columns(ANY, 1))
def test_unit_columns_stay_in_order_between_0_and_1(x: list[Floats]) -> None:
    unit = to_unit(np.sort(x[0]))
    assert all(0 <= a <= b <= 1 for a, b in pairwise(unit))


@given(columns(GRADES), st.data())
def test_whole_weights_are_repetitions(xy: list[Floats], data: st.DataObject) -> None:
    x, y = xy
    weights = data.draw(st.lists(st.integers(0, 4), min_size=len(x), max_size=len(x)))
    repeated = pearson(np.repeat(x, weights), np.repeat(y, weights))
    assert weighted_pearson(x, y, np.array(weights, dtype=np.float64)) == pytest.approx(repeated, abs=1e-9)


def test_no_weight_at_all_counts_as_zero() -> None:
    assert weighted_pearson(np.array([1.0, 2]), np.array([1.0, 2]), np.zeros(2)) == 0.0


def test_partial_correlation_is_that_of_the_residuals() -> None:
    random = np.random.default_rng(4)
    z = random.normal(size=200)
    x, y = z + random.normal(size=200), 2 * z + random.normal(size=200)
    design = np.column_stack([np.ones_like(z), z])
    rest_x, rest_y = (v - design @ np.linalg.lstsq(design, v, rcond=None)[0] for v in (x, y))
    assert partial_correlation(x, y, given=z) == pytest.approx(np.corrcoef(rest_x, rest_y)[0, 1], abs=1e-12)


def test_partial_correlation_worked_by_hand() -> None:
    # deviations x: -2 -1 0 1 2, y: -1 -2 1 0 2, z: 2 -1 -2 -1 2, so r_xy = 8/10, r_xz = 0, r_yz = 2/sqrt(10 * 14)
    x, y, z = np.array([1.0, 2, 3, 4, 5]), np.array([2.0, 1, 4, 3, 5]), np.array([4.0, 1, 0, 1, 4])
    expected = 0.8 / math.sqrt(1 - 4 / 140)
    assert partial_correlation(x, y, given=z) == pytest.approx(expected, abs=1e-15)


def test_repeating_the_third_column_leaves_nothing_to_tell() -> None:
    z, y = np.array([1.0, 2, 3, 5]), np.array([2.0, 1, 4, 3])
    assert partial_correlation(3 * z + 1, y, given=z) is None
    assert partial_correlation(y, z, given=z) is None


@pytest.mark.slow
@given(columns(ANY, 3))
def test_partial_correlation_is_never_nan(xyz: list[Floats]) -> None:
    x, y, z = xyz
    found = partial_correlation(x, y, given=z)
    assert found is None or -1 <= found <= 1
