"""A candidate: something two records share that may be said, with what is needed to choose and to word it.

    both sides -> candidates -> chosen -> Statements in a language

Candidates are found in modules of one subject each: `persons`, `places`, `events`, `whole` (series and versions of one
work), `dated` and `told` (subjects and words); what is trivial alone is joined into a phrase where they are chosen.
"""

from dataclasses import dataclass, replace

from typed_sts.domain.message import Message
from typed_sts.domain.span import Evidence
from typed_sts.domain.statement import SharedThing


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """Something that may be said."""

    type: str
    relation: str
    text: Message
    things: tuple[SharedThing, ...]
    sure: float
    evidence: tuple[Evidence, ...]
    weight: float
    """How telling things of its kind are, beside how rare this one is."""
    rarity: float
    """How rare it is: the natural logarithm of one in how many records has it, as far as can be told."""
    trivial: bool = False
    """Whether it is no sentence of its own: a nationality, a medium, a kind of people."""
    part: str = ""
    """What it is in a phrase of several trivial things: "kind", "where" or "when"."""
    in_line: bool = True
    """Whether it may stand under the heading of its type, though it is no sentence of its own."""
    least: float = 2.5
    """The score of its type from which on it may be said."""
    least_in_line: float = 0.0
    """The score of its type from which on it may stand under the heading of its type."""
    parts: tuple["Candidate", ...] = ()
    """Of a phrase, the things it is made of."""
    also: Message | None = None
    """How it is worded under a related item, where that is not `text`."""
    narrow: bool = False
    """Whether it is a kind of object so narrow that it is a sentence of its own (typed_sts.saying.narrow)."""

    def mirrored(self) -> "Candidate":
        """Return it with the sides changed."""
        return replace(
            self,
            things=tuple(replace(thing, names=(thing.names[1], thing.names[0])) for thing in self.things),
            evidence=tuple(Evidence(place.b, place.a) for place in self.evidence),
            parts=tuple(part.mirrored() for part in self.parts),
        )
