"""How a collection is laid out in Elasticsearch, as in tantivy (tokens, filters, the entry itself), and is searched.

    name                      an alias, which is all that readers know
    name-v000002              the index it stands for
    name-v000002-building     an alias that only the build of that version writes through

A document's `_id` is the item's id, so sending it twice changes nothing.
"""

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from typed_sts_index.analyser import ANALYSER_VERSION
from typed_sts_index.contract import Filters
from typed_sts_index.embedded.files import FORMAT_VERSION
from typed_sts_index.entry import (
    KEPT_FILTERS,
    TEXT_VIEWS,
    Entry,
    Vector,
    filter_value,
    filter_values,
    in_bytes,
    to_stored,
)
from typed_sts_index.errors import BadQuery
from typed_sts_index.neighbour_query import WeightedTerm, tie_breaker

_MAX_ID_BYTES = 512
_VECTOR = {"type": "dense_vector", "element_type": "byte", "index": True, "similarity": "cosine"}
"""A byte for each dimension, as in a folder. The server's own rounding keeps four more for each, and finds worse: it
takes one scale for all vectors (`int8_hnsw` held .84 of the ten nearest in the contract suite)."""
_FEWEST_LOOKED_AT, _LOOKED_AT_PER_HIT, _MOST_LOOKED_AT = 500, 5, 10_000


def view_field(view: str) -> str:
    """Return the field of a view."""
    return f"view_{view}"


def mapping_of(
    extra_views: Iterable[str], made_by: str = "", made_with: str = "", vectors: str = "", dimensions: int = 0
) -> dict[str, Any]:
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
            "made_with": made_with,
            "vectors": vectors,
            "dimensions": dimensions,
            "filters": list(KEPT_FILTERS),
        },
        "properties": {
            "entry": {"type": "object", "enabled": False},
            "alias": {"type": "keyword"},
            "provider": {"type": "keyword"},
            "first_year": {"type": "long"},
            "last_year": {"type": "long"},
            "tie": {"type": "long"},
            "reading": {"type": "binary", "store": True},
            **({"vector": _VECTOR | {"dims": dimensions}} if dimensions else {}),
            **{name: {"type": "keyword"} for name in KEPT_FILTERS},
            **views,
        },
    }


@dataclass(frozen=True, slots=True)
class Layout:
    """How many shards an index has, and copies of each; None is what the version before it has, if there is one."""

    shards: int | None = None
    replicas: int | None = None


AS_BEFORE = Layout()


def settings_of(wanted: Layout, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of an index being built, after those of the version before.

    Where nothing was ever said of copies, there is one of each shard as soon as there is a second node.
    """
    shards = wanted.shards or int(before.get("number_of_shards", 1))
    told = wanted.replicas
    if told is None and str(before.get("auto_expand_replicas", "false")) == "false" and "number_of_replicas" in before:
        told = int(before["number_of_replicas"])
    copies = {"auto_expand_replicas": "0-1"} if told is None else {"number_of_replicas": told}
    return {"number_of_shards": shards, **copies, "refresh_interval": "-1"}


def document_of(entry: Entry, filters: Iterable[str], dimensions: int = 0) -> dict[str, Any]:
    """Return the document of an entry, with these values to filter by.

    Its vector is kept where those of the index have that many dimensions.
    """
    if dimensions and entry.vector is not None and entry.vector.shape != (dimensions,):
        raise BadQuery(f'the vector of "{entry.item.id}" is not one of {dimensions} numbers, as the others are')
    kept = filter_values(entry.item)
    document: dict[str, Any] = {
        "entry": to_stored(entry),
        "provider": entry.item.provider,
        "tie": tie_breaker(entry.item.id),
        **{name: kept[name] for name in filters},
        **{view_field(view): " ".join(tokens) for view, tokens in entry.views().items() if tokens},
    }
    if entry.item.aliases:
        document["alias"] = [document_id(alias) for alias in entry.item.aliases]
    if entry.reading:
        document["reading"] = b64encode(entry.reading).decode()
    if dimensions and entry.vector is not None and entry.vector.any():
        document["vector"] = in_bytes(entry.vector).tolist()
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


def nearest_query(vector: Vector, k: int, filters: Filters, without: str | None) -> dict[str, Any]:
    """Return the search for the items with the nearest vectors, among those the filters let through."""
    may: dict[str, Any] = {"filter": _conditions(filters)}
    if without is not None:
        may["must_not"] = [{"ids": {"values": [document_id(without)]}}]
    return {
        "field": "vector",
        "query_vector": in_bytes(vector).tolist(),
        "k": k,
        "num_candidates": min(max(_FEWEST_LOOKED_AT, _LOOKED_AT_PER_HIT * k), _MOST_LOOKED_AT),
        "filter": {"bool": may},
    }


def copies_for(body: Mapping[str, Any]) -> str:
    """Return which copies of the shards a search goes to: the same for the same question.

    Copies of a shard merge on their own, so that scores near each other, and the nearest vectors, can differ from one
    copy to the next. This way questions are shared among the copies, and asking again gives the same answer.
    """
    return hashlib.blake2b(repr(sorted(body.items())).encode(), digest_size=8).hexdigest()


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
    for name, values in (("language", filters.languages), ("type", filters.types)):
        if values:
            conditions.append({"terms": {name: [filter_value(value) for value in values]}})
    return conditions
