"""Two-phase dates, periods beside dates, and life dates."""

import pytest

from typed_sts.reading.dates.read import life_dates, overall, read_dates


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("1931, cast 1958", 1931, 1931),
        ("1931 (printed 1958)", 1931, 1931),
        ("1931 (designed 1925)", 1925, 1925),
        ("cast 1958 (modeled 1931)", 1931, 1931),
        ("designed 1931 (manufactured c. 1958)", 1931, 1931),
        ("designed 1931 (c. 1958 manufactured)", 1931, 1931),
        ("1931 (designed) 1958 (made)", 1931, 1931),
        ("1931–33; 1958 (published)", 1931, 1933),
        ("1931 block, 1958 print", 1931, 1931),
        ("plate 1731, impression c. 1758", 1731, 1731),
        ("1931 (1958 edition)", 1931, 1931),
        ("1931 (second edition, 1958)", 1931, 1931),
        ("1731-1733 cast 1758-1760", 1731, 1733),
        ("1731, exhibited 1732, 1740", 1731, 1731),
        ("printed 1758", 1758, 1758),
        ("replica 1958 (original 1931)", 1931, 1931),
        ("1958 (inscribed 1931)", 1958, 1958),
        ("around 1731 (restored in 1958)", 1731, 1731),
        ("1731 with 19th century mounts", 1731, 1731),
        ("18th century, 19th century patches", 1701, 1800),
        ("19th century in the style of the 16th century", 1801, 1900),
        ("designed 1931, made before 1960", 1931, 1931),
    ],
)
def test_the_conception_dates_the_item(text: str, start: int, end: int) -> None:
    found = overall(text)
    assert found
    assert (found.start, found.end) == (start, end)


def test_later_phases_are_kept_and_flagged() -> None:
    assert [(i.start, "later" in i.flags) for i in read_dates("cast 1958 (modeled 1931)")] == [
        (1931, False),
        (1958, True),
    ]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Victorian", 1837, 1901),
        ("Victorian (c. 1880)", 1880, 1880),
        ("Edo period (1615-1868)", 1615, 1868),
        ("Edo period (1615-1868), c. 1790", 1790, 1790),
        ("Ming dynasty, 1368-1644, 15th century", 1401, 1500),
        ("20th century (1940s)", 1940, 1949),
        ("late 18th century; George III", 1767, 1800),
        ("Dynasty 18", -1550, -1295),
        ("18th Dynasty", -1550, -1295),
        ("XVIII Dynasty", -1550, -1295),
        ("Eighteenth Dynasty", -1550, -1295),
        ("18. Dynastie", -1550, -1295),
        ("New Kingdom, 19th Dynasty, c. 1290-1200", -1290, -1200),
        ("reign of Qianlong", 1736, 1795),
        ("Ch'ien Lung period", 1736, 1795),
        ("southern song dynasty", 1127, 1279),
        ("Yuan-Ming", 1271, 1644),
        ("Meiji 10", 1877, 1877),
        ("1877 (Meiji 10)", 1877, 1877),
        ("LH IIIB", -1300, -1190),
        ("late Minoan IIIB", -1300, -1200),
        ("Bronzezeit", -3000, -1200),
        ("époque de Louis XV", 1715, 1774),
        ("WWII", 1939, 1945),
    ],
)
def test_periods_have_years_and_dates_beat_them(text: str, start: int, end: int) -> None:
    found = overall(text)
    assert found
    assert (found.start, found.end) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "SMITH; John (1968 - )",
        "Maria Sample (1834-1896)",
        "Sample, Maria, 1834-1896",
        "Maria Sample (born 1950)",
        "b. 1950",
        "geb. 1820",
        "née en 1830",
        "*1834 †1896",
        "Rembrandt (1606-1669)",
    ],
)
def test_life_dates_are_not_the_items(text: str) -> None:
    assert overall(text) is None
    assert life_dates(text)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Jan Steen (1626-1679), c. 1660", 1660, 1660),
        ("Unheard-of period (1723–1785)", 1723, 1785),
        ("Antonine (138-193)", 138, 193),
        ("Paris, 1850-1855", 1850, 1855),
    ],
)
def test_other_years_in_brackets_are(text: str, start: int, end: int) -> None:
    found = overall(text)
    assert found
    assert (found.start, found.end) == (start, end)


def test_life_dates_point_at_the_years() -> None:
    text = "Maria Sample (1834-1896)"
    (life,) = life_dates(text)
    assert (life.start, life.end) == (1834, 1896)
    assert text[slice(*life.span)] == "1834-1896"
