"""`find_problems`: everything wrong with an answer file, in the order a person would fix it."""

import json
from pathlib import Path

import pytest

from tests.task_files.test_scores import line
from typed_sts.task_files.scores import find_problems

ROW = "1\t2\t3\t4\t5\t0\t1\t2\n"
PAIR = "http://www.europeana.eu/portal/record/x/1.html\t/x/2\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def problems(folder: Path, pairs: str, scores: str) -> list[str]:
    (folder / "pairs.tsv").write_text(pairs)
    (folder / "scores.tsv").write_text(scores)
    return find_problems(Path("pairs.tsv"), Path("scores.tsv"))


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
    (found,) = find_problems(Path("pairs.tsv"), Path("scores.tsv"))
    assert found.startswith("pairs.tsv: cannot be read")
