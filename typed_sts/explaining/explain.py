"""Explain a pair: eight scores, the points of each feature group, and the evidence behind them."""

from collections.abc import Mapping

import numpy as np

from typed_sts.domain.explanation import CUT, Evidence, Reason, TypeReasons, Why
from typed_sts.domain.groups import GROUPS
from typed_sts.domain.types import HIGHEST, LOWEST, TYPES
from typed_sts.errors import BadOptions
from typed_sts.explaining.evidence import evidence_of
from typed_sts.explaining.finding import Found
from typed_sts.explaining.pair_side import side_of
from typed_sts.explaining.shapley import group_points
from typed_sts.explaining.summaries import listed_reasons, summary
from typed_sts.features.profiles import Profiles
from typed_sts.reading.document import Document
from typed_sts.scoring.scorer import STATED, Scorer
from typed_sts.scoring.stated import stated
from typed_sts.scoring.trained import TrainedScorer, identical

_ROUNDING = 1e-9


def explain(
    scorer: Scorer, left: Document, right: Document, profiles: Profiles | None = None, *, short: bool = False
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
