"""Is B better than A? Fisher's z as the paper uses it, and the paired bootstrap."""

import math

import numpy as np
import pytest

from typed_sts.evaluation.correlation import compare, fisher_z, resampled


def test_over_750_pairs_the_least_that_beats_7620_lies_between_7954_and_7955() -> None:
    # tanh(atanh .7620 + 1.64485 sqrt(2 / 747)) = .79544, which the design rounds to .7954
    not_quite, enough = fisher_z(0.7620, 0.7954, 750, 750), fisher_z(0.7620, 0.7955, 750, 750)
    assert not_quite is not None
    assert enough is not None
    assert enough[1] < 0.05 < not_quite[1] < 0.0503
    assert not_quite[0] == pytest.approx(1.64485, abs=0.003)


def test_a_value_worked_by_hand() -> None:
    # atanh .5 = .549306, atanh .6 = .693147; difference .143841 / sqrt(2 / 100) = 1.01711; 1 - Phi = .15455
    z, p = fisher_z(0.5, 0.6, 103, 103) or (math.nan, math.nan)
    assert z == pytest.approx(1.01711, abs=1e-5)
    assert p == pytest.approx(0.15455, abs=1e-5)


def test_different_numbers_of_pairs_count() -> None:
    z, _ = fisher_z(0.5, 0.6, 103, 53) or (math.nan, math.nan)
    assert z == pytest.approx(0.143841 / math.sqrt(1 / 100 + 1 / 50), abs=1e-5)


def test_swapping_the_systems_mirrors_the_answer() -> None:
    z, p = fisher_z(0.5, 0.6, 80, 80) or (math.nan, math.nan)
    back = fisher_z(0.6, 0.5, 80, 80)
    assert back == pytest.approx((-z, 1 - p))


def test_perfect_and_opposite_correlations_have_an_answer() -> None:
    assert fisher_z(0.5, 1.0, 10, 10) == (math.inf, 0.0)
    assert fisher_z(1.0, 0.5, 10, 10) == (-math.inf, 1.0)
    assert fisher_z(-1.0, 1.0, 10, 10) == (math.inf, 0.0)
    assert fisher_z(1.0, 1.0, 10, 10) == (0.0, 0.5)


def test_three_pairs_are_too_few() -> None:
    assert fisher_z(0.1, 0.9, 3, 3) is None
    assert fisher_z(0.1, 0.9, 4, 4) is not None


def test_the_paired_bootstrap_sees_what_independent_samples_hide() -> None:
    random = np.random.default_rng(5)
    gold = random.normal(size=(300, 1))
    noise = random.normal(size=(300, 1))
    weak, strong = gold + noise, 1.15 * gold + noise
    draws = resampled(gold, [weak, strong], resamples=2000, seed=0)[:, :, 0]
    r_weak, r_strong = (float(np.corrcoef(gold[:, 0], s[:, 0])[0, 1]) for s in (weak, strong))
    found = compare("general", r_weak, r_strong, 300, draws[0], draws[1])
    assert found.difference == pytest.approx(r_strong - r_weak)
    assert found.low is not None
    assert found.high is not None
    assert 0 < found.low < found.difference < found.high
    assert found.p_bootstrap == 0
    assert found.p_fisher is not None
    assert found.p_fisher > 0.05


def test_a_system_is_not_better_than_itself() -> None:
    draws = np.array([0.1, 0.2, np.nan])
    found = compare("mean", 0.15, 0.15, 50, draws, draws)
    assert (found.difference, found.p_bootstrap, found.p_fisher) == (0, 1, 0.5)


def test_without_a_usable_draw_only_fisher_is_left() -> None:
    nothing = np.array([np.nan])
    found = compare("mean", 0.1, 0.2, 50, nothing, nothing)
    assert (found.low, found.high, found.p_bootstrap) == (None, None, None)
    assert found.p_fisher is not None
