"""The arithmetic of centuries, decades and their parts.

    n-th century      AD 100(n-1)+1 .. 100n      BC -100n .. -100n+100-1
    n-th millennium   likewise with 1000
    1880s             1880 .. 1889               1700s: 1700 .. 1799    300s BC: -399 .. -300
    part k of m       from start + floor((k-1)·length/m) to the year before part k+1 begins

Early, mid and late are thirds, so that the late 19th century is 1867 to 1900. Where a span begins with a round year
(1880s, 1700s) the parts are rounded up instead, and the early 1880s are 1880 to 1883, the early 1700s 1700 to 1733.
"""

Years = tuple[int, int]
Part = tuple[int, int]
"""The k-th of m equal parts: (1, 2) is a first half."""


def block(number: int, length: int, bc: bool) -> Years:
    """Return the years of the n-th century (length 100) or millennium (length 1000)."""
    if bc:
        return -length * number, -length * (number - 1) - 1
    return length * (number - 1) + 1, length * number


def round_span(first: int, length: int, bc: bool) -> Years:
    """Return the years of a decade or hundred that is named by its round year, as the 1880s or the 300s BC."""
    return (-first - length + 1, -first) if bc else (first, first + length - 1)


def part_of(years: Years, first: Part, last: Part) -> Years:
    """Return the years from the beginning of one part to the end of another."""
    start, end = years
    length = end - start + 1
    up = start % 10 == 0 and start > 0

    def offset(k: int, m: int) -> int:
        return -(-k * length // m) if up else k * length // m

    low = start + offset(first[0] - 1, first[1])
    high = start + offset(last[0], last[1]) - 1
    return (low, high) if low <= high else (low, low)


def hijri(year: int) -> Years:
    """Return the one or two years in which a year of the Islamic calendar falls."""
    begins = 622.54 + (year - 1) * 0.970225
    return int(begins), int(begins + 0.970225)
