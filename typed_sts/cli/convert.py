"""`typed-sts convert`, `show` and `sample`: records a user already has, and those that come with the package."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from typed_sts.cli.options import (
    AllLanguages,
    BadRecords,
    Encoding,
    IdColumn,
    MapColumns,
    MappingFile,
    Quiet,
    Sheet,
    SkipBad,
    Split,
    mapping_of,
    records_of,
    say_unless,
)
from typed_sts.cli.outputs import FILE, FOLDER, READ, RECORDS_FOLDER
from typed_sts.errors import BadOptions, TypedStsError
from typed_sts.running.stopping import if_stopped
from typed_sts.sample import SAMPLE_GOLD, SAMPLE_ITEMS, SAMPLE_PAIRS, sample_pairs

if TYPE_CHECKING:
    from typed_sts_fetch.item import Item
    from typed_sts_fetch.tables.mapping import Mapping


def convert(
    files: Annotated[
        list[Path],
        typer.Argument(help="Files or folders of records, in any known format. - reads standard input."),
        READ,
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="JSON lines file (.gz zips); default: standard output."), FILE
    ] = None,
    typed: Annotated[
        Path | None,
        typer.Option("--typed", metavar="DIR", help="Write TYPED text records into this folder instead."),
        RECORDS_FOLDER,
    ] = None,
    map_columns: MapColumns = None,
    id_column: IdColumn = None,
    split: Split = None,
    sheet: Sheet = None,
    mapping: MappingFile = None,
    encoding: Encoding = None,
    all_languages: AllLanguages = False,
    skip_bad: SkipBad = False,
    quiet: Quiet = False,
) -> None:
    """Turn records of any known format into JSON lines (or TYPED text records).

    Knows JSON lines, CSV, Excel (.xlsx), Europeana record and search JSON, EDM RDF/XML and the TYPED task's text
    records, each also gzipped, by their content and not by their names. What the columns of a table are is told by
    their names, in six languages; "typed-sts inspect" shows it, and --map says what it does not know.

    Example: typed-sts convert export.xlsx --map Beteiligte=dcCreator --id Inventarnummer -o items.jsonl
    """
    from typed_sts_fetch.formats.write import item_line, write_items

    bad = BadRecords(skip=skip_bad)
    said = mapping_of(map_columns, id_column, split, sheet, mapping)
    items = iter(records_of(files, bad, encoding=encoding, all_languages=all_languages, mapping=said, quiet=quiet))
    if typed:
        count = _write_typed(typed, items)
    elif output:
        count = write_items(output, items)
    else:
        stdout = typer.get_binary_stream("stdout")
        count = sum(1 for item in items if stdout.write(item_line(item)))
    say_unless(quiet)(f"{count} items{bad.closing()}")


def _write_typed(folder: Path, items: "Iterator[Item]") -> int:
    from typed_sts_fetch.formats.typed_text import file_stem, text_of_item
    from typed_sts_fetch.formats.write import write_bytes

    if_stopped(f"{folder} has the records up to here; run the same command again to write them all")
    number = 0
    for number, item in enumerate(items, start=1):
        write_bytes(folder / f"{file_stem(number, '', item.id)}.txt", text_of_item(item).encode())
    return number


def show(
    ids: Annotated[list[str] | None, typer.Argument(help="One id, or two; Europeana addresses count as ids.")] = None,
    items: Annotated[Path | None, typer.Option(help="File or folder that holds the records."), READ] = None,
    sample: Annotated[int | None, typer.Option(min=1, help="Show this pair of the bundled sample.")] = None,
    map_columns: MapColumns = None,
    id_column: IdColumn = None,
    split: Split = None,
    sheet: Sheet = None,
    mapping: MappingFile = None,
) -> None:
    """Print a record, or two side by side.

    Example: typed-sts show --sample 1
    """
    from typed_sts.output.records import side_by_side

    if sample:
        pairs = sample_pairs()
        if sample > len(pairs):
            raise TypedStsError(f"the sample has {len(pairs)} pairs; there is no pair {sample}")
        ids, items = list(pairs[sample - 1]), SAMPLE_ITEMS
    if not ids or len(ids) > 2 or not items:
        raise TypedStsError("name one or two ids and the file with --items, or a pair with --sample N")
    typer.echo(side_by_side(_look_up(ids, items, mapping_of(map_columns, id_column, split, sheet, mapping))))


def sample(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the files go."), FOLDER] = Path("sample"),
    quiet: Quiet = False,
) -> None:
    """Write the bundled sample as files: records, pairs of them, and gold for the pairs.

    They are there to try train, predict and evaluate on. A file of another content is not replaced.

    Example: typed-sts sample sample/
    """
    from typed_sts_fetch.formats.write import write_bytes

    sources = (SAMPLE_ITEMS, SAMPLE_PAIRS, SAMPLE_GOLD)
    for source in sources:
        target = folder / source.name
        if target.exists() and not (target.is_file() and target.read_bytes() == source.read_bytes()):
            raise BadOptions(f"{target} is there already, and is not the sample's; name another folder")
    for source in sources:
        write_bytes(folder / source.name, source.read_bytes())
    say_unless(quiet)(f"{', '.join(source.name for source in sources)} in {folder}")


def _look_up(ids: list[str], file: Path, mapping: "Mapping") -> "list[Item]":
    """Return the items with these ids, or aliases, from a file read once."""
    from typed_sts_fetch.ids import europeana_id

    names = [europeana_id(name) if "://" in name and "europeana.eu" in name else name for name in ids]
    found: dict[str, Item] = {}
    for item in records_of([file], BadRecords(skip=False), mapping=mapping, quiet=True):
        for name in (item.id, *item.aliases):
            if name in names:
                found.setdefault(name, item)
        if len(found) == len(set(names)):
            break
    missing = [name for name in names if name not in found]
    if missing:
        raise TypedStsError(f"no item {missing[0]} in {file}")
    return [found[name] for name in names]
