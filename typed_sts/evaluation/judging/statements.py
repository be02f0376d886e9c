"""What an answer says, statement by statement: the one place where judging looks into answers.

A related item is shown with the statements of its sentence. `why` has a line for each type: the statements of the type,
or, where it makes none, a line that says nothing is shared ("different", "only one record", "not stated").
"""

from dataclasses import dataclass

from typed_sts.domain.explanation import Related, Why
from typed_sts.domain.relation import Relation
from typed_sts.domain.statement import Statement


@dataclass(frozen=True, slots=True)
class Said:
    """One statement: the type it is about, its words, and whether it says that the two have something in common.

    A line of `why` has its type's score, and how many of the records state the type ("both", "one", "none").
    """

    type: str
    text: str
    asserts: bool = True
    score: float | None = None
    stated: str = ""


def said_of_related(found: Related) -> tuple[Said, ...]:
    """Return the statements that a related item is shown with."""
    return tuple(Said(one.type, one.text, _asserts(one)) for one in found.statements)


def said_of_why(why: Why) -> tuple[Said, ...]:
    """Return the statements of the lines of `why`, type by type; a type that makes none has its whole line."""
    found = []
    for entry in why.types:
        line = [(one.text, _asserts(one)) for one in entry.statements] or [(entry.summary, False)]
        found += [Said(entry.type, text, asserts, entry.score, entry.stated) for text, asserts in line]
    return tuple(found)


def types_said(why: Why) -> frozenset[str]:
    """Return the types of which `why` states that something is shared."""
    return frozenset(said.type for said in said_of_why(why) if said.asserts)


def _asserts(one: Statement) -> bool:
    return Relation(one.relation).agrees
