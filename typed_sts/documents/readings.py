"""Readings: the Documents and the sentence vectors of items, made once, in worker processes when asked.

Chunks are the same for any number of workers, and vectors are rounded to float16 whether they are kept or not, so
neither workers nor a store change what comes out. (What is encoded together with a text moves its vector in the
seventh digit; a store that was filled from other chunks can therefore differ by one step of float16.)
"""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context

import numpy as np

from typed_sts.documents.document import Document
from typed_sts.documents.reading import Reader
from typed_sts.documents.store import DocumentStore, HalfVectors
from typed_sts.documents.vectors import DIMENSIONS, VECTOR_VIEWS, Vectors, encode_items
from typed_sts_fetch.item import Item

CHUNK = 256
_SHAPE = (len(VECTOR_VIEWS), DIMENSIONS)
_Fresh = tuple[list[Document], HalfVectors]


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """Documents in the order of their items, and their vectors: an array (documents, views, dimensions)."""

    documents: tuple[Document, ...]
    vectors: Vectors


@dataclass(frozen=True, slots=True, eq=False)
class _Chunk:
    """Items on their way: what the store had of them, and what must be made."""

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
            yield _settled(chunk, _make(chunk.unread(), chunk.unencoded(), tagger), store)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting: deque[tuple[_Chunk, Future[_Fresh]]] = deque()
        for chunk in chunks:
            waiting.append((chunk, pool.submit(_make, chunk.unread(), chunk.unencoded(), tagger)))
            if len(waiting) > 2 * workers:
                chunk, fresh = waiting.popleft()
                yield _settled(chunk, fresh.result(), store)
        for chunk, fresh in waiting:
            yield _settled(chunk, fresh.result(), store)


def read_together(items: Iterable[Item]) -> Readings:
    """Return the readings of a few items, in this process."""
    chunk = list(items)
    documents, vectors = _make(chunk, chunk, "crf")
    return Readings(tuple(documents), vectors.astype(np.float32))


def _chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    remaining = iter(items)
    while chunk := list(islice(remaining, CHUNK)):
        yield chunk


def _looked_up(items: list[Item], store: DocumentStore | None, encode: bool) -> _Chunk:
    if store is None:
        return _Chunk(items, {}, {}, encode)
    return _Chunk(items, store.get(items), store.get_vectors(items, _SHAPE) if encode else {}, encode)


def _make(unread: list[Item], unencoded: list[Item], tagger: str) -> _Fresh:
    return list(Reader(tagger).read_all(unread)), encode_items(unencoded).astype(np.float16)


def _settled(chunk: _Chunk, fresh: _Fresh, store: DocumentStore | None) -> Readings:
    documents, encoded = fresh
    unencoded = chunk.unencoded()
    if store is not None:
        if documents:
            store.put(documents)
        if unencoded:
            store.put_vectors(unencoded, encoded)
    by_id = chunk.documents | {document.id: document for document in documents}
    vectors = np.zeros((len(chunk.items), *_SHAPE), dtype=np.float32)
    if chunk.encode:
        rows = chunk.vectors | {item.id: row for item, row in zip(unencoded, encoded, strict=True)}
        vectors[:] = [rows[item.id] for item in chunk.items]
    return Readings(tuple(by_id[item.id] for item in chunk.items), vectors)
