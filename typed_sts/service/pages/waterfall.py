"""How a score adds up, as steps along a line: baseline, what speaks for it, what against it, what is weak, estimate.

Each part of the records stands in its part by its points, the largest first. Where the words of one do not go with its
sign ("nothing in common", and points all the same), a note says what the points are measured against. Every step has
a place on a line 100 wide, so that a page draws it with plain SVG attributes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from typed_sts.domain.explanation import SHOWN_FROM, Reason, TypeReasons
from typed_sts.domain.groups import CUT, group_title
from typed_sts.domain.message import Message, message
from typed_sts.domain.relation import Relation
from typed_sts.domain.types import HIGHEST, LOWEST
from typed_sts.service.pages.marks import NumberedEvidence


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
    before: float = 0.0
    """Where it stands before it."""
    evidence: Sequence[NumberedEvidence] = ()
    note: Message | None = None
    """Why it speaks for a pair though nothing is shared, or against it though something is."""


FOR, AGAINST, WEAK, ENDS = "for", "against", "weak", "ends"
"""What a part of the steps does for the score; ENDS is what is cut off where the scale ends."""
_IN_ORDER = (FOR, AGAINST, WEAK, ENDS)
_EVEN_SO_MORE = message("still counts for it: were nothing known of both, the score would be lower")
_EVEN_SO_LESS = message("still counts against it: were nothing known of both, the score would be higher")


@dataclass(frozen=True, slots=True)
class Part:
    """Steps that do the same for the score."""

    name: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Waterfall:
    """The steps, and where 0 to 5 stand on their line."""

    start: Step
    parts: tuple[Part, ...]
    """Those of FOR, AGAINST, WEAK and ENDS that have any step."""
    end: Step
    ticks: tuple[float, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return all steps from the start to the end."""
        return tuple(step for part in self.in_parts() for step in part.steps)

    def in_parts(self) -> tuple[Part, ...]:
        """Return the parts with the start before and the end after them."""
        return Part("start", (self.start,)), *self.parts, Part("end", (self.end,))


def waterfall(kind: TypeReasons, evidence: Sequence[Sequence[NumberedEvidence]]) -> Waterfall:
    """Return the steps from the baseline of a type to its estimate; the line holds every sum on the way."""
    paired = sorted(zip(kind.reasons, evidence, strict=True), key=lambda pair: _IN_ORDER.index(part_of(pair[0])))
    sums = [kind.baseline]
    for reason, _ in paired:
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
            before=at(end if shape == "end" else start),
        )

    by_part: dict[str, list[Step]] = {}
    for number, (reason, found) in enumerate(paired):
        made = step(
            group_title(reason.group), direction(reason.points), sums[number], sums[number + 1], reason.points, reason
        )
        by_part.setdefault(part_of(reason), []).append(replace(made, evidence=found, note=note_on(reason)))
    return Waterfall(
        step("Starting point", "start", 0.0, kind.baseline, kind.baseline),
        tuple(Part(name, tuple(steps)) for name, steps in by_part.items()),
        step("Estimate", "end", 0.0, kind.estimate, kind.estimate),
        tuple(at(value) for value in range(int(LOWEST), int(HIGHEST) + 1)),
    )


def part_of(reason: Reason) -> str:
    """Return whether a reason speaks for a pair, against it, or hardly at all."""
    if reason.group == CUT:
        return ENDS
    if abs(reason.points) < SHOWN_FROM:
        return WEAK
    return FOR if reason.points > 0 else AGAINST


def note_on(reason: Reason) -> Message | None:
    """Return what is said beside a reason whose words do not go with the sign of its points."""
    part = part_of(reason)
    if part in (WEAK, ENDS) or not reason.relation or Relation(reason.relation).agrees == (part == FOR):
        return None
    return _EVEN_SO_MORE if part == FOR else _EVEN_SO_LESS


def direction(points: float) -> str:
    """Return gain or loss, or none for what shows as zero."""
    if abs(points) < 0.005:
        return "none"
    return "gain" if points > 0 else "loss"
