"""Which candidates are so much like another that one stands for all: leaves of a book, versions, copies.

    one record      the same number under two addresses, of the same makers and years: a record in two languages
    in one whole    parts of the same sketchbook, album or series whose records are half alike in their words
    one title       the same title, but for its numbers, and a maker in common; or no maker at all, and half alike in
                    their words
    alike           nearly the same words, and no titles that tell them apart

The best of them is listed; of the others it is said how many there are. Of the whole that the asked item itself is part
of, and of those with its own title, a few are listed whatever their words, and the rest stands behind the first.

Where a list has places left, those behind that are things of their own get one: another title, or another number in it.
A repeat never does: one record, one title by one maker, or one title, date and words.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from typed_sts.domain.arrays import Floats
from typed_sts.domain.message import Message, counted
from typed_sts.explaining.finding import Side
from typed_sts.saying.whole import ALBUM, SKETCHBOOK, title_key, wholes

SAME_WORDS = 0.9
"""The cosine of words from which on two records say nearly the same."""
_HALF_ALIKE = 0.5
_NUMBERS = re.compile(r"\d[\d.,]*")
_LEAST_STEM = 3
_MOST_OF_OWN = 3
"""Parts of the asked item's own series or book that are listed, and versions of it."""
_LONG_TITLE = 4
"""Words of a title that is one work's, and not the name of a kind."""
_LEAST_DIGITS = 4
"""Figures of a number that hardly two records have by chance."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What tells that records are of one whole or one work: the wholes by name, title, makers, years and number."""

    wholes: Mapping[str, str]
    title: str
    makers: frozenset[str]
    years: tuple[int, int] | None = None
    number: str = ""
    """The last part of its address, where that is a number long enough."""

    def whole_with(self, other: "Marks") -> str:
        """Return what kind of whole both are part of, "" for none."""
        return next((kind for name, kind in self.wholes.items() if name in other.wholes), "")

    def same_title(self, other: "Marks") -> bool:
        """Say whether both have one title."""
        return self.title != "" and self.title == other.title

    def numbered_alike(self, other: "Marks") -> bool:
        """Say whether both have one title but for numbers in it: "Tape 3.1", "Tape 12.2"."""
        stem = _NUMBERS.sub("", self.title)
        return len(stem.strip()) >= _LEAST_STEM and stem == _NUMBERS.sub("", other.title)

    def same_record(self, other: "Marks") -> bool:
        """Say whether both are one record: the same number, makers and years, and one of these is stated."""
        return (
            self.number != ""
            and (self.number, self.years, self.makers) == (other.number, other.years, other.makers)
            and (self.years is not None or bool(self.makers))
        )


def marks_of(side: Side) -> Marks:
    """Return the marks of a record."""
    document = side.document
    number = document.id.rsplit("/", 1)[-1]
    is_number = sum(map(str.isdigit, number)) >= _LEAST_DIGITS
    return Marks(
        wholes(side),
        title_key(document),
        frozenset(document.views["makers"]),
        document.span_of_years(),
        number if is_number else "",
    )


def fold_alike(order: Sequence[int], marks: Sequence[Marks], alike: Floats, own: Marks) -> dict[int, list[int]]:
    """Return those of the candidates that stand for others, in order, and whom each stands for.

    `order` has the best first; `alike` is the cosine of the words of each two; `own` are the marks of the asked item.
    """
    folded: dict[int, list[int]] = {}
    parts: list[int] = []
    versions: list[int] = []
    for number in order:
        of_own = parts if marks[number].whole_with(own) else versions if marks[number].same_title(own) else None
        leader = next((first for first in folded if _near(marks[number], marks[first], alike[number, first])), None)
        if leader is None and of_own is not None and len(of_own) >= _MOST_OF_OWN:
            leader = of_own[0]
        if leader is None:
            folded[number] = []
            if of_own is not None:
                of_own.append(number)
        else:
            folded[leader].append(number)
    return folded


def _near(one: Marks, other: Marks, cosine: float) -> bool:
    one_maker = not one.makers.isdisjoint(other.makers)
    one_title = one.same_title(other) or one.numbered_alike(other)
    told_apart = one.title and other.title and not one_title
    if (cosine >= SAME_WORDS and not told_apart) or (one_maker and one_title) or one.same_record(other):
        return True
    if cosine < _HALF_ALIKE:
        return False
    return one.whole_with(other) != "" or (one_title and not (one.makers or other.makers))


def is_repeat(one: Marks, other: Marks, cosine: float) -> bool:
    """Say whether two records tell of one thing, or of things that nothing tells apart."""
    if one.same_record(other):
        return True
    if one.same_title(other):
        told_apart = one.years != other.years or bool(one.makers or other.makers)
        is_long = len(one.title.split()) >= _LONG_TITLE
        return not one.makers.isdisjoint(other.makers) or (not told_apart and (is_long or cosine >= SAME_WORDS))
    return not (one.title or other.title) and cosine >= SAME_WORDS


def is_copy(one: Marks, other: Marks, cosine: float) -> bool:
    """Say whether a record is the asked item once more: a repeat of it, and of the same years."""
    return one.years == other.years and is_repeat(one, other, cosine)


def may_stand_alone(one: Marks, other: Marks, cosine: float) -> bool:
    """Say whether two that are much alike may both be listed: no repeats, and no leaves of one book."""
    return not is_repeat(one, other, cosine) and one.whole_with(other) not in (SKETCHBOOK, ALBUM)


def more_said(leader: Marks, others: Sequence[Marks]) -> Message:
    """Return what is said of those behind a listed item: the most that is true of all of them."""
    kinds = {leader.whole_with(other) for other in others}
    count = len(others)
    if kinds == {SKETCHBOOK}:
        return counted("and {count} more leaf of this sketchbook", "and {count} more leaves of this sketchbook", count)
    if kinds == {ALBUM}:
        return counted("and {count} more leaf of this album", "and {count} more leaves of this album", count)
    if "" not in kinds:
        return counted("and {count} more of this series", "and {count} more of this series", count)
    if all(leader.same_title(other) for other in others):
        return counted("and {count} more with this title", "and {count} more with this title", count)
    return counted("and {count} more much like it", "and {count} more much like it", count)
