"""Explain a pair: eight scores, the points of each feature group, and the evidence behind them."""

from collections.abc import Mapping

import numpy as np

from typed_sts.domain.explanation import CUT, Evidence, Reason, TypeReasons, Why
from typed_sts.domain.groups import GROUPS
from typed_sts.domain.types import HIGHEST, LOWEST, TYPES
from typed_sts.errors import BadOptions
from typed_sts.explaining.evidence import evidence_of
from typed_sts.explaining.finding import Found, side_of
from typed_sts.explaining.shapley import group_points
from typed_sts.features.profiles import Profiles
from typed_sts.reading.document import Document
from typed_sts.scoring.scorer import STATED, NamedModel
from typed_sts.scoring.trained import TrainedScorer, identical, stated

# One line of plain English for each type, from evidence only.

ABOUT = {
    "general": (),
    "author": ("creator",),
    "people": ("people",),
    "time": ("time",),
    "location": ("place",),
    "event": ("event",),
    "subject": ("subject", "title"),
    "description": ("description",),
}
"""The feature groups a type is about."""
_STATES = {
    "general": "says anything",
    "author": "names a maker",
    "people": "names people",
    "time": "has a date",
    "location": "names a place",
    "event": "names an event",
    "subject": "has a subject or title",
    "description": "has a description",
}
"""What a record does that states a type."""
NEITHER = "not stated in either record"
NOTHING = "nothing in common"
_TELLING = ("creator", "event", "people", "place", "time", "title", "subject")
_REST = ("description", "record", "provider")
"""Groups that are named when no telling one agrees: what they share is seldom a reason of its own."""
_HIGH = 2.5
"""A score from which a line must say what speaks for it."""
_MOST_PARTS = 3
_LEAST_POINTS = 0.05


def summary(
    name: str,
    stated: str,
    estimate: float,
    found: Mapping[str, Found],
    points: Mapping[str, float],
    short: bool = False,
) -> str:
    """Return the line of one type; `points` are what each group adds to it."""
    if stated == "none":
        return NEITHER
    about = [group for group in ABOUT[name] if found[group].relation != "not_stated"]
    agreeing = [group for group in about if found[group].matches]
    if agreeing:
        parts = agreeing
    elif about:
        parts = [about[0], *(_speaking(found, points)[: _MOST_PARTS - 1] if estimate >= _HIGH else [])]
    else:
        parts = _speaking(found, points)[:_MOST_PARTS]
    line = _joined(found, parts[:1] if short else parts, short)
    if stated == "one" and not line.startswith("only one record"):
        return f"only one record {_STATES[name]}; {line}"
    return line


def listed_reasons(found: Mapping[str, Found], best: str) -> str:
    """Return what agrees in one line without points: what a type is about first, then who, what, where and when."""
    order = dict.fromkeys((*ABOUT[best], *_TELLING))
    parts = [group for group in order if found[group].matches] or [group for group in _REST if found[group].matches]
    return _joined(found, parts[:_MOST_PARTS], short=True)


def _speaking(found: Mapping[str, Found], points: Mapping[str, float]) -> list[str]:
    """Return the groups that agree and raise the score, the largest first; telling ones before the rest."""
    for groups in (_TELLING, _REST):
        raising = [g for g in groups if found[g].matches and points.get(g, 0.0) >= _LEAST_POINTS]
        if raising:
            return sorted(raising, key=lambda group: -points[group])
    return []


def _joined(found: Mapping[str, Found], groups: list[str], short: bool) -> str:
    return "; ".join(dict.fromkeys(found[g].short if short else found[g].text for g in groups)) or NOTHING


_ROUNDING = 1e-9


def explain(
    scorer: NamedModel,
    left: Document,
    right: Document,
    profiles: Profiles | None = None,
    *,
    short: bool = False,
) -> Why:
    """Return the reasons of a pair.

    `profiles` are those of left and right, two rows in this order; without, they are made now. The pair is looked at
    in one order whichever way round it is asked for, so that the answer is the same but for its sides.
    """
    if not isinstance(scorer, TrainedScorer):
        raise BadOptions(f"why needs a trained model: evidence, typed or the folder of one, not {scorer.name}")
    if profiles is None:
        profiles = scorer.profile([left, right])
    documents = (left, right)
    rows = _order(documents)
    found = evidence_of(*(side_of(documents[row], profiles, row) for row in rows))
    if rows == (1, 0):
        found = {group: _mirrored(what) for group, what in found.items()}
    one, other = (np.array([row]) for row in rows)
    points = group_points(scorer.regressor, scorer.table(profiles, one, other)[0], scorer.provider)
    same = bool(identical(profiles, one, other)[0])
    known = stated(profiles, one, other)[0]
    groups = [group for group in GROUPS if scorer.provider or group != "provider"]
    types = []
    for column, name in enumerate(TYPES):
        by_group = {group: float(points.points[GROUPS.index(group), column]) for group in groups}
        types.append(_type(name, float(points.baseline[column]), by_group, found, STATED[known[column]], same, short))
    return Why(left.id, right.id, tuple(types), scorer.name, scorer.version)


def one_line(left: Document, right: Document, profiles: Profiles, best: str = "general") -> str:
    """Return the reason of a pair in one line, without the cost of points: what agrees, first what `best` is about.

    `profiles` are those of left and right, two rows in this order.
    """
    documents = (left, right)
    found = evidence_of(*(side_of(documents[row], profiles, row) for row in _order(documents)))
    return listed_reasons(found, best)


def _order(documents: tuple[Document, Document]) -> tuple[int, int]:
    left, right = (document.item.to_dict() for document in documents)
    return (0, 1) if repr(left) <= repr(right) else (1, 0)


def _mirrored(found: Found) -> Found:
    evidence = tuple(Evidence(place.b, place.a) for place in found.evidence)
    return Found(found.relation, found.values, found.text, found.short, evidence)


def _type(
    name: str,
    baseline: float,
    points: Mapping[str, float],
    found: Mapping[str, Found],
    known: str,
    same: bool,
    short: bool,
) -> TypeReasons:
    reasons = [
        Reason(group, value, found[group].relation, found[group].values, found[group].text, found[group].evidence)
        for group, value in points.items()
    ]
    uncut = baseline + sum(points.values())
    cut = _cut(uncut, same and known == "both")
    if cut is not None:
        reasons.append(cut)
    reasons.sort(key=lambda reason: -abs(reason.points))
    estimate = uncut if cut is None else uncut + cut.points
    score = None if known == "none" else min(max(estimate, LOWEST), HIGHEST)
    line = summary(name, known, estimate, found, points, short)
    return TypeReasons(name, score, known, line, baseline, estimate, tuple(reasons))


def _cut(uncut: float, same: bool) -> Reason | None:
    """Return the reason that brings the sum to the scale's end, or to 5 for records that say the same."""
    if same:
        target, text = HIGHEST, "both records say the same in every field, which counts as 5"
    else:
        target = min(max(uncut, LOWEST), HIGHEST)
        text = f"scores end at {target:.0f}"
    if abs(target - uncut) <= _ROUNDING:
        return None
    return Reason(CUT, target - uncut, "", (), text, ())
