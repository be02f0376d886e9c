"""What a date string is read as: an interval of years, how sure it is, and where it stands in the string."""

from dataclasses import dataclass

CIRCA = "circa"
UNCERTAIN = "uncertain"
BEFORE = "before"
AFTER = "after"
PERIOD = "period"
LATER = "later"
FLAGS = (CIRCA, UNCERTAIN, BEFORE, AFTER, PERIOD, LATER)
"""In the order in which they are printed; `period`: from the table of periods; `later`: a second phase, as a cast."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Years `start` to `end`, both inclusive, BC negative; `span` points into the string that was read.

    c. 1795-1800, published 1810
    ^^^^^^^^^^^^            ^^^^
    1795 1800 circa         1810 1810 later
    """

    start: int
    end: int
    flags: tuple[str, ...] = ()
    span: tuple[int, int] = (0, 0)


def in_order(flags: set[str]) -> tuple[str, ...]:
    """Return flags in the order in which they are printed."""
    return tuple(flag for flag in FLAGS if flag in flags)
