"""`checked`: everything wrong with an answer file, in the order a person would fix it."""

import json
from pathlib import Path

import pytest

from tests.task_files.test_scores import line
from typed_sts.task_files.check import checked, checked_ratings
from typed_sts.task_files.ratings import HEADER

ROW = "1\t2\t3\t4\t5\t0\t1\t2\n"
PAIR = "http://www.europeana.eu/portal/record/x/1.html\t/x/2\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def problems(folder: Path, pairs: str, scores: str) -> list[str]:
    (folder / "pairs.tsv").write_text(pairs)
    (folder / "scores.tsv").write_text(scores)
    return list(checked(Path("pairs.tsv"), Path("scores.tsv")).problems)


def test_good_files_have_no_problems(folder: Path) -> None:
    assert problems(folder, PAIR * 2, ROW * 2) == []
    assert problems(folder, PAIR, json.dumps(line()) + "\n") == []


def test_both_counts_are_named(folder: Path) -> None:
    too_few = "scores.tsv has 1 line, pairs.tsv has 3: one line a pair is needed"
    assert problems(folder, PAIR * 3, ROW) == [too_few]
    too_many = "scores.tsv has 4 lines, pairs.tsv has 3: one line a pair is needed"
    assert problems(folder, PAIR * 3, ROW * 4) == [too_many]


def test_problems_of_both_files_are_shown_together(folder: Path) -> None:
    assert problems(folder, "one\n", ROW.replace("4", "nan")) == [
        "pairs.tsv, line 1: 1 column, not 2; separate them by one TAB each",
        'scores.tsv, line 1, column 4: "nan" is not a number from 0 to 5',
    ]


def test_ten_problems_are_shown_and_that_there_are_more(folder: Path) -> None:
    found = problems(folder, PAIR * 20, "x\n" * 20)
    assert len(found) == 11
    assert found[-1] == "more problems follow; the first 10 are shown"
    assert len(problems(folder, PAIR * 10, "x\n" * 10)) == 10


def test_json_scores_must_be_for_these_pairs_in_this_order(folder: Path) -> None:
    other = json.dumps(line(b="/x/9")) + "\n"
    assert problems(folder, PAIR * 2, json.dumps(line()) + "\n" + other) == [
        'scores.tsv, line 2: scores for "/x/1 and /x/9", but the pair is "http://www.europeana.eu/portal/record..."'
    ]


def test_a_missing_file_is_a_problem_too(folder: Path) -> None:
    (found,) = checked(Path("pairs.tsv"), Path("scores.tsv")).problems
    assert found.startswith("pairs.tsv: cannot be read")


def test_a_file_with_na_is_fine_as_gold_and_it_is_said_how_many_there_are(folder: Path) -> None:
    (folder / "pairs.tsv").write_text(PAIR * 3)
    (folder / "gold.tsv").write_text(ROW + "NA\t2\t3\t4\tNA\t0\t1\t2\n" + "1\t2\t3\t4\tNA\t0\t1\t2\n")
    found = checked(Path("pairs.tsv"), Path("gold.tsv"))
    assert found.problems == ()
    assert "fine as gold: 3 of 24 values are NA (general 1, location 2)" in found.summary
    assert "As answers it is not" in found.summary


def test_problems_of_gold_are_told_like_those_of_scores(folder: Path) -> None:
    assert problems(folder, PAIR * 2, "NA\t2\t3\t4\t6\t0\t1\t2\n") == [
        "scores.tsv has 1 line, pairs.tsv has 2: one line a pair is needed",
        'scores.tsv, line 1, column 5: "6" is not a number from 0 to 5 nor NA',
    ]


def test_ratings_are_told_where_they_belong_and_are_checked_there(folder: Path) -> None:
    ratings = "\t".join(HEADER) + "\n1\tx\t3\t5\tNA\t5\tNA\tNA\t3\t4\n1\ty\t3\t5\t2\t5\tNA\tNA\t3\t4\n"
    assert "give it with --ratings scores.tsv" in problems(folder, PAIR * 2, ratings)[-1]
    found = checked_ratings(Path("pairs.tsv"), Path("scores.tsv"))
    assert found.problems == ()
    assert "2 ratings of 1 of 2 pairs by 2 annotators" in found.summary
    assert "2 of 16 values are NA (location 1, event 1)" in found.summary
    (folder / "scores.tsv").write_text(ratings + "3\tx\t3\t5\tNA\t5\tNA\tNA\t3\t4\n")
    (problem,) = checked_ratings(Path("pairs.tsv"), Path("scores.tsv")).problems
    assert "rates pair 3" in problem
