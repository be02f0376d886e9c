"""Which candidates are shown, and in which order.

The score of a candidate over the chosen types t with weights w:

    score = sum of w(t) * s(t) / sum of w(t)                      s(t): the model's score, where the type is stated
                                                                  a type neither record states: w / 4, s = 2

A type that is not stated speaks neither for nor against; its small neutral vote only keeps a candidate of which one
type is known, and eight asked for, from winning by that one.

Of the best candidates those are picked that add something, one after the other:

    value = score - sum over those already picked of cos^4        cos: of the words of both records, by TF-IDF

Two records alike in every word cost each other a point, half alike nearly nothing, and each further copy a point more:
copies are shown as long as nothing else comes near them. What is picked is listed by its score.
"""

from collections.abc import Mapping

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.domain.labels import TERM_VIEWS
from typed_sts.domain.types import GENERAL, SIMILARITY_TYPES, TYPES, type_number
from typed_sts.errors import BadOptions
from typed_sts.features.profiles import Profiles
from typed_sts.features.terms import view_of
from typed_sts.scoring.scorer import Estimates, Stated

NEUTRAL = 2.0
"""The score a type stands at that neither record states: a middling one."""
NOT_STATED_SHARE = 0.25
_USUAL = np.array([row.usual for row in SIMILARITY_TYPES])
"""That two items are of the same time says less than that they show the same people."""
_SHARPNESS = 4
_TIE = 1e-6
_TEXT = TERM_VIEWS.index("text")


def weight_row(by: Mapping[str, float] | None) -> Floats:
    """Return the weight of each type, in the task's order; all alike when none are given."""
    weights = np.zeros(len(TYPES)) if by else np.ones(len(TYPES))
    for name, weight in (by or {}).items():
        weights[type_number(name)] = weight
    if not (np.isfinite(weights).all() and (weights >= 0).all() and weights.any()):
        raise BadOptions(f"the weights of types must be numbers from 0 up, one of them above 0, not {by}")
    return weights


def overall(estimates: Estimates, weights: Floats) -> Floats:
    """Return the score of each candidate over the chosen types."""
    stated = estimates.stated > 0
    share = np.where(stated, weights, weights * NOT_STATED_SHARE)
    total: Floats = (share * np.where(stated, estimates.values, NEUTRAL)).sum(axis=1) / share.sum(axis=1)
    return total


def best_type(values: Floats, stated: Stated, weights: Floats) -> str:
    """Return the chosen type that speaks most for a candidate: the one furthest above what is usual for it.

    "general" says nothing by itself, and is returned only when no other of the chosen types is stated.
    """
    speaks = np.where((stated > 0) & (weights > 0), values - _USUAL, -np.inf)
    speaks[TYPES.index(GENERAL)] = -100.0
    return TYPES[int(np.argmax(speaks))]


def likeness(profiles: Profiles) -> Floats:
    """Return the cosine of the words of each two rows."""
    of_text = view_of(profiles.term_column) == _TEXT
    row = np.repeat(np.arange(len(profiles)), np.diff(profiles.term_start))[of_text]
    terms, term = np.unique(profiles.term_column[of_text], return_inverse=True)
    weight = profiles.term_weight[of_text].astype(np.float64)
    cosine = np.zeros((len(profiles), len(profiles)))
    for number in range(len(profiles)):
        own = np.zeros(len(terms))
        own[term[row == number]] = weight[row == number]
        cosine[number] = np.bincount(row, weights=own[term] * weight, minlength=len(profiles))
    return cosine


def pick(scores: Floats, general: Floats, alike: Floats, k: int) -> list[int]:
    """Return the numbers of k candidates that are good and not all the same, by falling score.

    Among equals the general score decides: where nothing that was chosen is stated, it is all there is.
    """
    cost = np.clip(alike, 0.0, 1.0) ** _SHARPNESS
    value = scores + _TIE * general
    picked: list[int] = []
    for _ in range(min(k, len(scores))):
        number = int(np.argmax(value))
        picked.append(number)
        value -= cost[number]
        value[number] = -np.inf
    return sorted(picked, key=lambda number: (-round(float(scores[number]), 4), -general[number], number))
