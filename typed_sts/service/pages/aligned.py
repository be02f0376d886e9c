"""The fields of two records row by row: what each says in it, in pieces with marks, or that it says nothing.

A field that neither record has is left out; the title comes first, whatever the records call it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from typed_sts.domain.message import Message
from typed_sts.output.records import FIELD_NAMES
from typed_sts.service.pages.marks import MarkedPair, Piece, marked_fields
from typed_sts.service.pages.record_view import LONG, html_language, is_brief
from typed_sts_fetch.item import Item, language_of


@dataclass(frozen=True, slots=True)
class Cell:
    """What one record says in a field: its values in pieces, each named on the page; nothing where it has none.

    `languages` are those of the values, "" for one that is not known.
    """

    side: str
    values: Sequence[Sequence[Piece]]
    languages: Sequence[str]
    brief: bool
    long: bool

    def place(self, field: str, value: int, piece: int) -> str:
        """Return the name of a piece on the page."""
        return f"{self.side}-{field}-{value}-{piece}"


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A field, and what both records say in it."""

    name: str
    label: Message
    cells: tuple[Cell, Cell]


def aligned(left: Item, right: Item, marked: MarkedPair) -> list[FieldRow]:
    """Return the rows of every field that either record has."""
    ours, theirs = marked_fields(left, marked.left), marked_fields(right, marked.right)
    return [
        FieldRow(name, label, (_cell("a", name, left, ours), _cell("b", name, right, theirs)))
        for name, label in FIELD_NAMES.items()
        if name in ours or name in theirs
    ]


def _cell(side: str, name: str, item: Item, fields: Mapping[str, list[list[Piece]]]) -> Cell:
    values = fields.get(name, [])
    lengths = [sum(len(piece.text) for piece in value) for value in values]
    spoken = [html_language(language_of(item, name, number)) for number in range(len(values))]
    return Cell(side, values, spoken, is_brief(name, lengths), max(lengths, default=0) > LONG)


def anchors(rows: Sequence[FieldRow]) -> dict[int, str]:
    """Return for each number of evidence the name of the first piece it stands in."""
    found: dict[int, str] = {}
    for row in rows:
        for cell in row.cells:
            for value, pieces in enumerate(cell.values):
                for number, piece in enumerate(pieces):
                    for evidence in piece.evidence:
                        found.setdefault(evidence, cell.place(row.name, value, number))
    return found
