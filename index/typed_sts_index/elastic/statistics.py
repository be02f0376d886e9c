"""Exact document frequencies over all shards, in few round trips.

`_termvectors` with term statistics is quickest, but each answer is one shard's and counts deleted documents. So one
request asks every shard, by a routing value known to lead there, and the answers are added up; and where the index
holds deleted documents, the terms are counted by a `filters` aggregation instead, which sees only the living.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import count
from typing import Any

from elasticsearch import AuthorizationException, Elasticsearch

_TERMS_PER_REQUEST = 2_000


def doc_freqs(client: Elasticsearch, index: str, field: str, terms: Sequence[str], routes: Sequence[str]) -> list[int]:
    """Return the number of documents with each term."""
    if not terms:
        return []
    deleted = _holds_deleted(client, index)
    found: list[int] = []
    for start in range(0, len(terms), _TERMS_PER_REQUEST):
        batch = terms[start : start + _TERMS_PER_REQUEST]
        if deleted:
            found.extend(_counted(client, index, field, batch))
        else:
            found.extend(_added_up(client, index, field, batch, routes))
    return found


def _holds_deleted(client: Elasticsearch, index: str) -> bool:
    try:
        stats = client.indices.stats(index=index, metric="docs")
    except AuthorizationException:
        return True  # nothing is known without the right to monitor: count
    return bool(stats["_all"]["total"]["docs"]["deleted"])


def _added_up(client: Elasticsearch, index: str, field: str, terms: Sequence[str], routes: Sequence[str]) -> list[int]:
    question = {
        "doc": {field: " ".join(terms)},
        "fields": [field],
        "term_statistics": True,
        "field_statistics": False,
        "positions": False,
        "offsets": False,
        "payloads": False,
    }
    answers = client.mtermvectors(index=index, docs=[question | {"routing": route} for route in routes])["docs"]
    total: Counter[str] = Counter()
    for answer in answers:
        for term, statistics in answer["term_vectors"].get(field, {"terms": {}})["terms"].items():
            total[term] += statistics.get("doc_freq", 0)
    return [total[term] for term in terms]


def _counted(client: Elasticsearch, index: str, field: str, terms: Sequence[str]) -> list[int]:
    filters: list[dict[str, Any]] = [{"term": {field: term}} for term in terms]
    answer = client.search(
        index=index,
        size=0,
        track_total_hits=False,
        allow_partial_search_results=False,
        aggregations={"terms": {"filters": {"filters": filters}}},
    )
    return [bucket["doc_count"] for bucket in answer["aggregations"]["terms"]["buckets"]]


def routes_to_shards(client: Elasticsearch, index: str, shards: int) -> list[str]:
    """Return one routing value for each shard, found by asking where values lead."""
    routes: dict[int, str] = {}
    for value in count():
        if len(routes) == shards:
            break
        answer = client.search_shards(index=index, routing=str(value))
        routes.setdefault(answer["shards"][0][0]["shard"], str(value))
    return [routes[shard] for shard in sorted(routes)]
