"""What a file of records holds, before it is used: its form, its columns with how full they are, and a mapping.

The same functions look that read: what is shown here is what `convert` would do. XML and JSON of shapes nobody knows
get a proposal of their own, from the names of their paths.
"""

from collections import Counter
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from typed_sts_fetch.aliases import field_of, rank_as_id, second_field_of
from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import ALL_FIELDS, LIST_FIELDS
from typed_sts_fetch.tables.mapping import NOT_READ, ROW_NUMBER, Column, Mapping
from typed_sts_fetch.tables.opening import opened_table
from typed_sts_fetch.tables.table import Cell, Table
from typed_sts_fetch.tables.understanding import (
    NoIdColumn,
    NothingKnown,
    Understanding,
    likely_separator,
    text_of,
    understand,
)

MOST_DISTINCT = 100_000
"""Values of a column that are told apart; of more it is said that there are more."""
_EXAMPLES = 3
_EXAMPLE_LENGTH = 60
_ELSEWHERE = (
    "acquisition",
    "condition",
    "location",
    "insurance",
    "exhibition",
    "loan",
    "conservation",
    "valuation",
    "recordinfo",
)
"""Parts of records that are about something else than the thing: a date in them is none of its own."""


@dataclass(slots=True)
class ColumnFacts:
    """What is in a column, and what it is proposed to be: a field, or "" when it would not be read."""

    name: str
    filled: int = 0
    distinct: int = 0
    examples: tuple[str, ...] = ()
    field: str = ""
    split: str = ""


@dataclass(slots=True)
class Inspection:
    """What a file holds. `known` says that it is read as it is, without a mapping."""

    file: str
    format: str
    about: str
    rows: int
    columns: list[ColumnFacts]
    mapping: Mapping
    why_id: str = ""
    problem: str = ""
    """Why it cannot be read as it is; with the next step."""
    notes: tuple[str, ...] = ()
    bad: int = 0
    first_bad: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return this as JSON has it."""
        mapping = asdict(self.mapping)
        mapping["columns"] = {column.name: column.field or NOT_READ for column in self.mapping.columns}
        splits = {column.name: column.split for column in self.mapping.columns if column.split}
        return asdict(self) | {"mapping": mapping | {"splits": splits}, "notes": list(self.notes)}


def inspect_file(path: Path, asked: Mapping, encoding: str | None = None) -> Inspection:
    """Return what a file of any form holds; raise BadInput for one that holds no records."""
    bad: list[str] = []
    n_bad = 0

    def count(line: int, problem: str) -> None:
        nonlocal n_bad
        n_bad += 1
        if not bad:
            bad.append(f"line {line}: {problem}")

    notes: list[str] = []
    with opened_table(path, asked, count, notes.append, encoding) as opened:
        if opened is None:
            return _known(path, asked, encoding)
        found = _of_table(*opened, str(path))
    return replace(found, bad=n_bad, first_bad=bad[0] if bad else "", notes=(*found.notes, *notes))


def _of_table(table: Table, asked: Mapping, file: str) -> Inspection:
    table.looked_at()
    problem = why_id = ""
    proposed: dict[str, Column]
    id_name = asked.id
    if table.seen is not None:
        proposed, id_name = _by_paths(table, asked)
        problem = "" if asked.columns else f"{table.kind} of a shape that is not known"
    else:
        understood, problem = _understood(table, asked, file)
        if understood is None:
            proposed = {name: Column(name) for name in table.columns}
        else:
            why_id = understood.why_id
            id_name = ROW_NUMBER if understood.id_column < 0 else table.columns[understood.id_column]
            proposed = {
                name: Column(name, f"{meaning.field} {meaning.fact}".strip(), meaning.split)
                for name, meaning in zip(table.columns, understood.meanings, strict=True)
            }
    rows, columns = _facts(table)
    for column in columns:
        said = proposed.get(column.name, Column(column.name))
        column.field, column.split = said.field, said.split
    kept = tuple(Column(column.name, column.field, column.split) for column in columns if " " not in column.field)
    mapping = Mapping(kept, id_name, "", asked.record, asked.sheet, complete=True)
    return Inspection(file, table.kind, table.about, rows, columns, mapping, why_id, problem, table.notes)


def _understood(table: Table, asked: Mapping, file: str) -> tuple[Understanding | None, str]:
    """Return what is understood of a table, and why it cannot be read like that; raise BadInput for a wrong mapping."""
    try:
        return understand(table, asked, file), ""
    except NothingKnown as error:
        return None, str(error).removeprefix(f"{file}: ")
    except NoIdColumn as error:
        understood, problem = _understood(table, replace(asked, id=ROW_NUMBER), file)
        return understood, problem or str(error).removeprefix(f"{file}: ")


def _facts(table: Table) -> tuple[int, list[ColumnFacts]]:
    """Return how many rows there are, and what each column holds."""
    facts = [ColumnFacts(name) for name in table.columns]
    values: list[set[int]] = [set() for _ in facts]
    rows = 0
    for _, cells in table.rows:
        rows += 1
        while len(facts) < len(table.columns):
            facts.append(ColumnFacts(table.columns[len(facts)]))
            values.append(set())
        for column, seen, cell in zip(facts, values, cells, strict=False):
            if cell and (text := text_of(cell).strip()):
                column.filled += 1
                if len(seen) < MOST_DISTINCT:
                    before = len(seen)
                    seen.add(hash(text))
                    if len(column.examples) < _EXAMPLES and len(seen) > before:
                        column.examples = (*column.examples, _short(cell))
    for column, seen in zip(facts, values, strict=True):
        column.distinct = len(seen)
    return rows, facts


def _short(cell: Cell) -> str:
    text = " ".join((cell if isinstance(cell, str) else " | ".join(cell))[: 4 * _EXAMPLE_LENGTH].split())
    return text if len(text) <= _EXAMPLE_LENGTH else text[: _EXAMPLE_LENGTH - 1] + "…"


# Files that are read without a mapping: what their records hold.


def _known(path: Path, asked: Mapping, encoding: str | None) -> Inspection:
    filled: Counter[str] = Counter()
    values: dict[str, set[int]] = {}
    examples: dict[str, tuple[str, ...]] = {}
    notes: list[str] = []
    bad: list[str] = []
    rows = 0
    for item in read_items(
        path, on_bad=lambda problem: bad.append(str(problem)), encoding=encoding, mapping=asked, on_note=notes.append
    ):
        rows += 1
        for field, value in item.to_dict().items():
            filled[field] += 1
            text = _short(value) if isinstance(value, str) or all(isinstance(v, str) for v in value) else ""
            seen = values.setdefault(field, set())
            if text and len(seen) < MOST_DISTINCT and hash(text) not in seen:
                seen.add(hash(text))
                if len(examples.get(field, ())) < _EXAMPLES:
                    examples[field] = (*examples.get(field, ()), text)
    if not rows and bad:
        raise BadInput(bad[0])
    columns = [
        ColumnFacts(field, filled[field], len(values[field]), examples.get(field, ()), field)
        for field in ALL_FIELDS
        if field in filled
    ]
    found = Inspection(str(path), "records", "a format that is known", rows, columns, Mapping(), notes=tuple(notes))
    return replace(found, bad=len(bad), first_bad=bad[0] if bad else "")


# XML and JSON of other shapes: a proposal by the names of paths.


def _by_paths(table: Table, asked: Mapping) -> tuple[dict[str, Column], str]:
    """Return what the paths of records may be, and the path of the ids; of several that may be one, the fullest."""
    fill = Counter(name for _, cells in table.sample for name, cell in zip(table.columns, cells, strict=False) if cell)
    found = {name: Column(name, _field_of_path(name)) for name in table.columns}
    there = {column.field for column in found.values()}
    for name in table.columns:
        field = _second_field(name)
        if not found[name].field and field and field not in there and not _is_elsewhere(name):
            found[name] = Column(name, field)
    for column in asked.columns:
        found[column.name] = column
    for name, column in found.items():
        if column.field in LIST_FIELDS and (parted := likely_separator(table.columns.index(name), table.sample)):
            found[name] = replace(column, split=parted)
    ids = [name for name in table.columns if _rank(name) >= 0 and fill[name] == len(table.sample)]
    unique = [name for name in ids if _distinct(table, name) == len(table.sample)]
    best = min(unique or ids, key=_rank, default=ROW_NUMBER)
    chosen = asked.id or best
    for name, column in found.items():
        if column.field == "id" or name == chosen:
            found[name] = Column(name, "id" if name == chosen else "dcSource")
    return found, chosen


def _rank(path: str) -> int:
    ranks = [rank_as_id(_last(path)), rank_as_id(" ".join(path.split("/")[-2:]))]
    named = [rank for rank in ranks if rank >= 0]
    return -1 if _is_elsewhere(path) or not named else min(named)


def _second_field(path: str) -> str:
    """Return the field that a path means where no other does: by its last part, or by that before a mere "Name"."""
    parts = path.split("/")
    return second_field_of(parts[-2]) if _is_name(parts) else second_field_of(_last(path))


def _last(path: str) -> str:
    return path.rpartition("/")[2].lstrip("@")


def _is_elsewhere(path: str) -> bool:
    return any(word in part.lower() for part in path.split("/")[:-1] for word in _ELSEWHERE)


def _field_of_path(path: str) -> str:
    """Return the field that a path means, by its last parts ("Production/Date")."""
    if _is_elsewhere(path) or "/@" in path:
        return ""
    parts = path.split("/")
    longest = (field_of(" ".join(parts[-length:])) for length in (3, 2, 1))
    return next(filter(None, longest), "") or (field_of(parts[-2]) if _is_name(parts) else "")


def _is_name(parts: list[str]) -> bool:
    """Tell whether the last part of a path says only that it is the name of the one before: "Artist/Name"."""
    return len(parts) > 1 and parts[-1].lower() in ("name", "value", "label", "term", "text", "displayname")


def _distinct(table: Table, name: str) -> int:
    place = table.columns.index(name)
    return len({text_of(cells[place]) for _, cells in table.sample if place < len(cells)})
