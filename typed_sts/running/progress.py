"""How far a long job is, and of how much: a bar on a terminal, a line now and then when piped, or nothing."""

import gzip
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

# How many records files hold, before they are read: what a remaining time is worked out from.

_CHUNK = 1 << 20


def expected_items(files: Iterable[Path]) -> int | None:
    """Return the number of lines of JSON lines files; None when there is any other kind of file among them."""
    counts = [_json_lines(file) for file in files]
    return None if None in counts else sum(count for count in counts if count is not None)


def _json_lines(file: Path) -> int | None:
    try:
        with file.open("rb") as raw:
            zipped = raw.read(2) == b"\x1f\x8b"
        with gzip.open(file) if zipped else file.open("rb") as lines:
            first = lines.readline(_CHUNK).strip()
            if not (first.startswith(b"{") and first.endswith(b"}")):
                return None
            return 1 + sum(chunk.count(b"\n") for chunk in iter(lambda: lines.read(_CHUNK), b""))
    except (OSError, EOFError):
        return None  # the reader will say what is wrong with it


SECONDS_BETWEEN_LINES = 5.0


class OnProgress(Protocol):
    """Called with how much is done, of how much (None when unknown), and a short note."""

    def __call__(self, done: int, total: int | None, note: str = "") -> None: ...


@contextmanager
def progress(label: str, *, quiet: bool = False) -> Iterator[OnProgress]:
    """Give a function that reports how far the job is, on stderr."""
    if quiet:
        yield _nothing
    elif sys.stderr.isatty():
        with _bar() as bar:
            task = bar.add_task(label, total=None, note="")

            def move(done: int, total: int | None, note: str = "") -> None:
                bar.update(task, completed=done, total=total, note=note)

            yield move
    else:
        yield _plain_lines(label)


def _nothing(done: int, total: int | None, note: str = "") -> None:
    """Report nothing."""


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
        console=Console(stderr=True),
    )


def _plain_lines(label: str) -> OnProgress:
    last = time.monotonic()

    def report(done: int, total: int | None, note: str = "") -> None:
        nonlocal last
        finished = total is not None and done >= total
        if finished or time.monotonic() - last >= SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            of_all = f" of {total}" if total is not None else ""
            sys.stderr.write(f"{label}: {done}{of_all}{f' ({note})' if note else ''}\n")

    return report
