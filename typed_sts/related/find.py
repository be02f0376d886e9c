"""The related items of one: candidates from the index, one batch of scores, the best and most varied of them.

Candidates are items of the collection that the index alone finds worth comparing: it looks in the views of each type
that is asked for, and around the years of the item.

A candidate in memory costs about a millisecond, one that is kept on disk two, one never read before ten or more.
Where an answer may not wait, `unread` bounds how many of the last kind are read for one question: the first ones in
the order of the index. The next question about the same neighbours reads the next ones, until all have been.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from math import ceil

import numpy as np

from typed_sts.domain.explanation import Related
from typed_sts.domain.types import GENERAL, TYPES, type_of
from typed_sts.explaining.explain import one_line
from typed_sts.features.profiles import join
from typed_sts.preparing.cache import PreparedItem, PreparedItems
from typed_sts.reading.unreadable import NOT_THE_RECORDS, unreadable
from typed_sts.related.ranking import best_type, likeness, overall, pick, weight_row
from typed_sts.scoring.record_scorer import RecordScorer, estimate
from typed_sts.scoring.scorer import Estimates, Scorer, pair_scores
from typed_sts_fetch.item import Item
from typed_sts_index.contract import NO_FILTERS, Collection, Filters

_LOG = logging.getLogger(__name__)
_OWN, _TEXT = 3.0, 1.0
"""Weights of a type's own views and of the whole text behind them."""
_LEAST_GENERAL = 0.5
_NEAR_YEARS = 5
_SPARE = 2
"""How many times its share a type is asked for, since the lists hold many items in common."""


def find_candidates(
    collection: Collection,
    item: Item,
    weights: Mapping[str, float],
    most: int,
    *,
    known: bool,
    years: tuple[int, int] | None,
) -> list[Item]:
    """Return at most `most` items to compare with one, the likeliest first; never the item under any of its ids.

    `known` says that the item is the collection's own, whose read views the index has; `years` are when it was made.
    """
    wanted = {name: weight for name, weight in weights.items() if weight > 0}
    wanted[GENERAL] = max(wanted.get(GENERAL, 0.0), _LEAST_GENERAL * max(wanted.values(), default=1.0))
    start: Item | str = item.id if known else item
    available = set(collection.views)
    lists: list[tuple[float, Sequence[Item]]] = []
    for name, weight in wanted.items():
        row = type_of(name)
        own = [view for view in row.search_views if view in available]
        if not own or (row.dated and years is None):
            continue
        filters = _around(years) if row.dated else NO_FILTERS
        views = dict.fromkeys(own, _OWN) | {"text": _TEXT}
        share = weight / sum(wanted.values())
        hits = collection.similar(start, min(most, ceil(_SPARE * most * share)), weights=views, filters=filters)
        lists.append((weight, [hit.item for hit in hits]))
    return _merged(lists, item)[:most]


def _around(years: tuple[int, int] | None) -> Filters:
    if years is None:
        return NO_FILTERS
    return Filters(first_year=years[0] - _NEAR_YEARS, last_year=years[1] + _NEAR_YEARS)


def _merged(lists: Iterable[tuple[float, Sequence[Item]]], item: Item) -> list[Item]:
    places = [
        (rank / weight, number, rank, found)
        for number, (weight, items) in enumerate(lists)
        for rank, found in enumerate(items, start=1)
    ]
    places.sort(key=lambda place: place[:3])
    distinct = {found.id: found for _, _, _, found in reversed(places)}
    order = dict.fromkeys(found.id for _, _, _, found in places)
    return [distinct[item_id] for item_id in order if not is_same(distinct[item_id], item)]


def is_same(one: Item, other: Item) -> bool:
    """Say whether two items are one record, under their ids or older ones."""
    return not {one.id, *one.aliases}.isdisjoint({other.id, *other.aliases})


CANDIDATES = 100
"""Items compared with one for ten related ones; docs/related.md says what fewer and more would change."""
UNREAD = 20
"""Items never read before that are read for one question of a service."""
_CANDIDATES_A_PLACE = 3


def find_related(
    item: Item,
    k: int,
    by: Mapping[str, float] | None,
    prepared: PreparedItems,
    scorer: Scorer | RecordScorer,
    unread: int | None = None,
    candidates: int = CANDIDATES,
) -> list[Related]:
    """Return the k items most related by these types and weights, the best first."""
    weights = weight_row(by)
    own, known = prepared.with_origin(item)
    items = find_candidates(
        prepared.collection,
        item,
        {name: weight for name, weight in zip(TYPES, weights.tolist(), strict=True) if weight > 0},
        max(candidates, _CANDIDATES_A_PLACE * k),
        known=known,
        years=own.document.span_of_years(),
    )
    if unread is not None:
        items = prepared.affordable(items, unread)
    if not items:
        return []
    others = prepared.readable(items, ours=True)
    items = [other.document.item for other in others]
    if not others:
        return []
    profiles = join([own.profile, *(other.profile for other in others)])
    rows = np.arange(1, len(profiles))
    documents = [own.document, *(other.document for other in others)]
    estimates = estimate(scorer, documents, profiles, np.zeros_like(rows), rows)
    scores = overall(estimates, weights)
    picked = pick(scores, estimates.values[:, 0], likeness(profiles)[1:, 1:], k)
    pairs = pair_scores(scorer, [(item.id, items[number].id) for number in picked], _rows(estimates, picked))
    found = []
    for number, pair in zip(picked, pairs, strict=True):
        best = best_type(estimates.values[number], estimates.stated[number], weights)
        other = others[number]
        reason = _reason(own, other, best)
        found.append(Related(items[number], round(float(scores[number]), 4), pair.types, best, reason))
    return found


def _reason(own: PreparedItem, other: PreparedItem, best: str) -> str:
    """Return why two items are related in a line; none where that cannot be told, for the scores still can."""
    try:
        return one_line(own.document, other.document, join([own.profile, other.profile]), best)
    except NOT_THE_RECORDS:
        raise
    except Exception as error:
        _LOG.warning("%s", unreadable(f"{own.document.id} and {other.document.id}", error))
        return ""


def _rows(estimates: Estimates, rows: list[int]) -> Estimates:
    return Estimates(estimates.values[rows], estimates.stated[rows], estimates.not_stated[rows])
