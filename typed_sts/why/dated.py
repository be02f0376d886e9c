"""Evidence of when: the years two records date their items to."""

from typed_sts.why.found import Found
from typed_sts.why.shape import Evidence
from typed_sts.why.sides import Side, own_dates, paired, span_of

NEAR_YEARS = 25
"""Dates this many years apart, about a generation, are near."""
_MOST_PLACES = 3
Span = tuple[int, int]


def dated(left: Side, right: Side) -> Found:
    """Return how the dates of both items relate, or that only one has one, or none."""
    ours, theirs = left.document.span_of_years(), right.document.span_of_years()
    places = tuple(
        tuple(span_of(years.mention) for years in own_dates(side.document))[:_MOST_PLACES] for side in (left, right)
    )
    if ours is None or theirs is None:
        known = ours or theirs
        if known is None:
            return Found("not_stated", (), "neither record has a date", "not stated in either record", ())
        text = f"only one record has a date: {years_shown(known)}"
        evidence = (*(Evidence(span, None) for span in places[0]), *(Evidence(None, span) for span in places[1]))
        return Found("one_sided", (_value(known),), text, "only one record has a date", evidence)
    first, second = sorted((ours, theirs))
    relation, text = _related(first, second)
    values = tuple(dict.fromkeys((_value(first), _value(second))))
    return Found(relation, values, text, text, paired(places[0], places[1], _MOST_PLACES))


def years_shown(span: Span) -> str:
    """Return years as people write them: 1819–20, 1300–1201 BC."""
    first, last = span
    if first == last:
        return _year(first)
    if last < 0:
        return f"{-first}–{-last} BC"
    if first < 0:
        return f"{_year(first)} to AD {last}"
    return f"{first}–{last % 100:02d}" if first // 100 == last // 100 and first >= 1000 else f"{first}–{last}"


def _related(first: Span, second: Span) -> tuple[str, str]:
    if first == second:
        return "same", f"both dated {years_shown(first)}"
    for inner, outer in ((first, second), (second, first)):
        if outer[0] <= inner[0] and inner[1] <= outer[1]:
            return "within", f"dated {years_shown(inner)}, within {years_shown(outer)}"
    both = f"dated {years_shown(first)} and {years_shown(second)}"
    gap = second[0] - first[1]
    if gap <= 0:
        return "overlaps", f"{both}, overlapping"
    apart = "1 year apart" if gap == 1 else f"{gap:,} years apart"
    return ("near" if gap <= NEAR_YEARS else "differs"), f"{both}, {apart}"


def _year(year: int) -> str:
    return f"{-year} BC" if year < 0 else str(year)


def _value(span: Span) -> str:
    return str(span[0]) if span[0] == span[1] else f"{span[0]}/{span[1]}"
