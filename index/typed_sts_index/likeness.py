"""What a neighbour query asks, alike for both engines.

    score(d) = sum over views v, terms t:  weight(v) * idf(t, v) * tf / (tf + k1 * (1 - b + b * |d| / avg|d|))

that is BM25 with k1 = 1.2 and b = 0.75, over the query's terms with the highest tf * idf in each view.
Equal scores are ordered by a number drawn from the id, so that both engines and every page agree.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from typed_sts_index.contract import CorpusStats, idf
from typed_sts_index.errors import BadQuery


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


def tie_breaker(item_id: str) -> int:
    """Return 62 bits drawn from the id: an order among equals that no engine and no build changes."""
    return int.from_bytes(hashlib.blake2b(item_id.encode(), digest_size=8).digest()) >> 2
