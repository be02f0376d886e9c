"""The atoms of a date string: single years, decades, centuries and periods, before ranges are put together.

    atom := (circa | ? | before | after | part | era)* core (era | ? | part | or later | or earlier)*
    core := year | year's | ordinal [century | millennium | dynasty] | century numeral | period [year of it]

An ordinal or a small number without a unit stays open ("12th-13th century", "1888-90"); ranges.py closes it.
"""

from dataclasses import dataclass, field

from typed_sts.reading.dates.centuries import Part

YEAR, SMALL, ORDINAL, CENTURY, MILLENNIUM, DYNASTY = "year", "small", "ordinal", "century", "millennium", "dynasty"
DECADE, FIXED, PERIOD = "decade", "fixed", "period"


@dataclass(slots=True)
class Atom:
    """A core with what was said about it; `link` is the sign or word between it and the atom before."""

    kind: str
    value: int
    digits: int
    start: int
    end: int
    link: str = ""
    era: str = ""
    parts: tuple[Part, Part] | None = None
    flags: set[str] = field(default_factory=set)
    last: int = 0
    stated: bool = True
    """Whether an ordinal may count as a century when no unit follows."""
    open_end: bool = False
    or_later: bool = False
    or_earlier: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands between atoms and matters to phases: a separator, a bracket or a label and its role."""

    kind: str
    role: int = -1


Event = Atom | Sign
