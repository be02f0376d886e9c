"""Dates in Swedish, Polish, Portuguese, Romanian and Latin; every example is written for these tests."""

import pytest

from typed_sts.reading.dates.read import overall


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("1700-talet", 1700, 1799),
        ("1720-talet", 1720, 1729),
        ("1900-talet", 1900, 1999),
        ("första hälften av 1700-talet", 1700, 1749),
        ("slutet av 1800-talet", 1867, 1899),
        ("1700- eller 1800-talet", 1700, 1899),
        ("300-talet f.Kr.", -399, -300),
        ("omkring 1852", 1852, 1852),
        ("före 1650", 1600, 1650),
        ("3 augusti 1852", 1852, 1852),
        ("XVIII w.", 1701, 1800),
        ("1 poł. XIX w.", 1801, 1850),
        ("druga połowa XVIII wieku", 1751, 1800),
        ("koniec XIX w.", 1867, 1900),
        ("w latach 1850-1860", 1850, 1860),
        ("od 1850 do 1860", 1850, 1860),
        ("przełom XIX i XX w.", 1801, 2000),
        ("IV w. p.n.e.", -400, -301),
        ("15 października 1852 r.", 1852, 1852),
        ("século XVIII", 1701, 1800),
        ("na primeira metade do século XIX", 1801, 1850),
        ("início do século XX", 1901, 1933),
        ("meados do século XIX", 1834, 1866),
        ("por volta de 1852", 1852, 1852),
        ("anos 20", 1920, 1929),
        ("5 de março de 1852", 1852, 1852),
        ("secolul al XIX-lea", 1801, 1900),
        ("a doua jumătate a sec. XIX", 1851, 1900),
        ("începutul secolului al XX-lea", 1901, 1933),
        ("în jurul anului 1852", 1852, 1852),
        ("sec. IV î.Hr.", -400, -301),
        ("saec. XIII ineunte", 1201, 1233),
        ("20er Jahre", 1920, 1929),
        ("III a.C.", -300, -201),
        ("na 1852", 1852, 1902),
    ],
)
def test_dates_are_read_in_more_languages(text: str, start: int, end: int) -> None:
    found = overall(text)
    assert found is not None
    assert (found.start, found.end) == (start, end)


@pytest.mark.parametrize("text", ["medeltid", "średniowiecze", "Idade Média", "Evul Mediu"])
def test_the_middle_ages_are_known_in_more_languages(text: str) -> None:
    found = overall(text)
    assert found is not None
    assert (found.start, found.end, found.flags) == (500, 1500, ("period",))
