"""One or two records as plain text for a terminal, two of them in columns."""

import textwrap
from itertools import zip_longest

from typed_sts.domain.message import message
from typed_sts.domain.span import printable
from typed_sts_fetch.item import LIST_FIELDS, Item

WIDTH = 100
_LABEL = 14

FIELD_NAMES = {
    "dcTitle": message("Title"),
    "dcCreator": message("Creator"),
    "dcContributor": message("Contributor"),
    "dcDate": message("Date"),
    "dctermsCreated": message("Created"),
    "dctermsTemporal": message("Period"),
    "dctermsSpatial": message("Place"),
    "dcType": message("Kind"),
    "dctermsMedium": message("Medium"),
    "dcSubject": message("Subject"),
    "dcDescription": message("Description"),
    "dctermsIsPartOf": message("Part of"),
    "dcSource": message("Source"),
}
"""The fields in the order of a museum label."""


def side_by_side(items: list[Item]) -> str:
    """Return the records as text with one row per field that any of them has and one column per record.

    A "-" stands where a record says nothing in that field.
    """
    width = (WIDTH - _LABEL - 2 * len(items)) // len(items)
    rows = [("id", [item.id for item in items]), ("provider", [item.provider for item in items])]
    rows += [(field, ["; ".join(getattr(item, field)) for item in items]) for field in LIST_FIELDS]
    lines: list[str] = []
    for label, cells in rows:
        if any(cells):
            lines += _row(label, cells, width)
    return "\n".join(lines)


def field_heading(field: str) -> str:
    """Return the name of a field for people: "dctermsCreated" is "created"."""
    return field.removeprefix("dcterms").removeprefix("dc").lower()


def _row(label: str, cells: list[str], width: int) -> list[str]:
    columns = [textwrap.wrap(printable(cell), width) or ["-"] for cell in cells]
    lines = []
    for name, *parts in zip_longest([field_heading(label)], *columns, fillvalue=""):
        lines.append(f"{name:<{_LABEL}}" + "  ".join(f"{part:<{width}}" for part in parts).rstrip())
    return lines
