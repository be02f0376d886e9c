"""One function opens any file of records, by what is in it and not by what it is called."""

import gzip
import logging
import shutil
import sys
import tempfile
import xml.etree.ElementTree as ET
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, cast

import orjson

from typed_sts_fetch.errors import BadInput, BadRecord
from typed_sts_fetch.formats.europeana_json import item_from_record, item_from_search
from typed_sts_fetch.formats.json_stream import BadJson, values_of
from typed_sts_fetch.formats.lines import Lines, numbered_lines, text_of, unzipped
from typed_sts_fetch.formats.linked_data import items_from_linked_data
from typed_sts_fetch.formats.typed_text import FIELD_LINE, item_from_text, natural_order
from typed_sts_fetch.formats.xml_records import XmlRecords
from typed_sts_fetch.formats.xml_stream import encoding_of
from typed_sts_fetch.item import ALL_FIELDS, LIST_FIELDS, Item, item_from_dict
from typed_sts_fetch.tables.delimited import NoTable, delimited_table
from typed_sts_fetch.tables.elements import elements_table, mapping_inside, objects_table
from typed_sts_fetch.tables.encodings import utf16_without_mark
from typed_sts_fetch.tables.items import items_of_table, not_read
from typed_sts_fetch.tables.mapping import NOTHING_SAID, Mapping
from typed_sts_fetch.tables.other_files import OLE, ZIP, refuse_old_office, refuse_other_files, refuse_other_zips
from typed_sts_fetch.tables.workbook import workbook_table

OnBad = Callable[[BadRecord], None]
OnNote = Callable[[str], None]
_LOG = logging.getLogger(__name__)
_HEAD = 4_096
_IN_MEMORY = 64_000_000
_MOST_NUMBERS = 3
"""How many lists inside each other a message counts its way through."""
_OF_ANSWER = frozenset(
    {
        "count",
        "total",
        "totalCount",
        "page",
        "pages",
        "pageSize",
        "next",
        "previous",
        "offset",
        "limit",
        "success",
        "status",
        "info",
    }
)
"""Keys that stand beside a list of records in the answer of an API."""
_OF_SEARCH = {"dataProvider", "europeanaCollectionName", "dcTitleLangAware", "edmDatasetName"}


@dataclass(frozen=True, slots=True)
class _Source:
    """A file being read: what to call it in messages, its first line, the others, and what to do about a bad record."""

    name: str
    first: tuple[int, bytes]
    rest: Lines
    on_bad: OnBad
    all_languages: bool
    mapping: Mapping = NOTHING_SAID
    on_note: OnNote = _LOG.info
    encoding: str | None = None
    """The encoding that was said, or seen in the first bytes; the lines are UTF-8 by now."""

    def lines(self) -> Lines:
        return chain([self.first], self.rest)

    def document(self) -> bytes:
        return b"".join(line for _, line in self.lines())

    def bad(self, line: int | None, problem: object) -> None:
        self.on_bad(BadRecord(self.name, line, str(problem)))

    def say(self, note: str) -> None:
        self.on_note(f"{self.name}: {note}")


def read_items(
    path: str | Path,
    *,
    on_bad: OnBad | None = None,
    encoding: str | None = None,
    all_languages: bool = False,
    mapping: Mapping = NOTHING_SAID,
    on_note: OnNote | None = None,
) -> Iterator[Item]:
    """Yield the Items of a file of any known format, of all files of a folder, or of standard input ("-").

    A record that cannot be read goes to `on_bad`; without one it is raised and reading ends. What was guessed of a
    table, what of it was not read, and ids that stand twice go to `on_note`, a line each. `mapping` says which column
    of a table, or which path of XML and JSON, is which field.
    """
    on_bad = on_bad or _raise
    folder = Path(path)
    if str(path) != "-" and folder.is_dir():
        names = natural_order(entry.name for entry in folder.iterdir() if entry.is_file())
        files = [folder / name for name in names if not name.startswith(".")]
    else:
        files = [folder]
    for file in files:
        with open_binary(file) as stream:
            options = _Source(
                str(file), (0, b""), iter(()), on_bad, all_languages, mapping, on_note or _LOG.info, encoding
            )
            yield from _read_stream(stream, options, file.stem)


@contextmanager
def open_binary(path: Path) -> Iterator[BinaryIO]:
    """Open a file for reading, or standard input for "-"; what the system refuses is our error with the file's name."""
    try:
        if str(path) == "-":
            yield sys.stdin.buffer
        else:
            with path.open("rb", buffering=1 << 20) as stream:
                yield stream
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror or error}") from error


def items_from_json(
    record: object, *, all_languages: bool = False, unread: Counter[str] | None = None
) -> Iterator[Item | ValueError]:
    """Yield the Items in a parsed JSON value of any of our kinds, and a ValueError for each that cannot be read.

    Keys of a record that are not read are counted in `unread`.
    """
    levels = [iter(enumerate([record]))]
    """The lists that are gone through, the innermost last: they may be nested as deep as JSON may."""
    numbers = [0]
    while levels:
        numbers[-1], entry = next(levels[-1], (-1, None))
        if numbers[-1] < 0:
            levels.pop()
            numbers.pop()
            continue
        linked = items_from_linked_data(entry) if isinstance(entry, dict) else None
        if linked is not None:
            where = _place(numbers)
            yield from (ValueError(f"{where}{read}") if isinstance(read, ValueError) else read for read in linked)
            continue
        listed = entry.get("items") if isinstance(entry, dict) else entry
        if isinstance(listed, list):
            levels.append(iter(enumerate(listed, start=1)))
            numbers.append(0)
            continue
        try:
            yield _item_from_json(entry, all_languages, unread)
        except ValueError as error:
            where = _place(numbers)
            yield ValueError(f"{where}{error}") if where else error


def _place(numbers: list[int]) -> str:
    return "".join(f"record {number}: " for number in numbers[1 : 1 + _MOST_NUMBERS])


def _item_from_json(record: object, all_languages: bool, unread: Counter[str] | None) -> Item:
    if not isinstance(record, dict):
        raise ValueError(f"a record must be a JSON object, not {record!r:.60}")
    if "object" in record or record.get("success") is False:
        return item_from_record(record, all_languages=all_languages)
    if not _OF_SEARCH.isdisjoint(record):
        return item_from_search(record, all_languages=all_languages)
    keys: list[str] = []
    item = item_from_dict(record, keys.append)
    if keys and unread is not None:
        unread.update(keys)
        if not any(getattr(item, field) for field in LIST_FIELDS):
            raise ValueError(
                f"a record without any text that is read: its keys are {', '.join(keys)[:200]}; say what they are with "
                '--map "KEY=FIELD"'
            )
    return item


def _raise(problem: BadRecord) -> None:
    raise problem


def _read_stream(stream: BinaryIO, options: _Source, stem: str) -> Iterator[Item]:
    try:
        opened = unzipped(stream)
        head = opened.peek(_HEAD)[:_HEAD]
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        options.bad(1, f"the gzip file is cut off or damaged here ({error})")
        return
    if head.startswith((ZIP, OLE)):
        yield from _read_office(opened, head, options)
        return
    refuse_other_files(head, options.name)
    encoding = options.encoding or utf16_without_mark(head) or None
    lines = numbered_lines(opened, options.name, encoding)
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    try:
        for number, line in lines:
            if line.strip():
                source = replace(options, first=(number, line), rest=lines, encoding=encoding)
                yield from _reader_for(line, options.mapping)(source, stem)
                return
    except BadRecord as problem:
        options.on_bad(problem)  # raised by numbered_lines: nothing can be read after it


def _reader_for(first_line: bytes, mapping: Mapping) -> Callable[[_Source, str], Iterator[Item]]:
    start = first_line.lstrip()[:1]
    if start == b"<":
        return _read_elements if mapping.record else _read_xml
    if start in (b"{", b"["):
        return _read_mapped_json if mapping.columns or mapping.id else _read_json
    if FIELD_LINE.match(first_line):
        return _read_typed
    return _read_csv


def _read_office(stream: BinaryIO, head: bytes, source: _Source) -> Iterator[Item]:
    """Read a workbook; what cannot be gone through in any order is kept in a temporary file meanwhile."""
    with opened_anywhere(stream) as file:
        if head.startswith(OLE):
            refuse_old_office(file, source.name)
        refuse_other_zips(file, source.name)
        for table in workbook_table(file, source.name, source.mapping):
            yield from items_of_table(table, source.mapping, source.name, source.bad, source.say)


@contextmanager
def opened_anywhere(stream: BinaryIO) -> Iterator[BinaryIO]:
    """Give a stream that can be gone through in any order: the same, or what it holds in a temporary file."""
    try:
        plain = stream.seekable() and not isinstance(getattr(stream, "raw", None), gzip.GzipFile)
    except ValueError:
        plain = False
    if plain:
        yield stream
        return
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as kept:
        shutil.copyfileobj(stream, kept)
        kept.seek(0)
        yield cast(BinaryIO, kept)


def _read_json(source: _Source, stem: str) -> Iterator[Item]:
    """Read the Items of JSON."""
    unread: Counter[str] = Counter()
    for line, number, record in _json_records(source):
        for item in items_from_json(record, all_languages=source.all_languages, unread=unread):
            if isinstance(item, Item):
                yield item
            else:
                source.bad(line, f"record {number}: {item}" if number else item)
    if told := not_read(unread):
        source.say(f'{told}; --map "KEY=FIELD" reads a key')


def _read_mapped_json(source: _Source, stem: str) -> Iterator[Item]:
    """Read the Items of JSON of any shape, by a mapping; our own format needs none, whatever is said."""
    objects = _json_objects(source)
    first = next(objects, None)
    if first is None:
        return
    objects = chain([first], objects)
    if first[1].keys() <= set(ALL_FIELDS):
        for number, record in objects:
            try:
                yield item_from_dict(record)
            except ValueError as error:
                source.bad(number, error)
        return
    table = objects_table(objects, source.name, source.mapping)
    yield from items_of_table(table, source.mapping, source.name, source.bad, source.say)


def json_objects(lines: Lines, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of JSON lines or of a document, each with its line or its number; raise BadRecord on others."""
    if first := next(lines, None):
        yield from _json_objects(_Source(name, first, lines, _raise, False))


def _json_objects(source: _Source) -> Iterator[tuple[int, dict[str, Any]]]:
    for line, number, record in _json_records(source):
        yield from _objects(number or line or 1, record)


def _objects(number: int, record: object) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects in a JSON value: itself, or those of the list that it is or holds."""
    if isinstance(record, dict):
        lists = [value for value in record.values() if isinstance(value, list) and value and isinstance(value[0], dict)]
        if len(lists) == 1 and len(lists[0]) > 1 and len(record) <= len(_OF_ANSWER & record.keys()) + 1:
            record = lists[0]
    if isinstance(record, list):
        yield from ((place, entry) for place, entry in enumerate(record, start=1) if isinstance(entry, dict))
    elif isinstance(record, dict):
        yield number, record


def _json_records(source: _Source) -> Iterator[tuple[int | None, int, object]]:
    """Yield what JSON holds: the line, where there is one for it, the number in its list or 0, and the value.

    Lists are read one entry after the other, however large. JSON lines, and one document over many lines, are told
    apart by whether the first line stands alone.
    """
    if source.first[1].lstrip()[:1] == b"[":
        try:
            yield from values_of(source.lines())
        except BadJson as error:
            source.bad(error.line, error)
        return
    second = next(source.rest, None)
    spread = second is not None and not second[1].startswith(b"{") and not _stands_alone(source.first[1])
    lines: Lines = chain([source.first], [second] if second else [], source.rest)
    if spread:
        lines = iter([(source.first[0], b"".join(line for _, line in lines))])
    for number, line in lines:
        if line.isspace():
            continue
        try:
            record = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            where = number + error.lineno - 1 if spread else number
            source.bad(where, _json_problem(line, error))
            continue
        yield None if spread else number, 0, record


def _stands_alone(line: bytes) -> bool:
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return True


def _json_problem(line: bytes, error: orjson.JSONDecodeError) -> str:
    try:
        text_of(line)
    except ValueError as not_text:
        return str(not_text)
    cut_off = "" if line.endswith(b"\n") else "; the line is the last and may be cut off"
    return f"not valid JSON ({error.msg}, column {error.colno}){cut_off}"


def _read_xml(source: _Source, stem: str) -> Iterator[Item]:
    encoding = encoding_of(source.first[1], source.encoding is not None)
    records = XmlRecords(all_languages=source.all_languages, encoding=encoding)
    try:
        for item in records.items(line for _, line in source.lines()):
            if isinstance(item, Item):
                yield item
            else:
                source.bad(None, item)
    except ET.ParseError as error:
        lost = "; the rdf:RDF around it is not read" if records.cut_rdf else ""
        source.bad(source.first[0] + error.position[0] - 1, f"not valid XML ({error}){lost}")
    except ValueError as error:
        source.bad(None, error)
    if records.n_deleted:
        source.say(f"{records.n_deleted} records are marked as deleted, and left out")


def _read_typed(source: _Source, stem: str) -> Iterator[Item]:
    try:
        yield item_from_text(text_of(source.document()), stem)
    except ValueError as error:
        source.bad(None, error)


def _read_elements(source: _Source, stem: str) -> Iterator[Item]:
    """Read the Items of XML of any shape, by a mapping that names the element that is a record."""
    mapping = mapping_inside(source.mapping)
    encoding = "utf-8" if source.encoding else None
    table = elements_table(source.lines(), source.name, mapping, source.bad, encoding)
    yield from items_of_table(table, mapping, source.name, source.bad, source.say)


def _read_csv(source: _Source, stem: str) -> Iterator[Item]:
    try:
        table = delimited_table(source.lines(), source.name, source.mapping, source.bad, source.say, source.encoding)
    except NoTable as error:
        raise BadInput(
            f"{source.name}: not a file of records typed-sts knows (JSON lines, CSV, Excel, Europeana JSON, JSON-LD, "
            f"XML such as EDM, LIDO, MARCXML and oai_dc, TYPED text). Read as CSV: {error}"
        ) from error
    yield from items_of_table(table, source.mapping, source.name, source.bad, source.say)
