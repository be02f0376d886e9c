"""CSV with a header of dc names to Items: what a curator exports from a collections system.

Separator: comma, semicolon or TAB, whichever the header uses most. Several values in a cell: `a|b|c`.
Header names: `dcTitle`, `dc:title`, `dc_title` or `title`, in any case; a column nobody knows is ignored.
"""

import csv
import re
from collections.abc import Iterable, Iterator

from typed_sts_fetch.item import ALL_FIELDS, Item, item_from_dict, tidy

MAX_CELL = 64 * 2**20
_PREFIX = re.compile(r"^(dcterms|dc|edm)")


def _plain(name: str) -> str:
    """Return a column name without case and punctuation: "dc:Title" and "dcTitle" are the same."""
    return re.sub(r"[^a-z]", "", name.lower())


def _names() -> dict[str, str]:
    names = {_PREFIX.sub("", _plain(field)): field for field in reversed(ALL_FIELDS)}
    names |= {_plain(field): field for field in ALL_FIELDS}
    return names | {"identifier": "id", "dcidentifier": "id", "recordid": "id", "dataprovider": "provider"}


_FIELD_OF = _names()


def columns_of(header: str) -> tuple[str, list[str]]:
    """Return the separator and the field of each column ("" for unknown ones); raise ValueError if it is no header."""
    separator = max(",;\t", key=header.count)
    cells = next(csv.reader([header], delimiter=separator), [])
    columns = [_FIELD_OF.get(_plain(cell), "") for cell in cells]
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
