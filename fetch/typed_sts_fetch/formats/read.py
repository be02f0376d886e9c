"""One function opens any file of records, by what is in it and not by what it is called."""

import csv
import logging
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO

import orjson

from typed_sts_fetch.errors import BadInput, BadRecord
from typed_sts_fetch.formats.csv_table import columns_of, item_from_row, rows
from typed_sts_fetch.formats.europeana_json import item_from_record, item_from_search
from typed_sts_fetch.formats.json_stream import BadJson, values_of
from typed_sts_fetch.formats.lines import Lines, numbered_lines, text_of
from typed_sts_fetch.formats.linked_data import items_from_linked_data
from typed_sts_fetch.formats.typed_text import FIELD_LINE, item_from_text, natural_order
from typed_sts_fetch.formats.xml_records import XmlRecords
from typed_sts_fetch.formats.xml_stream import encoding_of
from typed_sts_fetch.item import Item, item_from_dict

logger = logging.getLogger(__name__)
OnBad = Callable[[BadRecord], None]
_MOST_NUMBERS = 3
"""How many lists inside each other a message counts its way through."""
_OF_SEARCH = {"dataProvider", "europeanaCollectionName", "dcTitleLangAware", "edmDatasetName"}


@dataclass(frozen=True, slots=True)
class _Source:
    """A file being read: what to call it in messages, its first line, the others, and what to do about a bad record."""

    name: str
    first: tuple[int, bytes]
    rest: Lines
    on_bad: OnBad
    all_languages: bool
    recoded: bool

    def lines(self) -> Lines:
        return chain([self.first], self.rest)

    def document(self) -> bytes:
        return b"".join(line for _, line in self.lines())

    def bad(self, line: int | None, problem: object) -> None:
        self.on_bad(BadRecord(self.name, line, str(problem)))


def read_items(
    path: str | Path,
    *,
    on_bad: OnBad | None = None,
    encoding: str | None = None,
    all_languages: bool = False,
) -> Iterator[Item]:
    """Yield the Items of a file of any known format, of all files of a folder, or of standard input ("-").

    A record that cannot be read goes to `on_bad`; without one it is raised and reading ends.
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
            yield from _read_stream(stream, str(file), file.stem, on_bad, encoding, all_languages)


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


def items_from_json(record: object, *, all_languages: bool = False) -> Iterator[Item | ValueError]:
    """Yield the Items in a parsed JSON value of any of our kinds, and a ValueError for each that cannot be read."""
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
            yield _item_from_json(entry, all_languages)
        except ValueError as error:
            where = _place(numbers)
            yield ValueError(f"{where}{error}") if where else error


def _place(numbers: list[int]) -> str:
    return "".join(f"record {number}: " for number in numbers[1 : 1 + _MOST_NUMBERS])


def _item_from_json(record: object, all_languages: bool) -> Item:
    if not isinstance(record, dict):
        raise ValueError(f"a record must be a JSON object, not {record!r:.60}")
    if "object" in record or record.get("success") is False:
        return item_from_record(record, all_languages=all_languages)
    if not _OF_SEARCH.isdisjoint(record):
        return item_from_search(record, all_languages=all_languages)
    return item_from_dict(record)


def _raise(problem: BadRecord) -> None:
    raise problem


def _read_stream(
    stream: BinaryIO, name: str, stem: str, on_bad: OnBad, encoding: str | None, all_languages: bool
) -> Iterator[Item]:
    lines = numbered_lines(stream, name, encoding)
    try:
        for number, line in lines:
            if line.strip():
                source = _Source(name, (number, line), lines, on_bad, all_languages, encoding is not None)
                yield from _reader_for(line)(source, stem)
                return
    except BadRecord as problem:
        on_bad(problem)  # raised by numbered_lines: nothing can be read after it


def _reader_for(first_line: bytes) -> Callable[[_Source, str], Iterator[Item]]:
    start = first_line.lstrip()[:1]
    if start == b"<":
        return _read_xml
    if start == b"[":
        return _read_json_list
    if start == b"{":
        return _read_json
    if FIELD_LINE.match(first_line):
        return _read_typed
    return _read_csv


def _read_json(source: _Source, stem: str) -> Iterator[Item]:
    """Read JSON lines, or one document over many lines: told apart by whether the first line stands alone."""
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
        for item in items_from_json(record, all_languages=source.all_languages):
            if isinstance(item, Item):
                yield item
            else:
                source.bad(None if spread else number, item)


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


def _read_json_list(source: _Source, stem: str) -> Iterator[Item]:
    """Read lists of records, however large: one record after the other."""
    try:
        for line, number, value in values_of(source.lines()):
            for item in items_from_json(value, all_languages=source.all_languages):
                if isinstance(item, Item):
                    yield item
                else:
                    source.bad(line, f"record {number}: {item}" if number else item)
    except BadJson as error:
        source.bad(error.line, error)


def _read_xml(source: _Source, stem: str) -> Iterator[Item]:
    encoding = encoding_of(source.first[1], source.recoded)
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
        logger.warning("%s: %d records are marked as deleted, and left out", source.name, records.n_deleted)


def _read_typed(source: _Source, stem: str) -> Iterator[Item]:
    try:
        yield item_from_text(text_of(source.document()), stem)
    except ValueError as error:
        source.bad(None, error)


def _read_csv(source: _Source, stem: str) -> Iterator[Item]:
    try:
        separator, columns = columns_of(text_of(source.first[1]))
    except (ValueError, csv.Error) as error:
        raise BadInput(
            f"{source.name}: not a file of records typed-sts knows (JSON lines, CSV, Europeana JSON, JSON-LD, "
            f"XML such as EDM, LIDO, MARCXML and oai_dc, TYPED text). Read as CSV: {error}"
        ) from error
    header_line = source.first[0]
    table = rows(_texts_of(source), separator)
    while True:
        try:
            number, cells = next(table)
            item = item_from_row(columns, cells)
        except StopIteration:
            return
        except csv.Error as error:
            source.bad(None, f"the CSV cannot be read on: {error} (is a quote left open?)")
            return
        except ValueError as error:
            source.bad(header_line + number, error)
        else:
            yield item


def _texts_of(source: _Source) -> Iterator[str]:
    """Yield the lines after the header as text; one that is not UTF-8 is reported and given as a blank line."""
    for number, line in source.rest:
        try:
            yield text_of(line)
        except ValueError as error:
            source.bad(number, error)
            yield "\n"
