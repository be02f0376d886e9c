"""The files of one commit of a tantivy index: all there, whole, still so, and opened without a trace in their folder.

    gen-000002/
      meta.json            the segments that count; replaced by every commit
      1843...f8.store      and .term .idx .pos .fieldnorm .fast: a segment, which never changes
      1843...f8.42.del     what has been deleted from it

tantivy maps the files of a segment into memory. One that is cut short while it is mapped kills the process at the
next look at what is gone (SIGBUS); other bytes than were written are a panic in Rust, or a wrong answer. So sizes are
looked at before each question, which leaves the moment of the question itself, and the checksums that tantivy puts at
the end of each file are compared when they are opened: of an index up to 64 MB, of any that tantivy has stumbled over,
and when asked.

tantivy locks a folder it reads. So that a collection of another user, or on a read-only disk, can be read, it is given
a folder of links to open, which is removed at once: what is mapped stays.
"""

import os
import shutil
import tempfile
import time
import uuid
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, BinaryIO, Concatenate, ParamSpec, Protocol, TypeVar

import orjson

from typed_sts_index.errors import CollectionDamaged

CHECKED_AT_ONCE = 64_000_000
"""Bytes of an index up to which every opening compares checksums: about 30 milliseconds."""
_PARTS = ("fast", "fieldnorm", "idx", "pos", "store", "term")
_MAGIC = 1337
_BLOCK = 1 << 20


class Segments:
    """The files that meta.json names, with their sizes as they were when first looked at."""

    def __init__(self, folder: Path, collection: str) -> None:
        self.folder = folder
        self.collection = collection
        try:
            self.meta = (folder / "meta.json").read_bytes()
            found = orjson.loads(self.meta)
            self.names = _names(found)
            self.n_written = sum(int(segment["max_doc"]) for segment in found["segments"])
            """Documents, with those that were deleted since."""
        except OSError as error:
            raise self.damaged(f"{folder.name}/meta.json cannot be read ({error.strerror})") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise self.damaged(f"{folder.name}/meta.json is not the list of segments it was") from error
        self._seen = {str(folder / name): self._stat(name) for name in self.names}
        self.suspect = False
        """Whether tantivy has stumbled over them, which Rust tells on standard error in words of its own."""

    def damaged(self, problem: str) -> CollectionDamaged:
        """Return the error that says so of this collection."""
        return CollectionDamaged(self.collection, problem)

    def check_sizes(self) -> None:
        """Raise CollectionDamaged when a file has become shorter since; one that was removed is still mapped, whole."""
        for path, (inode, size) in self._seen.items():
            try:
                now = os.stat(path)
            except OSError:
                continue
            if now.st_ino == inode and now.st_size < size:
                name = Path(path).name
                raise self.damaged(f"{name} was {size:,} bytes when it was opened, and has {now.st_size:,} now")

    def check_contents(self, *, everything: bool = False) -> None:
        """Raise CollectionDamaged when the bytes of a file are not those that were written; of a small index, or all.

        Of a large one tantivy itself looks at the last bytes of each file, which a cut takes away.
        """
        if everything or sum(size for _, size in self._seen.values()) <= CHECKED_AT_ONCE:
            for name in self.names:
                self._check_content(name)

    @contextmanager
    def linked(self) -> Iterator[Path]:
        """Give a folder in which tantivy can open the index and leave its locks, gone after the block.

        Where no folder or no links can be made it is the folder itself.
        """
        try:
            folder = Path(tempfile.mkdtemp(prefix="typed-sts-open-", dir=_scratch()))
        except OSError:
            yield self.folder
            return
        try:
            yield folder if self._link(folder) else self.folder
        finally:
            _remove(folder)

    def _link(self, folder: Path) -> bool:
        try:
            for name in self.names:
                (folder / name).symlink_to((self.folder / name).resolve())
            (folder / "meta.json").write_bytes(self.meta)
        except OSError:  # Windows lets few users make links
            return False
        return True

    def _stat(self, name: str) -> tuple[int, int]:
        try:
            found = (self.folder / name).stat()
        except OSError as error:
            raise self.damaged(f"{name} cannot be read ({error.strerror})") from error
        return found.st_ino, found.st_size

    def _check_content(self, name: str) -> None:
        try:
            with (self.folder / name).open("rb") as stream:
                length, checksum = _footer(stream)
                found = stream.seek(0)
                while length > 0 and (block := stream.read(min(_BLOCK, length))):
                    found = zlib.crc32(block, found)
                    length -= len(block)
        except OSError as error:
            raise self.damaged(f"{name} cannot be read ({error.strerror})") from error
        except (ValueError, KeyError, TypeError) as error:
            raise self.damaged(f"{name} has lost its end") from error
        if length or found != checksum:
            raise self.damaged(f"{name} has other bytes than were written")


def _names(meta: Any) -> tuple[str, ...]:
    names: list[str] = []
    for segment in meta["segments"]:
        number = uuid.UUID(segment["segment_id"]).hex
        names += [f"{number}.{part}" for part in _PARTS]
        if deletes := segment["deletes"]:
            names.append(f"{number}.{int(deletes['opstamp'])}.del")
    return tuple(names)


def _footer(stream: BinaryIO) -> tuple[int, int]:
    """Return how many bytes stand before the footer, and their checksum: JSON, its length, and a magic number."""
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(size - 4_096, 0))
    tail = stream.read(4_096)
    length, magic = int.from_bytes(tail[-8:-4], "little"), int.from_bytes(tail[-4:], "little")
    if magic != _MAGIC or not 0 < length <= len(tail) - 8:
        raise ValueError("no footer")
    return size - 8 - length, int(orjson.loads(tail[-8 - length : -8])["crc"])


def _scratch() -> str | None:
    """Return where links can be made: the usual place, or memory where nothing else can be written."""
    try:
        return tempfile.gettempdir()
    except FileNotFoundError:
        return "/dev/shm"


def _remove(folder: Path) -> None:
    (folder / "meta.json").unlink(missing_ok=True)  # tantivy's watcher, without it, has nothing more to lock
    for _ in range(20):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(0.005)


# Every call into tantivy is guarded: what goes wrong in there is said in our words.

P = ParamSpec("P")
T = TypeVar("T")


class HasSegments(Protocol):
    """What asks tantivy about segments."""

    segments: Segments


S = TypeVar("S", bound=HasSegments)


def is_panic(error: BaseException) -> bool:
    """Say whether an exception is a panic in Rust, which is no Exception and has no name that could be imported."""
    return type(error).__name__ == "PanicException"


def guarded(ask: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """Return a method that raises CollectionDamaged for whatever tantivy cannot make of its files."""

    @wraps(ask)
    def asked(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return ask(self, *args, **kwargs)
        except CollectionDamaged:
            raise
        except BaseException as error:
            if is_panic(error) or isinstance(
                error, (ValueError, OSError, KeyError, TypeError, IndexError, MemoryError)
            ):
                self.segments.suspect = True
                raise self.segments.damaged("what is stored in it cannot be read") from error
            raise

    return asked
