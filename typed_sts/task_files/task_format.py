"""The formats of the TYPED task.

    scores   eight TAB-separated numbers 0..5 a line, in the order of TYPES, no header, one line a pair
    gold     the same (`ratings.py` reads it, and NA in it)
    pairs    two TAB-separated columns a line: item ids or Europeana URLs

As strict as the task's own checker, and the messages name line and column.
"""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from typed_sts.domain.types import HIGHEST, LOWEST, TYPES
from typed_sts.errors import BadScores
from typed_sts.task_files.lines import Wrong, parse_lines, quoted, read_lines
from typed_sts_fetch.formats.write import write_bytes

_NUMBER = re.compile(r"[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)

NOT_A_SCORE = f"is not a number from {LOWEST:g} to {HIGHEST:g}"
NOT_RATED = "NA"
"""What stands in gold and ratings where the records do not tell."""


_ONLY_GOLD = ": only gold and ratings may hold NA, scores are numbers"


_OTHER_FILES = {
    (2, len(TYPES)): "is this a file of pairs?",
    (len(TYPES), 2): "is this a file of scores or gold, not of pairs?",
}
"""What a line of so many columns may be, where another number is expected."""


def parse_number(text: str, low: float = LOWEST, high: float = HIGHEST) -> float | None:
    """Return the number, or None when the text is not a plain number in the range (NaN never is)."""
    if not _NUMBER.fullmatch(text):
        return None
    number = float(text)
    return number if low <= number <= high else None


def parse_fields(fields: Sequence[str], first: int = 1) -> tuple[float, ...]:
    """Return the numbers 0..5; raise Wrong naming each column that is not one (`first` numbers the first)."""
    numbers = [parse_number(field) for field in fields]
    wrong = [
        (f"column {column}", f"{quoted(field)} {NOT_A_SCORE}{_ONLY_GOLD if field == NOT_RATED else ''}")
        for column, (field, number) in enumerate(zip(fields, numbers, strict=True), first)
        if number is None
    ]
    if wrong:
        raise Wrong(*wrong)
    return tuple(number for number in numbers if number is not None)


def split_columns(line: str, count: int) -> list[str]:
    """Return the TAB-separated columns of a line; raise Wrong when there are not `count` of them."""
    if not line.strip():
        raise Wrong(("", f"empty line; expected {count} TAB-separated columns"))
    fields = line.split("\t")
    if len(fields) != count:
        columns = "1 column" if len(fields) == 1 else f"{len(fields)} columns"
        hint = _OTHER_FILES.get((len(fields), count), "separate them by one TAB each")
        raise Wrong(("", f"{columns}, not {count}; {hint}"))
    return fields


def parse_scores(path: Path, lines: Sequence[str]) -> list[tuple[float, ...]]:
    """Return the eight numbers of each line of a scores file."""
    refuse_header(path, lines)
    return parse_lines(
        path,
        lines,
        lambda line: parse_fields(split_columns(line, len(TYPES))),
        expected="eight TAB-separated numbers a line, one line a pair",
    )


def refuse_header(path: Path, lines: Sequence[str]) -> None:
    """Raise BadScores when the first line names the types, as those of other tables do."""
    if lines and lines[0].lower().split()[:2] == list(TYPES[:2]):
        raise BadScores(f"{path}, line 1: a header; gold and scores have none, one line a pair is all: take it out")


def parse_pair(line: str) -> tuple[str, str]:
    """Return the two ids of a line of a pairs file; raise Wrong saying what is wrong with it."""
    left, right = split_columns(line, 2)
    wrong = [(f"column {i}", "no id") for i, item in enumerate((left, right), 1) if not item.strip()]
    if wrong:
        raise Wrong(*wrong)
    return left.strip(), right.strip()


def parse_pairs(path: Path, lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return the two ids of each line of a pairs file."""
    return parse_lines(path, lines, parse_pair, expected="two TAB-separated ids a line")


def read_pairs(path: Path) -> list[tuple[str, str]]:
    """Return the pairs of a pairs file."""
    return parse_pairs(path, read_lines(path))


def write_pairs(path: Path, pairs: Iterable[tuple[str, str]]) -> None:
    """Write a pairs file; raise BadScores for an id that would not survive it."""
    rows = list(pairs)
    for number, row in enumerate(rows, 1):
        for item in row:
            if not item.strip() or re.search(r"[\t\r\n]", item):
                raise BadScores(f"{path}, line {number}: {quoted(item)} cannot stand in a pairs file")
    write_bytes(path, "".join(f"{left}\t{right}\n" for left, right in rows).encode())


def write_official_scores(path: Path, rows: Iterable[Sequence[float]]) -> None:
    """Write the official answer file with four decimals; raise BadScores for what the task would refuse."""
    lines = []
    for number, row in enumerate(rows, 1):
        if len(row) != len(TYPES):
            raise BadScores(f"{path}, line {number}: {len(row)} columns, not {len(TYPES)}")
        for column, value in enumerate(row, 1):
            if not LOWEST <= value <= HIGHEST:
                raise BadScores(f"{path}, line {number}, column {column}: {quoted(float(value))} {NOT_A_SCORE}")
        lines.append("\t".join(f"{abs(value):.4f}" for value in row) + "\n")
    write_bytes(path, "".join(lines).encode())
