"""Files that are whole or not there: written beside their place under another name, then renamed."""

import gzip
import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

import orjson

from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.item import Item

_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a file that takes the place of `path` when the block ends well, and vanishes when it does not."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.parent / f".{path.name[:80]}.{secrets.token_hex(6)}.tmp"
        handle = os.open(temporary, _NEW, 0o666)  # less what the umask takes; tempfile's are for their owner alone
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from error
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from error
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


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
