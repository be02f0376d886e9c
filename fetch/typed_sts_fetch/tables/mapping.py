"""Mapping: which column of a table is which field of a record, as a user says it or as it was found out.

    --map Artist=dcCreator --id ObjectNumber --split ';' --sheet Objects        said on the command line
    [columns]  "Artist" = "dcCreator"                                          said in a file (`mapping_file`)

A column of XML, or of nested JSON, is a path: "Identification/Title".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz, process

from typed_sts_fetch.aliases import plain
from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.item import LIST_FIELDS, SINGLE_FIELDS, field_named
from typed_sts_fetch.value_facts import FACTS

FIELDS = ("id", "provider", *LIST_FIELDS, *SINGLE_FIELDS)
"""What a column can be."""
NOT_READ = "-"
ROW_NUMBER = "row"
"""The id column of a table that has none: the number of the row."""
_ALIKE = 60
_ESCAPES = {"\\n": "\n", "\\t": "\t"}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: what it is called, the field it is ("" when it is not read), and what parts its values."""

    name: str
    field: str = ""
    split: str = ""


@dataclass(frozen=True, slots=True)
class Mapping:
    """What is known of a table beforehand; what is not said here is found out by the names and the cells."""

    columns: tuple[Column, ...] = ()
    id: str = ""
    """The column that holds the ids; ROW_NUMBER for the number of the row."""
    split: str = ""
    """What parts the values of a cell in every column but titles and descriptions."""
    record: str = ""
    """Of XML: the element that is a record."""
    sheet: str = ""
    """Of a workbook: the name or the number of the sheet."""
    complete: bool = False
    """Whether columns that are not named here are not read, whatever they are called."""

    def column(self, name: str) -> Column | None:
        """Return what is said of a column; None when nothing is."""
        return next((column for column in self.columns if column.name == name), None)


NOTHING_SAID = Mapping()


def mapping_said(
    columns: Iterable[str] = (), id: str = "", splits: Iterable[str] = (), sheet: str = "", base: Mapping = NOTHING_SAID
) -> Mapping:
    """Return the mapping of options such as "Artist=dcCreator" and "Subject=;", on top of that of a file."""
    known = {column.name: column for column in base.columns}
    for text in columns:
        name, between, field = text.rpartition("=")
        if not between or not name.strip():
            raise BadInput(f'--map "{text}" is not COLUMN=FIELD, for example Artist=dcCreator')
        known[name] = replace(known.get(name, Column(name)), field=checked_field(field, f"--map {text}"))
    split = base.split
    for text in splits:
        name, between, separator = text.rpartition("=")
        separator = _ESCAPES.get(separator, separator)
        if not separator:
            raise BadInput(f"--split \"{text}\" names no separator; give one, for example --split ';'")
        if between and name:
            known[name] = replace(known.get(name, Column(name, "?")), split=separator)
        else:
            split = separator
    return replace(base, columns=tuple(known.values()), id=id or base.id, split=split, sheet=sheet or base.sheet)


def checked_field(name: str, where: str) -> str:
    """Return the field that a user names, "" for NOT_READ; raise BadInput with the nearest one when there is none."""
    name = name.strip()
    if name in ("", NOT_READ):
        return ""
    field = field_named(name)
    if field in FACTS or field not in FIELDS:
        near = nearest(name, FIELDS)
        raise BadInput(
            f"{where}: there is no field {name!r}{f'; did you mean {near}?' if near else ''} The fields are "
            f"{', '.join(FIELDS)}; {NOT_READ} leaves the column out"
        )
    return field


def matched(mapping: Mapping, columns: Sequence[str], file: str) -> Mapping:
    """Return the mapping with the names of columns as the table writes them; raise BadInput for one it has not."""
    by_plain: dict[str, str] = {}
    for column in columns:
        by_plain.setdefault(_folded(column), column)

    def found(name: str, said: str) -> str:
        if name in columns:
            return name
        if match := by_plain.get(_folded(name)):
            return match
        near = nearest(name, columns)
        guess = f' did you mean "{near}"?' if near else ""
        shown = ", ".join(f'"{column}"' for column in columns[:12])
        more = f" and {len(columns) - 12} more" if len(columns) > 12 else ""
        raise BadInput(
            f'{file}: {said} names a column "{name}" that is not there;{guess} The columns are {shown}{more}'
        )

    named = tuple(replace(column, name=found(column.name, "the mapping")) for column in mapping.columns)
    id_column = mapping.id
    if id_column and not (id_column == ROW_NUMBER and ROW_NUMBER not in columns):
        id_column = found(id_column, "--id")
    return replace(mapping, columns=named, id=id_column)


def nearest(name: str, names: Sequence[str]) -> str:
    """Return the name of some that is most like this one; "" when none is."""
    found = process.extractOne(name, names, scorer=fuzz.WRatio, processor=_folded, score_cutoff=_ALIKE)
    return found[0] if found else ""


def _folded(name: str) -> str:
    return plain(name) + "".join(filter(str.isdigit, name)) or name
