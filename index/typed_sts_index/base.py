"""What both engines do alike: from an item or a text to the terms of a query."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from typed_sts_fetch.item import Item
from typed_sts_index.analyser import terms
from typed_sts_index.contract import DEFAULT_WEIGHTS, MAX_QUERY_TERMS, NO_FILTERS, Filters, Hit
from typed_sts_index.likeness import WeightedTerm, check_page, query_terms
from typed_sts_index.views import Entry, entry_of


class BaseCollection(ABC):
    """The neighbours of an item or a text, over an engine's statistics and its search for weighted terms."""

    @property
    @abstractmethod
    def views(self) -> tuple[str, ...]: ...

    @property
    @abstractmethod
    def n_docs(self) -> int: ...

    @abstractmethod
    def doc_freq(self, view: str, terms: Sequence[str]) -> list[int]: ...

    @abstractmethod
    def entry(self, item_id: str) -> Entry:
        """Return the entry with that id: its item, and the views and years handed in with it."""

    @abstractmethod
    def _hits(
        self, terms: Sequence[WeightedTerm], k: int, offset: int, filters: Filters, without: str | None
    ) -> list[Hit]: ...

    def item(self, item_id: str) -> Item:
        return self.entry(item_id).item

    def similar(
        self,
        item: Item | str,
        k: int = 10,
        *,
        offset: int = 0,
        weights: Mapping[str, float] = DEFAULT_WEIGHTS,
        filters: Filters = NO_FILTERS,
    ) -> list[Hit]:
        check_page(k, offset)
        entry = self.entry(item) if isinstance(item, str) else entry_of(item)
        # A term of a stored item that no other item has finds nothing but itself.
        least = 2 if isinstance(item, str) else 1
        chosen = query_terms(entry.views(), weights, self, min_doc_freq=least, max_terms=MAX_QUERY_TERMS)
        return self._hits(chosen, k, offset, filters, without=entry.item.id) if chosen else []

    def search(
        self,
        text: str,
        k: int = 10,
        *,
        offset: int = 0,
        weights: Mapping[str, float] = DEFAULT_WEIGHTS,
        filters: Filters = NO_FILTERS,
    ) -> list[Hit]:
        check_page(k, offset)
        views = dict.fromkeys(weights, terms(text))
        chosen = query_terms(views, weights, self, min_doc_freq=1, max_terms=MAX_QUERY_TERMS)
        return self._hits(chosen, k, offset, filters, without=None) if chosen else []
