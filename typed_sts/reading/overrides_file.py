"""The file in which an editor has the last word: a table of TAB-separated columns, one decision a row.

    action   what       a            b           provider  language  value                   note
    hide     pair       /item/1      /item/2
    hide     statement  /item/1      /item/2                         location
    hide     statement                                               series
    hide     concept    geonames:1
    pin      item       /item/1      /item/3                         2
    not      place                               A museum            Victory
    rename   concept    wikidata:Q1                        de        Königin Viktoria
    replace  sentence   /item/1      /item/2               en        Painted for the same room.

Lines that begin with "#", and empty ones, are left out; cells may be quoted as spreadsheets do. Every problem names
its line, and a file with a problem says nothing at all.
"""

import codecs
import csv
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from typed_sts.domain.overrides import ANYTHING, Correction, Overrides, PairKey, Pin, pair_key
from typed_sts.domain.statement import KINDS
from typed_sts.domain.types import TYPES
from typed_sts.errors import TypedStsError
from typed_sts.reading.entities.tables import fold
from typed_sts.task_files.pairs import plain_name

COLUMNS = ("action", "what", "a", "b", "provider", "language", "value", "note")
READINGS = ("maker", "person", "group", "place", "culture", "event", "date", "topic")
"""What a text can be said not to be."""
MOST_BYTES = 50 << 20
_MOST_OF_CELL = 2_000
_MOST_PLACE = 1_000
_SHOWN = 60
_ID = re.compile(r"[A-Za-z][\w.-]*:\S+")
_LANGUAGE = re.compile(r"[a-z]{2,3}")
_LINE = re.compile(r", line (\d+): ")
_MOST_LINES = 20
_WORD = re.compile(r"\w+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


class BadOverrides(TypedStsError):
    """A file of overrides that is not as its columns say: each problem names file and line."""

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        more = [found[1] for found in map(_LINE.search, self.problems[1:]) if found]
        also = ", ".join(dict.fromkeys(more[:_MOST_LINES])) + (", ..." if len(more) > _MOST_LINES else "")
        return self.problems[0] + (f" (also wrong: line {also})" if more else "")


@dataclass(frozen=True, slots=True)
class _Shape:
    """Which cells a kind of row has to fill, and which it may."""

    needed: tuple[str, ...]
    allowed: tuple[str, ...] = ()


_SHAPES = {
    ("hide", "pair"): _Shape(("a", "b")),
    ("hide", "statement"): _Shape((), ("a", "b", "value")),
    ("hide", "concept"): _Shape(("a",)),
    ("pin", "item"): _Shape(("a", "b"), ("value",)),
    ("rename", "concept"): _Shape(("a", "value"), ("language",)),
    ("replace", "sentence"): _Shape(("a", "b", "value"), ("language",)),
    **{("not", kind): _Shape(("value",), ("a", "provider")) for kind in READINGS},
}


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    action: str
    what: str
    a: str
    b: str
    provider: str
    language: str
    value: str
    note: str = ""

    @property
    def pair(self) -> PairKey:
        return pair_key(plain_name(self.a), plain_name(self.b))

    @property
    def key(self) -> tuple[str, ...]:
        """What no two rows may decide twice."""
        if self.action in ("hide", "not"):
            return self.action, self.what, *self.about, self.provider.casefold(), key_of(self.value)
        if self.action == "pin":
            return self.action, self.a, self.b
        return self.action, *(self.pair if self.what == "sentence" else (key_of(self.a),)), self.language

    @property
    def about(self) -> PairKey:
        """Whom a hidden statement or pair is about: both of a pair, one item, or everyone."""
        return self.pair if self.what != "concept" else (key_of(self.a), "")


def name_key(name: str) -> str:
    """Return what is equal for names that differ in case, accents, marks and the order of words alone."""
    return " ".join(sorted(name_words(name)))


def key_of(written: str) -> str:
    """Return the key of a concept as an editor writes it: its id, or its name."""
    return written if _ID.fullmatch(written) else name_key(written)


def name_words(text: str) -> frozenset[str]:
    """Return the words of a text, folded: those of "Turner, William" are those of "William Turner"."""
    return frozenset(_WORD.findall(fold(text)))


def content_of(path: Path) -> bytes:
    """Return what is in a file of overrides; raise BadOverrides where it cannot be read."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadOverrides(f"{path} is larger than {MOST_BYTES >> 20} MB; it is to hold an editor's decisions only")
        return path.read_bytes()
    except OSError as error:
        raise BadOverrides(f"cannot read {path}: {error.strerror or error}") from error


def parse_overrides(path: str, content: bytes) -> Overrides:
    """Return what a file says; raise BadOverrides with everything that is wrong in it."""
    rows: list[_Row] = []
    problems: list[str] = []
    seen: dict[tuple[str, ...], int] = {}
    has_columns = False
    for number, line in enumerate(content.removeprefix(codecs.BOM_UTF8).split(b"\n"), start=1):
        where = f"{path}, line {number}"
        try:
            cells = _cells(line)
        except ValueError as error:
            problems.append(f"{where}: {error}")
            continue
        if not cells:
            continue
        if not has_columns:
            if tuple(cells) != COLUMNS:
                raise BadOverrides(f"{where}: the columns are {' '.join(COLUMNS)}, with TABs between them")
            has_columns = True
            continue
        row, wrong = _row(number, cells)
        if row and (before := seen.setdefault(row.key, number)) != number:
            wrong = [f"it decides again what line {before} decides; remove one of them"]
        problems += [f"{where}: {problem}" for problem in wrong]
        if row and not wrong:
            rows.append(row)
    problems += [f"{path}, line {line}: {problem}" for line, problem in _contradictions(rows)]
    if problems:
        raise BadOverrides(*problems)
    return _overrides(rows, hashlib.sha256(content).hexdigest()[:16])


def _cells(line: bytes) -> list[str]:
    """Return the cells of a line; none for one that is empty or a comment."""
    try:
        text = line.decode("utf-8").rstrip("\r")
    except UnicodeDecodeError:
        raise ValueError("not UTF-8 text; save the table as UTF-8 first") from None
    if not text.strip() or text.lstrip('" ').startswith("#"):
        return []
    try:
        (cells,) = csv.reader([text], delimiter="\t", strict=True)
    except csv.Error:
        raise ValueError(
            'a quotation mark that opens a cell has to close it on the same line, and "" stands for one inside it'
        ) from None
    cells = [cell.strip() for cell in cells]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _row(number: int, cells: list[str]) -> tuple[_Row | None, list[str]]:
    """Return the row of cells, and what is wrong with it."""
    if len(cells) > len(COLUMNS):
        return None, [f"{len(cells)} cells, but there are {len(COLUMNS)} columns: {' '.join(COLUMNS)}"]
    row = _Row(number, *cells, *[""] * (len(COLUMNS) - len(cells)))
    shape = _SHAPES.get((row.action, row.what))
    if shape is None:
        known = sorted({what for action, what in _SHAPES if action == row.action})
        if known:
            return None, [f"what is {_shown(row.what)}; {row.action} takes {', '.join(known)}"]
        actions = ", ".join(dict.fromkeys(action for action, _ in _SHAPES))
        return None, [f"the action is {_shown(row.action)}; actions are {actions}"]
    problems = [*_misplaced(row, shape), *_wrong_values(row)]
    return (None if problems else row), problems


def _misplaced(row: _Row, shape: _Shape) -> Iterator[str]:
    """Yield what is missing, and what stands where nothing should."""
    title = f"{row.action} {row.what}"
    for name in ("a", "b", "provider", "language", "value"):
        cell = getattr(row, name)
        if name in shape.needed and not cell:
            yield f"{title} needs something in the column {name}"
        elif cell and name not in shape.needed + shape.allowed:
            yield f"{title} has no {name}, but {_shown(cell)} stands there; empty the cell, or move it"
        if len(cell) > _MOST_OF_CELL:
            yield f"{name} has {len(cell):,} characters; at most {_MOST_OF_CELL:,} are taken"
        elif _CONTROL.search(cell):
            yield f"{name} is {_shown(cell)}: control characters are not taken; write plain text"


def _wrong_values(row: _Row) -> Iterator[str]:
    """Yield what is wrong with the values of a row."""
    if row.language and not _LANGUAGE.fullmatch(row.language):
        yield f"the language is {_shown(row.language)}; name it by its code (en, de, ...) or leave it empty"
    if row.a and row.b and row.pair[0] == row.pair[1]:
        yield f"a and b are both {_shown(row.a)}; name two items"
    if (
        row.action == "pin"
        and row.value
        and not (row.value.isascii() and row.value.isdigit() and 1 <= int(row.value[:5]) <= _MOST_PLACE)
    ):
        yield f"the place is {_shown(row.value)}; write a number from 1 to {_MOST_PLACE}, or nothing for the first"
    if row.what == "statement" and row.b and not row.a:
        yield f"only b is named ({_shown(row.b)}); write one item in the column a"
    elif row.what == "statement" and not row.a and row.value not in (*TYPES, *KINDS):
        kinds = ", ".join(dict.fromkeys((*TYPES, *KINDS)))
        yield (
            f"{_shown(row.value)} is no kind of statement; everywhere, one of {kinds} can be hidden"
            " (for a thing: hide concept; for a pair: name its items)"
        )
    if row.action == "not" and row.value and not name_words(row.value):
        yield f"the value is {_shown(row.value)}; write the words that are no {row.what}"
    if row.what == "concept" and row.a and not key_of(row.a):
        yield f"a is {_shown(row.a)}; write the id of a concept, or its name"


def _contradictions(rows: list[_Row]) -> Iterator[tuple[int, str]]:
    """Yield what two rows that are right by themselves cannot both want."""
    hidden = {row.pair: row.line for row in rows if (row.action, row.what) == ("hide", "pair")}
    places: dict[tuple[str, str], int] = {}
    for row in rows:
        if row.action not in ("pin", "replace"):
            continue
        if row.pair in hidden:
            yield row.line, f"line {hidden[row.pair]} hides this pair; remove one of them"
        elif row.action == "pin" and row.value:
            before = places.setdefault((row.a, row.value), row.line)
            if before != row.line:
                yield row.line, f"line {before} pins another item at place {row.value}; give it another place"


def _overrides(rows: list[_Row], digest: str) -> Overrides:
    statements: dict[PairKey, set[str]] = {}
    pins: dict[str, list[Pin]] = {}
    for row in rows:
        if (row.action, row.what) == ("hide", "statement"):
            statements.setdefault(row.about, set()).add(_statement_key(row.value))
        elif row.action == "pin":
            pin = Pin(plain_name(row.b), int(row.value) if row.value else None)
            pins.setdefault(plain_name(row.a), []).append(pin)
    return Overrides(
        hidden_pairs=frozenset(row.pair for row in rows if (row.action, row.what) == ("hide", "pair")),
        hidden_statements={key: frozenset(unsaid) for key, unsaid in statements.items()},
        hidden_concepts=frozenset(key_of(row.a) for row in rows if (row.action, row.what) == ("hide", "concept")),
        pins={name: tuple(found) for name, found in pins.items()},
        corrections=tuple(
            Correction(row.what, name_words(row.value), plain_name(row.a), row.provider.casefold())
            for row in rows
            if row.action == "not"
        ),
        new_names={(key_of(row.a), row.language): row.value for row in rows if row.action == "rename"},
        sentences={(row.pair, row.language): row.value for row in rows if row.action == "replace"},
        digest=digest,
    )


def _statement_key(value: str) -> str:
    if not value:
        return ANYTHING
    return value if value in TYPES or value in KINDS else key_of(value)


def _shown(value: str) -> str:
    return repr(value if len(value) <= _SHOWN else value[:_SHOWN] + "…")
