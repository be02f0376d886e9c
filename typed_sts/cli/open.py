"""`typed-sts open`: from an export to its page in one go: look into it, index it, serve it, open the browser."""

import hashlib
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from typed_sts.cli.collection import Indexing, put_in
from typed_sts.cli.inspect import given_options
from typed_sts.cli.options import (
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
from typed_sts.cli.outputs import READ
from typed_sts.errors import BadOptions
from typed_sts.running.stopping import if_stopped

if TYPE_CHECKING:
    from typed_sts_fetch.tables.mapping import Mapping

_PORT = 8000
_STAMP = "opened.txt"
"""The file in a collection that says that it is ours, and of what."""


def open_records(
    file: Annotated[Path, typer.Argument(help="A file of records, in any known format.", metavar="FILE"), READ],
    map_columns: MapColumns = None,
    id_column: IdColumn = None,
    split: Split = None,
    sheet: Sheet = None,
    mapping: MappingFile = None,
    encoding: Encoding = None,
    skip_bad: SkipBad = False,
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help=f"Port to listen at.  [default: {_PORT}, or one that is free]"),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Only print the address.")] = False,
    quiet: Quiet = False,
) -> None:
    """Open an export as a page: look into it, index it and serve it on this machine, in one go.

    The collection goes into a folder beside the file (export.xlsx.collection), or into your cache folder where nothing
    can be written there. Opened again, an unchanged file is not read again. Ctrl-C ends it; the collection stays.

    Example: typed-sts open export.xlsx
    """
    from typed_sts.output.inspection_text import next_steps
    from typed_sts_fetch.tables.inspection import inspect_file
    from typed_sts_index.opening import open_collection

    said = mapping_of(map_columns, id_column, split, sheet, mapping)
    say = say_unless(quiet)
    folder, stamp = collection_for(file), stamp_of(file, said, encoding)
    kept_stamp = folder / _STAMP
    if (folder / "collection.json").is_file() and kept_stamp.is_file() and kept_stamp.read_text() == stamp:
        say(f"{file} is unchanged: its collection in {folder} is used again")
    else:
        found = inspect_file(file, said, encoding)
        options = given_options(map_columns, id_column, split, sheet, mapping, encoding)
        if found.problem or not found.rows:
            problem = found.problem or "it holds no records"
            raise BadOptions(f"{file}: {problem}. What to type next:{next_steps(found, options)}")
        say(f"{file}: {found.rows:,} records, into {folder}")
        if_stopped(f"run the same command again: what was read is kept in {folder}")
        bad = BadRecords(skip=skip_bad)
        items = records_of([file], bad, encoding=encoding, mapping=said, quiet=quiet)
        wanted = Indexing(to=str(folder), rebuild=True, quiet=quiet)
        folder.mkdir(parents=True, exist_ok=True)
        kept_stamp.write_text("not whole yet\n")
        put_in(open_collection(str(folder)), items, found.rows, wanted, bad)
        kept_stamp.write_text(stamp)
    _serve(folder, port, no_browser)


def collection_for(file: Path) -> Path:
    """Return the folder for the collection of a file: beside it, or, where there is another's, in the user's cache."""
    beside = file.with_name(f"{file.name}.collection")
    if beside.is_dir():
        if os.access(beside, os.W_OK) and ((beside / _STAMP).is_file() or not any(beside.iterdir())):
            return beside
    elif os.access(file.parent, os.W_OK) and not beside.exists():
        return beside
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "typed-sts" / "opened" / hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:24]


def stamp_of(file: Path, said: "Mapping", encoding: str | None) -> str:
    """Return what tells whether a file was opened like this before: its size, its time, and how it is read."""
    from typed_sts import __version__

    if str(file) == "-" or not file.is_file():
        raise BadOptions(f"{file} is not a file; name one file of records")
    stat = file.stat()
    how = hashlib.sha256(repr((said, encoding)).encode()).hexdigest()[:16]
    return f"{__version__} {stat.st_size} {stat.st_mtime_ns} {how}\n"


def _serve(folder: Path, port: int | None, no_browser: bool) -> None:
    """Serve the collection until a signal ends it, and say how to start it again."""
    from typed_sts.service.computing.ahead import start_ahead
    from typed_sts.service.settings import ServiceSettings

    start_ahead(warm=True)
    from typed_sts.service.server import Plan, serve  # takes a second to import

    def listening(where: str) -> None:
        typer.echo(f"open at {where} (Ctrl-C ends it)", err=True)
        if not no_browser:
            _show(where)

    plan = Plan(index=str(folder), port=_free(port), quiet=True, settings=ServiceSettings(page=True))
    try:
        serve(plan, lambda line: typer.echo(f"typed-sts: {line}", err=True), listening=listening, ended_by=True)
    except SystemExit:
        typer.echo(f"typed-sts: stopped; the collection stays in {folder}, the same command opens it again", err=True)
        raise


def _free(port: int | None) -> int:
    """Return the port asked for, or the usual one; 0, which takes any, where that one is in use."""
    if port is not None:
        return port
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", _PORT))
        except OSError:
            return 0
    return _PORT


def _show(where: str) -> None:
    """Open the browser, in a thread: one in the terminal would hold up the service."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(where,), daemon=True).start()
