"""Evidence of when: the years two records date their items to, other years they both name, and their makers' lives.

Lives stand in for dates where the model finds none, so they are cited beside them. A date with one end only ("before
1924") is said in the record's own words, for the years at its other end are a guess of the reader.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, islice

from typed_sts.domain.message import Listing, Message, Part, Quoted, YearSpan, counted, message, sequence
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Evidence, Span
from typed_sts.explaining.finding import NEITHER, Finding, Side, own_dates, paired
from typed_sts.reading.dates.interval import AFTER, BEFORE
from typed_sts.reading.dates.trust import centuries
from typed_sts.reading.document import Document, Years

NEAR_YEARS = 25
"""Dates this many years apart, about a generation, are near."""
_MOST_PLACES = 3
_YEAR = re.compile(r"(?<!\d)\d{3,4}(?!\d)")
_LIFE_WIDTH = 30
"""Characters that the dates of one life take, at most."""
Interval = tuple[int, int]


def dated(left: Side, right: Side) -> Finding:
    """Return how the dates of both items relate, or that only one has one, or none."""
    ours, theirs = left.document.span_of_years(), right.document.span_of_years()
    own = [tuple(years.mention for years in own_dates(side.document))[:_MOST_PLACES] for side in (left, right)]
    alive, lives = _lives(left, right)
    if ours is None or theirs is None:
        return _undated(left.document if ours else right.document, own, alive, lives)
    if left.document.is_dated_openly() or right.document.is_dated_openly():
        earlier, later = sorted((left.document, right.document), key=lambda side: (side.span_of_years(), _value(side)))
        relation, text = _openly_related(earlier, later)
        values = tuple(dict.fromkeys((_value(earlier), _value(later))))
    else:
        first, second = sorted(_aligned(ours, theirs))
        relation, text = _related(first, second)
        values = tuple(dict.fromkeys((_years(first), _years(second))))
    evidence = (*paired(own[0], own[1], _MOST_PLACES), *_other_years(left, right, own), *lives)
    long = sequence(text, _ALIVE) if alive and relation in _MAY_BE_LIVES else text
    return Finding(relation, values, long, text, evidence)


_MAY_BE_LIVES = (Relation.OVERLAPS, Relation.NEAR, Relation.PERHAPS)


def _undated(document: Document, own: list[tuple[Span, ...]], alive: bool, lives: tuple[Evidence, ...]) -> Finding:
    known = _said(document)
    neither = message("neither record has a date")
    told = message("only one record has a date: {years}", years=known) if known else neither
    if alive:
        return Finding(Relation.NEAR, (), sequence(told, _ALIVE), _ALIVE, lives, text_tells_sides=known is not None)
    if known is None:
        return Finding(Relation.NOT_STATED, (), neither, NEITHER, ())
    evidence = (*(Evidence(span, None) for span in own[0]), *(Evidence(None, span) for span in own[1]))
    return Finding(Relation.ONE_SIDED, (_value(document),), told, message("only one record has a date"), evidence)


def _other_years(left: Side, right: Side, own: list[tuple[Span, ...]]) -> tuple[Evidence, ...]:
    """Return where else both records name years that meet."""
    ours, theirs = left.document.years, right.document.years
    sides = ((ours, theirs, own[0]), (theirs, ours, own[1]))
    found = [
        tuple(islice((y.mention for y in _meeting(mine, others) if y.mention not in cited), _MOST_PLACES))
        for mine, others, cited in sides
    ]
    return paired(found[0] or own[0], found[1] or own[1], _MOST_PLACES) if any(found) else ()


def _meeting(mine: tuple[Years, ...], others: tuple[Years, ...]) -> Iterator[Years]:
    """Yield those of my years that share one with any of the others."""
    spans = sorted((other.first, other.last) for other in others)
    starts = [first for first, _ in spans]
    farthest = list(accumulate((last for _, last in spans), max))
    for years in mine:
        begun = bisect_right(starts, years.last)
        if begun and farthest[begun - 1] >= years.first:
            yield years


_ALIVE = message("makers alive at the same time")


def _lives(left: Side, right: Side) -> tuple[bool, tuple[Evidence, ...]]:
    """Return whether the makers were alive at the same time, and where their life dates stand; nothing where not."""
    (ours, our_places), (theirs, their_places) = _life(left), _life(right)
    if ours is None or theirs is None or not our_places or not their_places:
        return False, ()
    if min(ours[1], theirs[1]) < max(ours[0], theirs[0]):
        return False, ()
    return True, paired(our_places, their_places, _MOST_PLACES)


def _life(side: Side) -> tuple[Interval | None, tuple[Span, ...]]:
    """Return the years the makers of a record lived, and where it says so."""
    years: set[int] = set()
    places: list[Span] = []
    for maker in side.things["maker"]:
        life = maker.value.life
        own = {year for year in (life.born, life.died) if year is not None} if life else set()
        years |= own
        for field, value in dict.fromkeys((mention.field, mention.value) for mention in maker.mentions if own):
            text = getattr(side.document.item, field)[value]
            found = [match.span() for match in _YEAR.finditer(text) if int(match[0]) in own]
            if found and found[-1][1] - found[0][0] <= _LIFE_WIDTH:
                start, end = found[0][0], found[-1][1]
                places.append(Span(field, value, start, end, text[start:end]))
    span = (min(years), max(years)) if years else None
    return span, tuple(dict.fromkeys(places))


def _aligned(one: Interval, other: Interval) -> tuple[Interval, Interval]:
    """Return both years; two that are centuries as those are counted, 1701 to 1800, whichever way they were read."""
    ours, theirs = centuries(one), centuries(other)
    return (_years_of(ours), _years_of(theirs)) if ours and theirs else (one, other)


def _years_of(span: Interval) -> Interval:
    first, last = span
    return (100 * first, 100 * last + 99) if first < 0 else (100 * first - 99, 100 * last)


def _related(first: Interval, second: Interval) -> tuple[Relation, Message]:
    if first == second:
        return Relation.SAME, message("both dated {years}", years=YearSpan(*first))
    for inner, outer in ((first, second), (second, first)):
        if outer[0] <= inner[0] and inner[1] <= outer[1]:
            return Relation.WITHIN, _within(YearSpan(*inner), YearSpan(*outer))
    one, other = YearSpan(*first), YearSpan(*second)
    gap = second[0] - first[1]
    if gap <= 0:
        return Relation.OVERLAPS, message("dated {one} and {other}, overlapping", one=one, other=other)
    apart = counted(
        "dated {one} and {other}, {count} year apart",
        "dated {one} and {other}, {count} years apart",
        gap,
        one=one,
        other=other,
    )
    return (Relation.NEAR if gap <= NEAR_YEARS else Relation.DIFFERS), apart


def _openly_related(earlier: Document, later: Document) -> tuple[Relation, Message]:
    """Return how dates relate of which one has one end only: never as the same, nor so many years apart."""
    spans = [document.span_of_years() or (0, 0) for document in (earlier, later)]
    one, other = (_said(document) or "" for document in (earlier, later))
    gap = spans[1][0] - spans[0][1]
    relation = Relation.PERHAPS if gap <= 0 else Relation.NEAR if gap <= NEAR_YEARS else Relation.DIFFERS
    if one == other:
        return relation, message("both dated {years}", years=one)
    return relation, message("dated {one} and {other}", one=one, other=other)


def _said(document: Document) -> Part | None:
    """Return the date of a record as it is shown: its years, or its own words where they are open at one end."""
    if document.is_dated_openly():
        return Listing(tuple(Quoted(years.mention.text) for years in document.own_years()))
    span = document.span_of_years()
    return YearSpan(*span) if span else None


def _value(document: Document) -> str:
    """Return the years of a record for programs, ".." for an end that it does not tell."""
    first, last = document.span_of_years() or (0, 0)
    flags = {flag for years in document.own_years() for flag in years.flags}
    if BEFORE in flags or AFTER in flags:
        return f"{'..' if BEFORE in flags else first}/{'..' if AFTER in flags else last}"
    return _years((first, last))


def _within(inner: YearSpan, outer: YearSpan) -> Message:
    if centuries((outer.first, outer.last)):
        return message("dated {inner}, within the {outer}", inner=inner, outer=outer)
    return message("dated {inner}, within {outer}", inner=inner, outer=outer)


def _years(span: Interval) -> str:
    return str(span[0]) if span[0] == span[1] else f"{span[0]}/{span[1]}"
