"""Ratings with NA, and the gold made of them."""

from pathlib import Path

import numpy as np
import pytest

from typed_sts.domain.types import TYPES
from typed_sts.errors import BadScores
from typed_sts.task_files.ratings import HEADER, Rating, gold_of, read_gold, read_ratings
from typed_sts.task_files.scores import read_scores

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


def gold_file(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_na_in_gold_is_not_stated_and_a_line_of_nothing_else_is_a_pair_nobody_rated(tmp_path: Path) -> None:
    gold = read_gold(
        gold_file(tmp_path / "g", "1\t2\tNA\t4\t5\t0\t1\t2", "\t".join(["NA"] * 8), "1\t2\t3\t4\t5\t0\t1\t2")
    )
    np.testing.assert_array_equal(gold.values[0], [1, 2, np.nan, 4, 5, 0, 1, 2])
    assert np.isnan(gold.values[1]).all()
    assert gold.not_stated is not None
    assert np.argwhere(gold.not_stated).tolist() == [[0, 2]]


def test_gold_without_na_says_nothing_about_what_is_not_stated(tmp_path: Path) -> None:
    assert read_gold(gold_file(tmp_path / "g", "1\t2\t3\t4\t5\t0\t1\t2")).not_stated is None


@pytest.mark.parametrize("word", ["na", "NaN", "N/A", "", "n.a.", "5.1"])
def test_gold_holds_numbers_and_na_and_nothing_else(tmp_path: Path, word: str) -> None:
    with pytest.raises(BadScores, match=r"line 2, column 3: .* is not a number from 0 to 5 nor NA"):
        read_gold(gold_file(tmp_path / "g", "1\t2\t3\t4\t5\t0\t1\t2", f"1\t2\t{word}\t4\t5\t0\t1\t2"))


@pytest.mark.parametrize(
    ("first", "hint"),
    [
        (HEAD, "holds ratings by annotator, not one line a pair; give it with --ratings"),
        ("pair annotator general", "give it with --ratings"),
        ("1\tx\t3\t5\tNA\t5\tNA\tNA\t3\t4", "give it with --ratings"),
        ('{"a": "/x/1"}', "holds scores as JSON lines, not gold; gold comes first"),
        ("\t".join(TYPES), "line 1: a header; gold and scores have none"),
        ("General Author", "line 1: a header"),
    ],
)
def test_another_file_in_the_place_of_gold_is_known_by_its_first_line(tmp_path: Path, first: str, hint: str) -> None:
    with pytest.raises(BadScores) as caught:
        read_gold(gold_file(tmp_path / "g", first, "1\t2\t3\t4\t5\t0\t1\t2"))
    assert hint in str(caught.value)
    assert len(caught.value.problems) == 1


def test_gold_in_the_place_of_ratings_is_known(tmp_path: Path) -> None:
    with pytest.raises(BadScores, match=r"expected the header .* it is gold: give it without --ratings"):
        read_ratings(gold_file(tmp_path / "g", "1\t2\tNA\t4\t5\t0\t1\t2"))


def test_na_and_ratings_in_the_place_of_scores_are_known(tmp_path: Path) -> None:
    with pytest.raises(BadScores, match=r"column 3: .* only gold and ratings may hold NA"):
        read_scores(gold_file(tmp_path / "s", "1\t2\tNA\t4\t5\t0\t1\t2"))
    with pytest.raises(BadScores, match="give it with --ratings"):
        read_scores(gold_file(tmp_path / "s", HEAD, "1\tx\t3\t5\tNA\t5\tNA\tNA\t3\t4"))
