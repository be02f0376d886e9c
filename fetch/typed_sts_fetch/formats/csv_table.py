"""CSV with a header of dc names to Items: what a curator exports from a collections system.

Separator: comma, semicolon or TAB, whichever the header uses most. Several values in a cell: `a|b|c`.
Header names: `dcTitle`, `dc:title`, `dc_title` or `title`, in any case; a column nobody knows is ignored.
Beside a column may stand what is known of its values: `creator ids` (`wikidata:Q5598 ulan:500011051|`: of two values,
two ids of the first and none of the second; addresses will do) and `title languages` (`de|en`).
"""

import csv
from collections.abc import Iterable, Iterator
from typing import Any

from typed_sts_fetch.authority import checked_id
from typed_sts_fetch.item import LIST_FIELDS, Item, field_named, item_from_dict
from typed_sts_fetch.texts import tidy
from typed_sts_fetch.value_facts import FACTS, MOST_IDS, language_tag

MAX_CELL = 64 * 2**20


def columns_of(header: str) -> tuple[str, list[str]]:
    """Return the separator and the field of each column ("" for unknown ones); raise ValueError if it is no header."""
    separator = max(",;\t", key=header.count)
    cells = next(csv.reader([header], delimiter=separator), [])
    columns = [_column(cell) for cell in cells]
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
    record: dict[str, Any] = {}
    for column, cell in zip(columns, cells, strict=False):
        field, _, fact = column.partition(" ")
        if column in ("id", "provider"):
            record[column] = tidy(cell)
        elif fact and cell.strip():
            record.setdefault(fact, {})[field] = [_fact(fact, value) for value in cell.split("|")]
        elif column and not fact:
            record[column] = [tidy(value) for value in cell.split("|")]
    return item_from_dict(record)


def _column(header: str) -> str:
    """Return what a column holds: a field, or a field and what is known of its values ("dcCreator ids")."""
    if field := field_named(header):
        return "" if field in FACTS else field
    for fact in ("ids", "languages"):
        if (
            header.strip().lower().endswith(fact)
            and (field := field_named(header.strip()[: -len(fact)])) in LIST_FIELDS
        ):
            return f"{field} {fact}"
    return ""


def _fact(fact: str, cell: str) -> str | list[str]:
    """Return the language of a value, or the ids; the column may be somebody else's, and what is neither is ignored."""
    if fact == "languages":
        return language_tag(cell)
    return [known for text in cell.split()[:MOST_IDS] if (known := checked_id(text))]
