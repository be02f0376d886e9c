"""How an entry is laid out in tantivy: tokens as they are, filters as fast fields, the entry itself as bytes."""

from collections.abc import Iterable

import orjson
import tantivy
from tantivy import Document, FieldType, Occur, Query, Schema, SchemaBuilder

from typed_sts_index.contract import Filters
from typed_sts_index.entry import TEXT_VIEWS, Entry, to_stored
from typed_sts_index.neighbour_query import WeightedTerm, tie_breaker

EVERY = "every"
"""A field with the term "1" in every document: its doc_freq counts deleted documents too, which tells of them."""


def view_field(view: str) -> str:
    """Return the field of a view."""
    return f"view_{view}"


def schema_of(extra_views: Iterable[str]) -> Schema:
    """Return the schema of a collection with these further views."""
    builder = SchemaBuilder()
    builder.add_text_field("id", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("alias", tokenizer_name="raw", index_option="basic")
    builder.add_text_field(EVERY, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("provider", tokenizer_name="raw", index_option="basic", fast=True)
    builder.add_integer_field("first_year", indexed=True, fast=True)
    builder.add_integer_field("last_year", indexed=True, fast=True)
    builder.add_unsigned_field("tie", indexed=True, fast=True)
    builder.add_bytes_field("entry", stored=True)
    for view in (*TEXT_VIEWS, *extra_views):
        builder.add_text_field(view_field(view), tokenizer_name="whitespace", index_option="freq")
    return builder.build()


def document_of(entry: Entry) -> Document:
    """Return the tantivy document of an entry."""
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
    return conditions
