"""How a score adds up, as steps along a line: baseline, what each group adds or takes, estimate.

Every step has a place on a line 100 wide, so that a page draws it with plain SVG attributes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from typed_sts.domain.explanation import Reason, TypeReasons
from typed_sts.domain.groups import group_title
from typed_sts.domain.relation import Relation
from typed_sts.domain.types import HIGHEST, LOWEST
from typed_sts.service.pages.record_view import NumberedEvidence


@dataclass(frozen=True, slots=True)
class Step:
    """One row: its name, why, its points (or where it starts or ends), and the bar from `x` on, `width` wide."""

    kind: str
    """start, gain, loss, none or end."""
    label: str
    text: str
    relation: str
    points: float
    x: float
    width: float
    after: float
    """Where the running sum stands after this step, on the same line."""
    evidence: Sequence[NumberedEvidence] = ()


@dataclass(frozen=True, slots=True)
class Waterfall:
    """The steps, and where 0 to 5 stand on their line."""

    steps: tuple[Step, ...]
    ticks: tuple[float, ...]


def waterfall(kind: TypeReasons, evidence: Sequence[Sequence[NumberedEvidence]]) -> Waterfall:
    """Return the steps from the baseline of a type to its estimate; the line holds every sum on the way."""
    sums = [kind.baseline]
    for reason in kind.reasons:
        sums.append(sums[-1] + reason.points)
    low, high = min(LOWEST, *sums), max(HIGHEST, *sums)

    def at(value: float) -> float:
        return round(100 * (value - low) / (high - low), 2)

    def step(title: str, shape: str, start: float, end: float, points: float, reason: Reason | None = None) -> Step:
        return Step(
            kind=shape,
            label=title,
            text=reason.text if reason else "",
            relation=Relation(reason.relation).shown if reason and reason.relation else "",
            points=points,
            x=at(min(start, end)),
            width=round(abs(at(end) - at(start)), 2),
            after=at(end),
        )

    steps = [step("Starting point", "start", 0.0, kind.baseline, kind.baseline)]
    for number, reason in enumerate(kind.reasons):
        made = step(
            group_title(reason.group), direction(reason.points), sums[number], sums[number + 1], reason.points, reason
        )
        steps.append(replace(made, evidence=evidence[number]))
    steps.append(step("Estimate", "end", 0.0, kind.estimate, kind.estimate))
    return Waterfall(tuple(steps), tuple(at(value) for value in range(int(LOWEST), int(HIGHEST) + 1)))


def direction(points: float) -> str:
    """Return gain or loss, or none for what shows as zero."""
    if abs(points) < 0.005:
        return "none"
    return "gain" if points > 0 else "loss"
