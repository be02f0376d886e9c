"""Evidence as marks in the texts of two records: how much of a word agrees, differs, or stands in one record only.

A text is cut into pieces that a page can mark, since evidence of several types may overlap. A mark looks like the type
it is evidence of, and is drawn by its state: filled, outlined, or underlined.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from typed_sts.domain.explanation import MARKED_FROM, Reason, Why
from typed_sts.domain.groups import compares_texts
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Evidence, Span
from typed_sts.domain.types import GENERAL, TYPES, type_of, type_of_group
from typed_sts_fetch.item import LIST_FIELDS, Item

AGREES, DIFFERS, ONE_SIDED = "agrees", "differs", "one"
"""What evidence does, the state that counts first where several meet on a word."""
STATES = (AGREES, DIFFERS, ONE_SIDED)
_MOST_TELLING_FIRST = (*(name for name in TYPES if name != GENERAL), GENERAL)
"""Of the types that a word is evidence of, the first one here decides how it looks."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of one text, the type it is evidence of, the number of the evidence on the page, and its state.

    `about` is the type it is about, when that is another one: a shared name moves the general score too.
    """

    start: int
    end: int
    type: str
    evidence: int
    about: str = ""
    state: str = AGREES


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text with the same evidence all along; `look` is the type it looks like when all are shown."""

    text: str
    types: tuple[str, ...] = ()
    evidence: tuple[int, ...] = ()
    look: str = ""
    tag: str = ""
    state: str = ""
    """The state it is drawn in when all types are shown."""
    states: tuple[tuple[str, str], ...] = ()
    """The state of each of its types."""

    def types_that(self, state: str) -> tuple[str, ...]:
        """Return the types that it is evidence of in that state."""
        return tuple(name for name, found in self.states if found == state)


@dataclass(frozen=True, slots=True)
class NumberedEvidence:
    """Evidence with its number on the page."""

    number: int
    a: Span | None
    b: Span | None


Marks = dict[tuple[str, int], list[Mark]]
"""The marks of a record, by field and number of the value."""
_Place = tuple[str, int, int, int] | None


@dataclass(frozen=True, slots=True)
class MarkedPair:
    """The evidence of a pair by type and reason, numbered; the marks it leaves; and the numbers of all evidence."""

    listed: Sequence[Sequence[Sequence[NumberedEvidence]]]
    left: Marks
    right: Marks
    numbers: Mapping[tuple[_Place, _Place], int]

    def numbers_of(self, evidence: Iterable[Evidence]) -> tuple[int, ...]:
        """Return the numbers of evidence, in order."""
        return tuple(sorted({self.numbers[_key(each)] for each in evidence if _key(each) in self.numbers}))


def number_evidence(why: Why) -> MarkedPair:
    """Return the evidence of reasons and statements, numbered, and the marks it leaves in both records.

    Evidence that several types share has one number, so that hovering it finds one counterpart. What a statement
    says to be shared agrees, whatever the reasons of its type make of the same words.
    """
    numbers: dict[tuple[_Place, _Place], int] = {}
    left: Marks = {}
    right: Marks = {}
    listed = []
    for kind in why.types:
        by_reason = []
        for reason in kind.reasons:
            rows = []
            for found in reason.evidence:
                number = numbers.setdefault(_key(found), len(numbers) + 1)
                rows.append(NumberedEvidence(number, found.a, found.b))
                if _worth_marking(kind.type, reason):
                    about = type_of_group(reason.group) or kind.type
                    state = _state(found, agrees=Relation(reason.relation or Relation.SAME).agrees)
                    _mark(found, number, kind.type, "" if about == kind.type else about, state, left, right)
            by_reason.append(rows)
        listed.append(by_reason)
    told = (*why.statements, *(statement for kind in why.types for statement in kind.statements))
    for statement in {each.text: each for each in told}.values():
        for found in statement.evidence:
            number = numbers.setdefault(_key(found), len(numbers) + 1)
            _mark(found, number, statement.type, "", _state(found, agrees=True), left, right)
    return MarkedPair(listed, left, right, numbers)


def _key(evidence: Evidence) -> tuple[_Place, _Place]:
    """Return where evidence stands, equal whether or not it is known what its words name."""
    return _place(evidence.a), _place(evidence.b)


def _place(span: Span | None) -> _Place:
    return (span.field, span.value, span.start, span.end) if span else None


def _mark(found: Evidence, number: int, kind: str, about: str, state: str, left: Marks, right: Marks) -> None:
    for span, marks in ((found.a, left), (found.b, right)):
        if span is not None:
            mark = Mark(span.start, span.end, kind, number, about, state)
            there = marks.setdefault((span.field, span.value), [])
            if mark not in there:
                there.append(mark)


def _state(evidence: Evidence, *, agrees: bool) -> str:
    if evidence.a is None or evidence.b is None:
        return ONE_SIDED
    return AGREES if agrees else DIFFERS


def _worth_marking(kind: str, reason: Reason) -> bool:
    """Say whether a reason's words are marked under a type: those about it; for general likeness all that weigh."""
    if reason.relation == Relation.DIFFERS and compares_texts(reason.group):
        return False
    about = type_of_group(reason.group) or kind
    return about == kind or (kind == GENERAL and abs(reason.points) >= MARKED_FROM)


def marked_fields(item: Item, marks: Mapping[tuple[str, int], Sequence[Mark]]) -> dict[str, list[list[Piece]]]:
    """Return the values of every field that has any, in pieces."""
    return {
        name: [pieces(text, marks.get((name, number), ())) for number, text in enumerate(values)]
        for name in LIST_FIELDS
        if (values := getattr(item, name))
    }


def pieces(text: str, marks: Iterable[Mark]) -> list[Piece]:
    """Return the text in pieces, cut wherever a mark starts or ends; joined, they are the text."""
    inside = [(max(mark.start, 0), min(mark.end, len(text)), mark) for mark in marks]
    inside = [(start, end, mark) for start, end, mark in inside if start < end]
    cuts = sorted({0, len(text), *(start for start, _, _ in inside), *(end for _, end, _ in inside)})
    found = []
    for start, end in pairwise(cuts):
        over = [mark for first, last, mark in inside if first <= start and end <= last]
        types, about = {mark.type for mark in over}, {mark.about or mark.type for mark in over}
        found.append(
            Piece(
                text[start:end],
                types=tuple(name for name in TYPES if name in types),
                evidence=tuple(sorted({mark.evidence for mark in over})),
                look=next((name for name in _MOST_TELLING_FIRST if name in about), ""),
                state=_first_state(over),
                states=tuple(
                    (name, _first_state([mark for mark in over if mark.type == name]))
                    for name in TYPES
                    if name in types
                ),
            )
        )
    return _tagged(found)


def _first_state(marks: Sequence[Mark]) -> str:
    there = {mark.state for mark in marks}
    return next((state for state in STATES if state in there), "")


def _tagged(found: list[Piece]) -> list[Piece]:
    """Return the pieces with the name of its type on the last piece of every look."""
    last = {piece.look: number for number, piece in enumerate(found) if piece.look}
    return [
        replace(piece, tag=type_of(piece.look).tag) if last.get(piece.look) == number else piece
        for number, piece in enumerate(found)
    ]
