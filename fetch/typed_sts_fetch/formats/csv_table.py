"""CSV with a header of dc names to Items: what a curator exports from a collections system.

Separator: comma, semicolon or TAB, whichever the header uses most. Several values in a cell: `a|b|c`.
Header names: `dcTitle`, `dc:title`, `dc_title` or `title`, in any case; a column nobody knows is ignored.
"""

import csv
from collections.abc import Iterable, Iterator

from typed_sts_fetch.item import Item, field_named, item_from_dict, tidy

MAX_CELL = 64 * 2**20


def columns_of(header: str) -> tuple[str, list[str]]:
    """Return the separator and the field of each column ("" for unknown ones); raise ValueError if it is no header."""
    separator = max(",;\t", key=header.count)
    cells = next(csv.reader([header], delimiter=separator), [])
    columns = [field_named(cell) for cell in cells]
    if "id" not in columns:
        raise ValueError(
            'no "id" column in the header; a CSV needs the columns id and any of '
            "dcTitle, dcCreator, dcSubject, dcDescription, dcDate, dcSource, provider"
        )
    if len(set(columns) - {""}) != len([column for column in columns if column]):
        raise ValueError("two columns of the header mean the same field")
    return separator, columns


def rows(lines: Iterable[str], separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank, each with the number of its last line counted from the first line given."""
    csv.field_size_limit(MAX_CELL)
    reader = csv.reader(lines, delimiter=separator, strict=True)
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield reader.line_num, cells


def item_from_row(columns: list[str], cells: list[str]) -> Item:
    """Return the Item of a row; raise ValueError saying what is wrong."""
    if len(cells) > len(columns):
        raise ValueError(f"{len(cells)} cells where the header has {len(columns)}")
    record: dict[str, str | list[str]] = {}
    for column, cell in zip(columns, cells, strict=False):
        if column in ("id", "provider"):
            record[column] = tidy(cell)
        elif column:
            record[column] = [tidy(value) for value in cell.split("|")]
    return item_from_dict(record)
