"""What both engines do alike: from an item or a text to the terms of a query, with frequencies that are remembered."""

import hashlib
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from typed_sts_fetch.item import Item
from typed_sts_index.analyser import terms
from typed_sts_index.contract import DEFAULT_WEIGHTS, MAX_QUERY_TERMS, NO_FILTERS, CorpusStats, Filters, Hit, idf
from typed_sts_index.entry import Entry, Vector, entry_of, filter_value, filter_values
from typed_sts_index.errors import BadQuery

# What a neighbour query asks, alike for both engines.


class WeightedTerm(NamedTuple):
    """One term to look for."""

    view: str
    term: str
    weight: float


def query_terms(
    views: Mapping[str, Sequence[str]],
    weights: Mapping[str, float],
    stats: CorpusStats,
    *,
    min_doc_freq: int,
    max_terms: int,
) -> list[WeightedTerm]:
    """Return the terms of a query that tell most, at most `max_terms` a view."""
    n_docs = stats.n_docs
    chosen: list[WeightedTerm] = []
    for view, weight in weights.items():
        check_view(view, stats)
        counts = Counter(views.get(view, ()))
        known = [
            (count * idf(n_docs, df), term)
            for (term, count), df in zip(counts.items(), stats.doc_freq(view, list(counts)), strict=True)
            if df >= min_doc_freq
        ]
        best = sorted(known, key=lambda pair: (-pair[0], pair[1]))[:max_terms]
        chosen.extend(WeightedTerm(view, term, weight) for _, term in best if weight > 0)
    return chosen


def check_view(view: str, stats: CorpusStats) -> None:
    """Refuse a view the collection does not have."""
    if view not in stats.views:
        raise BadQuery(f'no view "{view}" in this collection; it has {", ".join(stats.views)}')


def check_page(k: int, offset: int) -> None:
    """Refuse a page that no engine can give."""
    if k < 1 or offset < 0 or k + offset > 10_000:
        raise BadQuery(f"cannot give {k} items from number {offset}: at least 1, and at most 10,000 in all")


def check_years(filters: Filters) -> None:
    """Refuse years that no engine can hold."""
    for year in (filters.first_year, filters.last_year):
        if year is not None and abs(year) >= 1 << 62:
            raise BadQuery(f"{year} is not a year that items can be filtered by")


def lets_pass(filters: Filters, item: Item) -> bool:
    """Say whether the language and the types of an item are among those that are asked for, if any are."""
    kept = filter_values(item)
    for name, asked in (("language", filters.languages), ("type", filters.types)):
        if asked and set(map(filter_value, asked)).isdisjoint(kept[name]):
            return False
    return True


def check_kept(filters: Filters, kept: Sequence[str], name: str) -> None:
    """Refuse a filter by what a collection made by an older version has not kept."""
    for asked, what in ((filters.languages, "language"), (filters.types, "type")):
        if asked and what not in kept:
            raise BadQuery(
                f"{name} was made by an older version and cannot be filtered by {what};"
                f' run "typed-sts index ITEMS --to {name} --rebuild"'
            )


def tie_breaker(item_id: str) -> int:
    """Return 62 bits drawn from the id: an order among equals that no engine and no build changes."""
    return int.from_bytes(hashlib.blake2b(item_id.encode(), digest_size=8).digest()) >> 2


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

    @property
    @abstractmethod
    def vectors(self) -> str: ...

    @abstractmethod
    def _nearest(self, vector: Vector, k: int, filters: Filters, without: str | None) -> list[Hit]: ...

    @abstractmethod
    def _hits(
        self, terms: Sequence[WeightedTerm], k: int, offset: int, filters: Filters, without: str | None
    ) -> list[Hit]: ...

    @abstractmethod
    def _count(self, terms: Sequence[WeightedTerm], filters: Filters) -> int: ...

    def item(self, item_id: str) -> Item:
        return self.entry(item_id).item

    def similar(
        self,
        item: Item | Entry | str,
        k: int = 10,
        *,
        offset: int = 0,
        weights: Mapping[str, float] = DEFAULT_WEIGHTS,
        filters: Filters = NO_FILTERS,
    ) -> list[Hit]:
        check_page(k, offset)
        check_years(filters)
        if isinstance(item, str):
            entry = self.entry(item)
        else:
            entry = item if isinstance(item, Entry) else entry_of(item)
        # A term of a stored item that no other item has finds nothing but itself.
        least = 2 if isinstance(item, str) else 1
        chosen = query_terms(entry.views(), weights, self, min_doc_freq=least, max_terms=MAX_QUERY_TERMS)
        return self._hits(chosen, k, offset, filters, without=entry.item.id) if chosen else []

    def nearest(
        self, vector: Vector, k: int = 10, *, filters: Filters = NO_FILTERS, without: str | None = None
    ) -> list[Hit]:
        check_page(k, 0)
        check_years(filters)
        length = float(np.linalg.norm(vector))
        if not self.vectors or not length:
            return []
        return self._nearest(np.asarray(vector, dtype=np.float32) / length, k, filters, without)

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
        check_years(filters)
        chosen = self._terms_of(text, weights)
        return self._hits(chosen, k, offset, filters, without=None) if chosen else []

    def count(self, text: str, *, weights: Mapping[str, float] = DEFAULT_WEIGHTS, filters: Filters = NO_FILTERS) -> int:
        check_years(filters)
        chosen = self._terms_of(text, weights)
        return self._count(chosen, filters) if chosen else 0

    def _terms_of(self, text: str, weights: Mapping[str, float]) -> list[WeightedTerm]:
        views = dict.fromkeys(weights, terms(text))
        return query_terms(views, weights, self, min_doc_freq=1, max_terms=MAX_QUERY_TERMS)


# A bounded memory of document frequencies, for engines where asking costs something.


class DocFreqMemory:
    """Remembers answers until there are too many, then starts anew; holds for one state of a collection only."""

    def __init__(self, most: int = 200_000) -> None:
        self._most = most
        self._known: dict[tuple[str, str], int] = {}

    def look_up(self, view: str, terms: Sequence[str], ask: Callable[[list[str]], list[int]]) -> list[int]:
        """Return the frequencies of the terms, asking only for those not yet known, each once."""
        missing = list(dict.fromkeys(term for term in terms if (view, term) not in self._known))
        if len(self._known) + len(missing) > self._most:
            self._known.clear()
            missing = list(dict.fromkeys(terms))
        if missing:
            self._known.update(zip(((view, term) for term in missing), ask(missing), strict=True))
        return [self._known[view, term] for term in terms]

    def forget(self) -> None:
        """Forget everything: the collection has changed."""
        self._known.clear()
