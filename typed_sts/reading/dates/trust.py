"""How far a date that a record states can be trusted to date its item, and which of several dates does.

FIELD      dctermsCreated, dcDate
COVERAGE   dctermsTemporal: of the item for some providers, of what it shows for others
LABEL      "Date(s): 1944" in a description
TITLE      "View of the harbour, 1905"
MAKING     beside a word of making: "painted in 1850"
SUBJECT    all others: the history of what is shown, lives, acquisition, exhibition; never the date of the item
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

from typed_sts.reading.dates.interval import LATER

NEAR = 25
"""Years between dates that are one date of several parts."""
_SEVERAL = 10
"""A text that tells of makings so many years apart tells of several works."""
_WIDEST = 60
_BROAD = 40
"""A date of so many years may be told better by one that is trusted less and lies in it."""
_CATALOGUED = 1995
"""From here on a date beside an older one is that of the record, the scan or the page."""
_SLIP = 100
"""A single year before this beside others is a number of something else."""

_MOST = 64
"""Dates of one level that are looked at; an item has fewer."""

Span = tuple[int, int]


class Trust(IntEnum):
    """How far a date is trusted to be the item's; higher is better."""

    SUBJECT = 0
    MAKING = 1
    TITLE = 2
    LABEL = 3
    COVERAGE = 4
    FIELD = 5


class Candidate(NamedTuple):
    """A date that may be the item's; `by_day` when it is a day in numbers, as records and purchases are dated."""

    first: int
    last: int
    flags: tuple[str, ...]
    trust: Trust
    by_day: bool = False


def chosen(dates: Sequence[Candidate]) -> tuple[int, ...]:
    """Return the places of the dates (in the order of the record) that date the item.

    They are of one level of trust, near each other or adjoining: never two distant years with all between them.
    """
    own = [place for place, date in enumerate(dates) if date.trust > Trust.SUBJECT and LATER not in date.flags]
    if not own:
        return ()
    spans = [(date.first, date.last) for date in dates]
    top = max(dates[place].trust for place in own)
    best = _at_level(top, own, dates, spans)
    if best and top > Trust.LABEL and _width(best, spans) >= _BROAD:  # "19th century", but "Date(s): 1850" in the text
        low, high = _hull(best, spans)
        for level in (Trust.COVERAGE, Trust.LABEL):
            inside = [p for p in own if dates[p].trust == level < top and low <= spans[p][0] and spans[p][1] <= high]
            inside = inside[:_MOST]
            if inside and (finer := _together(inside, dates, spans)) and _width(finer, spans) < _width(best, spans):
                return finer
    return best


def doubted(dates: Sequence[Candidate]) -> bool:
    """Tell whether a record states another date as firmly, far from those that date its item: "1885 [1992]".

    One of them is that of an edition, a cast, a print or the record, and which one the item was made in is not sure.
    """
    own = chosen(dates)
    if not own:
        return False
    spans = [(date.first, date.last) for date in dates]
    level = min(dates[place].trust for place in own)
    return any(date.trust >= level and not _meets(place, own, spans) for place, date in enumerate(dates))


def _at_level(level: Trust, own: list[int], dates: Sequence[Candidate], spans: list[Span]) -> tuple[int, ...]:
    places = [place for place in own if dates[place].trust == level][:_MOST]
    kept = _together(places, dates, spans)
    if level == Trust.MAKING and _are_apart([spans[place] for place in places]):
        return ()  # the text tells of several works
    return kept


def _together(places: list[int], dates: Sequence[Candidate], spans: list[Span]) -> tuple[int, ...]:
    """Return those of the places that are one date, finest ones only.

    They are near the date that another one contains ("1797", "18th century"), or else the first stated that is no
    slip, nor the date of the record itself.
    """
    likely = [p for p in places if not 0 < spans[p][0] == spans[p][1] < _SLIP] or places
    likely = [p for p in likely if spans[p][1] < _CATALOGUED] or likely
    likely = [p for p in likely if not dates[p].by_day] or likely
    confirmed = (p for p in likely if any(spans[p] != spans[q] and _within(spans[p], spans[q]) for q in places))
    start = next(confirmed, likely[0])
    fine = finest(spans[place] for place in places)
    start = next((p for p in places if spans[p] in fine and _within(spans[p], spans[start])), start)
    low, high = spans[start]
    kept = [start]
    for place in places:
        first, last = spans[place]
        if place == start or spans[place] not in fine:
            continue
        gap = max(first, low) - min(last, high)
        joined = max(last, high) - min(first, low)
        if gap <= 1 or (gap <= NEAR and joined <= _WIDEST):
            low, high = min(first, low), max(last, high)
            kept.append(place)
    return tuple(sorted(kept))


def _are_apart(spans: list[Span]) -> bool:
    """Tell whether years without any date lie between dates, more than a work takes."""
    ordered = sorted(spans)
    latest = ordered[0][1] if ordered else 0
    for first, last in ordered:
        if first - latest > _SEVERAL:
            return True
        latest = max(latest, last)
    return False


def _meets(place: int, kept: tuple[int, ...], spans: list[Span]) -> bool:
    low, high = _hull(kept, spans)
    first, last = spans[place]
    return max(first, low) - min(last, high) <= NEAR


def _hull(places: Iterable[int], spans: list[Span]) -> Span:
    found = [spans[place] for place in places]
    return min(first for first, _ in found), max(last for _, last in found)


def _width(places: Iterable[int], spans: list[Span]) -> int:
    first, last = _hull(places, spans)
    return last - first


def _within(inner: Span, outer: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def finest(spans: Iterable[Span]) -> set[Span]:
    """Return the spans of years that contain no other of them."""
    kept: set[Span] = set()
    earliest: float = float("inf")  # the first end of a span that begins no earlier
    for first, last in sorted(set(spans), key=lambda span: (-span[0], span[1])):
        if last < earliest:
            kept.add((first, last))
            earliest = last
    return kept


def centuries(span: Span) -> Span | None:
    """Return the first and the last century that years are exactly: (18, 18) of 1701 to 1800 and of 1700 to 1799.

    Centuries BC are negative; None for other years, which compare as years.
    """
    first, last = span
    if last - first < 98 or first < 0 < last:  # 1701-1799 is meant as one too
        return None
    if last < 0:
        found = centuries((-last, -first))
        return (-found[1], -found[0]) if found else None
    begins, ends = first % 100, last % 100
    if (begins, ends) not in ((0, 99), (1, 0), (1, 99)):
        return None
    return first // 100 + 1, (last if ends else last - 1) // 100 + 1
