"""Readings: the Documents and the sentence vectors of items, made once, in worker processes when asked.

Chunks are the same for any number of workers, and vectors are rounded to float16 whether they are kept or not, so
neither workers nor a store change what comes out. (What is encoded together with a text moves its vector in the
seventh digit; a store that was filled from other chunks can therefore differ by one step of float16.)
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import tee

import numpy as np

from typed_sts.reading.document import Document
from typed_sts.reading.reader import Reader
from typed_sts.reading.store import DocumentStore, HalfVectors
from typed_sts.reading.vectors import DIMENSIONS, VECTOR_VIEWS, Vectors, encode_documents
from typed_sts.running.workers import batches, map_in_order
from typed_sts_fetch.item import Item

CHUNK = 256
_SHAPE = (len(VECTOR_VIEWS), DIMENSIONS)


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """Documents in the order of their items, and their vectors: an array (documents, views, dimensions)."""

    documents: tuple[Document, ...]
    vectors: Vectors


@dataclass(frozen=True, slots=True, eq=False)
class _Missing:
    """What is to be done for a chunk: items to read, and, in the order of their items, documents to encode or None."""

    unread: list[Item]
    unencoded: dict[str, Document | None]


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """Documents and vectors by id."""

    documents: dict[str, Document]
    vectors: dict[str, HalfVectors]


@dataclass(frozen=True, slots=True, eq=False)
class _Chunk:
    """Items, what is kept of them, and whether vectors are wanted."""

    items: list[Item]
    kept: _Known
    encode: bool

    def missing(self) -> _Missing:
        unread = [item for item in self.items if item.id not in self.kept.documents]
        unencoded = [item.id for item in self.items if self.encode and item.id not in self.kept.vectors]
        return _Missing(unread, {item_id: self.kept.documents.get(item_id) for item_id in unencoded})


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
    chunks, sent = tee(_looked_up(chunk, store, encode) for chunk in batches(items, CHUNK))
    completed = map_in_order(partial(_complete, tagger), (chunk.missing() for chunk in sent), workers)
    for chunk, (_, added) in zip(chunks, completed, strict=True):
        yield _settled(chunk, added, store)


def read_together(items: Iterable[Item], *, encode: bool = True) -> Readings:
    """Return the readings of a few items, in this process; of two with one id, too."""
    documents = tuple(Reader().read_all(items))
    if not encode:
        return Readings(documents, np.zeros((len(documents), *_SHAPE), dtype=np.float32))
    return Readings(documents, _encoded(documents).astype(np.float32))


def _looked_up(items: list[Item], store: DocumentStore | None, encode: bool) -> _Chunk:
    if store is None:
        return _Chunk(items, _Known({}, {}), encode)
    return _Chunk(items, _Known(store.get(items), store.get_vectors(items, _SHAPE) if encode else {}), encode)


def _complete(tagger: str, missing: _Missing) -> _Known:
    """Return what was missing; this is what workers do."""
    documents = {document.id: document for document in Reader(tagger).read_all(missing.unread)}
    encoded = _encoded([known or documents[item_id] for item_id, known in missing.unencoded.items()])
    return _Known(documents, dict(zip(missing.unencoded, encoded, strict=True)))


def _encoded(documents: Sequence[Document]) -> HalfVectors:
    return encode_documents(documents).astype(np.float16)


def _settled(chunk: _Chunk, added: _Known, store: DocumentStore | None) -> Readings:
    """Keep what is new, and return the readings."""
    if store is not None and added.documents:
        store.put(added.documents.values())
    if store is not None and added.vectors:
        encoded = [item for item in chunk.items if item.id in added.vectors]
        store.put_vectors(encoded, np.stack([added.vectors[item.id] for item in encoded]))
    documents = chunk.kept.documents | added.documents
    known = chunk.kept.vectors | added.vectors
    vectors = np.zeros((len(chunk.items), *_SHAPE), dtype=np.float32)
    if chunk.encode:
        vectors[:] = [known[item.id] for item in chunk.items]
    return Readings(tuple(documents[item.id] for item in chunk.items), vectors)
