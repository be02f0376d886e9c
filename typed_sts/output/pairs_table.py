"""Lists as a table for a spreadsheet: CSV as in RFC 4180, one row for each item that is listed.

UTF-8 behind a byte-order mark, by which a spreadsheet knows it; commas; lines end in CR LF; quoted where it must be.
The texts of records come from strangers, and a spreadsheet computes a cell that begins with = + - @: such a cell gets
an apostrophe in front. Where semicolons divide cells a semicolon in a text begins one, so that it is looked at too.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator

from typed_sts.domain.span import printable
from typed_sts.domain.types import TYPES
from typed_sts.output.lists import Listed, RelatedList
from typed_sts_fetch.item import Item, web_address

BOM = "\ufeff"
_OF_ITEM = ("id", "title", "makers", "dates", "holder", "link")
COLUMNS = (
    *(f"item_{name}" for name in _OF_ITEM),
    "rank",
    *(f"related_{name}" for name in _OF_ITEM),
    "score",
    "best",
    "sentence",
    "more",
    *TYPES,
)
_COMPUTED = re.compile(r"(^|;)(?=[=+\-@＝＋－＠])")
_Cell = str | int | float | None


def table_pieces(lists: Iterable[RelatedList]) -> Iterator[str]:
    """Yield the table in pieces, the head first and then the rows of a list at a time."""
    yield BOM + _rows([COLUMNS])
    for one in lists:
        if one.entries:
            own = _of_item(one.item)
            yield _rows([[*own, *_entry(entry)] for entry in one.entries])


def safe_cell(text: str) -> str:
    """Return a text on one line that no spreadsheet takes for a formula."""
    return _COMPUTED.sub(r"\1'", " ".join(printable(text).split()))


def _entry(entry: Listed) -> list[_Cell]:
    said = [safe_cell(entry.best), safe_cell(entry.sentence), safe_cell(entry.more)]
    scores = dict(entry.scores)
    return [entry.rank, *_of_item(entry.item), _number(entry.score), *said, *(_number(scores.get(t)) for t in TYPES)]


def _number(score: float | None) -> float | None:
    return None if score is None else round(score, 4)


def _of_item(item: Item) -> list[_Cell]:
    made = item.dcDate or item.dctermsCreated
    texts = (item.id, "".join(item.dcTitle[:1]), "; ".join(item.dcCreator), "; ".join(made), item.provider)
    return [*map(safe_cell, texts), safe_cell(web_address(item.isShownAt))]


def _rows(rows: Iterable[Iterable[_Cell]]) -> str:
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator="\r\n").writerows(rows)
    return stream.getvalue()
