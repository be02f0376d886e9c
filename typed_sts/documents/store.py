"""Documents kept on disk beside a collection, so that a record is read once.

One SQLite file. A document counts only while its item is the same and the reader is of the same version: both are
asked for when it is looked up, so a stale one is never used, and is replaced by the next reading.
"""

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path

from typed_sts.documents.document import Document, from_bytes, to_bytes
from typed_sts.errors import TypedStsError
from typed_sts_fetch.item import Item
from typed_sts_fetch.writing import item_line

FILE_NAME = "documents.sqlite"
_TABLE = """
    CREATE TABLE IF NOT EXISTS documents (
        id TEXT NOT NULL, version TEXT NOT NULL, item BLOB NOT NULL, content BLOB NOT NULL, PRIMARY KEY (id, version)
    ) WITHOUT ROWID
"""
_BATCH = 500


class StoreFailed(TypedStsError):
    """The store of documents cannot be read or written."""


class DocumentStore:
    """Documents by id, of one reader's version; nothing is opened before its first use."""

    def __init__(self, path: Path, version: str) -> None:
        self.path = path
        self.version = version

    def get(self, items: Sequence[Item]) -> dict[str, Document]:
        """Return the kept documents of these items, by id; those not kept, or of another text, are not in it."""
        if not self.path.exists():
            return {}
        wanted = {item.id: _digest(item) for item in items}
        found: dict[str, Document] = {}
        with self._connected() as database:
            ids = iter(wanted)
            while batch := list(islice(ids, _BATCH)):
                marks = ",".join("?" * len(batch))
                question = f"SELECT id, item, content FROM documents WHERE version = ? AND id IN ({marks})"
                for item_id, digest, content in database.execute(question, (self.version, *batch)):
                    if digest == wanted[item_id]:
                        found[item_id] = from_bytes(content)
        return found

    def put(self, documents: Iterable[Document]) -> None:
        """Keep documents in one step; those of other versions of the reader go."""
        rows = [(d.id, self.version, _digest(d.item), to_bytes(d)) for d in documents]
        with self._connected() as database:
            database.execute("DELETE FROM documents WHERE version != ?", (self.version,))
            database.executemany("INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?)", rows)

    def count(self) -> int:
        """Return how many documents of this version are kept."""
        if not self.path.exists():
            return 0
        with self._connected() as database:
            count: int = database.execute(
                "SELECT COUNT(*) FROM documents WHERE version = ?", (self.version,)
            ).fetchone()[0]
        return count

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=60)) as database, database:
                database.execute(_TABLE)
                yield database
        except (OSError, sqlite3.Error, ValueError) as error:
            raise StoreFailed(
                f"cannot use the kept documents at {self.path}: {error}; remove the file, it is only a cache"
            ) from error


def _digest(item: Item) -> bytes:
    return hashlib.sha256(item_line(item)).digest()
