"""Readings: the Documents and the sentence vectors of items, made once, in worker processes when asked.

Chunks are the same for any number of workers, and vectors are rounded to float16 whether they are kept or not, so
neither workers nor a store change what comes out. (What is encoded together with a text moves its vector in the
seventh digit; a store that was filled from other chunks can therefore differ by one step of float16.)
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from typed_sts.reading.document import Document
from typed_sts.reading.reader import Reader
from typed_sts.reading.store import DocumentStore, HalfVectors
from typed_sts.reading.vectors import DIMENSIONS, VECTOR_VIEWS, Vectors, encode_documents
from typed_sts.running.workers import worker_pool
from typed_sts_fetch.item import Item

CHUNK = 256
_SHAPE = (len(VECTOR_VIEWS), DIMENSIONS)


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """Documents in the order of their items, and their vectors: an array (documents, views, dimensions)."""

    documents: tuple[Document, ...]
    vectors: Vectors


@dataclass(frozen=True, slots=True, eq=False)
class _Chunk:
    """Items, the documents and vectors there are of them by id, and whether vectors are wanted."""

    items: list[Item]
    documents: dict[str, Document]
    vectors: dict[str, HalfVectors]
    encode: bool

    def unread(self) -> list[Item]:
        return [item for item in self.items if item.id not in self.documents]

    def unencoded(self) -> list[Item]:
        return [item for item in self.items if self.encode and item.id not in self.vectors]


def read_chunks(
    items: Iterable[Item],
    *,
    tagger: str = "crf",
    workers: int = 1,
    store: DocumentStore | None = None,
    encode: bool = True,
) -> Iterator[Readings]:
    """Yield the readings of items in their order, a chunk at a time, through a store when one is given.

    Without `encode` all vectors are zero, for models that do not look at them. No two items of a chunk may have the
    same id.
    """
    chunks = (_looked_up(chunk, store, encode) for chunk in _chunks(items))
    if workers <= 1:
        for chunk in chunks:
            yield _settled(chunk, _completed(chunk, tagger), store)
        return
    with worker_pool(workers) as pool:
        waiting: deque[tuple[_Chunk, Future[_Chunk]]] = deque()
        for chunk in chunks:
            waiting.append((chunk, pool.submit(_completed, chunk, tagger)))
            if len(waiting) > 2 * workers:
                before, after = waiting.popleft()
                yield _settled(before, after.result(), store)
        for before, after in waiting:
            yield _settled(before, after.result(), store)


def read_together(items: Iterable[Item], *, encode: bool = True) -> Readings:
    """Return the readings of a few items, in this process; of two with one id, too."""
    documents = tuple(Reader().read_all(items))
    if not encode:
        return Readings(documents, np.zeros((len(documents), *_SHAPE), dtype=np.float32))
    return Readings(documents, _encoded(documents).astype(np.float32))


def _chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    remaining = iter(items)
    while chunk := list(islice(remaining, CHUNK)):
        yield chunk


def _looked_up(items: list[Item], store: DocumentStore | None, encode: bool) -> _Chunk:
    if store is None:
        return _Chunk(items, {}, {}, encode)
    return _Chunk(items, store.get(items), store.get_vectors(items, _SHAPE) if encode else {}, encode)


def _completed(chunk: _Chunk, tagger: str) -> _Chunk:
    """Return the chunk with what was missing; this is what workers do."""
    documents = chunk.documents | {document.id: document for document in Reader(tagger).read_all(chunk.unread())}
    unencoded = chunk.unencoded()
    encoded = _encoded([documents[item.id] for item in unencoded])
    vectors = chunk.vectors | {item.id: rows for item, rows in zip(unencoded, encoded, strict=True)}
    return replace(chunk, documents=documents, vectors=vectors)


def _encoded(documents: Sequence[Document]) -> HalfVectors:
    return encode_documents(documents).astype(np.float16)


def _settled(before: _Chunk, after: _Chunk, store: DocumentStore | None) -> Readings:
    """Keep what is new, and return the readings."""
    unread, unencoded = before.unread(), before.unencoded()
    if store is not None and unread:
        store.put(after.documents[item.id] for item in unread)
    if store is not None and unencoded:
        store.put_vectors(unencoded, np.stack([after.vectors[item.id] for item in unencoded]))
    vectors = np.zeros((len(after.items), *_SHAPE), dtype=np.float32)
    if after.encode:
        vectors[:] = [after.vectors[item.id] for item in after.items]
    return Readings(tuple(after.documents[item.id] for item in after.items), vectors)
