"""The one way from items to documents and profiles that can be compared.

    Item --read, encode--> Document + vectors --profile--> Prepared        typed_sts.reading.batches, features.profiles

Many items come chunk by chunk; the statistics are asked for all terms of a chunk at once before it is profiled.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np

from typed_sts.features.profiles import Profiles, join, profile_documents
from typed_sts.reading.batches import Readings, read_chunks, read_together
from typed_sts.reading.boilerplate import NOTHING_KNOWN, Boilerplate
from typed_sts.reading.document import Document, blank_document
from typed_sts.reading.store import DocumentStore
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER
from typed_sts.reading.unreadable import NOT_THE_RECORDS, OnUnread, UnreadableRecord, raise_unread, unreadable
from typed_sts_fetch.item import Item
from typed_sts_index.contract import CorpusStats


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """Documents in the order of their items, and their profiles, one row per document, with its sentence vectors.

    `unread` are those that could not be read, by row; they stand there as records that say nothing.
    """

    documents: tuple[Document, ...]
    profiles: Profiles
    unread: dict[int, UnreadableRecord] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.documents)


def prepare(
    items: Iterable[Item],
    stats: CorpusStats,
    *,
    encode: bool = True,
    workers: int = 1,
    store: DocumentStore | None = None,
    tagger: str = DEFAULT_TAGGER,
    boilerplate: Boilerplate = NOTHING_KNOWN,
    on_unread: OnUnread = raise_unread,
) -> Iterator[Prepared]:
    """Yield items prepared, in their order, a chunk at a time, through a store when one is given.

    Neither workers nor a store change what comes out. No two items of a chunk may have the same id. Of an item that
    cannot be read `on_unread` is told; without, UnreadableRecord is raised.
    """
    for readings in read_chunks(
        items, tagger=tagger, boilerplate=boilerplate, workers=workers, store=store, encode=encode
    ):
        yield _told(profile_readings(readings, stats), on_unread)


def prepare_few(
    items: Iterable[Item],
    stats: CorpusStats,
    *,
    encode: bool = True,
    tagger: str = DEFAULT_TAGGER,
    boilerplate: Boilerplate = NOTHING_KNOWN,
) -> Prepared:
    """Return a few items prepared in this process; two of them may have the same id; raise UnreadableRecord."""
    readings = read_together(items, tagger=tagger, boilerplate=boilerplate, encode=encode)
    return _told(profile_readings(readings, stats), raise_unread)


def _told(prepared: Prepared, on_unread: OnUnread) -> Prepared:
    for problem in prepared.unread.values():
        on_unread(problem)
    return prepared


def profile_readings(readings: Readings, stats: CorpusStats) -> Prepared:
    """Return what was read with its profiles, words weighed by these statistics."""
    ask_ahead(readings.documents, stats)
    documents, unread = list(readings.documents), dict(readings.unread)
    try:
        profiles = profile_documents(documents, stats, readings.vectors)
    except NOT_THE_RECORDS:
        raise
    except Exception:
        rows = []
        for number, document in enumerate(documents):
            vectors = readings.vectors[number : number + 1]
            try:
                rows.append(profile_documents([document], stats, vectors))
            except NOT_THE_RECORDS:
                raise
            except Exception as error:
                documents[number] = blank_document(document.item)
                unread[number] = unreadable(document.id, error)
                rows.append(profile_documents([documents[number]], stats, np.zeros_like(vectors)))
        profiles = join(rows)
    return Prepared(tuple(documents), profiles, unread)


def join_prepared(parts: Sequence[Prepared]) -> Prepared:
    """Return several parts as one."""
    starts = accumulate(map(len, parts), initial=0)
    return Prepared(
        tuple(document for part in parts for document in part.documents),
        join([part.profiles for part in parts]),
        {
            first + row: problem
            for first, part in zip(starts, parts, strict=False)
            for row, problem in part.unread.items()
        },
    )


def ask_ahead(documents: Sequence[Document], stats: CorpusStats) -> None:
    """Ask for the frequencies of all terms of documents at once: an engine for which asking is slow remembers them."""
    for view in stats.views:
        stats.doc_freq(view, sorted({term for document in documents for term in document.tokens(view)}))
