"""Dates on one line: in scale, across the change of era, with ends that are open and records without any."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.service.pages.pairs_explained import explained, items
from typed_sts.domain.explanation import Reason, TypeReasons, Why
from typed_sts.domain.span import Evidence, Span
from typed_sts.preparing.prepare import prepare_few
from typed_sts.sample import sample_pairs
from typed_sts.service.pages.timeline import Dated, Timeline, dates_of, ticks_of, timeline
from typed_sts_index.background import background_stats


def span(text: str) -> Span:
    return Span("dcDate", 0, 0, len(text), text)


def time(relation: str, values: tuple[str, ...], a: str, b: str) -> Reason:
    evidence = Evidence(span(a) if a else None, span(b) if b else None)
    return Reason("time", 0.3, relation, values, "told", (evidence,))


def drawn(reason: Reason, stated: str = "both", summary: str = "told") -> Timeline | None:
    blank = tuple(
        TypeReasons(name, 1.0, stated, summary, 0.0, 0.0, (reason,) if name == "time" else ())
        for name in ("general", "author", "people", "time")
    )
    return timeline(Why("a", "b", blank, "m", "v"))


def line(reason: Reason) -> Timeline:
    found = drawn(reason)
    assert found
    return found


def test_bars_are_in_scale_and_each_belongs_to_its_record() -> None:
    a, b = line(time("differs", ("1500", "1740"), "1740", "1500")).bars
    assert (a.said, b.said) == ("1740", "1500")
    assert a.x - b.x == pytest.approx(100 * 240 / 288, abs=0.05)
    assert line(time("within", ("1840", "1840/1842"), "1840-42", "1840")).bars[0].said == "1840–42"


def test_no_year_is_lost_or_won_at_the_change_of_era() -> None:
    found = line(time("within", ("-27/-25", "-27/14"), "27-25 BC", "27 BC - AD 14"))
    early, late = found.bars
    assert (early.said, late.said) == ("27–25 BC", "27 BC to AD 14")
    assert late.width / early.width == pytest.approx(41 / 3, rel=0.01)  # 27 BC to AD 14 is 41 years
    assert [tick.said for tick in found.ticks] == ["30 BC", "20 BC", "10 BC", "1", "10"]


def test_an_open_end_is_drawn_to_the_edge_and_told_in_the_words_of_the_record() -> None:
    a, b = line(time("perhaps", ("../1805", "1797"), "1797", "before 1805")).bars
    assert (b.said, b.x, b.opens) == ("“before 1805”", 0.0, "start")
    assert (a.said, a.opens) == ("1797", "")
    after = line(time("perhaps", ("1642", "1642/.."), "1642", "after 1642")).bars[1]
    assert (after.opens, after.x + after.width) == ("end", 100.0)


def test_a_record_without_a_date_says_so_and_so_little_that_a_text_may_still_tell_it() -> None:
    a, b = line(time("one_sided", ("1660/1669",), "", "1660-1669")).bars
    assert (a.said, a.is_dated, b.said) == ("no date found", False, "1660–69")
    told, unsaid = (
        drawn(time("one_sided", ("1666",), "1666", ""), "one", said) for said in ("told", "no reason given")
    )
    assert told
    assert unsaid
    assert (told.told, unsaid.told) == ("told", "")


def test_there_is_no_line_where_nothing_is_dated_or_whose_date_is_whose_cannot_be_told() -> None:
    assert drawn(time("not_stated", (), "", ""), "none") is None
    assert drawn(time("near", (), "", "")) is None
    assert drawn(time("differs", ("1500", "1740"), "x", "y")) is None
    assert drawn(time("differs", ("long ago", "1740"), "x", "1740")) is not None


@given(st.floats(-6000, 3000), st.floats(0.5, 9000))
def test_ticks_are_round_years_on_the_line_never_too_many_and_never_the_year_0(low: float, width: float) -> None:
    years = ticks_of(low, low + width)
    assert len(years) <= 6
    assert years == sorted(set(years))
    assert 0 not in years
    assert all(low <= (year + 1 if year < 0 else year) <= low + width for year in years)


@given(st.integers(-4000, 2100), st.integers(0, 300), st.integers(-4000, 2100), st.integers(0, 300))
def test_bars_never_leave_the_line_and_the_earlier_one_begins_first(one: int, n: int, other: int, m: int) -> None:
    dates = sorted({(one or 1, (one or 1) + n or 1), (other or 1, (other or 1) + m or 1)})
    values = tuple(f"{first}/{last}" for first, last in dates)
    texts = [f"{first} - {last}" for first, last in dates]
    found = drawn(time("differs", values, texts[0], texts[-1]))
    if found:
        for bar in found.bars:
            assert 0 <= bar.x <= bar.x + bar.width <= 100.01
            assert bar.width > 0


def test_the_years_of_the_sample_are_those_their_records_were_read_to_have() -> None:
    for a, b in sample_pairs()[:40]:
        why = explained(a.removeprefix("/sample/"), b.removeprefix("/sample/"))
        reason = next(reason for reason in why["time"].reasons if reason.group == "time")
        documents = prepare_few([items()[a], items()[b]], background_stats()).documents
        for dated, document in zip(dates_of(reason), documents, strict=True):
            years = document.span_of_years()
            if dated and years and not document.is_dated_openly():
                assert abs((dated.first or 0) - years[0]) <= 1, (a, b)  # a century begins in 1700 or 1701
                assert abs((dated.last or 0) - years[1]) <= 1, (a, b)
            if dated is None and reason.relation == "one_sided":
                assert years is None


def test_a_value_that_is_no_date_is_none() -> None:
    assert dates_of(time("same", ("1751",), "1751", "probably 1751")) == (
        Dated(1751, 1751, "1751"),
        Dated(1751, 1751, "probably 1751"),
    )
    assert dates_of(time("same", ("?",), "1751", "1751")) == (None, None)
