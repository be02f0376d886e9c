"""Ratings with NA, and the gold made of them."""

from pathlib import Path

import numpy as np
import pytest

from typed_sts.errors import BadScores
from typed_sts.task_files.ratings import HEADER, Rating, gold_of, read_ratings

HEAD = "\t".join(HEADER)


def read(path: Path, *lines: str) -> list[Rating]:
    path.write_text("\n".join((HEAD, *lines)) + "\n")
    return read_ratings(path)


def test_gold_is_the_mean_of_what_was_rated(tmp_path: Path) -> None:
    ratings = read(
        tmp_path / "r.tsv",
        "1\tx\t3\t5\tNA\t5\tNA\tNA\t3\t4",
        "1\ty\t4\t4\t2\t5\tNA\tNA\t3\t4.5",
        "3\tx\t0\t0\t0\t0\t0\t0\t0\t0",
    )
    gold = gold_of("r.tsv", ratings, n_pairs=3)
    nan = np.nan
    np.testing.assert_array_equal(gold.values[0], [3.5, 4.5, 2, 5, nan, nan, 3, 4.25])
    np.testing.assert_array_equal(gold.values[1], [nan] * 8)
    assert gold.not_stated is not None
    assert gold.not_stated[0].tolist() == [False, False, False, False, True, True, False, False]
    assert not gold.not_stated[1:].any(), "a pair without raters is neither stated nor not stated"


def test_the_header_must_be_there(tmp_path: Path) -> None:
    (tmp_path / "r.tsv").write_text("1\tx\t3\t5\tNA\t5\tNA\tNA\t3\t4\n")
    with pytest.raises(BadScores, match="line 1: expected the header"):
        read_ratings(tmp_path / "r.tsv")


def test_lines_and_columns_are_those_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(BadScores) as caught:
        read(tmp_path / "r.tsv", "1\tx\t3\t5\tNA\t5\tNA\tNA\t3\t4", "0\t\t3\t5\tna\t5\tNA\tNA\t3\t4")
    assert [problem.split("r.tsv, ")[1] for problem in caught.value.problems] == [
        'line 3, column 1: "0" is not a pair number (1, 2, ...)',
        "line 3, column 2: no annotator",
        'line 3, column 5: "na" is not a number from 0 to 5 nor NA',
    ]


def test_an_annotator_rates_a_pair_once(tmp_path: Path) -> None:
    line = "2\tx\t3\t5\tNA\t5\tNA\tNA\t3\t4"
    with pytest.raises(BadScores, match="line 3: annotator x rates pair 2 twice"):
        read(tmp_path / "r.tsv", line, line)


def test_a_rated_pair_without_scores_is_an_error(tmp_path: Path) -> None:
    ratings = read(tmp_path / "r.tsv", "7\tx\t3\t5\tNA\t5\tNA\tNA\t3\t4")
    with pytest.raises(BadScores, match="rates pair 7, but there are scores for 6 pairs"):
        gold_of("r.tsv", ratings, n_pairs=6)
