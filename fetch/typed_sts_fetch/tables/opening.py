"""A file as a table to look into, whatever it is: XML and JSON of shapes nobody knows get the columns that they have.

CSV, Excel       the table that is read
XML              None when a reader knows it; else a row for each of the elements that repeat
JSON             None when a reader knows it; else a row for each object
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from xml.parsers import expat

from typed_sts_fetch.errors import BadInput, FetchError
from typed_sts_fetch.formats.lines import Lines, numbered_lines, unzipped
from typed_sts_fetch.formats.read import json_objects, open_binary, opened_anywhere, read_items
from typed_sts_fetch.formats.typed_text import FIELD_LINE
from typed_sts_fetch.tables.delimited import NoTable, delimited_table
from typed_sts_fetch.tables.elements import elements_table, local, mapping_inside, no_doctype, objects_table
from typed_sts_fetch.tables.encodings import utf16_without_mark
from typed_sts_fetch.tables.mapping import Mapping
from typed_sts_fetch.tables.other_files import OLE, ZIP, refuse_old_office, refuse_other_files, refuse_other_zips
from typed_sts_fetch.tables.table import Table
from typed_sts_fetch.tables.workbook import workbook_table

_HEAD = 4_096
_MOST_ELEMENTS = 200_000
"""Elements of XML that are looked at to find out which one is a record."""
OnBad = Callable[[int, str], None]
OnNote = Callable[[str], None]


@contextmanager
def opened_table(
    path: Path, asked: Mapping, bad: OnBad, say: OnNote, encoding: str | None = None
) -> Iterator[tuple[Table, Mapping] | None]:
    """Give the table of a file, and the mapping with the element that is a record; None for formats that are known."""
    if str(path) == "-" or path.is_dir():
        raise BadInput(f"{path}: to look into records name one file of them")
    name = str(path)
    with open_binary(path) as stream:
        opened = unzipped(stream)
        head = opened.peek(_HEAD)[:_HEAD]
        if head.startswith((ZIP, OLE)):
            with opened_anywhere(opened) as file:
                if head.startswith(OLE):
                    refuse_old_office(file, name)
                refuse_other_zips(file, name)
                for table in workbook_table(file, name, asked):
                    yield table, asked
            return
        refuse_other_files(head, name)
        said = encoding or utf16_without_mark(head) or None
        seen = said or ("utf-16" if head.startswith((b"\xff\xfe", b"\xfe\xff")) else None)
        start, lines = _begun(numbered_lines(opened, name, said))
        if start[:1] == b"<":
            yield _of_elements(path, lines, asked, bad, said, "utf-8" if seen else None)
        elif start[:1] in (b"{", b"["):
            if asked.columns or not _is_read(path, encoding):
                yield objects_table(json_objects(lines, name), name, asked), asked
            else:
                yield None
        elif not start or FIELD_LINE.match(start):
            yield None
        else:
            try:
                yield delimited_table(lines, name, asked, bad, say, seen), asked
            except NoTable as error:
                raise BadInput(f"{name}: not a file of records typed-sts knows. Read as CSV: {error}") from error


def _begun(lines: Lines) -> tuple[bytes, Lines]:
    """Return the first line that is not blank, and the lines from it on."""
    for number, line in lines:
        if line.strip():
            return line.lstrip(), _with((number, line), lines)
    return b"", lines


def _with(first: tuple[int, bytes], rest: Lines) -> Lines:
    yield first
    yield from rest


def _is_read(path: Path, encoding: str | None) -> bool:
    """Tell whether a file is read as it is: its first records, or a good part of them."""
    bad: list[object] = []
    try:
        good = sum(1 for _ in islice(read_items(path, encoding=encoding, on_bad=bad.append), 20))
    except FetchError:
        return False
    return good > len(bad)


def _of_elements(
    path: Path, lines: Lines, asked: Mapping, bad: OnBad, encoding: str | None, recoded: str | None
) -> tuple[Table, Mapping] | None:
    if not asked.record and _is_read(path, encoding):
        return None
    record = asked.record
    if not record:
        with open_binary(path) as stream:
            record = likely_record(numbered_lines(stream, str(path), encoding), recoded)
    if not record:
        raise BadInput(f"{path}: XML in which no element holds others; that is no file of records")
    named = Mapping(asked.columns, asked.id, asked.split, record, asked.sheet, asked.complete)
    inside = mapping_inside(named)
    return elements_table(lines, str(path), inside, bad, recoded), inside


def likely_record(lines: Lines, encoding: str | None = None) -> str:
    """Return the element of XML that looks like a record: the first from the root that repeats and holds others."""
    path: list[str] = []
    counts: Counter[tuple[str, ...]] = Counter()
    seen = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal seen
        seen += 1
        path.append(local(tag))
        if len(path) < 12:
            counts[tuple(path)] += 1

    def end(tag: str) -> None:
        path.pop()

    parser = expat.ParserCreate(encoding)
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = no_doctype
    try:
        for _, line in lines:
            parser.Parse(line, False)
            if seen > _MOST_ELEMENTS:
                break
    except (expat.ExpatError, ValueError):
        pass  # told, with its line, when the records are read
    return _record_among(counts)


def _record_among(counts: Counter[tuple[str, ...]]) -> str:
    below: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    inside: Counter[tuple[str, ...]] = Counter()
    for path, count in counts.items():
        below.setdefault(path[:-1], []).append(path)
        for length in range(1, len(path)):
            inside[path[:length]] += count
    here = next(iter(below.get((), [])), ())
    while here:
        holding = [path for path in below.get(here, ()) if inside[path]]
        repeated = [path for path in holding if counts[path] > 1]
        if repeated:
            return max(repeated, key=lambda path: inside[path])[-1]
        if len(below.get(here, ())) != 1 or not holding:
            return here[-1] if below.get(here) else ""
        here = holding[0]
    return ""
