"""Centuries, numerals and the table of periods, each against values worked by hand."""

import pytest

from typed_sts.reading.dates.lexicon import EGYPTIAN_DYNASTIES, PERIODS, PHRASES, SINGLE, pieces
from typed_sts.reading.dates.numerals import block, hijri, ordinal_words, part_of, roman, round_span


def test_a_century_ends_with_its_round_year() -> None:
    assert block(19, 100, False) == (1801, 1900)
    assert block(5, 100, True) == (-500, -401)
    assert block(3, 1000, True) == (-3000, -2001)
    assert round_span(1880, 10, False) == (1880, 1889)
    assert round_span(300, 100, True) == (-399, -300)


@pytest.mark.parametrize("parts", [2, 3, 4, 10])
@pytest.mark.parametrize("years", [(1801, 1900), (-500, -401), (1880, 1889), (1700, 1799), (1644, 1911)])
def test_parts_cover_the_whole_without_overlap(years: tuple[int, int], parts: int) -> None:
    pieces = [part_of(years, (k, parts), (k, parts)) for k in range(1, parts + 1)]
    assert [year for start, end in pieces for year in range(start, end + 1)] == list(range(years[0], years[1] + 1))


def test_islamic_years_fall_where_the_tables_have_them() -> None:
    assert hijri(1) == (622, 623)
    assert hijri(1300) == (1882, 1883)
    assert hijri(1446) == (2024, 2025)


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("xvi", 16),
        ("xvie", 16),
        ("xixeme", 19),
        ("mdcccxii", 1812),
        ("mcmxcix", 1999),
        ("viiii", 9),
        ("mid", 0),
        ("", 0),
    ],
)
def test_roman_numerals(numeral: str, value: int) -> None:
    assert roman(numeral) == value


def test_roman_numerals_are_not_read_into_long_words() -> None:
    assert roman("m" * 1000) == 0


def test_ordinal_words_of_every_language() -> None:
    words = ordinal_words()
    named = ("eighteenth", "achtzehnten", "dix-huitième", "achttiende", "diciottesimo")
    assert {word: words[word] for word in named} == dict.fromkeys(named, 18)


def test_the_table_is_large_and_every_row_names_its_source() -> None:
    assert len(PERIODS) >= 250
    assert {"China", "Japan", "Egypt", "Britain", "Mesoamerica", "South America", "Africa"} <= {
        p.region for p in PERIODS
    }
    for period in PERIODS:
        assert period.start <= period.end, period
        assert period.source, period
        assert period.region, period
        assert all(name.strip() == name and name for name in period.names), period


def test_no_two_periods_share_a_name() -> None:
    owners: dict[tuple[str, ...], set[str]] = {}
    for period in PERIODS:
        for name in period.names:
            owners.setdefault(pieces(name), set()).add(period.names[0])
    assert {name: periods for name, periods in owners.items() if len(periods) > 1} == {}


def test_every_period_can_be_found_by_its_name() -> None:
    for period in PERIODS:
        name = pieces(period.names[0])
        found = SINGLE.get(name[0]) if len(name) == 1 else dict(PHRASES[name[0]]).get(name)
        assert found
        assert found.kind == "period", period


def test_egyptian_dynasties_are_in_order() -> None:
    starts = [EGYPTIAN_DYNASTIES[number].start for number in (1, 4, 6, 11, 12, 18, 19, 20, 21, 26, 30, 31)]
    assert len(EGYPTIAN_DYNASTIES) == 31
    assert starts == sorted(starts)
