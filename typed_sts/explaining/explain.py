"""Explain a pair: eight scores, the points of each feature group, the evidence, and a line of plain English per type.

The line of a type speaks of the groups it is about where those agree; of the first of them, and of what else speaks
for a high score, where they do not; and where neither record states any, of what raises the score most.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from typed_sts.domain.explanation import SHOWN_FROM, Evidence, Reason, TypeReasons, Why, WhyOfPart
from typed_sts.domain.groups import CUT, GROUPS, PROVIDER, REST, TELLING
from typed_sts.domain.limits import unread
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Span, known_as
from typed_sts.domain.types import GENERAL, HIGHEST, LOWEST, TYPES, type_of
from typed_sts.errors import BadOptions
from typed_sts.explaining.evidence import evidence_of
from typed_sts.explaining.finding import Finding, side_of
from typed_sts.features.profiles import Profiles
from typed_sts.reading.document import Document
from typed_sts.scoring.scorer import STATED, NamedModel, explains
from typed_sts.scoring.trained import identical, stated

_ROUNDING = 1e-9
NEITHER = "not stated in either record"
NOTHING = "nothing in common"
_HIGH = 2.5
"""A score from which a line must say what speaks for it."""
_MOST_PARTS = 3


def summary(
    name: str,
    stated: str,
    estimate: float,
    found: Mapping[str, Finding],
    points: Mapping[str, float],
    short: bool = False,
) -> str:
    """Return the line of one type, from evidence only; `points` are what each group adds to it."""
    if stated == "none":
        return NEITHER
    relations = {group: finding.relation for group, finding in found.items()}
    parts = cited_groups(name, estimate, relations, points)[: 1 if short else None]
    line = _joined(found, parts, short)
    if stated == "one" and not (parts and found[parts[0]].tells_sides(short)):
        return f"only one record {type_of(name).states}; {line}"
    return line


def cited_groups(
    name: str, estimate: float, relations: Mapping[str, Relation], points: Mapping[str, float]
) -> list[str]:
    """Return the feature groups that the line of a type speaks of, in their order."""
    about = [group for group in _about(name) if relations[group] is not Relation.NOT_STATED]
    if agreeing := [group for group in about if relations[group].agrees]:
        return agreeing
    speaking = _speaking(relations, points)
    if about:
        return [about[0], *(speaking[: _MOST_PARTS - 1] if estimate >= _HIGH else [])]
    return speaking[:_MOST_PARTS]


def listed_reasons(found: Mapping[str, Finding], best: str) -> str:
    """Return what agrees in one line without points: what a type is about first, then who, what, where and when."""
    order = dict.fromkeys((*_about(best), *TELLING))
    parts = [group for group in order if found[group].matches] or [group for group in REST if found[group].matches]
    return _joined(found, parts[:_MOST_PARTS], short=True)


def _about(name: str) -> tuple[str, ...]:
    """Return the groups a type is about; general likeness is about none of its own, but whatever speaks for it."""
    return () if name == GENERAL else type_of(name).groups


def _speaking(relations: Mapping[str, Relation], points: Mapping[str, float]) -> list[str]:
    """Return the groups that agree and raise the score, the largest first; telling ones before the rest."""
    for groups in (TELLING, REST):
        if raising := [g for g in groups if points.get(g, 0.0) >= SHOWN_FROM and relations[g].agrees]:
            return sorted(raising, key=lambda group: -points[group])
    return []


def _joined(found: Mapping[str, Finding], groups: list[str], short: bool) -> str:
    return "; ".join(dict.fromkeys(found[g].short if short else found[g].text for g in groups)) or NOTHING


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
    if not explains(scorer):
        raise BadOptions(f"why needs a trained model: evidence, typed or the folder of one, not {scorer.name}")
    if profiles is None:
        profiles = scorer.profile([left, right])
    documents = (left, right)
    rows = _order(documents)
    found = evidence_of(*(side_of(documents[row], profiles, row) for row in rows))
    if rows == (1, 0):
        found = {group: _mirrored(what) for group, what in found.items()}
    concepts = tuple({entity.mention: entity.concept for entity in d.entities if entity.concept} for d in documents)
    found = {group: _identified(what, *concepts) for group, what in found.items()}
    one, other = (np.array([row]) for row in rows)
    points = scorer.group_points(profiles, *rows)
    same = bool(identical(profiles, one, other)[0])
    known = stated(profiles, one, other)[0]
    groups = [group for group in GROUPS if scorer.provider or group != PROVIDER]
    types = []
    for column, name in enumerate(TYPES):
        by_group = {group: float(points.points[GROUPS.index(group), column]) for group in groups}
        types.append(_type(name, float(points.baseline[column]), by_group, found, STATED[known[column]], same, short))
    why = Why(left.id, right.id, tuple(types), scorer.name, scorer.version)
    if left_out := tuple(f"{d.id}, {part}" for d in documents for part in unread(d.item)):
        return WhyOfPart(why.a, why.b, why.types, why.model, why.version, left_out)
    return why


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


def _mirrored(found: Finding) -> Finding:
    return replace(found, evidence=tuple(Evidence(place.b, place.a) for place in found.evidence))


def _identified(found: Finding, left: Mapping[Span, str], right: Mapping[Span, str]) -> Finding:
    """Return a finding whose quotations have the ids of what they name, given those of each record by place."""
    evidence = tuple(
        Evidence(
            place.a and known_as(place.a, left.get(place.a, "")), place.b and known_as(place.b, right.get(place.b, ""))
        )
        for place in found.evidence
    )
    return replace(found, evidence=evidence)


def _type(
    name: str,
    baseline: float,
    points: Mapping[str, float],
    found: Mapping[str, Finding],
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
