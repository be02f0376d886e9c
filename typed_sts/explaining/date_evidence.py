"""Evidence of when: the years two records date their items to, other years they both name, and their makers' lives.

Lives stand in for dates where the model finds none, so they are cited beside them.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, islice

from typed_sts.domain.explanation import Evidence
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Span
from typed_sts.explaining.finding import Finding, Side, own_dates, paired
from typed_sts.reading.dates.trust import centuries
from typed_sts.reading.document import Years

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
        return _undated(ours or theirs, own, alive, lives)
    first, second = sorted(_aligned(ours, theirs))
    relation, text = _related(first, second)
    values = tuple(dict.fromkeys((_value(first), _value(second))))
    evidence = (*paired(own[0], own[1], _MOST_PLACES), *_other_years(left, right, own), *lives)
    long = f"{text}; {alive}" if alive and relation in (Relation.OVERLAPS, Relation.NEAR) else text
    return Finding(relation, values, long, text, evidence)


def _undated(known: Interval | None, own: list[tuple[Span, ...]], alive: str, lives: tuple[Evidence, ...]) -> Finding:
    if alive:
        lead = "neither record has a date" if known is None else f"only one record has a date: {years_shown(known)}"
        return Finding(Relation.NEAR, (), f"{lead}; {alive}", alive, lives, text_tells_sides=known is not None)
    if known is None:
        return Finding(Relation.NOT_STATED, (), "neither record has a date", "not stated in either record", ())
    text = f"only one record has a date: {years_shown(known)}"
    evidence = (*(Evidence(span, None) for span in own[0]), *(Evidence(None, span) for span in own[1]))
    return Finding(Relation.ONE_SIDED, (_value(known),), text, "only one record has a date", evidence)


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


def _lives(left: Side, right: Side) -> tuple[str, tuple[Evidence, ...]]:
    """Return that the makers were alive at the same time, and where their life dates stand; nothing where not."""
    (ours, our_places), (theirs, their_places) = _life(left), _life(right)
    if ours is None or theirs is None or not our_places or not their_places:
        return "", ()
    if min(ours[1], theirs[1]) < max(ours[0], theirs[0]):
        return "", ()
    return "makers alive at the same time", paired(our_places, their_places, _MOST_PLACES)


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


def years_shown(span: Interval) -> str:
    """Return years as people write them: 1819–20, 1320–1201 BC, 18th century."""
    first, last = span
    if found := centuries(span):
        return _centuries_shown(found)
    if first == last:
        return _year(first)
    if last < 0:
        return f"{-first}–{-last} BC"
    if first < 0:
        return f"{_year(first)} to AD {last}"
    return f"{first}–{last % 100:02d}" if first // 100 == last // 100 and first >= 1000 else f"{first}–{last}"


def _centuries_shown(span: Interval) -> str:
    first, last = (f"{abs(century)}{_ending(abs(century))}" for century in span)
    return f"{first if first == last else f'{first}–{last}'} century{' BC' if span[0] < 0 else ''}"


def _ending(number: int) -> str:
    return "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _aligned(one: Interval, other: Interval) -> tuple[Interval, Interval]:
    """Return both years; two that are centuries as those are counted, 1701 to 1800, whichever way they were read."""
    ours, theirs = centuries(one), centuries(other)
    return (_years_of(ours), _years_of(theirs)) if ours and theirs else (one, other)


def _years_of(span: Interval) -> Interval:
    first, last = span
    return (100 * first, 100 * last + 99) if first < 0 else (100 * first - 99, 100 * last)


def _related(first: Interval, second: Interval) -> tuple[Relation, str]:
    if first == second:
        return Relation.SAME, f"both dated {years_shown(first)}"
    for inner, outer in ((first, second), (second, first)):
        if outer[0] <= inner[0] and inner[1] <= outer[1]:
            return Relation.WITHIN, f"dated {years_shown(inner)}, within {_in_text(outer)}"
    both = f"dated {years_shown(first)} and {years_shown(second)}"
    gap = second[0] - first[1]
    if gap <= 0:
        return Relation.OVERLAPS, f"{both}, overlapping"
    apart = "1 year apart" if gap == 1 else f"{gap:,} years apart"
    return (Relation.NEAR if gap <= NEAR_YEARS else Relation.DIFFERS), f"{both}, {apart}"


def _in_text(span: Interval) -> str:
    return f"the {years_shown(span)}" if centuries(span) else years_shown(span)


def _year(year: int) -> str:
    return f"{-year} BC" if year < 0 else str(year)


def _value(span: Interval) -> str:
    return str(span[0]) if span[0] == span[1] else f"{span[0]}/{span[1]}"
