"""Documents and sentence vectors kept on disk beside a collection, so that a record is read once.

    documents    id, version of the reader, digest of the item, of what its provider repeats in it and of what an
                 editor has corrected in it, the document
    vectors      id, versions of reader and encoder, the same digest, its vectors as float16, but those that are zero

One SQLite file. What is kept counts only while its item is the same, the same sentences of it are left out as
repeated, the same readings are corrected in it, and the reader (the encoder) is of the same version: all is asked for
when it is looked up, so a stale one is never used, and is replaced by the next reading. When a collection is made anew,
and other sentences are found to be repeated, or when an editor corrects a reading, only the records that have these
words are read again.
Each content begins with its checksum; one that is damaged counts as not kept. Nothing is written where nothing is
kept: a file that may only be read is only read.

A collection on a server keeps the same beside its items (`packed`). There this file is a cache of it: what it lacks is
asked of the server (`behind`) before anything is read.
"""

import hashlib
import logging
import os
import sqlite3
import zlib
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from copy import copy
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import orjson

from typed_sts.errors import TypedStsError
from typed_sts.reading.boilerplate import NOTHING_KNOWN, Boilerplate
from typed_sts.reading.corrections import corrections_of
from typed_sts.reading.document import Document, from_bytes, to_bytes
from typed_sts.reading.version import encoder_version
from typed_sts.running.workers import batches
from typed_sts_fetch.formats.write import item_line
from typed_sts_fetch.item import Item

FILE_NAME = "documents.sqlite"
_TABLES = ("documents", "vectors")
_TABLE = """
    CREATE TABLE IF NOT EXISTS {name} (
        id TEXT NOT NULL, version TEXT NOT NULL, item BLOB NOT NULL, content BLOB NOT NULL, PRIMARY KEY (id, version)
    ) WITHOUT ROWID
"""
_BATCH = 500
_LOG = logging.getLogger(__name__)
T = TypeVar("T")
Behind = Callable[[Sequence[str]], dict[str, bytes]]
HalfVectors = npt.NDArray[np.float16]


class StoreFailed(TypedStsError):
    """The store of documents cannot be read or written."""


class DocumentStore:
    """Documents and vectors by id, of one version of reader and encoder; nothing is opened before its first use.

    `boilerplate` is what the reader leaves out. A `forgiving` one that cannot be read or written says so once, and is
    done without: it only saves time.
    """

    def __init__(
        self,
        path: Path,
        version: str,
        encoder: str | None = None,
        *,
        boilerplate: Boilerplate = NOTHING_KNOWN,
        forgiving: bool = False,
        behind: Behind | None = None,
    ) -> None:
        self.path = path
        self._behind = behind
        self.version = version
        self.boilerplate = boilerplate
        self.vectors_version = f"{version} {encoder or encoder_version()}"  # they are made of what was read
        self._cleared: set[str] = set()
        self._reads = True
        self._writes = not forgiving or _writable(path)
        self._forgiving = forgiving

    def leaving_out(self, boilerplate: Boilerplate) -> "DocumentStore":
        """Return the same store for a reader that leaves this out."""
        other = copy(self)
        other.boilerplate = boilerplate
        return other

    def before(self, behind: Behind) -> "DocumentStore":
        """Return the same store, which asks this for what it lacks: packed readings by id."""
        other = copy(self)
        other._behind = behind
        return other

    @property
    def keeps(self) -> bool:
        """Whether what is put here is kept, as far as is known."""
        return self._writes

    def get(self, items: Sequence[Item]) -> dict[str, Document]:
        """Return the kept documents of these items, by id; those not kept, or of another text, are not in it."""
        found: dict[str, Document] = self._read(
            lambda: {item_id: from_bytes(content) for item_id, content in self._kept("documents", self.version, items)},
            {},
        )
        return found | {item_id: document for item_id, (document, _) in self._from_behind(items, found).items()}

    def put(self, documents: Iterable[Document]) -> None:
        """Keep documents in one step; those of other versions of the reader go, but for those of other taggers."""
        self._write("documents", self.version, [(document.item, to_bytes(document)) for document in documents])

    def get_vectors(self, items: Sequence[Item], shape: tuple[int, int]) -> dict[str, HalfVectors]:
        """Return the kept vectors of these items, by id, each of that shape (views, dimensions)."""
        found: dict[str, HalfVectors] = self._read(
            lambda: {
                item_id: _vectors_from(content, shape)
                for item_id, content in self._kept("vectors", self.vectors_version, items)
            },
            {},
        )
        behind = self._from_behind(items, found).items()
        return found | {item_id: vectors for item_id, (_, vectors) in behind if vectors.shape == shape}

    def put_vectors(self, items: Sequence[Item], vectors: HalfVectors) -> None:
        """Keep the vectors of items in one step; those of other versions go."""
        rows = [(item, _vectors_to(row)) for item, row in zip(items, vectors, strict=True)]
        self._write("vectors", self.vectors_version, rows)

    def read_before(self, items: Sequence[Item], *, encoded: bool) -> set[str]:
        """Return the ids of those of these items that are kept, with their vectors when asked."""
        table, version = ("vectors", self.vectors_version) if encoded else ("documents", self.version)
        found: set[str] = self._read(lambda: {item_id for item_id, _ in self._kept(table, version, items)}, set())
        return found | self._from_behind(items, found).keys()

    def packed(self, document: Document, vectors: HalfVectors) -> bytes:
        """Return what was read of an item as a collection keeps it: versions, digest, document and vectors."""
        head = {"version": self.vectors_version, "digest": self._digest(document.item).hex(), "views": len(vectors)}
        parts = (orjson.dumps(head), to_bytes(document), _vectors_to(vectors))
        return _checked(b"".join(len(part).to_bytes(4, "big") + part for part in parts))

    def _unpacked(self, item: Item, content: bytes) -> tuple[Document, HalfVectors] | None:
        """Return what was packed; None when it is not whole, or of another version, item or boilerplate."""
        try:
            left, parts = _unchecked(content) or b"", []
            while left:
                end = 4 + int.from_bytes(left[:4], "big")
                parts.append(left[4:end])
                left = left[end:]
            head, document, vectors = parts
            facts = orjson.loads(head)
            if facts["version"] != self.vectors_version or facts["digest"] != self._digest(item).hex():
                return None
            return from_bytes(document), _vectors_from(vectors, (facts["views"], -1))
        except (ValueError, KeyError, TypeError, IndexError):
            return None

    def _from_behind(self, items: Sequence[Item], known: Container[str]) -> dict[str, tuple[Document, HalfVectors]]:
        """Return what is behind of the items that are not known here, and keep it here."""
        lacking = {item.id: item for item in items if item.id not in known}
        if self._behind is None or not lacking:
            return {}
        answers = self._behind(list(lacking)).items()
        found = {item_id: got for item_id, content in answers if (got := self._unpacked(lacking[item_id], content))}
        if found:
            documents, vectors = zip(*found.values(), strict=True)
            self.put(documents)
            self.put_vectors([lacking[item_id] for item_id in found], np.stack(vectors))
        return found

    def _read(self, ask: Callable[[], T], nothing: T) -> T:
        try:
            with self._translated():
                return ask() if self._reads and self.path.exists() else nothing
        except StoreFailed as error:
            if not self._forgiving:
                raise
            _LOG.warning("%s; going on without it", error)
            self._reads = self._writes = False
            return nothing

    def _write(self, table: str, version: str, contents: Sequence[tuple[Item, bytes]]) -> None:
        if not self._writes:
            return
        try:
            self._keep(table, version, contents)
        except StoreFailed as error:
            if not self._forgiving:
                raise
            _LOG.warning("%s; going on without keeping more", error)
            self._writes = False

    def count(self) -> int:
        """Return how many documents of this version are kept."""
        question = "SELECT COUNT(*) FROM documents WHERE version = ?"
        return self._read(lambda: sum(int(count) for (count,) in self._asked(question, [self.version])), 0)

    def _kept(self, table: str, version: str, items: Sequence[Item]) -> Iterator[tuple[str, bytes]]:
        wanted = {item.id: self._digest(item) for item in items}
        for batch in batches(wanted, _BATCH):
            marks = ",".join("?" * len(batch))
            question = f"SELECT id, item, content FROM {table} WHERE version = ? AND id IN ({marks})"
            for item_id, digest, checked in self._asked(question, [version, *batch]):
                if digest == wanted.get(item_id) and (content := _unchecked(checked)) is not None:
                    yield item_id, content

    def _asked(self, question: str, values: Sequence[str]) -> list[tuple[Any, ...]]:
        """Return the rows of a question; a file whose tables are still to be made has none."""
        # To take back what a killed process has half written it must be writable; it is never made here.
        address = f"{self.path.absolute().as_uri()}?mode={'rw' if _writable(self.path) else 'ro'}"
        with closing(sqlite3.connect(address, timeout=60, uri=True)) as database:
            try:
                return database.execute(question, values).fetchall()
            except sqlite3.OperationalError as error:
                if "no such table" in str(error):
                    return []
                raise

    def _keep(self, table: str, version: str, contents: Sequence[tuple[Item, bytes]]) -> None:
        rows = [(item.id, version, self._digest(item), _checked(content)) for item, content in contents]
        with self._connected() as database:
            if table not in self._cleared:  # once: it looks at every row
                kept = database.execute(f"SELECT DISTINCT version FROM {table}").fetchall()
                older = [(other,) for (other,) in kept if other != version and _tagger_of(other) == _tagger_of(version)]
                database.executemany(f"DELETE FROM {table} WHERE version = ?", older)
                self._cleared.add(table)
            database.executemany(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?)", rows)

    def _digest(self, item: Item) -> bytes:
        left_out = [(part.field, part.value, part.start) for part in self.boilerplate.parts(item)]
        decided = [
            repr(part).encode() for part in (left_out, self.boilerplate.common(item), corrections_of(item)) if part
        ]
        return hashlib.sha256(item_line(item) + b"".join(decided)).digest()

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        with self._translated():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=60)) as database, database:
                for name in _TABLES:
                    database.execute(_TABLE.format(name=name))
                yield database

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error, ValueError, TypeError, IndexError, OverflowError, MemoryError) as error:
            if "disk is full" in str(error):
                raise StoreFailed(
                    f"cannot keep documents at {self.path}: the disk is full; free some space and run this again"
                ) from error
            raise StoreFailed(
                f"cannot use the kept documents at {self.path}: {error}; remove the file, it is only a cache"
            ) from error


def _writable(path: Path) -> bool:
    """Say whether a file can be written or made: SQLite also needs its folder, for the journal."""
    folder = path.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return os.access(folder, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def _vectors_to(vectors: HalfVectors) -> bytes:
    """Return a byte that says for each vector whether it is there, and those that are; half of a record's are not."""
    there = vectors.any(axis=1)
    return bytes(there.astype(np.uint8)) + vectors[there].astype("<f2").tobytes()


def _vectors_from(content: bytes, shape: tuple[int, int]) -> HalfVectors:
    there = np.frombuffer(content[: shape[0]], dtype=np.uint8).astype(bool)
    values = np.frombuffer(content[shape[0] :], dtype="<f2").reshape(int(there.sum()), shape[1])
    found = np.zeros((shape[0], values.shape[1]), dtype=np.float16)
    found[there] = values
    return found


def _checked(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(4, "big") + content


def _unchecked(checked: bytes) -> bytes | None:
    """Return the content that was kept; None when it is not whole."""
    content = checked[4:]
    return content if zlib.crc32(content).to_bytes(4, "big") == checked[:4] else None


def _tagger_of(version: object) -> str:
    """Return what a version begins with: the name of the tagger, before a digest ("stanza-stock-0123456789abcdef")."""
    return str(version).partition(" ")[0].rpartition("-")[0]
