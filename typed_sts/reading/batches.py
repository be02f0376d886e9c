"""Readings: the Documents and the sentence vectors of items, made once, in worker processes when asked.

Chunks are the same for any number of workers, and vectors are rounded to float16 whether they are kept or not, so
neither workers nor a store change what comes out. (What is encoded together with a text moves its vector in the
seventh digit; a store that was filled from other chunks can therefore differ by one step of float16.)

An item that cannot be read has the document of a record that says nothing, which is kept nowhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import tee

import numpy as np

from typed_sts.reading.boilerplate import NOTHING_KNOWN, Boilerplate
from typed_sts.reading.document import Document, blank_document
from typed_sts.reading.reader import Reader
from typed_sts.reading.store import DocumentStore, HalfVectors
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER
from typed_sts.reading.unreadable import UnreadableRecord, one_by_one
from typed_sts.reading.vectors import DIMENSIONS, VECTOR_VIEWS, Vectors, encode_documents
from typed_sts.running.workers import Mapper, in_processes
from typed_sts_fetch.item import Item

CHUNK = 256
_SHAPE = (len(VECTOR_VIEWS), DIMENSIONS)


@dataclass(frozen=True, slots=True, eq=False)
class Readings:
    """Documents in the order of their items, and their vectors: an array (documents, views, dimensions).

    `unread` are those that could not be read, by their number.
    """

    documents: tuple[Document, ...]
    vectors: Vectors
    unread: dict[int, UnreadableRecord] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class _Missing:
    """What is to be done for a chunk: items to read, and, in the order of their items, documents to encode or None."""

    unread: list[Item]
    unencoded: dict[str, Document | None]


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """Documents and vectors by id, and what is wrong with the others."""

    documents: dict[str, Document]
    vectors: dict[str, HalfVectors]
    unread: dict[str, UnreadableRecord] = field(default_factory=dict)


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
    tagger: str = DEFAULT_TAGGER,
    boilerplate: Boilerplate = NOTHING_KNOWN,
    workers: int = 1,
    store: DocumentStore | None = None,
    encode: bool = True,
    mapper: Mapper | None = None,
) -> Iterator[Readings]:
    """Yield the readings of items in their order, a chunk at a time, through a store when one is given.

    What providers repeat (`boilerplate`) is left out; the store is to be one for the same. Without `encode` all vectors
    are zero, for models that do not look at them. A chunk ends before an item whose id it has already. `mapper` reads
    them elsewhere than in so many processes of this machine.
    """
    chunks, sent = tee(_looked_up(chunk, store, encode) for chunk in _chunks(items))
    read = partial(_complete, Reader(tagger, boilerplate))
    completed = (mapper or in_processes(workers))(read, (chunk.missing() for chunk in sent))
    for chunk, (_, added) in zip(chunks, completed, strict=True):
        yield _settled(chunk, added, store)


def read_together(
    items: Iterable[Item],
    *,
    tagger: str = DEFAULT_TAGGER,
    boilerplate: Boilerplate = NOTHING_KNOWN,
    encode: bool = True,
) -> Readings:
    """Return the readings of a few items, in this process; of two with one id, too."""
    given = list(items)
    read = list(Reader(tagger, boilerplate).read_each(given))
    unread = {number: found for number, found in enumerate(read) if isinstance(found, UnreadableRecord)}
    documents = [found if isinstance(found, Document) else blank_document(given[n]) for n, found in enumerate(read)]
    vectors = np.zeros((len(documents), *_SHAPE), dtype=np.float32)
    if encode:
        numbers = [number for number in range(len(documents)) if number not in unread]
        for number, encoded in zip(numbers, _encoded([documents[number] for number in numbers]), strict=True):
            if isinstance(encoded, UnreadableRecord):
                unread[number], documents[number] = encoded, blank_document(given[number])
            else:
                vectors[number] = encoded
    return Readings(tuple(documents), vectors, unread)


def _chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    chunk: dict[str, Item] = {}
    for item in items:
        if len(chunk) == CHUNK or item.id in chunk:
            yield list(chunk.values())
            chunk = {}
        chunk[item.id] = item
    if chunk:
        yield list(chunk.values())


def _looked_up(items: list[Item], store: DocumentStore | None, encode: bool) -> _Chunk:
    if store is None:
        return _Chunk(items, _Known({}, {}), encode)
    return _Chunk(items, _Known(store.get(items), store.get_vectors(items, _SHAPE) if encode else {}), encode)


def _complete(reader: Reader, missing: _Missing) -> _Known:
    """Return what was missing; this is what workers do."""
    read = dict(zip((i.id for i in missing.unread), reader.read_each(missing.unread), strict=True))
    unread = {item_id: found for item_id, found in read.items() if isinstance(found, UnreadableRecord)}
    documents = {item_id: found for item_id, found in read.items() if isinstance(found, Document)}
    known = {i: kept or documents[i] for i, kept in missing.unencoded.items() if i not in unread}
    vectors: dict[str, HalfVectors] = {}
    for item_id, encoded in zip(known, _encoded(list(known.values())), strict=True):
        if isinstance(encoded, UnreadableRecord):
            unread[item_id] = encoded
        else:
            vectors[item_id] = encoded
    return _Known({i: document for i, document in documents.items() if i not in unread}, vectors, unread)


def _encoded(documents: Sequence[Document]) -> list[HalfVectors | UnreadableRecord]:
    return one_by_one(lambda some: list(encode_documents(some).astype(np.float16)), documents, lambda d: d.id)


def _settled(chunk: _Chunk, added: _Known, store: DocumentStore | None) -> Readings:
    """Keep what is new, and return the readings."""
    if store is not None and added.documents:
        store.put(added.documents.values())
    if store is not None and added.vectors:
        encoded = [item for item in chunk.items if item.id in added.vectors]
        store.put_vectors(encoded, np.stack([added.vectors[item.id] for item in encoded]))
    documents = chunk.kept.documents | added.documents | {i.id: blank_document(i) for i in _unread(chunk, added)}
    known = chunk.kept.vectors | added.vectors
    vectors = np.zeros((len(chunk.items), *_SHAPE), dtype=np.float32)
    if chunk.encode:
        nothing = np.zeros(_SHAPE, dtype=np.float16)
        vectors[:] = [known.get(item.id, nothing) for item in chunk.items]
    unread = {number: added.unread[item.id] for number, item in enumerate(chunk.items) if item.id in added.unread}
    return Readings(tuple(documents[item.id] for item in chunk.items), vectors, unread)


def _unread(chunk: _Chunk, added: _Known) -> list[Item]:
    return [item for item in chunk.items if item.id in added.unread]
