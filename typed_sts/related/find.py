"""The related items of one: candidates from the index, one batch of scores, the best and most varied of them.

A candidate in memory costs about a millisecond, one that is kept on disk two, one never read before ten or more.
Where an answer may not wait, `unread` bounds how many of the last kind are read for one question: the first ones in
the order of the index. The next question about the same neighbours reads the next ones, until all have been.
"""

from collections.abc import Mapping

import numpy as np

from typed_sts.domain.explanation import Related
from typed_sts.domain.types import TYPES
from typed_sts.explaining.explain import one_line
from typed_sts.features.profiles import join
from typed_sts.preparing.cache import ReadyItems
from typed_sts.related.candidates import find_candidates
from typed_sts.related.ranking import best_type, likeness, overall, pick, weight_row
from typed_sts.scoring.scorer import Estimates, Scorer, pair_scores
from typed_sts_fetch.item import Item

CANDIDATES = 100
"""Items compared with one for ten related ones; docs/related.md says what fewer and more would change."""
UNREAD = 20
"""Items never read before that are read for one question of a service."""
_CANDIDATES_A_PLACE = 3


def find_related(
    item: Item,
    k: int,
    by: Mapping[str, float] | None,
    ready_items: ReadyItems,
    scorer: Scorer,
    unread: int | None = None,
    candidates: int = CANDIDATES,
) -> list[Related]:
    """Return the k items most related by these types and weights, the best first."""
    weights = weight_row(by)
    own, known = ready_items.with_origin(item)
    items = find_candidates(
        ready_items.collection,
        item,
        {name: weight for name, weight in zip(TYPES, weights.tolist(), strict=True) if weight > 0},
        max(candidates, _CANDIDATES_A_PLACE * k),
        known=known,
        years=own.document.span_of_years(),
    )
    if unread is not None:
        items = ready_items.affordable(items, unread)
    if not items:
        return []
    others = ready_items.get(items, ours=True)
    profiles = join([own.profile, *(ready.profile for ready in others)])
    rows = np.arange(1, len(profiles))
    estimates = scorer.score(profiles, np.zeros_like(rows), rows)
    scores = overall(estimates, weights)
    picked = pick(scores, estimates.values[:, 0], likeness(profiles)[1:, 1:], k)
    pairs = pair_scores(scorer, [(item.id, items[number].id) for number in picked], _rows(estimates, picked))
    found = []
    for number, pair in zip(picked, pairs, strict=True):
        best = best_type(estimates.values[number], estimates.stated[number], weights)
        other = others[number]
        reason = one_line(own.document, other.document, join([own.profile, other.profile]), best)
        found.append(Related(items[number], round(float(scores[number]), 4), pair.types, best, reason))
    return found


def _rows(estimates: Estimates, rows: list[int]) -> Estimates:
    return Estimates(estimates.values[rows], estimates.stated[rows], estimates.not_stated[rows])
