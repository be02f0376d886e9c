"""When both items were made: in one year, at about the same time, within ten years, or in one century.

Nothing is said of a date with one end only ("before 1924"), whose other end is a guess, nor where a record states
another date far away ("1885 [1992]", "1931, cast 1958"): which of them the item was made in is not sure.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import log

from typed_sts.domain.message import Message, YearSpan, message
from typed_sts.domain.relation import Relation
from typed_sts.domain.statement import SharedThing
from typed_sts.explaining.finding import Side, own_dates, paired
from typed_sts.messages.wording import years_said
from typed_sts.reading.dates.trust import Trust
from typed_sts.reading.document import Document
from typed_sts.saying.candidate import Candidate

_NARROW = 10
"""Years that a date may span to say when, and not only in which century."""
_SAME_TIME = 3
_WITHIN = 25
"""Years that a date may span with which another, narrow one agrees."""
_MODERN = 2000
"""The 20th century is no news where time is spoken of."""
_SPAN = 150.0
"""Years within which items of a collection usually lie: the closer two dates, the less likely by chance."""
_MOST_PLACES = 2
_STATED = 0.9
"""How sure a date is that a field for dates or a title states."""


def times(left: Side, right: Side) -> Iterator[Candidate]:
    """Yield that both were made in one year or at about the same time; ten years and one century are trivial."""
    ours, theirs = left.document.span_of_years(), right.document.span_of_years()
    if ours is None or theirs is None or not all(_tells_when(side.document) for side in (left, right)):
        return
    first, second = sorted((ours, theirs))
    wide = max(ours[1] - ours[0], theirs[1] - theirs[0])
    gap = max(second[0] - first[1], 0)
    farthest = max(ours[1], theirs[1]) - min(ours[0], theirs[0])
    if wide <= _NARROW and gap <= _SAME_TIME and farthest <= _NARROW:
        one, other = YearSpan(*first), YearSpan(*second)
        same = first == second
        text = (
            message("Both dated {years}", years=one)
            if same
            else message("Made at about the same time ({one}; {other})", one=one, other=other)
        )
        found = _candidate(left, right, text, same=same, rarity=log(_SPAN / (farthest + 1)))
        yield replace(found, trivial=found.sure < _STATED)  # of a text alone, it may be when something else was
        return
    if gap == 0 and farthest <= _WITHIN and min(ours[1] - ours[0], theirs[1] - theirs[0]) <= _NARROW:
        text = message("Made at about the same time ({one}; {other})", one=YearSpan(*first), other=YearSpan(*second))
        yield _candidate(left, right, text, same=False, rarity=log(_SPAN / (farthest + 1)), trivial=True)
        return
    if farthest <= _NARROW:
        text = message("Made within ten years ({one}; {other})", one=YearSpan(*first), other=YearSpan(*second))
        near = _candidate(left, right, text, same=False, rarity=log(_SPAN / (farthest + 1)), trivial=True)
        yield replace(near, part="")
    if century := _century(ours, theirs):
        text = message("Both of the {century}", century=century)
        tells = gap == 0 and century.last < _MODERN
        yield replace(_candidate(left, right, text, same=True, rarity=0.7, trivial=True), in_line=tells)


def _tells_when(document: Document) -> bool:
    return not document.is_dated_openly() and not document.is_date_doubted()


def century_of(years: tuple[int, int]) -> YearSpan | None:
    """Return the century that years lie in; None for those of several, or BC."""
    first, last = years
    century = (first - 1) // 100 + 1
    lies_in = first > 0 and (last - 1) // 100 + 1 == century
    if not lies_in and first > 0 and first % 100 == 0 and last == first + 99:  # 1700-1799
        lies_in, century = True, first // 100 + 1
    return YearSpan(100 * century - 99, 100 * century) if lies_in else None


def _century(ours: tuple[int, int], theirs: tuple[int, int]) -> YearSpan | None:
    one, other = century_of(ours), century_of(theirs)
    return one if one == other else None


def _candidate(
    left: Side, right: Side, text: Message, *, same: bool, rarity: float, trivial: bool = False
) -> Candidate:
    own = [own_dates(side.document) for side in (left, right)]
    trusted = all(years.trust >= Trust.TITLE for years in (*own[0], *own[1]))
    names = [years_said(YearSpan(*(side.document.span_of_years() or (0, 0)))) for side in (left, right)]
    places = [tuple(years.mention for years in side)[:_MOST_PLACES] for side in own]
    return Candidate(
        type="time",
        relation=str(Relation.SAME if same else Relation.NEAR),
        text=text,
        things=(SharedThing("date", "", (names[0], names[1])),),
        sure=0.95 if trusted else 0.82,
        evidence=paired(places[0], places[1], _MOST_PLACES),
        weight=0.4,
        rarity=rarity,
        trivial=trivial,
        part="when" if trivial else "",
    )
