"""`typed-sts inspect`: what a file of records holds, and which column would be which field."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from typed_sts.cli.options import (
    Encoding,
    IdColumn,
    MapColumns,
    MappingFile,
    Sheet,
    Split,
    mapping_of,
)
from typed_sts.cli.outputs import FILE, READ

if TYPE_CHECKING:
    pass


def inspect(
    file: Annotated[Path, typer.Argument(help="A file of records, in any form.", metavar="FILE"), READ],
    write: Annotated[
        Path | None,
        typer.Option("--write", metavar="FILE", help="Write the mapping, to edit: TOML, or JSON if named so."),
        FILE,
    ] = None,
    map_columns: MapColumns = None,
    id_column: IdColumn = None,
    split: Split = None,
    sheet: Sheet = None,
    mapping: MappingFile = None,
    encoding: Encoding = None,
    as_json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
) -> None:
    """Show what a file of records holds: its form, its columns, and which field each would be.

    Of each column: how many rows have it, how many different values there are, and examples. The last lines say what
    to type next. Nothing is changed; the whole file is read.

    Example: typed-sts inspect export.xlsx --write export.toml
    """
    import orjson

    from typed_sts.output.inspection_text import next_steps, table_of
    from typed_sts_fetch.tables.inspection import inspect_file
    from typed_sts_fetch.tables.mapping_file import write_mapping

    said = mapping_of(map_columns, id_column, split, sheet, mapping)
    found = inspect_file(file, said, encoding)
    if write:
        write_mapping(found.mapping, write, f"Which column of {file.name} is which field of a record.")
    if as_json:
        typer.echo(orjson.dumps(found.to_dict(), option=orjson.OPT_INDENT_2).decode())
    else:
        typer.echo(table_of(found))
        typer.echo(next_steps(found, given_options(map_columns, id_column, split, sheet, mapping, encoding), write))


def given_options(
    columns: list[str] | None,
    id: str | None,
    split: list[str] | None,
    sheet: str | None,
    file: Path | None,
    encoding: str | None,
) -> list[str]:
    """Return the options that say how a file is read, as words of a command line."""
    words: list[str] = []
    for name, values in (
        ("--mapping", [str(file)] if file else []),
        ("--map", columns or []),
        ("--id", [id] if id else []),
        ("--split", split or []),
        ("--sheet", [sheet] if sheet else []),
        ("--encoding", [encoding] if encoding else []),
    ):
        for value in values:
            words += [name, value]
    return words
