"""Excel workbooks (.xlsx) as tables: cells as a person reads them, row after row, without loading the sheet.

A workbook is a zip of XML files made by strangers: how large they are is looked at first, and none may declare
entities.
"""

import datetime
import re
import zipfile
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.tables.delimited import MOST_COLUMNS
from typed_sts_fetch.tables.mapping import Mapping
from typed_sts_fetch.tables.table import Row, Table, header_in, names_of

if TYPE_CHECKING:
    from openpyxl.cell import Cell
    from openpyxl.workbook import Workbook

MOST_BYTES = 4 * 2**30
"""Of all files of a workbook, unzipped."""
MOST_SHARED = 512 * 2**20
"""Of a file of it that is held in memory."""
MOST_TIMES = 200
"""How many times as large as itself a workbook of some size may become."""
_SMALL = 32 * 2**20
MOST_ROWS = 1_048_576
_HEADER_ROWS = 60
_HEAD = 64 * 2**10
_YEAR_ONLY = re.compile(r"(?:\[[^]]*\])*y+(?:;@)?", re.IGNORECASE)
_NO_DAY = re.compile(r"[^d]*m[^d]*y[^d]*|[^d]*y[^d]*m[^d]*", re.IGNORECASE)
_PADDED = re.compile(r"0{2,30}")
_QUOTED = re.compile(r'"[^"]*"|\[[^]]*\]|\\.')


def workbook_table(stream: BinaryIO, name: str, mapping: Mapping) -> Iterator[Table]:
    """Give the table of a sheet of a workbook, once: the one named, or the first that holds something."""
    check_zip(stream, name)
    book = _opened(stream, name)
    try:
        sheets = {sheet.title: sheet for sheet in book.worksheets}
        title, rows = _chosen(book, sheets, mapping.sheet, name)
        yield _table(title, list(sheets), rows, name, mapping)
    finally:
        book.close()


def check_zip(stream: BinaryIO, name: str) -> None:
    """Raise BadInput for a zip that would not fit, or whose XML declares what a workbook never needs."""
    try:
        with zipfile.ZipFile(stream) as archive:
            files = archive.infolist()
            total = sum(file.file_size for file in files)
            packed = sum(file.compress_size for file in files)
            if total > MOST_BYTES or (total > _SMALL and total > MOST_TIMES * max(packed, 1)) or len(files) > 10_000:
                raise BadInput(
                    f"{name}: unzipped it would have {total:,} bytes, {total // max(packed, 1):,} times its own size; "
                    "that is no workbook of records"
                )
            for file in files:
                held = not file.filename.startswith("xl/worksheets/")
                if held and file.filename.endswith((".xml", ".rels")) and file.file_size > MOST_SHARED:
                    raise BadInput(
                        f"{name}: {file.filename} in it has {file.file_size:,} bytes; save it as CSV instead"
                    )
                if file.filename.endswith((".xml", ".rels")):
                    with archive.open(file) as part:
                        head = part.read(_HEAD)
                    if b"<!DOCTYPE" in head.upper() or head[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in head[:4]:
                        raise BadInput(
                            f"{name}: {file.filename} in it declares a document type, which no workbook needs"
                        )
    except (
        zipfile.BadZipFile,
        OSError,
        EOFError,
        NotImplementedError,
        RuntimeError,
        ValueError,
        _zlib_error(),
    ) as error:
        raise BadInput(f"{name}: the workbook is damaged ({error}); open it in Excel and save it anew") from error
    stream.seek(0)


def _zlib_error() -> type[Exception]:
    import zlib

    return zlib.error


def _opened(stream: BinaryIO, name: str) -> "Workbook":
    try:
        from openpyxl import load_workbook
    except ModuleNotFoundError as error:
        raise BadInput(
            f"{name} is an Excel workbook, and openpyxl is not installed; run: pip install 'typed-sts[excel]', "
            "or save the sheet as CSV"
        ) from error
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and extensions that do not matter here
            return load_workbook(stream, read_only=True, data_only=True, keep_links=False)
    except Exception as error:  # whatever a damaged workbook makes of it
        raise _damaged(name, error) from error


def _damaged(name: str, error: Exception) -> BadInput:
    return BadInput(f"{name}: the workbook cannot be read ({error!s:.100}); open it in Excel and save it anew")


def _chosen(
    book: "Workbook", sheets: dict[str, Any], asked: str, name: str
) -> tuple[str, Iterator[tuple[int, list[str]]]]:
    names = ", ".join(f'"{title}"' for title in sheets)
    if asked:
        title = asked if asked in sheets else ""
        if not title and asked.isascii() and asked.isdigit() and 1 <= int(asked[:9]) <= len(sheets):
            title = list(sheets)[int(asked) - 1]
        title = title or next((each for each in sheets if each.lower() == asked.lower()), "")
        if not title:
            raise BadInput(f'{name}: it has no sheet "{asked}"; --sheet may be {names}')
        return title, _rows(sheets[title], name)
    for title, sheet in sheets.items():
        if sheet.sheet_state == "visible" and next(_rows(sheet, name), None):
            return title, _rows(sheet, name)
    raise BadInput(
        f"{name}: no sheet that is shown has anything in it (its sheets: {names or 'none'}); is this the right file?"
    )


def _rows(sheet: Any, name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a sheet that are not blank, each with its number in the sheet."""
    try:
        sheet.reset_dimensions()  # what the file says of its size may be anything
        for number, row in enumerate(sheet.iter_rows(max_row=MOST_ROWS), start=1):
            if len(row) > MOST_COLUMNS and any(cell.value is not None for cell in row[MOST_COLUMNS:]):
                raise BadInput(f"{name}, row {number}: more than {MOST_COLUMNS:,} columns")
            cells = [told(cell) for cell in row[:MOST_COLUMNS]]
            if any(cells):
                yield number, cells
    except BadInput:
        raise
    except Exception as error:
        raise _damaged(name, error) from error


def _table(
    title: str, titles: Sequence[str], rows: Iterator[tuple[int, list[str]]], name: str, mapping: Mapping
) -> Table:
    first: list[tuple[int, list[str]]] = []
    for row in rows:
        first.append(row)
        if len(first) == _HEADER_ROWS:
            break
    header, _ = header_in([cells for _, cells in first], mapping)
    if header < 0:
        other = (
            f"name another sheet with --sheet ({', '.join(titles)})" if len(titles) > 1 else "is this the right file?"
        )
        raise BadInput(f'{name}, sheet "{title}": no row looks like a header, with the names of columns; {other}')
    cells = first[header][1]
    while not cells[-1]:
        cells = cells[:-1]
    notes = []
    if header:
        above = next(cell for cell in first[0][1] if cell)
        notes.append(f"the header is row {first[header][0]}; what stands above it is not read (“{above[:40]}”)")
    others = [each for each in titles if each != title]
    about = f'read sheet "{title}"'
    if others:
        shown = ", ".join(f'"{each}"' for each in others[:5]) + (", ..." if len(others) > 5 else "")
        about += f" of {len(titles)}; the others ({shown}) are read with --sheet"
    below = iter(first[header + 1 :])
    return Table(
        "Excel", names_of(cells), _joined(below, rows), "row", about, sure=not others and not notes, notes=tuple(notes)
    )


def _joined(first: Iterator[Row], rest: Iterator[Row]) -> Iterator[Row]:
    yield from first
    yield from rest


# A cell as a person reads it.


def told(cell: "Cell") -> str:
    """Return the text of a cell: what is shown, as far as it does not hang on the language of the program."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, str):
        return "" if cell.data_type == "e" else value.strip()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return _number(value, cell.number_format or "")
    if isinstance(value, datetime.datetime):
        return _date(value, cell.number_format or "")
    return str(value)


def _number(value: int | float, form: str) -> str:
    if isinstance(value, float):
        if not value.is_integer() or abs(value) >= 1e15:
            return f"{value:.15g}"
        value = int(value)
    if _PADDED.fullmatch(form):  # 00042 is an inventory number
        return f"{value:0{len(form)}d}"
    return str(value)


def _date(value: datetime.datetime, form: str) -> str:
    form = _QUOTED.sub("", form)
    if _YEAR_ONLY.fullmatch(form):
        return str(value.year)
    if _NO_DAY.fullmatch(form) and "h" not in form.lower():
        return f"{value:%Y-%m}"
    if value.time() == datetime.time():
        return f"{value:%Y-%m-%d}"
    return f"{value:%Y-%m-%d %H:%M}"
