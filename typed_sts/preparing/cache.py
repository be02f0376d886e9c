"""Items prepared one by one, and the last few thousand of them kept in memory.

    Item --in memory?--> PreparedItem
         --on disk?----> Document + vectors --profile--> PreparedItem    beside the collection (reading.store)
         --read, encode-> Document + vectors --profile--> PreparedItem

Items of the collection are kept in both places. Records from elsewhere are prepared each time and kept in neither:
a stranger's record may bear the id of one of ours. Safe to ask from several threads. That an item cannot be read is
remembered in memory too.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from typed_sts.features.profiles import Profiles, split
from typed_sts.preparing.prepare import profile_readings
from typed_sts.reading.batches import Readings, read_chunks, read_together
from typed_sts.reading.boilerplate import NOTHING_KNOWN, Boilerplate
from typed_sts.reading.document import Document
from typed_sts.reading.store import DocumentStore
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER
from typed_sts.reading.unreadable import OnUnread, UnreadableRecord, say_unread
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Collection, CorpusStats

KEPT = 5_000
"""Items kept in memory unless told otherwise."""


@dataclass(frozen=True, slots=True, eq=False)
class PreparedItem:
    """An item's document and its profile, of one row."""

    document: Document
    profile: Profiles


class PreparedItems:
    """Prepares items of one collection, and strangers' records; with `encode`, for models that use sentence vectors.

    Words are weighed by `stats`, without by the collection. What providers repeat (`boilerplate`) is left out; the
    store is to be one for the same.
    """

    def __init__(
        self,
        collection: Collection,
        *,
        encode: bool,
        stats: CorpusStats | None = None,
        tagger: str = DEFAULT_TAGGER,
        boilerplate: Boilerplate = NOTHING_KNOWN,
        store: DocumentStore | None = None,
        kept: int = KEPT,
        on_unread: OnUnread = say_unread,
    ) -> None:
        self.collection = collection
        self._stats: CorpusStats = collection if stats is None else stats
        self._tagger = tagger
        self._boilerplate = boilerplate
        self._encode = encode
        self._store = store
        self._most = kept
        self._on_unread = on_unread
        self._kept: OrderedDict[Item, PreparedItem | UnreadableRecord] = OrderedDict()
        self._era = 0
        self._lock = threading.Lock()
        # Taggers are not safe to use from two threads, and what one thread reads another may be waiting for.
        self._reading = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, items: Sequence[Item], *, ours: bool = False) -> list[PreparedItem]:
        """Return items prepared, in their order; with `ours` they are known to be the collection's.

        Raise UnreadableRecord for one that cannot be read.
        """
        prepared: list[PreparedItem] = []
        for found in self._get(items, ours=ours):
            if isinstance(found, UnreadableRecord):
                raise UnreadableRecord(found.item_id, found.reason)  # a new one: the kept one would gather tracebacks
            prepared.append(found)
        return prepared

    def readable(self, items: Sequence[Item], *, ours: bool = False) -> list[PreparedItem]:
        """Return those of the items prepared that can be read, in their order."""
        return [found for found in self._get(items, ours=ours) if isinstance(found, PreparedItem)]

    def _get(self, items: Sequence[Item], *, ours: bool) -> list[PreparedItem | UnreadableRecord]:
        found = self.in_memory(items)
        cold = [item for item in dict.fromkeys(items) if item not in found]
        if cold:
            era = self._era
            kept = cold if ours else self._known(cold)
            foreign = [] if ours else [item for item in cold if item not in set(kept)]
            with self._reading:
                found |= self.in_memory(kept)  # another thread may have read them meanwhile
                readings = [*self._read([item for item in kept if item not in found])]
                readings += [self._read_foreign(foreign)] if foreign else []
            fresh = {item: one for part in readings for item, one in self._profiled(part)}
            self._keep({item: fresh[item] for item in kept if item in fresh}, era)
            found |= fresh
        return [found[item] for item in items]

    def with_origin(self, item: Item) -> tuple[PreparedItem, bool]:
        """Return an item prepared, and whether the collection has it, word for word."""
        ours = item in self.in_memory([item]) or bool(self._known([item]))
        return self.get([item], ours=ours)[0], ours

    def in_memory(self, items: Sequence[Item]) -> dict[Item, PreparedItem | UnreadableRecord]:
        """Return those of the items that are in memory; they are the last to be dropped."""
        found: dict[Item, PreparedItem | UnreadableRecord] = {}
        with self._lock:
            for item in items:
                if (kept := self._kept.get(item)) is not None:
                    self._kept.move_to_end(item)
                    found[item] = kept
        return found

    def affordable(self, items: Sequence[Item], unread: int) -> list[Item]:
        """Return the items, of the collection, without those never read before but the first `unread` of these."""
        found = self.in_memory(items)
        cold = [item for item in items if item not in found]
        before = self._read_before(cold)
        left_out = {item.id for item in [item for item in cold if item.id not in before][unread:]}
        return [item for item in items if item.id not in left_out]

    def forget(self, boilerplate: Boilerplate) -> None:
        """Drop what is in memory: it was weighed by a collection that has changed, and now leaves this out."""
        if boilerplate != self._boilerplate:
            with self._reading:  # what is being read goes to the store that it was begun with
                self._boilerplate = boilerplate
                self._store = self._store.leaving_out(boilerplate) if self._store else None
        with self._lock:
            self._era += 1
            self._kept.clear()

    def _keep(self, fresh: dict[Item, PreparedItem | UnreadableRecord], era: int) -> None:
        with self._lock:
            if era != self._era:  # made with the words of an older state
                return
            self._kept.update(fresh)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def _known(self, items: Sequence[Item]) -> list[Item]:
        """Return those of the items that the collection has, word for word."""
        asked = set(items)
        return [item for item in self.collection.items([item.id for item in items]) if item in asked]

    def _read_before(self, items: Sequence[Item]) -> set[str]:
        return self._store.read_before(items, encoded=self._encode) if self._store else set()

    def _read(self, items: Sequence[Item]) -> list[Readings]:
        if not items:
            return []
        return list(
            read_chunks(
                items, tagger=self._tagger, boilerplate=self._boilerplate, store=self._store, encode=self._encode
            )
        )

    def _read_foreign(self, items: Sequence[Item]) -> Readings:
        return read_together(items, tagger=self._tagger, boilerplate=self._boilerplate, encode=self._encode)

    def _profiled(self, readings: Readings) -> Iterator[tuple[Item, PreparedItem | UnreadableRecord]]:
        """Yield each item with what it was prepared to, and tell of those that cannot be read."""
        prepared = profile_readings(readings, self._stats)
        for number, one in enumerate(map(PreparedItem, prepared.documents, split(prepared.profiles))):
            problem = prepared.unread.get(number)
            if problem is not None:
                self._on_unread(problem)
            yield one.document.item, problem or one
