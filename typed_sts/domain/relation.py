"""How two records relate in one respect: one line per relation, and the one answer every comparison of entities gives.

same        one and the same thing, perhaps written differently
perhaps     may be the same, and nothing tells: a family name alone
near        not the same, but close: a circle of the same master, a town of the same country
within      one contains the other: a street in a town, a battle in a war
overlaps    in part the same
differs     nothing in common that we know of
one_sided   only one of the records says anything
not_stated  neither does

The last two say what records state; two entities are never related by them.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self


class Relation(StrEnum):
    """A relation, which reads the same from both sides, and all that depends on which one it is.

    `shown` is what people read, `agrees` says whether it speaks for a pair, `strength` sorts those that do, and
    `quoted` whether a page of all types quotes the words behind it.
    """

    shown: str
    agrees: bool
    strength: int
    quoted: bool

    SAME = "same", "same", True, 5, True
    PERHAPS = "perhaps", "perhaps the same", True, 2, True
    NEAR = "near", "near", True, 1, True
    WITHIN = "within", "one within the other", True, 4, True
    OVERLAPS = "overlaps", "overlaps", True, 3, True
    DIFFERS = "differs", "differs", False, 0, False
    ONE_SIDED = "one_sided", "only in one record", False, 0, False
    NOT_STATED = "not_stated", "not stated", False, 0, True

    def __new__(cls, name: str, shown: str = "", agrees: bool = False, strength: int = 0, quoted: bool = False) -> Self:
        """Return the member that is equal to its name."""
        made = str.__new__(cls, name)
        made._value_ = name
        made.shown, made.agrees, made.strength, made.quoted = shown, agrees, strength, quoted
        return made


RELATIONS = tuple(str(relation) for relation in Relation)


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


def perhaps(degree: float, why: str) -> Match:
    """Return a match that may be the same."""
    return Match(Relation.PERHAPS, degree, why)


def near(degree: float, why: str) -> Match:
    """Return a match that is near, or one that differs when nothing of it is left."""
    return Match(Relation.NEAR, degree, why) if degree > 0 else DIFFERS


def within(degree: float, why: str) -> Match:
    """Return a match of a thing and what contains it."""
    return Match(Relation.WITHIN, degree, why)
