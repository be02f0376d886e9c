"""How an embedded collection is laid out in tantivy, and one state of it as a searcher sees it from its opening on."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import orjson
import tantivy
from tantivy import DocAddress, Document, FieldType, Index, Occur, Order, Query, Schema, SchemaBuilder, Searcher

from typed_sts_fetch.item import Item
from typed_sts_index.contract import Filters
from typed_sts_index.embedded.files import Header
from typed_sts_index.embedded.segments import Segments, guarded
from typed_sts_index.embedded.vectors import OpenedVectors
from typed_sts_index.entry import (
    TEXT_VIEWS,
    Entry,
    entry_from_stored,
    filter_value,
    filter_values,
    item_from_stored,
    to_stored,
)
from typed_sts_index.neighbour_query import DocFreqMemory, WeightedTerm, tie_breaker

# How an entry is laid out in tantivy: tokens as they are, filters as fast fields, the entry itself as bytes.

EVERY = "every"
"""A field with the term "1" in every document: its doc_freq counts deleted documents too, which tells of them."""

_MOST_ITEMS = 10_000
"""Items that are remembered, a few kilobytes each."""


def view_field(view: str) -> str:
    """Return the field of a view."""
    return f"view_{view}"


def schema_of(extra_views: Iterable[str], filters: Iterable[str]) -> Schema:
    """Return the schema of a collection with these further views, and these values to filter by."""
    builder = SchemaBuilder()
    builder.add_text_field("id", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("alias", tokenizer_name="raw", index_option="basic")
    builder.add_text_field(EVERY, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("provider", tokenizer_name="raw", index_option="basic", fast=True)
    builder.add_integer_field("first_year", indexed=True, fast=True)
    builder.add_integer_field("last_year", indexed=True, fast=True)
    builder.add_unsigned_field("tie", indexed=True, fast=True)
    builder.add_bytes_field("entry", stored=True)
    for name in filters:
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    for view in (*TEXT_VIEWS, *extra_views):
        builder.add_text_field(view_field(view), tokenizer_name="whitespace", index_option="freq")
    return builder.build()


def document_of(entry: Entry, filters: Iterable[str]) -> Document:
    """Return the tantivy document of an entry, with these values to filter by."""
    document = Document()
    document.add_text("id", entry.item.id)
    for alias in entry.item.aliases:
        document.add_text("alias", alias)
    document.add_text(EVERY, "1")
    document.add_text("provider", entry.item.provider)
    document.add_unsigned("tie", tie_breaker(entry.item.id))
    if entry.years:
        document.add_integer("first_year", entry.years[0])
        document.add_integer("last_year", entry.years[1])
    kept = filter_values(entry.item)
    for name in filters:
        for value in kept[name]:
            document.add_text(name, value)
    for view, tokens in entry.views().items():
        if tokens:
            document.add_text(view_field(view), " ".join(tokens))
    document.add_bytes("entry", orjson.dumps(to_stored(entry)))
    return document


def id_query(schema: Schema, item_id: str) -> Query:
    """Return the query for one id."""
    return Query.term_query(schema, "id", item_id, "basic")


def alias_query(schema: Schema, alias: str) -> Query:
    """Return the query for the items that had this id before."""
    return Query.term_query(schema, "alias", alias, "basic")


def likeness_query(schema: Schema, terms: Iterable[WeightedTerm], filters: Filters) -> Query:
    """Return the query for items like these terms, among those the filters let through."""
    any_term = Query.boolean_query(
        [
            (Occur.Should, Query.boost_query(term, weighted.weight))
            for weighted in terms
            if (term := Query.term_query(schema, view_field(weighted.view), weighted.term, "freq"))
        ]
    )
    conditions = _conditions(schema, filters)
    if not conditions:
        return any_term  # a plain union: tantivy skips what cannot reach the top
    unscored = [(Occur.Must, Query.const_score_query(condition, 0.0)) for condition in conditions]
    return Query.boolean_query([(Occur.Must, any_term), *unscored])


def _conditions(schema: Schema, filters: Filters) -> list[tantivy.Query]:
    conditions = []
    if filters.providers:
        conditions.append(Query.term_set_query(schema, "provider", filters.providers))
    if filters.first_year is not None:
        conditions.append(Query.range_query(schema, "last_year", FieldType.Integer, lower_bound=filters.first_year))
    if filters.last_year is not None:
        conditions.append(Query.range_query(schema, "first_year", FieldType.Integer, upper_bound=filters.last_year))
    for name, values in (("language", filters.languages), ("type", filters.types)):
        if values:
            conditions.append(Query.term_set_query(schema, name, [filter_value(value) for value in values]))
    return conditions


class OpenedIndex:
    """One state of the index on disk, as a searcher sees it; what tantivy cannot read of it is CollectionDamaged."""

    def __init__(self, folder: Path, header: Header, *, thorough: bool = False) -> None:
        self.header = header
        self.segments = Segments(folder / header.generation, str(folder))
        self.segments.check_contents(everything=thorough)
        self.memory = DocFreqMemory()
        self._thorough = thorough
        self._items: dict[tuple[int, int], Item] = {}
        self._open()

    @guarded
    def _open(self) -> None:
        with self.segments.linked() as path:
            self.index = Index.open(str(path))
            self.searcher: Searcher = self.index.searcher()
        self.n_docs: int = self.searcher.num_docs
        counted = self.searcher.doc_freq(EVERY, "1")
        self.has_deleted = counted != self.n_docs
        if (
            self.index.schema != schema_of(self.header.extra_views, self.header.filters)
            or counted != self.segments.n_written
        ):
            raise self.segments.damaged("its lists of fields and segments do not agree with its files")

    @cached_property
    def vectors(self) -> OpenedVectors | None:
        """The vectors of its items, opened when they are first asked for; None where it keeps none."""
        if not self.header.vectors:
            return None
        return OpenedVectors(self.segments.folder, self.segments.collection, thorough=self._thorough)

    @guarded
    def items_of(self, ties: Sequence[int]) -> dict[int, Item]:
        """Return the items with these tie-breakers, by them; of two with one, the first found."""
        if not ties:
            return {}
        query = Query.term_set_query(self.index.schema, "tie", list(ties))
        hits = self.searcher.search(query, limit=len(ties), count=False, order_by_field="tie", order=Order.Asc).hits
        return {tie: self.item(address) for tie, address in hits}

    @guarded
    def doc_freq(self, field: str, tokens: Sequence[str]) -> list[int]:
        """Return in how many documents each token stands, the deleted among them."""
        return [self.searcher.doc_freq(field, token) for token in tokens]

    @guarded
    def count(self, field: str, tokens: Sequence[str]) -> list[int]:
        """Return in how many living documents each token stands."""
        queries = (Query.term_query(self.index.schema, field, token, "freq") for token in tokens)
        return [self.searcher.search(query, limit=1, count=True).count for query in queries]  # type: ignore[attr-defined]

    @guarded
    def count_all(self, query: Query) -> int:
        """Return how many living documents a query finds."""
        return int(self.searcher.search(query, limit=1, count=True).count)  # type: ignore[attr-defined]

    @guarded
    def first(self, query: Query) -> DocAddress | None:
        """Return the document a query finds, of several the first by their tie-breakers; None when there is none."""
        hits = self.searcher.search(query, limit=1, count=False, order_by_field="tie", order=Order.Asc).hits
        return hits[0][1] if hits else None

    @guarded
    def page(self, start: int, size: int) -> list[tuple[int, Item]]:
        """Return tie-breakers and items, in their order from a tie-breaker on."""
        query = Query.range_query(self.index.schema, "tie", FieldType.Unsigned, lower_bound=start)
        hits = self.searcher.search(query, limit=size, count=False, order_by_field="tie", order=Order.Asc).hits
        return [(tie, self.item(address)) for tie, address in hits]

    @guarded
    def providers(self) -> dict[str, int]:
        """Return the number of documents of each provider."""
        counts = {"providers": {"terms": {"field": "provider", "size": 65_000}}}
        buckets = self.searcher.aggregate(Query.all_query(), counts)["providers"]["buckets"]
        return {bucket["key"]: bucket["doc_count"] for bucket in buckets}

    @guarded
    def entry(self, address: DocAddress) -> Entry:
        """Return the entry of a document."""
        return entry_from_stored(self._stored(address))

    @guarded
    def item(self, address: DocAddress) -> Item:
        """Return the item of a document; one that is found again and again is not made again."""
        place = (address.segment_ord, address.doc)
        item = self._items.get(place)
        if item is None:
            item = item_from_stored(self._stored(address))
            if len(self._items) >= _MOST_ITEMS:
                self._items.clear()
            self._items[place] = item
        return item

    def _stored(self, address: DocAddress) -> dict[str, Any]:
        stored: dict[str, Any] = orjson.loads(self.searcher.doc(address)["entry"][0])
        return stored

    @guarded
    def ranked(self, query: Query, wanted: int, without: int | None) -> list[tuple[float, DocAddress]]:
        """Return the best documents, equal scores in the order of their tie-breakers."""
        limit = wanted + 2  # one for the item itself, one to see whether the last place is shared
        while True:
            hits = self.searcher.search(query, limit=limit, count=False).hits
            ties = self.searcher.fast_field_values("tie", [address for _, address in hits])
            found = [(round(hit[0], 4), tie, hit[1]) for hit, tie in zip(hits, ties, strict=True) if tie != without]
            found.sort(key=lambda row: (-row[0], row[1]))
            shared = len(hits) == limit and found[wanted - 1][0] == found[-1][0]
            if not shared or limit > 10_000:
                return [(score, address) for score, _, address in found[:wanted]]
            limit *= 4
