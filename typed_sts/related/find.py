"""The related items of one: candidates from the index, one batch of scores, the best and most varied of them.

Candidates are items of the collection that the index alone finds worth comparing: by words, in the views of each type
that is asked for and around the years of the item, and by meaning, whatever their language. Each way has its share of
the places; in their order counts what all ways say:

    cosine of the vectors  +  for each type: its share * BM25 / (BM25 + 100)

so that words count for much where they find much, and for little where two languages share but a name.

A candidate in memory costs about a millisecond, one that is kept on disk two. A collection that was read when it was
made keeps all of them, so its answers are the same whoever asks first. One that was not, or was read by another
version, has candidates never read before, at ten milliseconds or more: where an answer may not wait, `unread` bounds
how many of these are read for one question, the likeliest, and the answer says that it is not complete.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import ceil

import numpy as np

from typed_sts.domain.explanation import More, Related, RelatedItems
from typed_sts.domain.scores import PairScores, TypeScore
from typed_sts.domain.types import GENERAL, TYPES, type_of
from typed_sts.explaining.finding import side_of
from typed_sts.features.profiles import join
from typed_sts.messages.catalogue import ENGLISH
from typed_sts.messages.wording import say
from typed_sts.preparing.build_collection import read_entry
from typed_sts.preparing.cache import PreparedItem, PreparedItems
from typed_sts.reading.entities.tables import fold
from typed_sts.reading.overrides import in_use
from typed_sts.reading.unreadable import NOT_THE_RECORDS, unreadable
from typed_sts.reading.vectors import WHOLE
from typed_sts.reading.version import vectors_version
from typed_sts.related.folding import marks_of, more_said
from typed_sts.related.listing import Field, Rules, places
from typed_sts.related.ranking import best_type, likeness, overall, weight_row
from typed_sts.saying.choosing import Taste
from typed_sts.saying.say import Said, said_of_related
from typed_sts.scoring.record_scorer import RecordScorer, estimate
from typed_sts.scoring.scorer import Estimates, Scorer, pair_scores
from typed_sts.task_files.pairs import names_of
from typed_sts_fetch.item import Item
from typed_sts_index.contract import NO_FILTERS, Collection, Filters, Hit
from typed_sts_index.entry import Entry

_LOG = logging.getLogger(__name__)
_OWN, _TEXT = 3.0, 1.0
"""Weights of a type's own views and of the whole text behind them."""
_LEAST_GENERAL = 0.5
_NEAR_YEARS = 5
_BY_MEANING = 0.25
"""Share of the places for what is near in meaning, of that of all words."""
_HALF = 100.0
"""The BM25 at which words count half of what they can; `python -m benchmarks.languages` shows what comes of it."""
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
    entry: Entry | None = None,
) -> list[Item]:
    """Return at most `most` items to compare with one, the likeliest first; never the item under any of its ids.

    `known` says that the item is the collection's own, whose read views the index has; `years` are when it was made;
    `entry` is what was read of it, with its vector.
    """
    wanted = {name: weight for name, weight in weights.items() if weight > 0}
    wanted[GENERAL] = max(wanted.get(GENERAL, 0.0), _LEAST_GENERAL * max(wanted.values(), default=1.0))
    start: Item | Entry | str = item.id if known else entry or item
    available = set(collection.views)
    near: list[Hit] = []
    if entry is not None and entry.vector is not None and has_vectors(collection):
        near = collection.nearest(entry.vector, most, without=item.id)
    lists: list[tuple[float, list[Hit]]] = []
    for name, weight in wanted.items():
        row = type_of(name)
        own = [view for view in row.search_views if view in available]
        if not own or (row.dated and years is None):
            continue
        filters = _around(years) if row.dated else NO_FILTERS
        views = dict.fromkeys(own, _OWN) | {"text": _TEXT}
        share = weight / sum(wanted.values())
        hits = collection.similar(start, min(most, ceil(_SPARE * most * share)), weights=views, filters=filters)
        lists.append((weight, hits))
    by_meaning = _BY_MEANING * sum(wanted.values())
    chosen = _merged([*lists, (by_meaning, near)], item)[:most]
    likely = _likelihood(lists, near)
    return sorted(chosen, key=lambda found: -likely[found.id])  # stable: equals stay in the order of their places


def has_vectors(collection: Collection) -> bool:
    """Say whether items of a collection can be found by meaning: its vectors are made as ours are."""
    return collection.vectors == vectors_version()


def _likelihood(lists: Sequence[tuple[float, Sequence[Hit]]], near: Sequence[Hit]) -> dict[str, float]:
    """Return what words and meaning say of each item that was found."""
    lowest = min((hit.score for hit in near), default=0.0)
    cosines = {hit.item.id: hit.score for hit in near}
    all_weights = sum(weight for weight, _ in lists)
    by_words: dict[str, float] = {}
    for weight, hits in lists:
        for hit in hits:
            words = hit.score / (hit.score + _HALF)
            by_words[hit.item.id] = by_words.get(hit.item.id, 0.0) + weight / all_weights * words
    return {found: by_words.get(found, 0.0) + cosines.get(found, lowest) for found in by_words.keys() | cosines.keys()}


def _around(years: tuple[int, int] | None) -> Filters:
    if years is None:
        return NO_FILTERS
    return Filters(first_year=years[0] - _NEAR_YEARS, last_year=years[1] + _NEAR_YEARS)


def _merged(lists: Iterable[tuple[float, Sequence[Hit]]], item: Item) -> list[Item]:
    places = [
        (rank / weight, number, rank, hit.item)
        for number, (weight, hits) in enumerate(lists)
        for rank, hit in enumerate(hits, start=1)
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
USUAL = Rules()
MOST_IDS = 20
"""Ids that are given of what is folded behind an item."""


def find_related(
    item: Item,
    k: int,
    by: Mapping[str, float] | None,
    prepared: PreparedItems,
    scorer: Scorer | RecordScorer,
    unread: int | None = None,
    candidates: int = CANDIDATES,
    *,
    rules: Rules = USUAL,
    language: str = ENGLISH,
    among: Sequence[Item] | None = None,
) -> RelatedItems:
    """Return at most k items most related by these types and weights, the best first; of some only when given."""
    weights = weight_row(by)
    own, known = prepared.with_origin(item)
    entry = replace(read_entry(own.document), vector=own.profile.vectors[0, WHOLE])
    items = (
        find_candidates(
            prepared.collection,
            item,
            {name: weight for name, weight in zip(TYPES, weights.tolist(), strict=True) if weight > 0},
            max(candidates, _CANDIDATES_A_PLACE * k),
            known=known,
            years=own.document.span_of_years(),
            entry=entry,
        )
        if among is None
        else [other for other in among if not is_same(other, item)]
    )
    overrides, names = in_use(), names_of(item)
    items = [other for other in items if not overrides.hides_pair(names, names_of(other))]
    complete = has_vectors(prepared.collection)
    if unread is not None:
        affordable = prepared.affordable(items, unread)
        items, complete = affordable, complete and len(affordable) == len(items)
    if not items:
        return RelatedItems(complete=complete)
    others = prepared.readable(items, ours=True)
    items = [other.document.item for other in others]
    if not others:
        return RelatedItems(complete=complete)
    profiles = join([own.profile, *(other.profile for other in others)])
    rows = np.arange(1, len(profiles))
    documents = [own.document, *(other.document for other in others)]
    estimates = estimate(scorer, documents, profiles, np.zeros_like(rows), rows)
    marks = [marks_of(side_of(document, profiles, row)) for row, document in enumerate(documents)]
    field = Field(
        estimates,
        overall(estimates, weights),
        weights,
        likeness(profiles),
        marks[0],
        marks[1:],
        fold(item.provider),
        [fold(other.provider) for other in items],
    )

    @cache
    def scored(number: int) -> PairScores:
        return next(iter(pair_scores(scorer, [(item.id, items[number].id)], _row(estimates, number))))

    @cache
    def said(number: int) -> Said:
        return said_of_two(own, others[number], scored(number).types, by, language)

    found = RelatedItems(complete=complete)
    for number, behind in places(field, k, rules, said):
        more = more_said(field.marks[number], [field.marks[other] for other in behind])
        ids = tuple(items[other].id for other in behind[:MOST_IDS])
        found.append(
            Related(
                item=items[number],
                score=round(float(field.scores[number]), 4),
                types=scored(number).types,
                best=best_type(estimates.values[number], estimates.stated[number], weights),
                reason=said(number).sentence,
                statements=said(number).statements,
                sentences=said(number).sentences,
                more=More(len(behind), ids, say(more, language)) if behind else None,
            )
        )
    return found


def said_of_two(
    own: PreparedItem,
    other: PreparedItem,
    scores: Sequence[TypeScore],
    by: Mapping[str, float] | None,
    language: str,
) -> Said:
    """Return what is said of two items; nothing where that cannot be told, for the scores still can."""
    try:
        profiles = join([own.profile, other.profile])
        return said_of_related(
            own.document, other.document, profiles, scores, language=language, taste=Taste(by=by or None)
        )
    except NOT_THE_RECORDS:
        raise
    except Exception as error:
        _LOG.warning("%s", unreadable(f"{own.document.id} and {other.document.id}", error))
        return Said()


def _row(estimates: Estimates, number: int) -> Estimates:
    row = slice(number, number + 1)
    return Estimates(estimates.values[row], estimates.stated[row], estimates.not_stated[row])
