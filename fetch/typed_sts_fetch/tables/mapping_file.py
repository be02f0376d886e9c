"""A mapping as a file that `typed-sts inspect --write` makes, that people edit, and that `--mapping` reads.

    record = "Object"             only of XML: the element that is a record
    sheet = "Objects"             only of a workbook
    id = "ObjectNumber"           a column, or "row" for the number of the row
    split = ";"                   in every column but titles and descriptions

    [columns]
    "Title" = "dcTitle"
    "Artist" = { field = "dcCreator", split = ";" }
    "Location" = "-"              not read

TOML, or JSON of the same shape when the name ends in .json. Columns that are not listed are not read.
"""

import json
import tomllib
from collections.abc import Mapping as Dict
from pathlib import Path
from typing import Any

import orjson

from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.formats.write import write_bytes
from typed_sts_fetch.tables.mapping import NOT_READ, Column, Mapping, checked_field

_LARGEST = 4 * 2**20
_TEXTS = ("record", "sheet", "id", "split")
_OF_COLUMN = {"field", "split"}


def read_mapping(path: Path) -> Mapping:
    """Return the mapping of a file; raise BadInput naming the file and what is wrong in it."""
    try:
        with path.open("rb") as stream:
            text = stream.read(_LARGEST + 1).decode("utf-8-sig")
    except OSError as error:
        raise BadInput(f"cannot read the mapping {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} is not a mapping: it is not UTF-8 text") from error
    if len(text) > _LARGEST:
        raise BadInput(f"{path} is not a mapping: it is larger than {_LARGEST // 2**20} MB")
    try:
        found = orjson.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (orjson.JSONDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput(
            f'{path} is not a mapping: {error}; "typed-sts inspect FILE --write {path}" makes one'
        ) from error
    try:
        return _mapping(found)
    except (ValueError, BadInput) as error:
        raise BadInput(f"{path}: {error}") from error


def write_mapping(mapping: Mapping, path: Path, about: str) -> None:
    """Write a mapping as TOML, or as JSON when the file's name ends so."""
    facts = {name: value for name in _TEXTS if (value := getattr(mapping, name))}
    if path.suffix.lower() == ".json":
        columns = {
            column.name: {"field": column.field, "split": column.split} if column.split else column.field or NOT_READ
            for column in mapping.columns
        }
        text = json.dumps(facts | {"columns": columns}, ensure_ascii=False, indent=2) + "\n"
    else:
        head = f'# {" ".join(about.split())}\n# A column is a field of a record; "{NOT_READ}" is not read.\n\n'
        text = head + "".join(f"{name} = {_quoted(value)}\n" for name, value in facts.items())
        text += "\n[columns]\n" + "".join(f"{_quoted(column.name)} = {_told(column)}\n" for column in mapping.columns)
    write_bytes(path, text.encode())


def _told(column: Column) -> str:
    field = _quoted(column.field or NOT_READ)
    return f"{{ field = {field}, split = {_quoted(column.split)} }}" if column.split else field


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")  # a TOML string is written as one of JSON


def _mapping(found: Any) -> Mapping:
    if not isinstance(found, dict) or not isinstance(found.get("columns"), dict):
        raise ValueError("a mapping has a part [columns] that says which column is which field")
    if unknown := sorted(found.keys() - {*_TEXTS, "columns"}):
        raise ValueError(f'"{unknown[0]}" means nothing in a mapping; it may have {", ".join(_TEXTS)} and [columns]')
    texts = {name: _text(found, name) for name in _TEXTS}
    return Mapping(tuple(_column(name, told) for name, told in found["columns"].items()), complete=True, **texts)


def _column(name: str, told: Any) -> Column:
    if isinstance(told, str):
        return Column(name, checked_field(told, f'column "{name}"'))
    if not isinstance(told, dict) or not told.keys() <= _OF_COLUMN:
        raise ValueError(f'column "{name}" must be a field, or {{ field = "dcTitle", split = ";" }}')
    return Column(name, checked_field(_text(told, "field"), f'column "{name}"'), _text(told, "split"))


def _text(found: Dict[str, Any], name: str) -> str:
    value = found.get(name, "")
    if not isinstance(value, str):
        raise ValueError(f'"{name}" must be a text')
    return value
