"""The one way from items to documents and profiles that can be compared.

    Item --read, encode--> Document + vectors --profile--> Prepared        typed_sts.reading.batches, features.profiles

Many items come chunk by chunk; the statistics are asked for all terms of a chunk at once before it is profiled.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from typed_sts.features.profiles import Profiles, join, profile_documents
from typed_sts.reading.batches import Readings, read_chunks, read_together
from typed_sts.reading.document import Document
from typed_sts.reading.store import DocumentStore
from typed_sts_fetch.item import Item
from typed_sts_index.contract import CorpusStats


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """Documents in the order of their items, and their profiles, one row per document, with its sentence vectors."""

    documents: tuple[Document, ...]
    profiles: Profiles

    def __len__(self) -> int:
        return len(self.documents)


def prepare(
    items: Iterable[Item],
    stats: CorpusStats,
    *,
    encode: bool = True,
    workers: int = 1,
    store: DocumentStore | None = None,
    tagger: str = "crf",
) -> Iterator[Prepared]:
    """Yield items prepared, in their order, a chunk at a time, through a store when one is given.

    Neither workers nor a store change what comes out. No two items of a chunk may have the same id.
    """
    for readings in read_chunks(items, tagger=tagger, workers=workers, store=store, encode=encode):
        yield profile_readings(readings, stats)


def prepare_few(items: Iterable[Item], stats: CorpusStats, *, encode: bool = True) -> Prepared:
    """Return a few items prepared in this process; two of them may have the same id."""
    return profile_readings(read_together(items, encode=encode), stats)


def profile_readings(readings: Readings, stats: CorpusStats) -> Prepared:
    """Return what was read with its profiles, words weighed by these statistics."""
    ask_ahead(readings.documents, stats)
    return Prepared(readings.documents, profile_documents(readings.documents, stats, readings.vectors))


def join_prepared(parts: Sequence[Prepared]) -> Prepared:
    """Return several parts as one."""
    return Prepared(tuple(document for part in parts for document in part.documents), join([p.profiles for p in parts]))


def ask_ahead(documents: Sequence[Document], stats: CorpusStats) -> None:
    """Ask for the frequencies of all terms of documents at once: an engine for which asking is slow remembers them."""
    for view in stats.views:
        stats.doc_freq(view, sorted({term for document in documents for term in document.tokens(view)}))
