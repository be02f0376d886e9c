"""The official files: what is tolerated, what is refused, and how the refusal reads."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.steps import growth
from typed_sts.domain.types import TYPES
from typed_sts.errors import BadScores
from typed_sts.task_files.lines import read_lines
from typed_sts.task_files.task_format import parse_number, parse_scores, read_pairs, write_official_scores, write_pairs

GOOD = "1\t2.5\t0\t5\t3.1613\t.5\t4.\t1e-1"


def read(path: Path, content: str | bytes) -> list[tuple[float, ...]]:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return parse_scores(path, read_lines(path))


def problems(path: Path, content: str | bytes) -> list[str]:
    with pytest.raises(BadScores) as caught:
        read(path, content)
    return [problem.replace(str(path), path.name) for problem in caught.value.problems]


def test_eight_numbers_a_line_are_read(tmp_path: Path) -> None:
    assert read(tmp_path / "s.tsv", f"{GOOD}\n") == [(1, 2.5, 0, 5, 3.1613, 0.5, 4, 0.1)]


@pytest.mark.parametrize(
    "content",
    [f"{GOOD}\n{GOOD}", f"\ufeff{GOOD}\n{GOOD}\n", f"{GOOD}\r\n{GOOD}\r\n", f"\ufeff{GOOD}\r\n{GOOD}"],
    ids=["no final newline", "byte-order mark", "CRLF", "all of them"],
)
def test_byte_order_mark_crlf_and_no_final_newline_are_tolerated(tmp_path: Path, content: str) -> None:
    assert len(read(tmp_path / "s.tsv", content)) == 2


def test_a_bad_number_is_named_with_line_and_column(tmp_path: Path) -> None:
    bad = GOOD.replace("3.1613", "5.2")
    assert problems(tmp_path / "scores.tsv", f"{GOOD}\n{GOOD}\n{bad}\n") == [
        'scores.tsv, line 3, column 5: "5.2" is not a number from 0 to 5'
    ]


@pytest.mark.parametrize(
    "value", ["nan", "NaN", "inf", "-0.1", "5.0001", "", " 2", "2 ", "2,5", "1_0", "0x1", "٣", "1e9"]
)
def test_anything_but_a_number_from_0_to_5_is_refused(value: str) -> None:
    assert parse_number(value) is None


@pytest.mark.parametrize(("value", "number"), [("0", 0), ("5", 5), ("5.000", 5), ("-0", 0), ("+2", 2), ("5e0", 5)])
def test_plain_numbers_in_the_range_are_accepted(value: str, number: float) -> None:
    assert parse_number(value) == number


def test_a_number_without_end_is_looked_at_once() -> None:
    assert growth(lambda size: parse_number("1" * size + "x"), 2_000, 10) < 60  # the square would be 100 times


def test_every_bad_column_of_a_line_is_reported(tmp_path: Path) -> None:
    found = problems(tmp_path / "s.tsv", "x\t2\t3\t4\t5\t6\t1\tNA\n")
    assert [text.split(":")[0] for text in found] == [f"s.tsv, line 1, column {c}" for c in (1, 6, 8)]


def test_an_empty_line_is_an_error_also_at_the_end(tmp_path: Path) -> None:
    assert problems(tmp_path / "s.tsv", f"{GOOD}\n\n") == [
        "s.tsv, line 2: empty line; expected 8 TAB-separated columns"
    ]


def test_too_few_and_too_many_columns_are_counted(tmp_path: Path) -> None:
    found = problems(tmp_path / "s.tsv", f"1\t2\n{GOOD}\t\n1 2 3 4 5 1 2 3\n")
    assert [text.split(";")[0] for text in found] == [
        "s.tsv, line 1: 2 columns, not 8",
        "s.tsv, line 2: 9 columns, not 8",
        "s.tsv, line 3: 1 column, not 8",
    ]


def test_an_empty_file_says_what_was_expected(tmp_path: Path) -> None:
    assert problems(tmp_path / "s.tsv", "")[0].startswith("s.tsv: empty; expected eight")
    assert problems(tmp_path / "s.tsv", "\ufeff")[0].startswith("s.tsv: empty; expected eight")


def test_reading_stops_soon_after_ten_problems(tmp_path: Path) -> None:
    assert len(problems(tmp_path / "s.tsv", "bad\n" * 5000)) == 11


def test_a_missing_file_and_another_encoding_are_our_errors(tmp_path: Path) -> None:
    with pytest.raises(BadScores, match=r"gone\.tsv: cannot be read"):
        read_lines(tmp_path / "gone.tsv")
    assert problems(tmp_path / "s.tsv", f"{GOOD}\n".encode() + b"caf\xe9\n") == [
        "s.tsv, line 2: not UTF-8 text; save the file as UTF-8"
    ]


def test_long_and_strange_values_are_shown_short_and_without_control_characters(tmp_path: Path) -> None:
    (found,) = problems(tmp_path / "s.tsv", GOOD.replace("3.1613", "\x1b[31m" + "9" * 500) + "\n")
    assert "\x1b" not in found
    assert len(found) < 120


@given(st.lists(st.lists(st.floats(0, 5), min_size=8, max_size=8), min_size=1, max_size=5))
def test_what_is_written_is_read_back_to_four_decimals(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[float]]
) -> None:
    path = tmp_path_factory.mktemp("scores") / "s.tsv"
    write_official_scores(path, rows)
    for written, row in zip(parse_scores(path, read_lines(path)), rows, strict=True):
        assert written == pytest.approx(row, abs=5.1e-5)


def test_writing_refuses_what_the_task_would_refuse(tmp_path: Path) -> None:
    with pytest.raises(BadScores, match=r"line 1, column 3: \"nan\" is not a number from 0 to 5"):
        write_official_scores(tmp_path / "s.tsv", [[1, 2, float("nan"), 4, 5, 0, 1, 2]])
    with pytest.raises(BadScores, match="line 1: 2 columns, not 8"):
        write_official_scores(tmp_path / "s.tsv", [[1, 2]])
    assert list(tmp_path.iterdir()) == []


def test_negative_zero_is_written_as_zero(tmp_path: Path) -> None:
    write_official_scores(tmp_path / "s.tsv", [[-0.0] * len(TYPES)])
    assert (tmp_path / "s.tsv").read_text() == "\t".join(["0.0000"] * 8) + "\n"


def test_pairs_are_written_and_read_back(tmp_path: Path) -> None:
    pairs = [("/a/1", "http://data.europeana.eu/item/b/2"), ("x y", "ü")]
    write_pairs(tmp_path / "p.tsv", pairs)
    assert read_pairs(tmp_path / "p.tsv") == pairs


def test_pairs_need_two_ids(tmp_path: Path) -> None:
    (tmp_path / "p.tsv").write_text("/a/1\t/b/2\n/a/1\n/a/1\t \n")
    with pytest.raises(BadScores) as caught:
        read_pairs(tmp_path / "p.tsv")
    assert [problem.split("p.tsv, ")[1] for problem in caught.value.problems] == [
        "line 2: 1 column, not 2; separate them by one TAB each",
        "line 3, column 2: no id",
    ]
    with pytest.raises(BadScores, match="cannot stand in a pairs file"):
        write_pairs(tmp_path / "q.tsv", [("/a/1", "/b\t/2")])
