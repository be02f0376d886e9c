"""Which candidates are shown, and in which order.

The score of a candidate over the chosen types t with weights w:

    score = sum of w(t) * s(t) / sum of w(t)                      s(t): the model's score, where the type is stated
                                                                  a type neither record states: w / 4, s = 2

A type that is not stated speaks neither for nor against; its small neutral vote only keeps a candidate of which one
type is known, and eight asked for, from winning by that one.

What a candidate is worth is its score and how telling the most telling statement is that is made of it:

    worth = score + 1.8 * telling                                 telling: typed_sts.saying.choosing.value, 0 to 1.3
                                                                  of a subject or a place half as much

This was set by what judges said of 748 pairs: of those worth less than 2.8 a sixth is good, from 3.6 on one half,
from 4.6 on nine in ten. Worth tells the good ones from the others better than the score alone (ROC area .89 and .84).

Of the candidates those are picked that add something, one after the other:

    value = worth - sum over those already picked of cos^4        cos: of the words of both records, by TF-IDF

Two records alike in every word cost each other a point, half alike nearly nothing, and each further copy a point more:
copies are shown as long as nothing else comes near them. What is picked is listed by its score.
"""

from collections.abc import Iterable, Mapping

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.domain.labels import TERM_VIEWS
from typed_sts.domain.statement import SERIES, VERSION, Statement
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
_TELLING = 1.8
LEAST_WORTH = 3.6
"""From here on half of the candidates are good ones, and soon most."""
LEAST_ALONE = 3.3
"""... where nothing reaches that: an empty list helps nobody, and still half of these are good."""
TELLS_MUCH = 0.6
ALIKE = 3.3
"""The general score of two of which all that is said tells less than that: below it only one in four is good."""
_FARTHEST_BEHIND = 1.0
_WORTH_ANYWHERE = 4.6
"""Behind much better ones only half of those that are worth less than this are good; alone three in four."""
_WEAK = frozenset(("subject", "location"))
_OF_THE_THING = frozenset((SERIES, VERSION, "title", "kind"))
_WEAK_SHARE = 0.5
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


def worth(score: float, told: Iterable[tuple[Statement, float]]) -> float:
    """Return what a candidate is worth by its score, its statements and how telling each of them is."""
    return score + _TELLING * telling(told)


def telling(told: Iterable[tuple[Statement, float]]) -> float:
    """Return how telling the most telling of some statements is."""
    return max((_share(statement) * tells for statement, tells in told), default=0.0)


def beside_best(best: float) -> float:
    """Return what a candidate must be worth to be listed beside one that is worth so much."""
    return min(best - _FARTHEST_BEHIND, _WORTH_ANYWHERE)


def _share(statement: Statement) -> float:
    """Return how much of what a statement tells counts: what thing it is counts in full, what it is about does not."""
    is_weak = statement.type in _WEAK and statement.things[0].kind not in _OF_THE_THING
    return _WEAK_SHARE if is_weak else 1.0


def values_of(scores: Floats, general: Floats) -> Floats:
    """Return what each candidate is worth before anything is listed.

    Among equals the general score decides: where nothing that was chosen is stated, it is all there is.
    """
    return scores + _TIE * general


def costs(alike: Floats) -> Floats:
    """Return what listing one candidate takes from the value of each other."""
    cost: Floats = np.clip(alike, 0.0, 1.0) ** _SHARPNESS
    return cost
