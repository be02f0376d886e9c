"""What comparing two records gives for one feature group: the finding, and the two sides it is looked for in.

A side is one record of the pair with everything that evidence is looked for in. The functions below put names and
quotations into plain words, and pair up the places of both sides.

Nothing here names a side: a pair and its mirror image read the same, and the evidence says which record says what.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from typed_sts.domain.message import Beside, Listing, Message, Part, message
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Evidence, Span, printable
from typed_sts.features.parsed_entities import KINDS, Thing
from typed_sts.features.profiles import Profiles
from typed_sts.features.terms import column_of
from typed_sts.reading.document import Document, Years
from typed_sts.reading.entities.spoken_names import name_said
from typed_sts.reading.vectors import VECTOR_VIEWS, Vectors

_MOST_SHOWN = 60
_MOST_READ = 1_000
_TEXT = "text"


@dataclass(frozen=True, slots=True)
class Finding:
    """The relation of a group, what it holds between, a few words, the same in fewer, and where it stands."""

    relation: Relation
    values: tuple[str, ...]
    text: Message
    short: Message
    evidence: tuple[Evidence, ...]
    text_tells_sides: bool = False
    """Whether `text`, though the relation is another, begins with what only one of the records says."""

    @property
    def matches(self) -> bool:
        """Whether the two records agree here, at least in part."""
        return self.relation.agrees

    def tells_sides(self, short: bool) -> bool:
        """Say whether the words, or the fewer ones, say already that only one of the records states it."""
        return self.relation is Relation.ONE_SIDED or (self.text_tells_sides and not short)


def shown(text: str) -> str:
    """Return a text of a record fit for a line: no control characters, no line breaks, not too long."""
    line = " ".join(printable(text[:_MOST_READ]).split())
    return line if len(line) <= _MOST_SHOWN else line[: _MOST_SHOWN - 1].rstrip() + "…"


def name_shown(text: str) -> str:
    """Return a name as people say it: "Turner, Joseph Mallord William" is Joseph Mallord William Turner."""
    line = " ".join(printable(text[:_MOST_READ]).split())
    return shown(name_said(line))


def beside(left: Sequence[Part], right: Sequence[Part]) -> Beside:
    """Return two sides that differ, in an order that does not tell which is which."""
    return Beside((Listing(tuple(left), 2), Listing(tuple(right), 2)))


NEITHER = message("not stated in either record")


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """A document, the things it names by kind, how telling a word is, and its sentence vectors."""

    document: Document
    things: dict[str, tuple[Thing, ...]]
    weigh: Callable[[str, str], float]
    vectors: Vectors

    def idf(self, term: str) -> float:
        """Return how telling a word of the record is."""
        return self.weigh(_TEXT, term)

    def rarity(self, view: str, term: str) -> float:
        """Return how rare a token of a view is: the logarithm of one in how many records has it; 0 where it has not."""
        return self.weigh(view, term)

    def vector(self, view: str) -> Vectors:
        """Return the sentence vector of a view."""
        found: Vectors = self.vectors[VECTOR_VIEWS.index(view)]
        return found


def side_of(document: Document, profiles: Profiles, row: int) -> Side:
    """Return the side of a document whose profile is this row."""
    things = {}
    for number, kind in enumerate(KINDS):
        at = row * len(KINDS) + number
        things[kind] = profiles.things[profiles.thing_start[at] : profiles.thing_start[at + 1]]
    own = slice(profiles.term_start[row], profiles.term_start[row + 1])
    columns, weights = profiles.term_column[own], profiles.term_idf[own]

    def weigh(view: str, term: str) -> float:
        column = column_of(view, term)
        at = int(np.searchsorted(columns, column))
        return float(weights[at]) if at < len(columns) and columns[at] == column else 0.0

    return Side(document, things, weigh, profiles.vectors[row])


def own_dates(document: Document) -> tuple[Years, ...]:
    """Return the dates that `Document.span_of_years` is made from, in the order of the record."""
    return document.own_years()


def paired(left: tuple[Span, ...], right: tuple[Span, ...], most: int) -> tuple[Evidence, ...]:
    """Return every place of one side beside one of the other; one side is None when it has none."""
    count = min(max(len(left), len(right)), most)
    return tuple(
        Evidence(
            left[min(number, len(left) - 1)] if left else None,
            right[min(number, len(right) - 1)] if right else None,
        )
        for number in range(count)
    )
