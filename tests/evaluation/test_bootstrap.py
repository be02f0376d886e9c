"""The bootstrap, against a slow one, against theory, and where columns stop varying."""

import numpy as np
import pytest

from tests.steps import steps
from typed_sts.domain.arrays import Floats
from typed_sts.evaluation import correlation
from typed_sts.evaluation.correlation import interval, mean_over_types, resampled

NAN = np.nan


def correlated(n: int, types: int, rho: float, seed: int) -> tuple[Floats, Floats]:
    random = np.random.default_rng(seed)
    gold = random.normal(size=(n, types))
    return gold, rho * gold + np.sqrt(1 - rho**2) * random.normal(size=(n, types))


def test_every_draw_agrees_with_numpy_on_the_drawn_pairs() -> None:
    gold, system = correlated(40, 3, 0.5, seed=1)
    gold[5:20, 1] = NAN
    found = resampled(gold, [system, gold + 2 * system], resamples=50, seed=7)
    for row, drawn in enumerate(np.random.default_rng(7).integers(0, 40, size=(50, 40))):
        for column in range(3):
            y = gold[drawn, column]
            rated = ~np.isnan(y)
            for k, values in enumerate((system, gold + 2 * system)):
                x = np.where(rated, values[drawn, column], 0)
                assert found[k, row, column] == pytest.approx(np.corrcoef(x[rated], y[rated])[0, 1], abs=1e-10)


def test_the_same_seed_gives_the_same_draws_another_seed_others() -> None:
    gold, system = correlated(30, 2, 0.5, seed=1)
    first, again, other = (resampled(gold, [system], resamples=20, seed=seed) for seed in (3, 3, 4))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_the_interval_has_the_place_and_width_theory_gives_it() -> None:
    gold, system = correlated(400, 8, 0.6, seed=2)
    draws = resampled(gold, [system], resamples=4000, seed=0)[0]
    widths = []
    for column in range(8):
        low, high = interval(draws[:, column]) or (NAN, NAN)
        assert low < np.corrcoef(gold[:, column], system[:, column])[0, 1] < high
        widths.append(high - low)
    assert np.mean(widths) == pytest.approx(2 * 1.96 * (1 - 0.6**2) / np.sqrt(400), rel=0.1)


@pytest.mark.slow
def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    covered = []
    for seed in range(40):
        gold, system = correlated(150, 8, 0.6, seed=100 + seed)
        draws = resampled(gold, [system], resamples=400, seed=seed)[0]
        bounds = [interval(draws[:, column]) or (NAN, NAN) for column in range(8)]
        covered += [low <= 0.6 <= high for low, high in bounds]
    assert 0.90 <= np.mean(covered) <= 0.98


def test_draws_that_leave_a_column_constant_are_dropped() -> None:
    gold = np.arange(50.0)[:, None]
    system = np.zeros((50, 1))
    system[7] = 5
    draws = resampled(gold, [system], resamples=3000, seed=0)[0, :, 0]
    # the one pair that differs is not drawn in (1 - 1/50)^50 = 36.4% of the draws
    assert np.isnan(draws).mean() == pytest.approx(0.364, abs=0.03)
    low, high = interval(draws) or (NAN, NAN)
    assert np.isfinite([low, high]).all()


def test_a_tiny_but_real_difference_is_not_taken_for_rounding() -> None:
    gold = np.arange(30.0)[:, None]
    system = np.where(gold == 3, 5.0, 1e-9 * gold)
    draws = resampled(gold, [system], resamples=500, seed=0)[0, :, 0]
    assert not np.isnan(draws).any()
    drawn = np.random.default_rng(0).integers(0, 30, size=(500, 30))
    without = [row for row in range(500) if 3 not in drawn[row]]
    assert without
    np.testing.assert_allclose(draws[without], 1.0)


def test_a_column_that_never_varies_is_zero_and_one_nobody_rated_is_nan() -> None:
    gold, system = correlated(40, 3, 0.5, seed=1)
    system[:, 0] = 2.5
    gold[:, 2] = NAN
    draws = resampled(gold, [system], resamples=100, seed=0)[0]
    assert (draws[:, 0] == 0).all()
    assert np.isnan(draws[:, 2]).all()
    np.testing.assert_allclose(mean_over_types(draws), draws[:, 1] / 2)


def test_two_pairs_do_not_crash() -> None:
    draws = resampled(np.array([[1.0], [2.0]]), [np.array([[3.0], [4.0]])], resamples=50, seed=0)
    assert set(draws[~np.isnan(draws)]) == {1.0}
    assert np.isnan(draws).any()


def test_no_usable_draw_gives_no_interval() -> None:
    assert interval(np.array([NAN, NAN])) is None


def test_small_blocks_give_draws_just_as_good(monkeypatch: pytest.MonkeyPatch) -> None:
    gold, system = correlated(40, 2, 0.5, seed=1)
    whole = interval(resampled(gold, [system], resamples=2000, seed=0)[0, :, 0])
    monkeypatch.setattr(correlation, "CELLS", 100)
    blocks = resampled(gold, [system], resamples=2000, seed=0)
    assert blocks.shape == (1, 2000, 2)
    assert interval(blocks[0, :, 0]) == pytest.approx(whole, abs=0.05)


def test_ten_thousand_resamples_of_the_whole_task_are_drawn_many_at_a_time() -> None:
    gold, system = correlated(750, 8, 0.7, seed=0)
    assert steps(lambda: resampled(gold, [system, system + gold], resamples=10_000, seed=0)) < 10_000
