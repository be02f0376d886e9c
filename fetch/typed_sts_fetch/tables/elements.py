"""XML with one element for each record, and JSON objects with nested values, as tables whose columns are paths.

    <Object><Identification><Title>Mill</Title></Identification></Object>     "Identification/Title"
    <Object ref="7">                                                        "@ref"
    {"artist": {"name": "Ada Moss"}}                                        "artist/name"

Namespaces do not count. The file is read piece by piece, and only one record is held.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any
from xml.parsers import expat

from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.formats.lines import Lines
from typed_sts_fetch.tables.mapping import ROW_NUMBER, Mapping
from typed_sts_fetch.tables.table import Cell, Row, Table

MOST_TEXT = 64 * 2**20
"""Characters of one record."""
MOST_PATHS = 5_000
_DEEPEST = 100
Values = dict[str, list[str]]
OnBad = Callable[[int, str], None]


class Elements:
    """Takes in XML piece by piece and gives the records in it: their paths, and the texts under each."""

    def __init__(self, record: str, encoding: str | None = None) -> None:
        self._record = record.split("/")[-1]
        self._path: list[str] = []
        self._texts: list[list[str]] = []
        self._in: Values | None = None
        self._line = 0
        self._size = 0
        self._depth = 0
        self.done: list[tuple[int, Values]] = []
        parser = expat.ParserCreate(encoding)
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        parser.StartDoctypeDeclHandler = no_doctype
        parser.buffer_text = True
        self._parser = parser

    def feed(self, piece: bytes, last: bool = False) -> list[tuple[int, Values]]:
        """Return the records that end in this piece, with the lines they begin in; raise ValueError on other XML."""
        self._parser.Parse(piece, last)
        done, self.done = self.done, []
        return done

    @property
    def line(self) -> int:
        """The line that is being read."""
        return self._parser.CurrentLineNumber

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > 2_000:
            raise ValueError("elements within elements, more than 2,000 deep")
        name = local(tag)
        if self._in is None:
            if name != self._record:
                return
            self._in, self._line, self._size = {}, self._parser.CurrentLineNumber, 0
            self._path, self._texts = [], [[]]
        else:
            self._path.append(name if len(self._path) < _DEEPEST else "…")
            self._texts.append([])
        for key, value in attributes.items():
            if not key.startswith("xmlns"):
                self._keep([*self._path, f"@{local(key)}"], value)

    def _end(self, tag: str) -> None:
        self._depth -= 1
        if self._in is None:
            return
        self._keep(self._path, "".join(self._texts.pop()))
        if self._path:
            self._path.pop()
        elif not self._texts:
            self.done.append((self._line, self._in))
            self._in = None

    def _data(self, text: str) -> None:
        if self._in is not None:
            self._size += len(text)
            if self._size > MOST_TEXT:
                raise ValueError(f"a record of more than {MOST_TEXT // 2**20} MB; is <{self._record}> the record?")
            self._texts[-1].append(text)

    def _keep(self, path: list[str], text: str) -> None:
        if self._in is not None and (text := text.strip()):
            self._in.setdefault("/".join(path) or ".", []).append(text)


def local(tag: str) -> str:
    """Return the name of an element without its namespace."""
    return tag.rpartition(":")[2]


def no_doctype(name: str, system: str | None, public: str | None, internal: bool) -> None:
    """Refuse the declarations that entity bombs and file inclusion need."""
    raise ValueError("a document type declaration is not allowed in a file of records")


def elements_table(lines: Lines, name: str, mapping: Mapping, bad: OnBad, encoding: str | None = None) -> Table:
    """Return the table of the elements that a mapping names as records; its paths begin below them."""
    about = f"a record is <{mapping.record}>"
    table = Table("XML", _named(mapping), iter(()), about=about, seen=set())
    table.rows = _rows(records_in(lines, mapping.record, bad, encoding), table, name, mapping.record)
    return table


def _named(mapping: Mapping) -> list[str]:
    names = [column.name for column in mapping.columns]
    return [*names, mapping.id] if mapping.id not in ("", ROW_NUMBER, *names) else names


def records_in(lines: Lines, record: str, bad: OnBad, encoding: str | None = None) -> Iterator[tuple[int, Values]]:
    """Yield the records of XML; one `bad` is told of ends it, for nothing after it can be read."""
    elements = Elements(record, encoding)
    first = 0
    try:
        for number, line in lines:
            first = first or number
            yield from ((line_no + first - 1, values) for line_no, values in elements.feed(line))
        yield from ((line_no + first - 1, values) for line_no, values in elements.feed(b"", last=True))
    except expat.ExpatError as error:
        bad(first + error.lineno - 1, f"not valid XML ({error})")
    except ValueError as error:
        bad(first + elements.line - 1, str(error))


def mapping_inside(mapping: Mapping) -> Mapping:
    """Return a mapping whose paths begin below the record, however they were written."""
    start = f"{mapping.record.split('/')[-1]}/"
    columns = tuple(replace(column, name=column.name.removeprefix(start)) for column in mapping.columns)
    return replace(mapping, columns=columns, id=mapping.id.removeprefix(start))


def flattened(record: dict[str, Any]) -> Values:
    """Return the texts of a JSON object by their paths."""
    found: Values = {}
    waiting: list[tuple[str, Any, int]] = [("", record, 0)]
    while waiting:
        path, value, depth = waiting.pop()
        if isinstance(value, dict) and depth < _DEEPEST:
            waiting += [
                (f"{path}/{key}" if path else str(key), entry, depth + 1) for key, entry in [*value.items()][::-1]
            ]
        elif isinstance(value, list) and depth < _DEEPEST:
            waiting += [(path, entry, depth + 1) for entry in value[::-1]]
        elif isinstance(value, str | int | float) and not isinstance(value, bool) and str(value).strip():
            found.setdefault(path, []).append(str(value))
    return found


def objects_table(records: Iterable[tuple[int, dict[str, Any]]], name: str, mapping: Mapping) -> Table:
    """Return the table of JSON objects."""
    table = Table("JSON", _named(mapping), iter(()), "record", "each object is a record", seen=set())
    table.rows = _rows(((number, flattened(record)) for number, record in records), table, name, "")
    return table


def _rows(records: Iterable[tuple[int, Values]], table: Table, name: str, record: str) -> Iterator[Row]:
    places = {column: place for place, column in enumerate(table.columns)}
    count = 0
    for number, values in records:
        count += 1
        for path in values:
            if path not in places:
                if len(places) == MOST_PATHS:
                    raise BadInput(f"{name}: more than {MOST_PATHS:,} paths in its records; is this the right file?")
                places[path] = len(places)
                table.columns.append(path)
        if table.seen is not None:
            table.seen.update(values)
        cells: list[Cell] = [""] * len(places)
        for path, texts in values.items():
            cells[places[path]] = texts if len(texts) > 1 else texts[0]
        yield number, cells
    if not count and record:
        raise BadInput(f'{name}: it has no element <{record}>; "typed-sts inspect {name}" shows what it has')
