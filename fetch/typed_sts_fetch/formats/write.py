"""Files that are whole or not there: written beside their place under another name, then renamed."""

import gzip
import os
import re
import secrets
import stat
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import orjson

from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.item import Item

_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_unfinished: set[Path] = set()
_beginning = threading.RLock()


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a file that takes the place of `path` when the block ends well, and vanishes when it does not.

    A link stays, and the file it leads to is replaced. Pipes and devices are written to as they are.
    """
    if written_in_place(path):
        with _opened_in_place(path) as stream:
            yield stream
        return
    place = Path(os.path.realpath(path))
    temporary = place.parent / f".{place.name[:80]}.{secrets.token_hex(6)}.tmp"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with _beginning:
            _unfinished.add(temporary)  # first, so that there is no moment at which it would be left behind
            handle = os.open(temporary, _NEW, 0o666)  # less what the umask takes; tempfile's are for their owner alone
    except OSError as error:
        _unfinished.discard(temporary)
        raise BadInput(f"cannot write {path}: {error.strerror}") from error
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, place)
    except BrokenPipeError:  # of what the block writes elsewhere
        raise
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        temporary.unlink(missing_ok=True)
        _unfinished.discard(temporary)


def remove_unfinished() -> None:
    """Remove what this process is writing, and begin nothing any more: for one that is about to end."""
    _beginning.acquire()  # for good
    for temporary in tuple(_unfinished):
        temporary.unlink(missing_ok=True)


_OPEN_FILE = re.compile(r"/dev/(?:stdin|(?P<out>stdout)|(?P<err>stderr)|fd/(?P<dev>\d+))|/proc/self/fd/(?P<proc>\d+)")


def written_in_place(path: Path) -> bool:
    """Tell whether a path is a pipe, a device or an open file of this process: nothing can take its place."""
    if _OPEN_FILE.fullmatch(str(path)):
        return True
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


@contextmanager
def _opened_in_place(path: Path) -> Iterator[BinaryIO]:
    try:
        with os.fdopen(_handle(path), "wb") as stream:
            yield stream
    except BrokenPipeError:
        raise
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from error


def _handle(path: Path) -> int:
    if found := _OPEN_FILE.fullmatch(str(path)):
        number = 1 if found["out"] else 2 if found["err"] else int(found["dev"] or found["proc"] or 0)
        return os.dup(number)  # opened anew, a file would be written over from its start
    return os.open(path, os.O_WRONLY)


def write_bytes(path: Path, content: bytes) -> None:
    """Write a small file in one step."""
    with replacing(path) as stream:
        stream.write(content)


def item_line(item: Item) -> bytes:
    """Return the JSON line of an item, with its line feed."""
    return orjson.dumps(item.to_dict(), option=orjson.OPT_APPEND_NEWLINE)


def write_items(path: Path, items: Iterable[Item]) -> int:
    """Write items as JSON lines (gzip when the name ends in .gz) and return how many; same items, same bytes."""
    count = 0
    with replacing(path) as stream, _zipped(stream, path) as lines:
        for item in items:
            lines.write(item_line(item))
            count += 1
    return count


@contextmanager
def _zipped(stream: BinaryIO, path: Path) -> Iterator[BinaryIO]:
    if path.suffix != ".gz":
        yield stream
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0) as zipped:
        yield cast(BinaryIO, zipped)
