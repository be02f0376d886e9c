"""CSV and its kin: cells parted by a comma, semicolon, TAB or bar, in any encoding; both are told from the content."""

import csv
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.formats.lines import Lines
from typed_sts_fetch.tables.encodings import Decoder
from typed_sts_fetch.tables.mapping import Mapping
from typed_sts_fetch.tables.table import Row, Table, header_in, names_of, usual_width

MAX_CELL = 64 * 2**20
MOST_COLUMNS = 5_000
_SEPARATORS = ",;\t|^¦~"
_NAMES = {",": ",", "\t": "TAB"}
_SAMPLE_LINES = 300
_SAMPLE_BYTES = 2**20
OnBadLine = Callable[[int, str], None]
OnNote = Callable[[str], None]


class NoTable(ValueError):
    """A text that has no columns, and so is no table."""


def delimited_table(
    lines: Lines, name: str, mapping: Mapping, bad: OnBadLine, say: OnNote, encoding: str | None = None
) -> Table:
    """Return the table of the lines of a file; raise NoTable, or BadInput, for what is none."""
    lines = _without_returns(lines)
    sample: list[tuple[int, bytes]] = []
    size = 0
    while len(sample) < _SAMPLE_LINES and size < _SAMPLE_BYTES and (line := next(lines, None)):
        sample.append(line)
        size += len(line[1])
    if not sample:
        raise NoTable("it is empty")
    csv.field_size_limit(MAX_CELL)
    beginning = b"".join(line for _, line in sample)
    decoder = Decoder(beginning, bad, say, fixed=encoding is not None)
    silent = Decoder(beginning, lambda number, problem: None, lambda note: None, fixed=encoding is not None)
    texts = [silent.text(number, line) for number, line in sample]
    separator, header, known = _separator(texts, mapping)
    first_rows = _parsed(texts, separator)
    if header < 0:
        raise NoTable("no line of it looks like a header: names of columns, parted by a comma, semicolon or TAB")
    columns = names_of(_trimmed(first_rows[header]))
    if len(columns) > MOST_COLUMNS:
        raise BadInput(f"{name}: {len(columns):,} columns; a table of records has at most {MOST_COLUMNS:,}")
    rows = _rows(_texts(chain(sample, lines), decoder), separator, sample[0][0] - 1, header, len(columns), bad)
    notes = []
    if above := [row for row in first_rows[:header] if any(cell.strip() for cell in row)]:
        first_cell = next(cell.strip() for cell in above[0] if cell.strip())
        header_line = _line_of(texts, separator, header) + sample[0][0] - 1
        notes.append(f"the header is line {header_line}; what stands above it is not read (“{first_cell[:40]}”)")
    told = encoding or decoder.encoding
    told = "UTF-8" if told.lower().replace("_", "-") in ("utf-8", "utf8") else told
    shown = _NAMES.get(separator, separator)
    about = f"read as {told}, separated by {shown}" + (f" ({decoder.about})" if decoder.about else "")
    return Table(
        "CSV", columns, rows, about=about, sure=not decoder.about and not notes and known > 0, notes=tuple(notes)
    )


def _separator(texts: list[str], mapping: Mapping) -> tuple[str, int, int]:
    """Return what parts the cells, the number of the header row, and how many of its columns are known."""
    best: tuple[tuple[float, ...], str, int, int] = ((-1.0,), ",", -1, 0)
    for separator in _SEPARATORS:
        rows = _parsed(texts, separator)
        width = usual_width(rows)
        header, known = header_in(rows, mapping)
        if header < 0 or len(rows[header]) < 2:
            continue
        alike = sum(1 for row in rows if len(row) == width) / max(len(rows), 1)
        score = (float(known), alike if width > 1 else 0.0, float(width))
        if score > best[0]:
            best = (score, separator, header, known)
    return best[1:]


def _parsed(texts: list[str], separator: str) -> list[list[str]]:
    rows: list[list[str]] = []
    try:
        rows.extend(csv.reader(texts, delimiter=separator))
    except csv.Error:  # told, with its line, when the rows are read
        pass
    return rows


def _line_of(texts: list[str], separator: str, wanted: int) -> int:
    reader = csv.reader(texts, delimiter=separator)
    for _ in range(wanted + 1):
        next(reader)
    return reader.line_num


def _texts(lines: Lines, decoder: Decoder) -> Iterator[str]:
    text = decoder.text
    for number, line in lines:
        yield text(number, line)


def _rows(texts: Iterable[str], separator: str, before: int, header: int, width: int, bad: OnBadLine) -> Iterator[Row]:
    """Yield the rows below the header that are not blank, each with the number of its last line."""
    reader = csv.reader(texts, delimiter=separator, strict=True)
    number = -1
    while True:
        ended = reader.line_num
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            bad(before + ended + 1, f"the CSV cannot be read on: {error} (is a quote left open?)")
            return
        number += 1
        if number <= header or not any(map(str.strip, cells)):
            continue
        if len(cells) > width and any(map(str.strip, cells[width:])):
            bad(before + reader.line_num, f"{len(cells)} cells where the header has {width}")
            continue
        yield before + reader.line_num, cells


def _trimmed(header: list[str]) -> list[str]:
    """Return a header without the empty names that separators at the end of its line make."""
    while header and not header[-1].strip():
        header = header[:-1]
    return header


def _without_returns(lines: Lines) -> Lines:
    """Return the lines of a file whose lines end in a carriage return alone, as of old Macs; others as they are."""
    first, second = next(lines, None), next(lines, None)
    if first and second is None and b"\r" in first[1].rstrip(b"\r\n"):
        return ((number, line + b"\n") for number, line in enumerate(first[1].split(b"\r"), start=first[0]))
    return chain([line for line in (first, second) if line], lines)
