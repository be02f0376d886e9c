"""Rows of a table into Items: one way for CSV, Excel, and rows of elements in XML and JSON.

| in a cell parts its values, as does what was said or found for the column; white space is tidied. Two columns of
one field are joined; a value already there is not repeated. What is not read is counted and told at the end.
"""

from collections.abc import Callable, Iterator
from typing import Any

from typed_sts_fetch.authority import checked_id
from typed_sts_fetch.item import LIST_FIELDS, Item, item_from_dict
from typed_sts_fetch.tables.mapping import ROW_NUMBER, Mapping, nearest
from typed_sts_fetch.tables.table import Cell, Table
from typed_sts_fetch.tables.understanding import NOT_READ, Meaning, Understanding, understand
from typed_sts_fetch.texts import tidy
from typed_sts_fetch.value_facts import MOST_IDS, language_tag

OnBad = Callable[[int, str], None]
OnNote = Callable[[str], None]
MOST_COMPARED = 2_000_000
"""Ids of one table that are looked at for one that stands twice."""
_TOLD = 8


def items_of_table(table: Table, asked: Mapping, file: str, bad: OnBad, say: OnNote) -> Iterator[Item]:
    """Yield the Item of each row; tell what was guessed at the beginning, and at the end what was not read."""
    understood = understand(table, asked, file)
    _tell(table, understood, say)
    unread = [0] * len(table.columns)
    ids = _Ids()
    count = 0
    for number, cells in table.rows:
        while len(understood.meanings) < len(table.columns):
            understood.meanings.append(understood.meaning(table.columns[len(understood.meanings)]))
            unread.append(0)
        try:
            item = item_from_dict(_record(understood, number, cells, unread, table))
            if not any(getattr(item, field) for field in LIST_FIELDS):
                raise ValueError("a record without any text in the columns that are read")
        except ValueError as error:
            bad(number, str(error))
        else:
            count += 1
            if count <= MOST_COMPARED:
                ids.add(item.id, number)
            yield item
    if table.seen is not None:
        for name in sorted({column.name for column in understood.mapping.columns if column.field} - table.seen):
            near = nearest(name, sorted(table.seen))
            say(f'the mapping names "{name}", which stands nowhere{f", did you mean {near}?" if near else ""}')
    if told := not_read(dict(zip(table.columns, unread, strict=True))):
        say(f'{told}; --map "COLUMN=FIELD" reads a column')
    if told := ids.told(table.row_name):
        say(told)
    if not count and not table.sample:
        say("no rows below the header")


def not_read(counts: dict[str, int]) -> str:
    """Return which columns, or keys, were not read, those with most first; "" when all were."""
    listed = sorted(((count, name) for name, count in counts.items() if count), key=lambda entry: -entry[0])
    if not listed:
        return ""
    shown = ", ".join(f"{name} ({count:,})" for count, name in listed[:_TOLD])
    more = f" and {len(listed) - _TOLD} more" if len(listed) > _TOLD else ""
    return f"not read: {shown}{more}"


class _Ids:
    """The ids of a table, to find those that stand in it twice; kept as numbers, which are small."""

    def __init__(self) -> None:
        self._seen: dict[int, int] = {}
        self._again: list[str] = []
        self._count = 0

    def add(self, name: str, number: int) -> None:
        key = hash(name)
        if (first := self._seen.setdefault(key, number)) != number:
            self._count += 1
            if len(self._again) < 3:
                self._again.append(f"{name:.60} in {first:,} and {number:,}")

    def told(self, row_name: str) -> str:
        if not self._count:
            return ""
        more = ", ..." if self._count > len(self._again) else ""
        rows = "row" if self._count == 1 else "rows"
        return (
            f"{self._count:,} {rows} with an id that stands above already ({row_name}s: "
            f"{'; '.join(self._again)}{more}): all are given, "
            "but a collection keeps the last of an id; --id names another column"
        )


def _tell(table: Table, understood: Understanding, say: OnNote) -> None:
    """Tell what was guessed; of a table that says all itself, nothing."""
    own = all(
        meaning == NOT_READ or name.replace(":", "").replace("_", "").lower() in _own_names(meaning)
        for name, meaning in zip(table.columns, understood.meanings, strict=True)
    )
    parted = [name for name, meaning in zip(table.columns, understood.meanings, strict=True) if meaning.guessed_split]
    if table.about and not (own and table.sure and not parted):
        say(table.about)
    for note in table.notes:
        say(note)
    if (not own or parted) and table.sample:
        meant = [
            f"{name} → {meaning.field}{_parted(meaning)}"
            for name, meaning in zip(table.columns, understood.meanings, strict=True)
            if meaning.field and not meaning.fact and meaning.field != "id"
        ]
        id_name = table.columns[understood.id_column] if understood.id_column >= 0 else ROW_NUMBER
        say(f"{', '.join([f'{id_name} → id', *meant])}")


def _parted(meaning: Meaning) -> str:
    """Return what is said of a column whose cells are parted."""
    if not meaning.split:
        return ""
    return " by line" if meaning.split == "\n" else f' by "{meaning.split}"'


def _own_names(meaning: Meaning) -> tuple[str, ...]:
    """Return what a column may be called so that nothing need be told of it."""
    whole = meaning.field.lower()
    short = whole.removeprefix("dcterms").removeprefix("dc")
    return (whole, short, "identifier") if whole == "id" else (whole, short, f"{short} {meaning.fact}")


def _record(understood: Understanding, number: int, cells: Any, unread: list[int], table: Table) -> dict[str, Any]:
    """Return the record of a row, as JSON of our own has it."""
    record: dict[str, Any] = {}
    if understood.id_column < 0:
        record["id"] = str(number)
    for place, (meaning, cell) in enumerate(zip(understood.meanings, cells, strict=False)):
        if not cell:
            continue
        field = meaning.field
        if not field:
            if not isinstance(cell, str) or not cell.isspace():
                unread[place] += 1
        elif meaning.fact:
            if text := _one(cell):
                record.setdefault(meaning.fact, {})[field] = [_fact(meaning.fact, value) for value in text.split("|")]
        elif field in _LISTS:
            values = _values(cell, meaning.split)
            if field not in record:
                record[field] = values
            else:
                there = record[field]
                record[field] = [*there, *(value for value in values if value not in there)]
        elif field not in record or not record[field]:
            record[field] = tidy(_one(cell))
    if not record.get("id"):
        name = table.columns[understood.id_column]
        raise ValueError(
            f'the id column "{name}" is blank; name another with --id COLUMN, number the rows with --id {ROW_NUMBER}, '
            "or leave such rows out with --skip-bad"
        )
    return record


_LISTS = frozenset(LIST_FIELDS)


def _values(cell: Cell, split: str) -> list[str]:
    if isinstance(cell, list):
        return [value for text in cell for value in _values(text, split)]
    if split and split in cell:
        return [tidy(value) for part in cell.split(split) for value in part.split("|")]
    return [tidy(value) for value in cell.split("|")]


def _one(cell: Cell) -> str:
    return cell.strip() if isinstance(cell, str) else next(filter(str.strip, cell), "").strip()


def _fact(fact: str, cell: str) -> str | list[str]:
    """Return the language of a value, or the ids; the column may be somebody else's, and what is neither is ignored."""
    if fact == "languages":
        return language_tag(cell)
    return [known for text in cell.split()[:MOST_IDS] if (known := checked_id(text))]
