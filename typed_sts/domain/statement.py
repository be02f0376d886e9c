"""A statement: one thing that two records share, fit to be told to a person, before and after it is worded.

    Statement
    |-- type        the respect it is about, one of the eight
    |-- relation    one of typed_sts.domain.relation
    |-- things      what is shared: its kind, its concept where known, and its name as each record writes it
    |-- rarity      how rare that is: the natural logarithm of one in how many items of the collection has it
    |-- sure        from 0 to 1: how sure it is that both records mean the same
    |-- text        the sentence, in the language that was asked for
    `-- evidence    where it stands in both records

What a type does not state, or where its score is low, is never the subject of a statement: both come from the same
numbers as the reasons that add up.
"""

from dataclasses import dataclass

from typed_sts.domain.labels import KIND_OF_LABEL
from typed_sts.domain.span import Evidence

SERIES, VERSION = "series", "version"
"""Kinds of things that are no entities: what both items are part of, and the work of which both are versions."""
KINDS = (SERIES, VERSION, "title", *KIND_OF_LABEL.values(), "origin", "where", "date", "subject", "kind", "words")
"""All kinds of things that are stated."""


@dataclass(frozen=True, slots=True)
class SharedThing:
    """A thing that both records name: what it is, its id where known, and its names in the first and second record."""

    kind: str
    concept: str
    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that two records share."""

    type: str
    relation: str
    things: tuple[SharedThing, ...]
    rarity: float
    sure: float
    text: str
    evidence: tuple[Evidence, ...]
