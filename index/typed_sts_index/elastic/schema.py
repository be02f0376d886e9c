"""How a collection is laid out in Elasticsearch, as in tantivy (tokens, filters, the entry itself), and is searched.

    name                      an alias, which is all that readers know
    name-v000002              the index it stands for
    name-v000002-building     an alias that only the build of that version writes through

A document's `_id` is the item's id, so sending it twice changes nothing.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

from typed_sts_index.analyser import ANALYSER_VERSION
from typed_sts_index.contract import Filters
from typed_sts_index.embedded.files import FORMAT_VERSION
from typed_sts_index.entry import TEXT_VIEWS, Entry, to_stored
from typed_sts_index.neighbour_query import WeightedTerm, tie_breaker

_MAX_ID_BYTES = 512


def view_field(view: str) -> str:
    """Return the field of a view."""
    return f"view_{view}"


def mapping_of(extra_views: Iterable[str], made_by: str = "") -> dict[str, Any]:
    """Return the mapping of an index with these further views; nothing in it is guessed by the server."""
    tokens = {"type": "text", "analyzer": "whitespace", "index_options": "freqs", "norms": True}
    views = {view_field(view): tokens for view in (*TEXT_VIEWS, *extra_views)}
    return {
        "dynamic": "strict",
        "_source": {"includes": ["entry"]},
        "_meta": {
            "typed_sts": FORMAT_VERSION,
            "analyser_version": ANALYSER_VERSION,
            "extra_views": list(extra_views),
            "made_by": made_by,
        },
        "properties": {
            "entry": {"type": "object", "enabled": False},
            "alias": {"type": "keyword"},
            "provider": {"type": "keyword"},
            "first_year": {"type": "long"},
            "last_year": {"type": "long"},
            "tie": {"type": "long"},
            **views,
        },
    }


def settings_of(shards: int) -> dict[str, Any]:
    """Return the settings of an index being built; a copy of each shard as soon as there is a second node."""
    return {"number_of_shards": shards, "auto_expand_replicas": "0-1", "refresh_interval": "-1"}


def document_of(entry: Entry) -> dict[str, Any]:
    """Return the document of an entry."""
    document: dict[str, Any] = {
        "entry": to_stored(entry),
        "provider": entry.item.provider,
        "tie": tie_breaker(entry.item.id),
        **{view_field(view): " ".join(tokens) for view, tokens in entry.views().items() if tokens},
    }
    if entry.item.aliases:
        document["alias"] = [document_id(alias) for alias in entry.item.aliases]
    if entry.years:
        document |= {"first_year": entry.years[0], "last_year": entry.years[1]}
    return document


def document_id(item_id: str) -> str:
    """Return the `_id` of an item: its own id, or a digest of one that is longer than Elasticsearch allows."""
    encoded = item_id.encode()
    return item_id if len(encoded) <= _MAX_ID_BYTES else f"sha256:{hashlib.sha256(encoded).hexdigest()}"


# The bodies of the searches: likeness, filters, and equal scores in the order of their tie-breakers.

BY_SCORE = [{"_score": "desc"}, {"tie": "asc"}]
BY_TIE = [{"tie": "asc"}]


def likeness_query(terms: Iterable[WeightedTerm], filters: Filters, without: str | None) -> dict[str, Any]:
    """Return the query for items like these terms, among those the filters let through."""
    query: dict[str, Any] = {
        "should": [{"term": {view_field(t.view): {"value": t.term, "boost": t.weight}}} for t in terms],
        "minimum_should_match": 1,
        "filter": _conditions(filters),
    }
    if without is not None:
        query["must_not"] = [{"ids": {"values": [document_id(without)]}}]
    return {"bool": query}


def alias_query(aliases: Iterable[str]) -> dict[str, Any]:
    """Return the query for the items that had one of these ids before."""
    return {"terms": {"alias": [document_id(alias) for alias in aliases]}}


def _conditions(filters: Filters) -> list[dict[str, Any]]:
    conditions: list[dict[str, Any]] = []
    if filters.providers:
        conditions.append({"terms": {"provider": list(filters.providers)}})
    if filters.first_year is not None:
        conditions.append({"range": {"last_year": {"gte": filters.first_year}}})
    if filters.last_year is not None:
        conditions.append({"range": {"first_year": {"lte": filters.last_year}}})
    return conditions
