"""Date strings in many forms and languages; every example is written for these tests."""

import pytest

from typed_sts.reading.dates.interval import Interval
from typed_sts.reading.dates.read import overall, read_dates


def years(text: str) -> tuple[int, int] | None:
    """Return start and end of what a string means."""
    found = overall(text)
    return (found.start, found.end) if found else None


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("1731", 1731, 1731),
        ("14 March 1731", 1731, 1731),
        ("March 14, 1731", 1731, 1731),
        ("3/14/1731", 1731, 1731),
        ("14.3.1731", 1731, 1731),
        ("1731-03-14", 1731, 1731),
        ("1731-03-14T12:00:00Z", 1731, 1731),
        ("17310314", 1731, 1731),
        ("1731/III", 1731, 1731),
        ("14-Mar-31", 1931, 1931),
        ("Tuesday, June 6, 1871", 1871, 1871),
        ("June 3-5, 1871", 1871, 1871),
        ("May - July 1871", 1871, 1871),
        ("Spring/Summer 1971", 1971, 1971),
        ("mid-June 1871", 1871, 1871),
        ("1731, 4th lunar month", 1731, 1731),
        ("MDCCXXXI", 1731, 1731),
        ("[1731, 1731]", 1731, 1731),
        ("name=early 18th century; start=1731; end=1740", 1731, 1740),
        ("start=-0530; end=-0521", -530, -521),
    ],
)
def test_a_day_or_a_month_is_its_year(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("1731-1745", 1731, 1745),
        ("1731–45", 1731, 1745),
        ("1731-5", 1731, 1735),
        ("1731/45", 1731, 1745),
        ("1731 or 5", 1731, 1735),
        ("1898–02", 1898, 1902),
        ("c.1731–c.45", 1731, 1745),
        ("1731–5–c.1750", 1731, 1750),
        ("between 1731 and 1745", 1731, 1745),
        ("from 1731 to 1745", 1731, 1745),
        ("December 1731 - January 1732", 1731, 1732),
        ("1731, 1738 and 1745", 1731, 1745),
        ("1731-1740s", 1731, 1749),
        ("1730–40s", 1730, 1749),
        ("618-907", 618, 907),
        ("25-220", 25, 220),
        ("1904-05", 1904, 1905),
        ("1904-02", 1904, 1904),
        ("173001745", 1730, 1745),
        ("begun in 1731, completed 1745", 1731, 1745),
    ],
)
def test_a_range_has_its_ends_however_they_are_shortened(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("14th century", 1301, 1400),
        ("14th cent.", 1301, 1400),
        ("14C.", 1301, 1400),
        ("fourteenth century", 1301, 1400),
        ("14th-15th century", 1301, 1500),
        ("14th or early 15th century", 1301, 1433),
        ("14-15th century", 1301, 1500),
        ("first half 14th century", 1301, 1350),
        ("14th Century/2ND HALF", 1351, 1400),
        ("last quarter of the 14th century", 1376, 1400),
        ("2nd third of the 14th century", 1334, 1366),
        ("early 14th century", 1301, 1333),
        ("mid-14th century", 1334, 1366),
        ("late 14th century", 1367, 1400),
        ("mid- to late-14th century", 1334, 1400),
        ("late 14th, early 15th century", 1367, 1433),
        ("first decade of the 14th century", 1301, 1310),
        ("1st century", 1, 100),
        ("late 4th century BC", -334, -301),
        ("4th-3rd century BC", -400, -201),
        ("2nd century BC - 2nd century AD", -200, 200),
        ("2nd millennium BC", -2000, -1001),
        ("1340s", 1340, 1349),
        ("1340's", 1340, 1349),
        ("early 1340s", 1340, 1343),
        ("mid 1340s", 1344, 1346),
        ("late 1340s", 1347, 1349),
        ("second half 1340s", 1345, 1349),
        ("1300s", 1300, 1399),
        ("early 1300s", 1300, 1333),
        ("300s BC", -399, -300),
        ("mid 70s", 1974, 1976),
        ("the late sixties", 1967, 1969),
        ("Zwanziger Jahre", 1920, 1929),
        ("http://semium.org/time/17xx_2_half", 1750, 1799),
        ("17--", 1700, 1799),
        ("17??", 1700, 1799),
        ("174-?", 1740, 1749),
        ("17XX", 1700, 1799),
        ("174X", 1740, 1749),
    ],
)
def test_centuries_and_decades_have_parts(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("450 BC", -450, -450),
        ("450-30 B.C.", -450, -30),
        ("450 BCE - 30 CE", -450, 30),
        ("AD 50-120", 50, 120),
        ("100 BC - AD 200", -100, 200),
        ("ca. 12,000 BC", -12000, -12000),
        ("2300-2100", -2300, -2100),
        ("-0450/-0400", -450, -400),
        ("3000 BP", -1050, -1050),
        ("AH 1100", 1688, 1689),
        ("AH 1100 / 1688-89 CE", 1688, 1689),
    ],
)
def test_eras_are_read_before_and_after_the_year(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("um 1731", 1731, 1731),
        ("16. Jh.", 1501, 1600),
        ("1. Hälfte 16. Jahrhundert", 1501, 1550),
        ("2. Viertel des 16. Jahrhunderts", 1526, 1550),
        ("Anfang 16. Jh.", 1501, 1533),
        ("Mitte 16. Jh.", 1534, 1566),
        ("Ende 16. Jh.", 1567, 1600),
        ("16./17. Jh.", 1501, 1700),
        ("4. Jh. v. Chr.", -400, -301),
        ("2. Jh. n. Chr.", 101, 200),
        ("1930er Jahre", 1930, 1939),
        ("zwischen 1731 und 1745", 1731, 1745),
        ("3. März 1731", 1731, 1731),
        ("vor 1731", 1681, 1731),
        ("nach 1731", 1731, 1781),
        ("vers 1731", 1731, 1731),
        ("XVIe siècle", 1501, 1600),
        ("première moitié du XVIe siècle", 1501, 1550),
        ("début du XVIe siècle", 1501, 1533),
        ("milieu XVIe siècle", 1534, 1566),
        ("fin XVIe s.", 1567, 1600),
        ("4e quart 16e siècle", 1576, 1600),
        ("XVIe-XVIIe siècles", 1501, 1700),
        ("IVe siècle avant J.-C.", -400, -301),
        ("années 1930", 1930, 1939),
        ("entre 1731 et 1745", 1731, 1745),
        ("3 août 1731", 1731, 1731),
        ("avant 1731", 1681, 1731),
        ("après 1731", 1731, 1781),
        ("omstreeks 1731", 1731, 1731),
        ("16e eeuw", 1501, 1600),
        ("1e helft 16de eeuw", 1501, 1550),
        ("begin 16e eeuw", 1501, 1533),
        ("midden 16e eeuw", 1534, 1566),
        ("eind 16e eeuw", 1567, 1600),
        ("laatste kwart 16e eeuw", 1576, 1600),
        ("4e eeuw v.Chr.", -400, -301),
        ("jaren '30", 1930, 1939),
        ("3 maart 1731", 1731, 1731),
        ("voor 1731", 1681, 1731),
        ("hacia 1731", 1731, 1731),
        ("siglo XVI", 1501, 1600),
        ("s. XVI", 1501, 1600),
        ("primera mitad del siglo XVI", 1501, 1550),
        ("principios del siglo XVI", 1501, 1533),
        ("mediados del siglo XVI", 1534, 1566),
        ("finales del siglo XVI", 1567, 1600),
        ("siglos XVI-XVII", 1501, 1700),
        ("siglo IV a.C.", -400, -301),
        ("década de 1930", 1930, 1939),
        ("3 de enero de 1731", 1731, 1731),
        ("antes de 1731", 1681, 1731),
        ("verso il 1731", 1731, 1731),
        ("sec. XVI", 1501, 1600),
        ("XVI secolo", 1501, 1600),
        ("prima metà del XVI secolo", 1501, 1550),
        ("metà del XVI secolo", 1534, 1566),
        ("inizio XVI secolo", 1501, 1533),
        ("fine del XVI secolo", 1567, 1600),
        ("ultimo quarto del XVI secolo", 1576, 1600),
        ("IV secolo a.C.", -400, -301),
        ("anni '30", 1930, 1939),
        ("3 maggio 1731", 1731, 1731),
        ("Settecento", 1701, 1800),
    ],
)
def test_german_french_dutch_spanish_and_italian_are_read_alike(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "interval"),
    [
        ("c. 1731", (1731, 1731, ("circa",))),
        ("?c.1731", (1731, 1731, ("circa", "uncertain"))),
        ("1731?", (1731, 1731, ("uncertain",))),
        ("1731 (?)", (1731, 1731, ("uncertain",))),
        ("1731~", (1731, 1731, ("circa",))),
        ("probably 1731", (1731, 1731, ("uncertain",))),
        ("before 1731", (1681, 1731, ("before",))),
        ("no later than 1731", (1681, 1731, ("before",))),
        ("1731 or earlier", (1681, 1731, ("before",))),
        ("after 1731", (1731, 1781, ("after",))),
        ("after 1730s", (1739, 1789, ("after",))),
        ("1731 or later", (1731, 1781, ("after",))),
        ("1731-", (1731, 1781, ("after",))),
        ("1731/..", (1731, 1781, ("after",))),
        ("../1731", (1681, 1731, ("before",))),
        ("after 1731, before 1740", (1731, 1740, ("after",))),
        ("18th century, after 1731", (1731, 1800, ())),
        ("Meiji", (1868, 1912, ("period",))),
    ],
)
def test_what_is_not_certain_is_flagged(text: str, interval: tuple[int, int, tuple[str, ...]]) -> None:
    found = overall(text)
    assert found
    assert (found.start, found.end, found.flags) == interval


@pytest.mark.parametrize(
    "text",
    ["", "n.d.", "undated", "unknown", "sine dato", "o.J.", "?", "March 12", "year unknown", "inv. 431", "1979.3124b"],
)
def test_no_date_is_none(text: str) -> None:
    assert overall(text) is None


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("c.18299–1832", 1829, 1832),
        ("darly 19th century", 1801, 1833),
        ("abdout 1731", 1731, 1731),
        ("late 18th centur", 1767, 1800),
        ("May 1873 - June 1074", 1873, 1874),
        ("1911-198", 1911, 1980),
        ("about 1762 1768", 1762, 1768),
    ],
)
def test_slips_of_the_pen_are_seen_through(text: str, start: int, end: int) -> None:
    assert years(text) == (start, end)


def test_spans_point_at_the_words() -> None:
    text = "c. 1795-1800, published 1810"
    own, later = read_dates(text)
    assert text[slice(*own.span)] == "c. 1795-1800"
    assert text[slice(*later.span)] == "1810"
    assert later == Interval(1810, 1810, ("later",), (24, 28))


def test_composed_and_decomposed_accents_are_the_same() -> None:
    assert years("1. Ha\u0308lfte 16. Jh.") == years("1. Hälfte 16. Jh.") == (1501, 1550)
