"""The files of an embedded collection, and what makes a build all or nothing.

    collection/
      collection.json      which generation counts, and what made it; replaced in one step
      gen-000002/          a tantivy index, and the vectors of its items
      .lock                held while writing; the system frees it when the writer dies, however it dies

A rebuild fills the next generation and then replaces collection.json. An addition is one tantivy commit, which
replaces that index's own list of segments in one step. Whatever is interrupted before its step leaves only litter.
"""

import os
import re
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO

import orjson

from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.formats.write import write_bytes
from typed_sts_index.analyser import ANALYSER_VERSION
from typed_sts_index.entry import KEPT_FILTERS
from typed_sts_index.errors import CollectionDamaged, Locked, NoCollection, WriteFailed, WrongFormat

FORMAT_VERSION = 3
"""2: older ids of an item (its aliases) can be looked up. 3: vectors are kept with the items."""
_OPENED = (2, FORMAT_VERSION)
"""Formats that can be opened: one without vectors finds by words alone."""

VECTORS_SUMMARY = "vectors.json"
_GENERATION = re.compile(r"gen-\d{6,}")


@dataclass(frozen=True, slots=True)
class Header:
    """What collection.json says."""

    generation: str
    extra_views: tuple[str, ...] = ()
    format_version: int = FORMAT_VERSION
    analyser_version: int = ANALYSER_VERSION
    made_by: str = ""
    """What made the further views; "" in the headers of older versions."""
    made_with: str = ""
    """What they were made with; likewise."""
    vectors: str = ""
    """What made the vectors of its items; "" where it keeps none."""
    filters: tuple[str, ...] = KEPT_FILTERS
    """What is kept of each item to filter by, beside provider and years; () in the headers of older versions."""


def read_header(folder: Path) -> Header:
    """Return the header of the collection in a folder; raise when there is none, or not one of this version."""
    path = folder / "collection.json"
    try:
        found = orjson.loads(path.read_bytes())
        header = Header(
            found["generation"],
            tuple(found["extra_views"]),
            found["format_version"],
            found["analyser_version"],
            found.get("made_by", ""),
            found.get("made_with", ""),
            found.get("vectors", ""),
            tuple(found.get("filters", ())),
        )
    except (FileNotFoundError, NotADirectoryError):
        raise NoCollection(f'no collection at {folder}; run "typed-sts index ITEMS --to {folder}" first') from None
    except OSError as error:
        raise NoCollection(f"cannot read the collection at {folder}: {error.strerror}") from error
    except (orjson.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
        raise CollectionDamaged(str(folder), "collection.json is not the header of a collection") from error
    if not (
        _GENERATION.fullmatch(str(header.generation))
        and all(
            isinstance(text, str) for text in (*header.extra_views, header.made_by, header.made_with, header.vectors)
        )
        and set(header.filters) <= {*KEPT_FILTERS}
    ):
        raise CollectionDamaged(str(folder), "collection.json is not the header of a collection")
    check_versions(str(folder), header.format_version, header.analyser_version)
    return header


def generation_of_any_version(folder: Path) -> str | None:
    """Return the generation that counts in a collection of any version, if that can be told."""
    found = orjson.loads((folder / "collection.json").read_bytes())
    return str(found["generation"]) if isinstance(found, dict) and "generation" in found else None


def state_of(folder: Path) -> str:
    """Return a text that is another one after every write, be it a rebuild, an addition or a new start."""
    header = read_header(folder)
    try:
        stats = [path.stat() for path in (folder / "collection.json", folder / header.generation / "meta.json")]
    except OSError as error:
        raise CollectionDamaged(str(folder), f"part of it cannot be read ({error.strerror})") from error
    written = " ".join(f"{stat.st_ino}-{stat.st_size}-{stat.st_mtime_ns}" for stat in stats)
    return written + vectors_stamp(folder / header.generation)


def vectors_stamp(folder: Path) -> str:
    """Return a text that changes when vectors are written."""
    try:
        found = (folder / VECTORS_SUMMARY).stat()
    except OSError:
        return ""
    return f" {found.st_ino}-{found.st_size}-{found.st_mtime_ns}"


def check_versions(name: str, format_version: object, analyser_version: object) -> None:
    """Refuse a collection whose layout or tokens are not those of this version."""
    for what, found, ours in (
        ("format", format_version, _OPENED),
        ("analyser", analyser_version, (ANALYSER_VERSION,)),
    ):
        if found not in ours:
            raise WrongFormat(
                f"{name} was made with {what} version {found}, and this typed-sts has version {ours[-1]};"
                f' run "typed-sts index ITEMS --to {name} --rebuild"'
            )


def write_header(folder: Path, header: Header) -> None:
    """Make a generation the one that counts, in one step."""
    try:
        write_bytes(folder / "collection.json", orjson.dumps(asdict(header), option=orjson.OPT_INDENT_2))
    except BadInput as error:
        raise WriteFailed(f"{error}; the collection is as it was") from error


def next_generation(folder: Path) -> str:
    """Return a name no generation in the folder has."""
    numbers = [int(path.name[4:]) for path in folder.glob("gen-*") if path.name[4:].isdigit()]
    return f"gen-{max(numbers, default=0) + 1:06}"


def remove_other_generations(folder: Path, keep: str | None) -> None:
    """Remove the generations that do not count (any more); call it with the lock held only."""
    for path in folder.glob("gen-*"):
        if path.name != keep:
            shutil.rmtree(path, ignore_errors=True)


def follow_umask(folder: Path) -> None:
    """Give the files that tantivy makes for their owner alone the rights that any new file gets there.

    On a disk so full that not even an empty file can be made they stay as they are: what was written counts.
    """
    probe = folder / ".rights"
    with suppress(OSError):
        probe.touch()
        rights = stat.S_IMODE(probe.stat().st_mode)
        probe.unlink()
        for name in ("meta.json", ".managed.json"):
            (folder / name).chmod(rights)


@contextmanager
def writing_lock(folder: Path) -> Iterator[None]:
    """Hold the collection's lock; raise Locked when another process has it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stream = (folder / ".lock").open("a+b")
    except OSError as error:
        raise WriteFailed(f"cannot write to {folder}: {error.strerror}") from error
    with stream:
        try:
            _lock(stream)
        except OSError:
            stream.seek(0)
            holder = stream.read(20).decode(errors="replace").strip() or "unknown"
            raise Locked(
                f"another process (number {holder}) is writing to {folder}; wait for it to end, then run this again"
            ) from None
        stream.truncate(0)
        stream.write(str(os.getpid()).encode())
        stream.flush()
        yield


if sys.platform == "win32":
    import msvcrt

    def _lock(stream: BinaryIO) -> None:
        stream.seek(100)  # bytes locked here cannot be read by others; the number before them can
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(stream: BinaryIO) -> None:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
