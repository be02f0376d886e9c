"""Items that an editor has pinned: listed with another whatever their score, at their place or before all others.

found     a b c d          pinned: x at 2, c first
listed    c x a b          as many as were asked for
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from typed_sts.domain.explanation import Related, RelatedItems
from typed_sts.domain.overrides import Pin
from typed_sts.features.profiles import join
from typed_sts.messages.catalogue import ENGLISH
from typed_sts.preparing.cache import PreparedItems
from typed_sts.reading.overrides import in_use
from typed_sts.related.find import is_same, said_of_two
from typed_sts.related.ranking import best_type, overall, weight_row
from typed_sts.scoring.record_scorer import RecordScorer, estimate
from typed_sts.scoring.scorer import Scorer, pair_scores
from typed_sts.task_files.pairs import names_of
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Collection
from typed_sts_index.errors import ItemMissing

_LOG = logging.getLogger(__name__)


def with_pinned(
    found: RelatedItems,
    item: Item,
    k: int,
    by: Mapping[str, float] | None,
    prepared: PreparedItems,
    scorer: Scorer | RecordScorer,
    *,
    language: str = ENGLISH,
) -> RelatedItems:
    """Return the related items of one, with those that are pinned to it in their places; k at most."""
    pins = _items(in_use().pinned(names_of(item)), item, prepared.collection)
    if not pins:
        return found
    known = {entry.item.id: entry for entry in found}
    new = [other for other, _ in pins if other.id not in known]
    known |= {entry.item.id: entry for entry in _related(item, new, by, prepared, scorer, language)}
    pinned = [(replace(known[other.id], pinned=True), place) for other, place in pins if other.id in known]
    others = [entry for entry in found if entry.item.id not in {other.id for other, _ in pins}]
    return RelatedItems(placed(others, pinned, k), complete=found.complete)


def placed(found: Sequence[Related], pinned: Sequence[tuple[Related, int | None]], k: int) -> list[Related]:
    """Return k entries: those with a place at theirs, or at the end of a shorter list; before all others the rest."""
    first = [entry for entry, place in pinned if place is None][:k]
    at = sorted(((place, entry) for entry, place in pinned if place is not None), key=lambda pin: pin[0])
    at = at[: k - len(first)]
    listed = [*first, *found][: k - len(at)]
    for place, entry in at:
        listed.insert(min(place - 1, len(listed)), entry)
    return listed


def _items(pins: Sequence[Pin], item: Item, collection: Collection) -> list[tuple[Item, int | None]]:
    """Return what is pinned, each once; what the collection does not have is told of, and left out."""
    found: dict[str, tuple[Item, int | None]] = {}
    for pin in pins:
        try:
            other = collection.item(pin.item)
        except ItemMissing:
            _tell_missing(pin.item, in_use().digest)
            continue
        if not is_same(other, item):
            found.setdefault(other.id, (other, pin.place))
    return list(found.values())


@lru_cache(maxsize=10_000)
def _tell_missing(name: str, digest: str) -> None:
    """Log once for each version of the file that it pins what the collection does not have."""
    _LOG.warning("pinned, but not in the collection: %s (overrides %s)", name, digest)


def _related(
    item: Item,
    items: Sequence[Item],
    by: Mapping[str, float] | None,
    prepared: PreparedItems,
    scorer: Scorer | RecordScorer,
    language: str,
) -> list[Related]:
    """Return these items as related ones of an item, without those that cannot be read."""
    others = prepared.readable(items, ours=True)
    if not others:
        return []
    own, _ = prepared.with_origin(item)
    weights = weight_row(by)
    profiles = join([own.profile, *(other.profile for other in others)])
    rows = np.arange(1, len(profiles))
    documents = [own.document, *(other.document for other in others)]
    estimates = estimate(scorer, documents, profiles, np.zeros_like(rows), rows)
    scores = overall(estimates, weights)
    pairs = pair_scores(scorer, [(item.id, other.document.id) for other in others], estimates)
    entries = []
    for number, (other, pair) in enumerate(zip(others, pairs, strict=True)):
        best = best_type(estimates.values[number], estimates.stated[number], weights)
        said = said_of_two(own, other, pair.types, by, language)
        score = round(float(scores[number]), 4)
        entries.append(
            Related(other.document.item, score, pair.types, best, said.sentence, said.statements, said.sentences)
        )
    return entries
