"""The bodies of the searches: likeness, filters, and equal scores in the order of their tie-breakers."""

from collections.abc import Iterable
from typing import Any

from typed_sts_index.contract import Filters
from typed_sts_index.elastic_mapping import document_id, view_field
from typed_sts_index.likeness import WeightedTerm

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
