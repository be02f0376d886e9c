"""A table of records: its columns, its rows one after the other, and where the header of one stands."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from typed_sts_fetch.aliases import field_of, rank_as_id, second_field_of
from typed_sts_fetch.tables.mapping import Mapping

Cell = str | list[str]
"""The text of a cell; of a path in XML or JSON, the texts that stand under it."""
Row = tuple[int, Sequence[Cell]]
"""The number of a row, as people find it in the file, and its cells."""
SAMPLE_ROWS = 400
"""Rows that are looked at before the first is read."""
_ABOVE = 30
"""Rows in which the header is looked for."""


@dataclass(slots=True)
class Table:
    """A table that is being read; of XML and JSON, columns are added as they come."""

    kind: str
    columns: list[str]
    rows: Iterator[Row]
    row_name: str = "line"
    about: str = ""
    """How it was read, for people: "read as cp1252, separated by ;"."""
    sure: bool = True
    """Whether nothing was guessed that need be told."""
    notes: tuple[str, ...] = ()
    sample: list[Row] = field(default_factory=list)
    seen: set[str] | None = None
    """Of XML and JSON: the paths that came."""

    def looked_at(self) -> list[Row]:
        """Return the first rows, which are still to be read."""
        if not self.sample:
            for row in self.rows:
                self.sample.append(row)
                if len(self.sample) == SAMPLE_ROWS:
                    break
            self.rows = chain(iter(self.sample), self.rows)
        return self.sample


def header_in(rows: Sequence[Sequence[str]], mapping: Mapping) -> tuple[int, int]:
    """Return the number of the row that is the header, and how many of its columns are known; (-1, 0) without any.

    Titles may stand above it: the header is the first of the rows with most columns that are known, or, where none
    is, the first that has nearly as many cells as most rows have.
    """
    named = {column.name for column in mapping.columns} | {mapping.id}
    found, most = -1, 0
    for number, row in enumerate(rows[:_ABOVE]):
        known = len({cell for cell in row if cell.strip() and (cell in named or is_known(cell))})
        if known > most and _is_header(row):
            found, most = number, known
    if found >= 0:
        return found, most
    width = usual_width(rows)
    for number, row in enumerate(rows[:_ABOVE]):
        filled = _filled(row)
        if filled >= max(2, 0.6 * width) and _is_header(row):
            return number, 0
    return -1, 0


def is_known(name: str) -> bool:
    """Tell whether a column of this name is one whose meaning is known."""
    return len(name) < 60 and bool(field_of(name) or second_field_of(name) or rank_as_id(name) >= 0)


def usual_width(rows: Sequence[Sequence[str]]) -> int:
    """Return how many cells most rows fill."""
    widths = Counter(len(row) for row in rows if _filled(row))
    return widths.most_common(1)[0][0] if widths else 0


def names_of(header: Sequence[str]) -> list[str]:
    """Return the names of columns, each once: one without a name is called by its number."""
    names: dict[str, None] = {}
    for number, cell in enumerate(header, start=1):
        name = " ".join(cell.split()) or f"column {number}"
        if name in names:
            name = f"{name} ({number})"
        names[name] = None
    return list(names)


def _filled(row: Sequence[str]) -> int:
    return sum(1 for cell in row if cell.strip())


def _is_header(row: Sequence[str]) -> bool:
    """Tell whether the cells of a row can be names: short, and most of them different."""
    cells = [cell.strip() for cell in row if cell.strip()]
    return 2 * len(set(cells)) > len(cells) and all(len(cell) < 100 for cell in cells)
