"""Questions with known answers, to train raters and to check them: a table, one question a line.

    a         b         general  author  people  time  location  event  subject  description  why
    /x/turner /x/devis  2-4      0       3-5     4     *         3-5    2-4      *            Both show Trafalgar ...

An answer that is right is a number (and what is near it), a range, "NA" for "not applicable", or several of these with
"|" between, as in "0|NA"; with "*" nothing is checked. The column `why` may be left out; raters read it in training.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from typed_sts.domain.types import HIGHEST, LOWEST, TYPES
from typed_sts.errors import BadScores
from typed_sts.task_files.lines import Wrong, parse_lines, quoted, read_lines
from typed_sts.task_files.task_format import NOT_RATED, parse_number, split_columns

HEADER = ("a", "b", *TYPES)
WHY = "why"
ANYTHING = "*"
LONGEST_WHY = 1_000
_RANGE = re.compile(r"([0-5](?:\.\d)?)-([0-5](?:\.\d)?)", re.ASCII)

Values = tuple[float | None, ...]
"""What somebody answered, type by type; None is "not applicable"."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is right for one type: values in one of the ranges, and "not applicable" where it says so.

    `near` are ranges of one number each, which values count to that are at most the tolerance away.
    """

    ranges: tuple[tuple[float, float], ...] = ()
    near: tuple[float, ...] = ()
    not_applicable: bool = False

    @property
    def checked(self) -> bool:
        """Whether there is anything that would be wrong."""
        return bool(self.ranges or self.near or self.not_applicable)

    def accepts(self, value: float | None, tolerance: float) -> bool:
        """Say whether an answer is right."""
        if not self.checked:
            return True
        if value is None:
            return self.not_applicable
        close = any(abs(value - number) <= tolerance for number in self.near)
        return close or any(low <= value <= high for low, high in self.ranges)

    def told(self) -> str:
        """Return what is right, as people are told: "4", "3 to 5", "0 or not applicable"."""
        parts = [f"{number:g}" for number in self.near] + [f"{low:g} to {high:g}" for low, high in self.ranges]
        return " or ".join([*parts, *(["not applicable"] if self.not_applicable else [])]) or "anything"


@dataclass(frozen=True, slots=True)
class Question:
    """Two items and what is known of the answer: for each type what is right, as it was written, and why."""

    a: str
    b: str
    right: tuple[str, ...]
    why: str = ""


def read_questions(path: Path) -> list[Question]:
    """Return the questions of a file; raise BadScores with the line and column of what is not one."""
    lines = read_lines(path)
    header = lines[0].split("\t") if lines else []
    if tuple(header) not in (HEADER, (*HEADER, WHY)):
        shown = " ".join(HEADER[:4])
        raise BadScores(f"{path}, line 1: expected the header {quoted(shown)}... and perhaps {WHY}, TAB-separated")
    return parse_lines(
        path, lines[1:], lambda line: _question(line, len(header)), first=2, expected="questions under the header"
    )


def _question(line: str, columns: int) -> Question:
    a, b, *rest = (field.strip() for field in split_columns(line, columns))
    cells, why = rest[: len(TYPES)], "".join(rest[len(TYPES) :])
    wrong = [(f"column {number}", "no id") for number, item in enumerate((a, b), 1) if not item]
    if len(why) > LONGEST_WHY:
        wrong.append((f"column {columns}", f"{len(why):,} characters; at most {LONGEST_WHY:,} are shown"))
    for number, cell in enumerate(cells, 3):
        try:
            parse_known(cell)
        except ValueError as error:
            wrong.append((f"column {number}", str(error)))
    if not wrong and not any(parse_known(cell).checked for cell in cells):
        wrong.append(("", f"nothing is known: {ANYTHING} in all eight columns"))
    if wrong:
        raise Wrong(*wrong)
    return Question(a, b, tuple(cells), why)


def parse_known(cell: str) -> Known:
    """Return what a cell says is right; raise ValueError for a cell that cannot be understood."""
    if cell == ANYTHING:
        return Known()
    ranges: list[tuple[float, float]] = []
    near: list[float] = []
    for part in cell.split("|"):
        number = parse_number(part)
        if number is not None:
            near.append(number)
        elif (found := _RANGE.fullmatch(part)) and float(found[1]) <= float(found[2]):
            ranges.append((float(found[1]), float(found[2])))
        elif part != NOT_RATED:
            raise ValueError(f"{quoted(cell)} is not {LOWEST:g} to {HIGHEST:g}, a range as 3-5, {NOT_RATED} or *")
    return Known(tuple(ranges), tuple(near), NOT_RATED in cell.split("|"))


def n_right(right: Sequence[str], values: Values, tolerance: float) -> tuple[int, int]:
    """Return how many of the types with a known answer were answered right, and how many there are."""
    known = [parse_known(cell) for cell in right]
    checked = [(each, value) for each, value in zip(known, values, strict=True) if each.checked]
    return sum(each.accepts(value, tolerance) for each, value in checked), len(checked)
