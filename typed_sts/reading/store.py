"""Documents and sentence vectors kept on disk beside a collection, so that a record is read once.

    documents    id, version of the reader, digest of the item, the document
    vectors      id, versions of reader and encoder, digest of the item, its vectors as float16

One SQLite file. What is kept counts only while its item is the same and the reader (the encoder) is of the same
version: both are asked for when it is looked up, so a stale one is never used, and is replaced by the next reading.
"""

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
import numpy.typing as npt

from typed_sts.errors import TypedStsError
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
HalfVectors = npt.NDArray[np.float16]


class StoreFailed(TypedStsError):
    """The store of documents cannot be read or written."""


class DocumentStore:
    """Documents and vectors by id, of one version of reader and encoder; nothing is opened before its first use."""

    def __init__(self, path: Path, version: str, encoder: str | None = None) -> None:
        self.path = path
        self.version = version
        self.vectors_version = f"{version} {encoder or encoder_version()}"  # they are made of what was read
        self._cleared: set[str] = set()

    def get(self, items: Sequence[Item]) -> dict[str, Document]:
        """Return the kept documents of these items, by id; those not kept, or of another text, are not in it."""
        with self._translated():
            return {item_id: from_bytes(content) for item_id, content in self._kept("documents", self.version, items)}

    def put(self, documents: Iterable[Document]) -> None:
        """Keep documents in one step; those of other versions of the reader go."""
        self._keep("documents", self.version, [(document.item, to_bytes(document)) for document in documents])

    def get_vectors(self, items: Sequence[Item], shape: tuple[int, int]) -> dict[str, HalfVectors]:
        """Return the kept vectors of these items, by id, each of that shape (views, dimensions)."""
        with self._translated():
            return {
                item_id: np.frombuffer(content, dtype="<f2").reshape(shape)
                for item_id, content in self._kept("vectors", self.vectors_version, items)
            }

    def put_vectors(self, items: Sequence[Item], vectors: HalfVectors) -> None:
        """Keep the vectors of items in one step; those of other versions go."""
        rows = [(item, row.astype("<f2").tobytes()) for item, row in zip(items, vectors, strict=True)]
        self._keep("vectors", self.vectors_version, rows)

    def read_before(self, items: Sequence[Item], *, encoded: bool) -> set[str]:
        """Return the ids of those of these items that are kept, with their vectors when asked."""
        table, version = ("vectors", self.vectors_version) if encoded else ("documents", self.version)
        with self._translated():
            return {item_id for item_id, _ in self._kept(table, version, items)}

    def count(self) -> int:
        """Return how many documents of this version are kept."""
        if not self.path.exists():
            return 0
        with self._connected() as database:
            count: int = database.execute(
                "SELECT COUNT(*) FROM documents WHERE version = ?", (self.version,)
            ).fetchone()[0]
        return count

    def _kept(self, table: str, version: str, items: Sequence[Item]) -> Iterator[tuple[str, bytes]]:
        if not self.path.exists():
            return
        wanted = {item.id: _digest(item) for item in items}
        with self._connected() as database:
            for batch in batches(wanted, _BATCH):
                marks = ",".join("?" * len(batch))
                question = f"SELECT id, item, content FROM {table} WHERE version = ? AND id IN ({marks})"
                for item_id, digest, content in database.execute(question, (version, *batch)):
                    if digest == wanted[item_id]:
                        yield item_id, content

    def _keep(self, table: str, version: str, contents: Sequence[tuple[Item, bytes]]) -> None:
        rows = [(item.id, version, _digest(item), content) for item, content in contents]
        with self._connected() as database:
            if table not in self._cleared:  # once: it looks at every row
                database.execute(f"DELETE FROM {table} WHERE version != ?", (version,))
                self._cleared.add(table)
            database.executemany(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?)", rows)

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
        except (OSError, sqlite3.Error, ValueError) as error:
            raise StoreFailed(
                f"cannot use the kept documents at {self.path}: {error}; remove the file, it is only a cache"
            ) from error


def _digest(item: Item) -> bytes:
    return hashlib.sha256(item_line(item)).digest()
