"""The CORE metrics."""

from pathlib import Path

import numpy as np
import pytest

from typed_sts.errors import BadScores
from typed_sts.evaluation.core_tasks import CoreSet, evaluate_core, fitted, read_set
from typed_sts.evaluation.correlation import pearson


def made(name: str, n: int, seed: int, scale: float = 1.0, shift: float = 0.0) -> CoreSet:
    random = np.random.default_rng(seed)
    gold = random.uniform(0, 5, n)
    return CoreSet(name, gold, scale * (gold + random.normal(size=n)) + shift)


def files(folder: Path, gold: str, scores: str) -> tuple[Path, Path]:
    (folder / "gold.txt").write_text(gold)
    (folder / "scores.txt").write_text(scores)
    return folder / "gold.txt", folder / "scores.txt"


def test_the_mean_is_weighted_by_pairs() -> None:
    small, large = made("small", 20, 1), made("large", 80, 2)
    report = evaluate_core([small, large])
    r_small, r_large = (pearson(each.scores, each.gold) for each in (small, large))
    assert report.mean == pytest.approx((20 * r_small + 80 * r_large) / 100)


def test_all_is_the_correlation_of_everything_together() -> None:
    sets = [made("a", 30, 1), made("b", 40, 2, scale=0.1, shift=9)]
    together = np.corrcoef(np.concatenate([s.scores for s in sets]), np.concatenate([s.gold for s in sets]))[0, 1]
    assert evaluate_core(sets).all == pytest.approx(together)


def test_all_norm_forgives_each_set_its_own_scale() -> None:
    plain = [made("a", 30, 1), made("b", 40, 2)]
    scaled = [made("a", 30, 1), made("b", 40, 2, scale=0.1, shift=9)]
    assert evaluate_core(scaled).all_norm == pytest.approx(evaluate_core(plain).all_norm)
    assert evaluate_core(scaled).all < 0.5 < evaluate_core(scaled).all_norm


def test_the_fit_is_that_of_least_squares() -> None:
    each = made("a", 50, 3, scale=0.3, shift=-2)
    slope, level = np.polyfit(each.scores, each.gold, 1)
    np.testing.assert_allclose(fitted(each.scores, each.gold), slope * each.scores + level, atol=1e-10)


def test_constant_scores_fit_the_mean_and_are_warned_about() -> None:
    flat = CoreSet("flat", np.array([1.0, 2, 3]), np.full(3, 0.7))
    np.testing.assert_allclose(fitted(flat.scores, flat.gold), 2.0)
    report = evaluate_core([flat])
    assert (report.sets[0].pearson, report.all, report.all_norm, report.mean) == (0, 0, 0, 0)
    assert report.warnings == ("flat: the scores never change; the correlation counts as .0000",)


def test_a_confidence_column_gives_a_weighted_correlation(tmp_path: Path) -> None:
    each = read_set(*files(tmp_path, "1\n2\n3\n0\n", "1\t100\n2\t100\n3\t50\n5\t0\n"))
    report = evaluate_core([each])
    assert report.sets[0].weighted == pytest.approx(1.0), "the pair that is off carries no weight"
    assert report.sets[0].pearson < 0
    assert evaluate_core([made("a", 9, 1)]).sets[0].weighted is None


def test_empty_gold_lines_are_left_out(tmp_path: Path) -> None:
    each = read_set(*files(tmp_path, "1\n\n3\n\n2.5\n", "0.1\n9\n.3\n-7\n0.2\n"))
    assert each.gold.tolist() == [1, 3, 2.5]
    assert each.scores.tolist() == [0.1, 0.3, 0.2]


@pytest.mark.parametrize(
    ("gold", "scores", "message"),
    [
        ("1\n2\n", "1\n", r"scores\.txt has 1 line, .*gold\.txt has 2"),
        ("1\n6\n", "1\n2\n", r'gold\.txt, line 2: "6" is not a number from 0 to 5, nor an empty line'),
        ("1\n2\n", "1\nnan\n", r'scores\.txt, line 2, column 1: "nan" is not a number'),
        ("1\n2\n", "1\n\n", r'scores\.txt, line 2, column 1: "" is not a number'),
        ("1\n2\n", "1\t50\n2\t101\n", r'line 2, column 2: "101" is not a confidence from 0 to 100'),
        ("1\n2\n", "1\t50\n2\n", "line 2: a confidence must stand on every line or on none"),
        ("1\n2\n", "1\t50\t3\n2\n", "line 1: 3 columns"),
        ("\n\n", "1\n2\n", "every line is empty"),
    ],
)
def test_bad_files_are_refused_by_line(tmp_path: Path, gold: str, scores: str, message: str) -> None:
    with pytest.raises(BadScores, match=message):
        read_set(*files(tmp_path, gold, scores))
