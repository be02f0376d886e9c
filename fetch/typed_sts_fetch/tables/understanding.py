"""What the columns of a table mean: by what is said of them, by their names, and by their first rows.

ObjectNumber   Title     Artist             Colour
id             dcTitle   dcCreator, by ;    not read
"""

from collections.abc import Sequence
from dataclasses import dataclass

from typed_sts_fetch.aliases import rank_as_id, second_field_of
from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.item import LIST_FIELDS, field_named
from typed_sts_fetch.tables.mapping import ROW_NUMBER, Mapping, matched
from typed_sts_fetch.tables.table import Cell, Row, Table
from typed_sts_fetch.value_facts import FACTS

_ONE_TEXT = ("dcTitle", "dcDescription")
"""Fields whose cells are not parted unless their column is named: sentences have semicolons."""
_PARTED = ("dcCreator", "dcContributor", "dcSubject", "dcType", "dctermsSpatial", "dctermsTemporal", "dctermsMedium")
"""Fields whose cells are parted when they look like it."""
_SEPARATORS = ("\n", ";")
_LONGEST_PART = 80


class NoIdColumn(BadInput):
    """A table in which nothing says which column holds the ids."""


class NothingKnown(BadInput):
    """A table of which no column is known to be a text of a record."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a column is: a field and what parts its values, or a fact about the values of a field; "" when not read."""

    field: str = ""
    split: str = ""
    fact: str = ""
    guessed_split: bool = False


NOT_READ = Meaning()


@dataclass(slots=True)
class Understanding:
    """What each column of a table means, and where the ids are: a column's number, or -1 for the number of the row."""

    mapping: Mapping
    meanings: list[Meaning]
    id_column: int
    why_id: str = ""

    def meaning(self, name: str) -> Meaning:
        """Return what a column means that came after the first rows."""
        if column := self.mapping.column(name):
            if column.field != "?":
                return Meaning(column.field, column.split or split_said(self.mapping, column.field))
        if self.mapping.complete:
            return NOT_READ
        return _by_name(name, self.mapping)


def understand(table: Table, asked: Mapping, file: str) -> Understanding:
    """Return what the columns of a table mean; raise BadInput, with the next step, where nothing can be made of it."""
    sample = table.looked_at()
    mapping = matched(asked, table.columns, file)
    understood = Understanding(mapping, [], -1)
    understood.meanings = [understood.meaning(name) for name in table.columns]
    if not mapping.complete:
        _second_choices(understood, table.columns)
    understood.id_column, understood.why_id = _id_column(understood, table, sample, file)
    for number, meaning in enumerate(understood.meanings):
        if meaning.field == "id" and number != understood.id_column:
            understood.meanings[number] = NOT_READ if mapping.complete else Meaning("dcSource")
    if understood.id_column >= 0:
        understood.meanings[understood.id_column] = Meaning("id")
    _part(understood, sample)
    if not any(meaning.field in LIST_FIELDS for meaning in understood.meanings) and sample:
        shown = ", ".join(f'"{name}"' for name in table.columns[:12])
        raise NothingKnown(
            f"{file}: no column of it is known (they are {shown}); say what they are, for example "
            f'--map "{table.columns[0]}=dcTitle", or see them with: typed-sts inspect {file}'
        )
    return understood


def split_said(mapping: Mapping, field: str) -> str:
    """Return what parts the values of every column of a field, where a mapping says so."""
    return mapping.split if field in LIST_FIELDS and field not in _ONE_TEXT else ""


def _by_name(name: str, mapping: Mapping) -> Meaning:
    if len(name) > 200:
        return NOT_READ
    own = mapping.column(name)
    if field := field_named(name) if len(name) < 60 else "":
        return NOT_READ if field in FACTS else Meaning(field, (own and own.split) or split_said(mapping, field))
    lower = name.strip().lower()
    for fact in ("ids", "languages"):
        if lower.endswith(fact) and (field := field_named(lower[: -len(fact)])) in LIST_FIELDS:
            return Meaning(field, fact=fact)
    return NOT_READ


def _second_choices(understood: Understanding, columns: Sequence[str]) -> None:
    """Give fields that no column means plainly those that mean them where nothing else does."""
    there = {meaning.field for meaning in understood.meanings if not meaning.fact}
    for number, name in enumerate(columns):
        said = understood.mapping.column(name)
        if understood.meanings[number] == NOT_READ and (said is None or said.field == "?") and len(name) < 60:
            field = second_field_of(name)
            if field and field not in there:
                understood.meanings[number] = Meaning(field, split_said(understood.mapping, field))


def _id_column(understood: Understanding, table: Table, sample: Sequence[Row], file: str) -> tuple[int, str]:
    """Return the column that holds the ids, or -1 for the number of the row, and why."""
    mapping, columns = understood.mapping, table.columns
    said = mapping.id or next((column.name for column in mapping.columns if column.field == "id"), "")
    if said == ROW_NUMBER and ROW_NUMBER not in columns:
        return -1, "the number of the row, as asked"
    if said:
        return columns.index(said), "as asked"
    named = sorted((rank, number) for number, name in enumerate(columns) if (rank := rank_as_id(name)) >= 0)
    candidates = [number for _, number in named if understood.mapping.column(columns[number]) is None]
    whole = [number for number in candidates if _is_unique(number, sample)]
    if candidates:
        chosen = (whole or candidates)[0]
        unique = ", a value of its own in each row" if whole and len(sample) > 1 else ""
        return chosen, f"by its name{unique}"
    if not sample:
        return -1, ""
    other = next((number for number in range(len(columns)) if len(sample) > 1 and _is_unique(number, sample)), -1)
    guess = f'; "{columns[other]}" has a value of its own in each row: --id "{columns[other]}"' if other >= 0 else ""
    raise NoIdColumn(
        f'{file}: no "id" column: none of its columns ({_listed(columns)}) is called like one{guess}; name it with '
        f"--id COLUMN, or number the rows with --id {ROW_NUMBER}"
    )


def _listed(columns: Sequence[str]) -> str:
    return ", ".join(columns[:12]) + (f" and {len(columns) - 12} more" if len(columns) > 12 else "")


def text_of(cell: Cell) -> str:
    """Return the text of a cell."""
    return cell if isinstance(cell, str) else "|".join(cell)


def _is_unique(number: int, sample: Sequence[Row]) -> bool:
    values = [text_of(cells[number]).strip() if number < len(cells) else "" for _, cells in sample]
    return all(values) and len(set(values)) == len(values) and max(map(len, values), default=0) < 100


def _part(understood: Understanding, sample: Sequence[Row]) -> None:
    """Let cells be parted that look like it; a field whose values have facts beside them stays as it is."""
    with_facts = {meaning.field for meaning in understood.meanings if meaning.fact}
    for number, meaning in enumerate(understood.meanings):
        free = not meaning.split and not meaning.fact and not understood.mapping.complete
        if free and not understood.mapping.split and meaning.field in _PARTED and meaning.field not in with_facts:
            if separator := likely_separator(number, sample):
                understood.meanings[number] = Meaning(meaning.field, separator, guessed_split=True)


def likely_separator(number: int, sample: Sequence[Row]) -> str:
    """Return what parts the values in the cells of a column, by its first rows; "" for nothing.

    A tenth of the cells has it, at least two, and what it parts is short.
    """
    cells = [text for _, row in sample if number < len(row) and (text := text_of(row[number]).strip())]
    for separator in _SEPARATORS:
        parted = [cell.split(separator) for cell in cells if separator in cell]
        if len(parted) < max(2, 0.1 * len(cells)):
            continue
        parts = [part.strip() for cell in parted for part in cell]
        lengths = [len(part) for part in parts if part]
        if lengths and sum(lengths) / len(lengths) < _LONGEST_PART and sum(map(bool, parts)) > 0.8 * len(parts):
            return separator
    return ""
