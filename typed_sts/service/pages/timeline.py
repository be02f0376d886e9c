"""When both items are from, drawn on one line of years: two bars, ticks at round years, and the same in words.

Years stand on a line of whole numbers without a gap at the change of era: 1 BC is 0, 500 BC is -499. A date with one
end only is drawn to the edge of the line. The years are those of the answer; of two it does not say whose is which,
so each is given to the record whose words read most like it, and where that tells nothing there is no line.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from typed_sts.domain.explanation import Reason, Why
from typed_sts.domain.message import Quoted, YearSpan, message
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Span
from typed_sts.explaining.finding import shown
from typed_sts.messages.wording import say
from typed_sts.reading.dates.read import read_dates
from typed_sts.saying.edited import LEFT_OUT

_SHORTEST = 20
"""Years that the line spans at least."""
_MOST_TICKS = 5
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)
_OPEN = 50
"""Years by which an end that is not told is taken to lie beyond the one that is, where dates are compared."""
_NARROWEST = 0.8
_VALUE = re.compile(r"(\.\.|-?\d{1,6})(?:/(\.\.|-?\d{1,6}))?")


@dataclass(frozen=True, slots=True)
class Dated:
    """The years of one record, both included, BC negative; None for an end that it does not tell.

    Then `words` are the record's own: "before 1924".
    """

    first: int | None
    last: int | None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """The years of a record as a bar from `x` on, `width` wide, on a line of 100; in words too."""

    side: str
    said: str
    x: float = 0.0
    width: float = 0.0
    opens: str = ""
    """start, end or both, where the record does not tell that end."""
    is_dated: bool = True

    @property
    def label_at(self) -> float:
        """Return where the words beside it begin, or end where they would leave the line."""
        return self.x if self.x <= 50 else self.x + self.width

    @property
    def anchor(self) -> str:
        """Return whether the words begin or end there."""
        return "start" if self.x <= 50 else "end"


@dataclass(frozen=True, slots=True)
class Tick:
    """A round year, and where it stands on the line."""

    x: float
    said: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """Both bars, the ticks below them, and in words how the dates relate."""

    bars: tuple[Bar, Bar]
    ticks: tuple[Tick, ...]
    told: str


def timeline(why: Why) -> Timeline | None:
    """Return the line of both dates; None where neither is known, or an editor left them out."""
    kind = why["time"]
    reason = next((reason for reason in kind.reasons if reason.group == "time"), None)
    if reason is None or kind.stated == "none" or kind.summary == say(LEFT_OUT, why.language):
        return None
    dates = dates_of(reason)
    ends = [_on_line(end) for each in dates if each for end in (each.first, each.last) if end is not None]
    if not ends:
        return None
    low, high = _around(min(ends), max(ends))

    def at(year: float) -> float:
        return round(100 * (year - low) / (high - low), 2)

    bars = tuple(_bar(side, each, at, why.language) for side, each in zip("ab", dates, strict=True))
    ticks = tuple(Tick(at(_on_line(year)), say(YearSpan(year, year), why.language)) for year in ticks_of(low, high))
    is_told = kind.stated == "both" or kind.summary == reason.text  # else a text may still tell it
    return Timeline((bars[0], bars[1]), ticks, reason.text if is_told else "")


def dates_of(reason: Reason) -> tuple[Dated | None, Dated | None]:
    """Return the years of both records that the reason of time is about; None for one without."""
    values = [_dated(value) for value in reason.values]
    words = tuple(next((span.text for span in spans if span), "") for spans in _sides(reason))
    if reason.relation == Relation.ONE_SIDED and len(values) == 1:
        return (_in_words(values[0], words[0]), None) if words[0] else (None, _in_words(values[0], words[1]))
    if len(values) == 1:
        values *= 2
    if len(values) != 2 or not all(words):
        return None, None
    one, other = values
    ours, theirs = map(_read, words)
    straight = _likeness(ours, one) + _likeness(theirs, other)
    crossed = _likeness(ours, other) + _likeness(theirs, one)
    if straight == crossed and one != other:
        return None, None
    if straight < crossed:
        one, other = other, one
    return _in_words(one, words[0]), _in_words(other, words[1])


def _sides(reason: Reason) -> tuple[list[Span | None], list[Span | None]]:
    return [each.a for each in reason.evidence], [each.b for each in reason.evidence]


def _in_words(dated: Dated | None, words: str) -> Dated | None:
    return dated and replace(dated, words=words)


def _dated(value: str) -> Dated | None:
    found = _VALUE.fullmatch(value)
    if found is None:
        return None
    first, last = found[1], found[2] or found[1]
    years = [None if end == ".." else int(end) for end in (first, last)]
    return Dated(years[0], years[1]) if years != [None, None] else None


def _read(text: str) -> Dated | None:
    found = read_dates(text)
    return Dated(min(each.start for each in found), max(each.end for each in found)) if found else None


def _likeness(one: Dated | None, other: Dated | None) -> float:
    """Return how much two stretches of years have in common, from 0 to 1."""
    if one is None or other is None:
        return 0.0
    (low, high), (first, last) = _closed(one), _closed(other)
    meeting = max(0, min(high, last) - max(low, first) + 1)
    return meeting / (max(high, last) - min(low, first) + 1)


def _closed(dated: Dated) -> tuple[int, int]:
    first, last = dated.first, dated.last
    if first is None:
        return (last or 0) - _OPEN, last or 0
    return first, first + _OPEN if last is None else last


def _on_line(year: int) -> int:
    return year + 1 if year < 0 else year


def _around(first: int, last: int) -> tuple[float, float]:
    """Return where the line begins and ends: a tenth more than the years on both sides."""
    missing = max(_SHORTEST - (last - first), 0) / 2
    margin = max(last - first, _SHORTEST) / 10
    return first - missing - margin, last + missing + margin


def ticks_of(low: float, high: float) -> list[int]:
    """Return at most five round years between two places on the line, BC negative, never a year 0."""
    step = next((step for step in _steps() if (high - low) / step <= _MOST_TICKS), _STEPS[-1])
    years = [number * step for number in range(int(low // step) - 1, int(high // step) + 2)]
    return [year for year in dict.fromkeys(year or 1 for year in years) if low <= _on_line(year) <= high]


def _steps() -> Sequence[int]:
    return [step * factor for factor in (1, 1_000) for step in _STEPS if factor == 1 or step < 1_000]


def _bar(side: str, dated: Dated | None, at: Callable[[float], float], language: str) -> Bar:
    if dated is None:
        return Bar(side, say(message("no date found"), language), is_dated=False)
    start = 0.0 if dated.first is None else at(_on_line(dated.first))
    end = 100.0 if dated.last is None else at(_on_line(dated.last) + 1)
    end = min(end, 100.0)
    width = max(end - start, _NARROWEST)
    opens = "start" if dated.first is None else "end" if dated.last is None else ""
    return Bar(side, date_said(dated, language), round(min(start, 100 - width), 2), round(width, 2), opens)


def date_said(dated: Dated, language: str) -> str:
    """Return the years of a record in a language, or its own words where they are open at one end."""
    is_open = dated.first is None or dated.last is None
    return say(Quoted(shown(dated.words)) if is_open else YearSpan(dated.first or 0, dated.last or 0), language)
