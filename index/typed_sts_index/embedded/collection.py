"""The embedded engine: a collection in one directory, on tantivy, with no server.

tantivy goes on counting deleted documents in doc_freq until their segments are merged. Where there are any,
a term's documents are counted by a query instead, which sees only the living: slower, and exact.
"""

import logging
import shutil
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from tantivy import Index, IndexWriter

import typed_sts_index.embedded.files as files
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Filters, Hit
from typed_sts_index.embedded.searcher import (
    OpenedIndex,
    alias_query,
    document_of,
    id_query,
    likeness_query,
    schema_of,
    view_field,
)
from typed_sts_index.embedded.segments import is_panic
from typed_sts_index.embedded.vectors import VectorWriter
from typed_sts_index.entry import (
    TEXT_VIEWS,
    Entry,
    Vector,
    check_entry,
    check_view_names,
    indexable,
)
from typed_sts_index.errors import CollectionDamaged, ItemMissing, NoCollection, WriteFailed, WrongFormat
from typed_sts_index.neighbour_query import BaseCollection, WeightedTerm, check_kept, check_view, lets_pass, tie_breaker

_LOG = logging.getLogger(__name__)
_WRITER_BYTES = 200_000_000
_COMMIT_EVERY = 500_000
_PAGE = 2_000
_WAITS = (0.05, 0.2, 0.5)


class EmbeddedCollection(BaseCollection):
    """A collection in a directory; opened at its first use, and again after its own writes and `refresh`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._opened: OpenedIndex | None = None
        self._suspect = False

    def __repr__(self) -> str:
        return f"EmbeddedCollection({str(self.folder)!r})"

    @property
    def name(self) -> str:
        return str(self.folder)

    @property
    def views(self) -> tuple[str, ...]:
        return (*TEXT_VIEWS, *self._open().header.extra_views)

    @property
    def made_by(self) -> str:
        return self._open().header.made_by

    @property
    def made_with(self) -> str:
        return self._open().header.made_with

    @property
    def n_docs(self) -> int:
        return self._open().n_docs

    @property
    def vectors(self) -> str:
        return self._open().header.vectors

    @property
    def n_vectors(self) -> int:
        vectors = self._open().vectors
        return vectors.n if vectors else 0

    @property
    def keeps_readings(self) -> bool:
        return False

    def readings(self, ids: Sequence[str]) -> dict[str, bytes]:
        return {}

    def exists(self) -> bool:
        return (self.folder / "collection.json").exists()

    def refresh(self) -> None:
        """See what other processes have written since."""
        opened, self._opened = self._opened, None
        self._suspect |= opened is not None and opened.segments.suspect

    def state(self) -> str:
        """Return which files the collection is made of now."""
        return files.state_of(self.folder)

    def doc_freq(self, view: str, terms: Sequence[str]) -> list[int]:
        check_view(view, self)
        opened, field = self._whole(), view_field(view)

        def ask(asked: list[str]) -> list[int]:
            return opened.count(field, asked) if opened.has_deleted else opened.doc_freq(field, asked)

        return opened.memory.look_up(view, [indexable(term) for term in terms], ask)

    def entry(self, item_id: str) -> Entry:
        opened = self._whole()
        address = opened.first(id_query(opened.index.schema, item_id))
        if address is None:
            address = opened.first(alias_query(opened.index.schema, item_id))
        if address is None:
            raise ItemMissing(f'no item "{item_id}" in {self.name}')
        return opened.entry(address)

    def items(self, ids: Iterable[str]) -> Iterator[Item]:
        for item_id in ids:
            try:
                yield self.item(item_id)
            except ItemMissing:
                continue

    def all_items(self) -> Iterator[Item]:
        opened = self._whole()
        start, seen = 0, set[str]()
        while True:  # pages by the tie-breaker: the order of documents changes with every merge, this does not
            page = opened.page(start, _PAGE)
            fresh = [(tie, item) for tie, item in page if tie != start or item.id not in seen]
            yield from (item for _, item in fresh)
            if len(page) < _PAGE or not fresh:
                return
            start = page[-1][0]
            seen = {item.id for tie, item in page if tie == start}
            opened.segments.check_sizes()

    def providers(self) -> dict[str, int]:
        return dict(sorted(self._whole().providers().items(), key=lambda pair: (-pair[1], pair[0])))

    def _hits(
        self, terms: Sequence[WeightedTerm], k: int, offset: int, filters: Filters, without: str | None
    ) -> list[Hit]:
        opened = self._whole()
        check_kept(filters, opened.header.filters, self.name)
        query = likeness_query(opened.index.schema, terms, filters)
        ranked = opened.ranked(query, offset + k, None if without is None else tie_breaker(without))
        return [Hit(opened.item(address), score) for score, address in ranked[offset:]]

    def _nearest(self, vector: Vector, k: int, filters: Filters, without: str | None) -> list[Hit]:
        opened = self._whole()
        check_kept(filters, opened.header.filters, self.name)
        if opened.vectors is None:
            return []
        wanted, total = k, opened.vectors.n
        while True:  # rows keep no language and no type: so many more are looked at until enough have the right ones
            ranked = opened.vectors.nearest(vector, wanted, filters, without)
            items = opened.items_of([tie for tie, _ in ranked])
            hits = [
                Hit(items[tie], cosine) for tie, cosine in ranked if tie in items and lets_pass(filters, items[tie])
            ]
            if len(hits) >= k or len(ranked) < wanted or wanted >= total or not (filters.languages or filters.types):
                return hits[:k]
            wanted = min(4 * wanted, total)

    def _count(self, terms: Sequence[WeightedTerm], filters: Filters) -> int:
        opened = self._whole()
        check_kept(filters, opened.header.filters, self.name)
        return opened.count_all(likeness_query(opened.index.schema, terms, filters))

    def add(self, entries: Iterable[Entry]) -> int:
        with files.writing_lock(self.folder):
            if not self.exists():
                return self._rebuild(entries, files.Header(""))
            header = self._checked_header()
            with self._writer(header) as writer:
                vectors = self._vector_writer(header)
                count = self._put(writer, entries, header, vectors, commit_every=None)
                self._commit(writer, vectors)
            return count

    def rebuild(
        self,
        entries: Iterable[Entry],
        extra_views: Iterable[str] = (),
        made_by: str = "",
        made_with: str = "",
        vectors: str = "",
    ) -> int:
        header = files.Header("", check_view_names(extra_views), made_by=made_by, made_with=made_with, vectors=vectors)
        with files.writing_lock(self.folder):
            return self._rebuild(entries, header)

    def _rebuild(self, entries: Iterable[Entry], like: files.Header) -> int:
        current = self._generation_in_use()
        files.remove_other_generations(self.folder, keep=current)
        header = replace(like, generation=files.next_generation(self.folder))
        try:
            with self._writer(header) as writer:
                vectors = self._vector_writer(header)
                count = self._put(writer, entries, header, vectors, commit_every=_COMMIT_EVERY)
                self._commit(writer, vectors)
            files.write_header(self.folder, header)
        except BaseException:
            files.remove_other_generations(self.folder, keep=current)
            raise
        self._opened = None
        files.remove_other_generations(self.folder, keep=header.generation)
        return count

    def delete(self, ids: Iterable[str]) -> int:
        files.read_header(self.folder)  # before the lock, which would make a folder where there is none
        with files.writing_lock(self.folder):
            header = self._checked_header()
            before = self.n_docs
            with self._writer(header) as writer:
                vectors = self._vector_writer(header)
                for item_id in ids:
                    writer.delete_documents_by_term("id", item_id)
                    if vectors:
                        vectors.delete(item_id)
                self._commit(writer, vectors)
            self._opened = None
            return before - self.n_docs

    def _checked_header(self) -> files.Header:
        """Return the header of a collection that is about to be changed; raise when that would build on damage."""
        self._opened = None
        header = self._whole().header
        self._opened = None
        return header

    def _generation_in_use(self) -> str | None:
        try:
            return files.read_header(self.folder).generation
        except (NoCollection, CollectionDamaged):
            return None
        except WrongFormat:  # an older version's: kept until the new one is whole
            return files.generation_of_any_version(self.folder)

    def _vector_writer(self, header: files.Header) -> VectorWriter | None:
        with self._translated():
            return VectorWriter(self.folder / header.generation, self.name) if header.vectors else None

    def _put(
        self,
        writer: IndexWriter,
        entries: Iterable[Entry],
        header: files.Header,
        vectors: VectorWriter | None,
        commit_every: int | None,
    ) -> int:
        count = 0
        for count, entry in enumerate(entries, start=1):
            check_entry(entry, header.extra_views, self.name)
            document = document_of(entry, header.filters)
            with self._translated():
                writer.delete_documents_by_term("id", entry.item.id)
                writer.add_document(document)
                if vectors:
                    vectors.put(entry)
            if commit_every and count % commit_every == 0:
                self._commit(writer)
        return count

    @contextmanager
    def _writer(self, header: files.Header) -> Iterator[IndexWriter]:
        path = self.folder / header.generation
        with self._translated():
            path.mkdir(exist_ok=True)
            index = Index(schema_of(header.extra_views, header.filters), path=str(path))
            writer = index.writer(_WRITER_BYTES, num_threads=1)
            writer.garbage_collect_files()  # what an interrupted write has left
        try:
            yield writer
            with self._translated():
                files.follow_umask(path)
                writer.wait_merging_threads()
                files.follow_umask(path)
        except BaseException:
            _undo(writer)
            raise

    def _commit(self, writer: IndexWriter, vectors: VectorWriter | None = None) -> None:
        with self._translated():
            writer.commit()
            if vectors:
                vectors.commit()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except BaseException as error:
            if not (is_panic(error) or isinstance(error, (OSError, ValueError))):
                raise
            _LOG.debug("tantivy: %s", error)
            # A thread of tantivy's dies without its reason, so the disk itself is asked too.
            full = "No space left" in str(error) or shutil.disk_usage(self.folder).free < 1_000_000
            reason = "the disk is full" if full else str(error)
            raise WriteFailed(
                f"cannot write to {self.name}: {reason}; nothing was changed there"
                + (", free some space and run this again" if full else "")
            ) from error

    def check(self, *, everything: bool = False) -> None:
        """Raise what is wrong when the collection cannot answer; with `everything`, when any byte of it is wrong."""
        files.read_header(self.folder)
        opened = self._whole()
        if not everything:
            opened.page(0, 1)
            return
        opened.segments.check_contents(everything=True)
        if opened.vectors:
            opened.vectors.check_contents()
        if sum(1 for _ in self.all_items()) != opened.n_docs:
            raise opened.segments.damaged(f"it does not hold the {opened.n_docs:,} items it should")

    def _whole(self) -> OpenedIndex:
        """Return the opened index, if its files are as long as when they were opened: it is fatal to look beyond."""
        opened = self._open()
        opened.segments.check_sizes()
        return opened

    def _open(self) -> OpenedIndex:
        opened = self._opened  # another thread may refresh meanwhile
        if opened is None:
            self._opened = opened = self._open_current()
        return opened

    def _open_current(self) -> OpenedIndex:
        """Open what counts now; a write that ends meanwhile may take away what was about to be opened.

        Right after a commit, before its rights are set, meta.json is its writer's alone.
        """
        seen: str | None = None
        waits = iter(_WAITS)
        while True:
            try:
                return OpenedIndex(self.folder, files.read_header(self.folder), thorough=self._suspect)
            except CollectionDamaged as error:
                before, seen = seen, files.state_of(self.folder)
                wait = next(waits, None) if isinstance(error.__cause__, PermissionError) else None
                if seen == before and wait is None:
                    raise
                time.sleep(wait or 0)


def _undo(writer: IndexWriter) -> None:
    """Take back what was not committed and remove its files, as far as that can be done on a disk that may be full."""
    for step in (writer.rollback, writer.garbage_collect_files, writer.wait_merging_threads):
        try:
            step()
        except BaseException as error:
            if not (is_panic(error) or isinstance(error, (OSError, ValueError))):
                raise
            _LOG.debug("tantivy: %s", error)
