"""Questions with known answers: what may stand in their file, and what counts as right."""

from pathlib import Path

import pytest

from typed_sts.domain.types import SIMILARITY_TYPES, TYPES
from typed_sts.errors import BadScores
from typed_sts.sample import SURVEY_GOLD, SURVEY_TRAINING
from typed_sts.survey.questions import HEADER, n_right, parse_known, read_questions

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize(
    ("cell", "accepted", "refused", "told"),
    [
        ("4", (3, 4, 5), (2, None), "4"),
        ("3-5", (3, 5), (2, None), "3 to 5"),
        ("NA", (None,), (0, 5), "not applicable"),
        ("0|NA", (0, 1, None), (2,), "0 or not applicable"),
        ("5|0-1", (0, 1, 4, 5), (2, 3, None), "5 or 0 to 1"),
        ("*", (0, 5, None), (), "anything"),
    ],
)
def test_a_cell_says_what_is_right(
    cell: str, accepted: tuple[float | None, ...], refused: tuple[float | None, ...], told: str
) -> None:
    known = parse_known(cell)
    assert all(known.accepts(value, 1.0) for value in accepted)
    assert not any(known.accepts(value, 1.0) for value in refused)
    assert known.told() == told
    assert known.checked is (cell != "*")


def test_the_tolerance_is_about_numbers_and_not_about_ranges() -> None:
    assert not parse_known("4").accepts(3, 0.0)
    assert parse_known("4").accepts(2, 2.0)
    assert not parse_known("4-5").accepts(3, 2.0)


def test_only_what_is_known_is_counted() -> None:
    assert n_right(("5", "*", "NA", "0"), (4.0, 0.0, 3.0, 0.0), 1.0) == (2, 3)


@pytest.mark.parametrize("cell", ["6", "-1", "5-3", "na", "", "4|", "3 - 5", "nan", "1e400"])
def test_what_cannot_be_understood_is_named_with_line_and_column(tmp_path: Path, cell: str) -> None:
    path = tmp_path / "gold.tsv"
    path.write_text("\t".join(HEADER) + "\n" + "\t".join(["/a", "/b", "1", cell, *["*"] * 6]) + "\n")
    with pytest.raises(BadScores, match=r"gold\.tsv, line 2, column 4: "):
        read_questions(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: expected the header"),
        ("a\tb\n", "line 1: expected the header"),
        ("\t".join(HEADER) + "\n", "empty"),
        ("\t".join(HEADER) + "\n/a\t/b\t1\n", "line 2: 3 columns, not 10"),
        ("\t".join(HEADER) + "\n\t/b" + "\t1" * 8 + "\n", "line 2, column 1: no id"),
        ("\t".join(HEADER) + "\n/a\t/b" + "\t*" * 8 + "\n", "line 2: nothing is known"),
        ("\t".join([*HEADER, "why"]) + "\n/a\t/b" + "\t1" * 8 + "\t" + "x" * 2000 + "\n", "line 2, column 11: 2,000"),
    ],
)
def test_a_file_that_is_no_table_of_questions_says_why(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "gold.tsv"
    path.write_text(text)
    with pytest.raises(BadScores) as error:
        read_questions(path)
    assert said in str(error.value)


def test_the_questions_that_ship_are_sixteen_and_each_checks_five_types_at_least() -> None:
    training, gold = read_questions(SURVEY_TRAINING), read_questions(SURVEY_GOLD)
    assert (len(training), len(gold)) == (4, 12)
    for question in (*training, *gold):
        assert question.why
        assert sum(parse_known(cell).checked for cell in question.right) >= 5, question


@pytest.mark.parametrize("value", [*map(float, range(6)), None])
def test_nobody_passes_the_questions_that_ship_with_one_answer_to_everything(value: float | None) -> None:
    questions = [*read_questions(SURVEY_TRAINING), *read_questions(SURVEY_GOLD)]
    counts = [n_right(question.right, (value,) * len(TYPES), 1.0) for question in questions]
    assert sum(right for right, _ in counts) / sum(checked for _, checked in counts) < 0.55


def test_raters_read_the_definitions_of_the_page_of_types() -> None:
    page = (ROOT / "docs/types.md").read_text(encoding="utf-8")
    for row in SIMILARITY_TYPES:
        (line,) = (line for line in page.splitlines() if line.startswith(f"| {row.name} | {row.compared} |"))
        assert line.endswith(f"| {row.unstated} |")
