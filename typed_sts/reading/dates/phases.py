"""Tell the phases of an item apart (designed, cast, reprinted) and settle each phase's years.

A label opens a phase for the dates after it ("cast 1925"); after a date, or alone in brackets behind it, it names
that date ("1880 block", "1977 (published)"). Dates without a label belong to the phase they follow.

Of the phases, the item's own is the earliest one that is not something done to the item later (printed, restored,
exhibited); when all are, the earliest of those. Within a phase:

    a date beats the name of a period, and a date within a period's own bracketed dates beats those
    "20th century (1930s)" is the narrower one       "18th century, after 1713" is cut where they overlap
    otherwise smallest start and largest end
"""

from dataclasses import dataclass, field
from itertools import pairwise

from typed_sts.reading.dates import lexicon as lx
from typed_sts.reading.dates.interval import AFTER, BEFORE
from typed_sts.reading.dates.numerals import CENTURY, DYNASTY, MILLENNIUM, PERIOD, Atom, Event
from typed_sts.reading.dates.ranges import Dated

UNLABELLED = -1
_MOST = 100
"""More dates than this are no date of an item; each is compared with each, so they are left as they are."""
_BROAD = (CENTURY, MILLENNIUM)


@dataclass(slots=True)
class Phase:
    """Dates that belong together, and what the label says of them."""

    role: int = UNLABELLED
    dates: list[Dated] = field(default_factory=list)


def phases_of(events: list[Event], dates: dict[int, Dated]) -> list[Phase]:
    """Return the phases that have dates; `dates` holds each interval under the place of its (last) atom."""
    phases: list[Phase] = []
    current = Phase()
    role = UNLABELLED
    fresh = True
    """The next unlabelled date starts a phase of its own."""
    opened_after_date = False
    bare = False
    """The segment has a date without a label before it."""
    for place, event in enumerate(events):
        if isinstance(event, Atom):
            dated = dates.get(place)
            if dated is None:
                continue
            if role != UNLABELLED or fresh or not phases:
                current = Phase(role)
                phases.append(current)
            current.dates.append(dated)
            bare = role == UNLABELLED
            role, fresh = UNLABELLED, False
        elif event.kind == lx.LABEL:
            if bare and not _date_before_separator(events, dates, place):
                current = _name_last(phases, current, event.role)
                bare, fresh = False, True
            elif event.role == lx.ENDED and current.role == lx.BEGUN:
                fresh = False
            else:
                role = max(role, event.role)
        else:
            if event.kind == lx.OPEN:
                opened_after_date = bool(phases)
            elif event.kind == lx.CLOSE and role != UNLABELLED and opened_after_date and phases:
                current = _name_last(phases, current, role)
                role, fresh = UNLABELLED, True
            bare = False
    return [phase for phase in phases if phase.dates]


def _date_before_separator(events: list[Event], dates: dict[int, Dated], place: int) -> bool:
    """Tell whether a date follows a label within the same segment."""
    for ahead in range(place + 1, min(len(events), place + 8)):
        event = events[ahead]
        if isinstance(event, Atom):
            if ahead in dates:
                return True
        elif event.kind != lx.LABEL:
            return False
    return False


def _name_last(phases: list[Phase], current: Phase, role: int) -> Phase:
    """Give the last date a phase of its own with this role, and return that phase."""
    if len(current.dates) > 1:
        own = Phase(role, [current.dates.pop()])
        phases.append(own)
        return own
    if current.role == UNLABELLED:
        current.role = role
    return current


def main_phase(phases: list[Phase]) -> Phase:
    """Return the phase that dates the item."""
    own = [phase for phase in phases if phase.role != lx.FOLLOWED] or phases
    return min(own, key=lambda phase: min(_begins(dated) for dated in settle(phase.dates)))


def _begins(dated: Dated) -> int:
    return dated.end if BEFORE in dated.flags else dated.start


def settle(dates: list[Dated]) -> list[Dated]:
    """Return the dates of a phase that count: the most telling ones, cut to each other."""
    if len(dates) == 1 or len(dates) > _MOST:
        return dates
    stated = [dated for dated in dates if dated.kind not in (PERIOD, DYNASTY)]
    if not stated:
        return dates
    if len(stated) > 1:
        stated = _without_period_spans(dates, stated)
    else:
        place = next(place for place, dated in enumerate(dates) if dated is stated[0])
        narrower = [dated for dated in dates[place + 1 :] if _within(dated, stated[0])]
        if narrower and place and dates[place - 1].kind in (PERIOD, DYNASTY):
            return narrower
    return _narrow(_clip(stated))


def _without_period_spans(dates: list[Dated], stated: list[Dated]) -> list[Dated]:
    """Drop the dates a period is given with where another date falls into them."""
    spans = [later for earlier, later in pairwise(dates) if earlier.kind in (PERIOD, DYNASTY)]
    others = [dated for dated in stated if not any(dated is span for span in spans)]
    return [
        dated
        for dated in stated
        if not any(dated is span for span in spans) or not any(_overlap(dated, other) for other in others)
    ]


def _overlap(left: Dated, right: Dated) -> bool:
    return left.start <= right.end and right.start <= left.end


def _within(narrow: Dated, wide: Dated) -> bool:
    return wide.start <= narrow.start and narrow.end <= wide.end and narrow.end - narrow.start < wide.end - wide.start


def _clip(dates: list[Dated]) -> list[Dated]:
    """Cut a date to the "before" or "after" that falls into it; drop a limit that says nothing new."""
    open_ended = [dated for dated in dates if BEFORE in dated.flags or AFTER in dated.flags]
    closed = [dated for dated in dates if dated not in open_ended]
    if not open_ended:
        return dates
    if not closed:
        after = [dated for dated in open_ended if AFTER in dated.flags]
        before = [dated for dated in open_ended if BEFORE in dated.flags]
        if len(after) == 1 == len(before) and after[0].start <= before[0].end:
            after[0].end = before[0].end
            return after
        return dates
    kept = list(closed)
    for limit in open_ended:
        for dated in closed:
            if BEFORE in limit.flags and limit.end >= dated.start:
                dated.end = min(dated.end, limit.end)
                break
            if AFTER in limit.flags and dated.start <= limit.start <= dated.end:
                dated.start = limit.start
                break
            if AFTER in limit.flags and limit.start < dated.start and limit.order > dated.order:
                break  # "c. 1870, after 1851 daguerreotype"
        else:
            kept.append(limit)
    return kept


def _narrow(dates: list[Dated]) -> list[Dated]:
    """Drop a century that a narrower date explains, and whatever a date in brackets explains."""
    kept = []
    for wide in dates:
        broad = wide.kind in _BROAD
        explained = any(
            (_within(other, wide) and (broad or other.link == "(" or wide.end - wide.start >= 100))
            or (broad and other.link == "(" and other.kind not in _BROAD and _overlap(other, wide))
            or (broad and wide.link == "(" and other.kind not in _BROAD)
            for other in dates
            if other is not wide
        )
        if not explained:
            kept.append(wide)
    return kept or dates
