"""Explain a pair: eight scores, the points of each feature group, and what comparing gave for each.

    Explained
    |-- sides     both records as evidence was looked for in them, in an order that does not hang on who asked
    |-- found     by feature group, what matches, what differs, and what is not stated
    `-- types     eight: the score, and the points of each group, which add up to it

What is said of it to a person is made from this in `typed_sts.saying`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from typed_sts.domain.groups import GROUPS, PROVIDER
from typed_sts.domain.message import Message, message
from typed_sts.domain.span import Evidence, Span, known_as
from typed_sts.domain.types import HIGHEST, LOWEST, TYPES
from typed_sts.errors import BadOptions
from typed_sts.explaining.evidence import evidence_of
from typed_sts.explaining.finding import Finding, Side, side_of
from typed_sts.features.profiles import Profiles
from typed_sts.reading.document import Document
from typed_sts.scoring.scorer import STATED, NamedModel, explains
from typed_sts.scoring.trained import identical, stated

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """What brings a sum of points to the end of the scale: how many points, and why."""

    points: float
    text: Message


@dataclass(frozen=True, slots=True, eq=False)
class TypePoints:
    """One type: where its score starts, what each group adds, and what is cut off at 0 or 5."""

    type: str
    stated: str
    baseline: float
    points: Mapping[str, float]
    cut: Cut | None

    @property
    def estimate(self) -> float:
        """The baseline and all points together."""
        return self.baseline + sum(self.points.values()) + (self.cut.points if self.cut else 0.0)

    @property
    def score(self) -> float | None:
        """The estimate within the scale; None when neither record states the type."""
        return None if self.stated == "none" else min(max(self.estimate, LOWEST), HIGHEST)


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """A pair, explained."""

    sides: tuple[Side, Side]
    mirrored: bool
    """Whether the first side is the record that was asked about second."""
    found: Mapping[str, Finding]
    types: tuple[TypePoints, ...]


def explain(scorer: NamedModel, left: Document, right: Document, profiles: Profiles | None = None) -> Explained:
    """Return what a pair has in common, and what each type's score is made of.

    `profiles` are those of left and right, two rows in this order; without, they are made now. The pair is looked at
    in one order whichever way round it is asked for, so that the answer is the same but for its sides.
    """
    if not explains(scorer):
        raise BadOptions(f"why needs a trained model: evidence, typed or the folder of one, not {scorer.name}")
    if profiles is None:
        profiles = scorer.profile([left, right])
    documents = (left, right)
    rows = order_of(documents)
    sides = sides_of(documents, profiles)
    found = evidence_of(*sides)
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
        baseline, says = float(points.baseline[column]), STATED[known[column]]
        cut = _cut(baseline + sum(by_group.values()), same and says == "both")
        types.append(TypePoints(name, says, baseline, by_group, cut))
    return Explained(sides, rows == (1, 0), found, tuple(types))


def sides_of(documents: tuple[Document, Document], profiles: Profiles) -> tuple[Side, Side]:
    """Return both sides of a pair, in an order that does not hang on which of them was asked about first."""
    first, second = order_of(documents)
    return side_of(documents[first], profiles, first), side_of(documents[second], profiles, second)


def order_of(documents: tuple[Document, Document]) -> tuple[int, int]:
    """Return which of two documents is looked at first, and which second."""
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


def _cut(uncut: float, same: bool) -> Cut | None:
    """Return what brings the sum to the scale's end, or to 5 for records that say the same."""
    if same:
        target, text = HIGHEST, message("both records say the same in every field, which counts as 5")
    else:
        target = min(max(uncut, LOWEST), HIGHEST)
        text = message("scores end at {number}", number=round(target))
    return None if abs(target - uncut) <= _ROUNDING else Cut(target - uncut, text)
