"""Files of lines, read strictly, with every problem located.

A byte-order mark, CRLF line ends and a missing final newline are tolerated; nothing else is.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from typed_sts.errors import BadScores

MOST_PROBLEMS = 10
"""Reading stops after so many problems (and one, to know that there are more)."""

Row = TypeVar("Row")


class Wrong(ValueError):
    """What is wrong with one line: (place in the line or "", problem) each. parse_lines turns it into BadScores."""

    def __init__(self, *problems: tuple[str, str]) -> None:
        super().__init__(*problems)
        self.problems = problems


def read_lines(path: Path) -> list[str]:
    """Return the lines of a UTF-8 file without their ends."""
    try:
        data = path.read_bytes()
    except OSError as exc:
        raise BadScores(f"{path}: cannot be read ({exc.strerror}); is the path right?") from exc
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as exc:
        line = data.count(b"\n", 0, exc.start) + 1
        raise BadScores(f"{path}, line {line}: not UTF-8 text; save the file as UTF-8") from exc
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def parse_lines(
    path: Path, lines: Sequence[str], parse: Callable[[str], Row], *, first: int = 1, expected: str = "lines"
) -> list[Row]:
    """Return each line parsed; raise BadScores with the first problems found. `first` numbers the first line."""
    if not lines:
        raise BadScores(f"{path}: empty; expected {expected}")
    rows: list[Row] = []
    problems: list[str] = []
    for number, line in enumerate(lines, first):
        try:
            rows.append(parse(line))
        except Wrong as wrong:
            for place, problem in wrong.problems:
                problems.append(f"{path}, line {number}{', ' if place else ''}{place}: {problem}")
        if len(problems) > MOST_PROBLEMS:
            break
    if problems:
        raise BadScores(*problems[: MOST_PROBLEMS + 1])
    return rows


def unequal(name: str, n: int, other: str, n_other: int) -> str:
    """Return the problem of two files that should have a line for each pair, with both counts."""
    return f"{name} has {n} {'line' if n == 1 else 'lines'}, {other} has {n_other}: one line a pair is needed"


def quoted(value: object) -> str:
    """Return the value as an error may show it: in quotes, short, without control characters."""
    text = value if isinstance(value, str) else repr(value)
    return json.dumps(text if len(text) <= 40 else text[:37] + "...")
