"""How two entities relate, and how much: the one answer every comparison gives.

same      one and the same thing, perhaps written differently
near      not the same, but close: a circle of the same master, a town of the same country
within    one contains the other: a street in a town, a battle in a war
overlaps  in part the same
differs   nothing in common that we know of
"""

from dataclasses import dataclass
from enum import StrEnum


class Relation(StrEnum):
    """What one entity is to the other; every relation here reads the same from both sides."""

    SAME = "same"
    NEAR = "near"
    WITHIN = "within"
    OVERLAPS = "overlaps"
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class Match:
    """A relation, its degree from 0 (nothing in common) to 1 (identical), and the reason in a few words."""

    relation: Relation
    degree: float
    why: str = ""


SAME = Match(Relation.SAME, 1.0, "the same")
DIFFERS = Match(Relation.DIFFERS, 0.0, "nothing in common")


def same(degree: float, why: str) -> Match:
    """Return a match that is the same."""
    return Match(Relation.SAME, degree, why)


def near(degree: float, why: str) -> Match:
    """Return a match that is near, or one that differs when nothing of it is left."""
    return Match(Relation.NEAR, degree, why) if degree > 0 else DIFFERS


def within(degree: float, why: str) -> Match:
    """Return a match of a thing and what contains it."""
    return Match(Relation.WITHIN, degree, why)
