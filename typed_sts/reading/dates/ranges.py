"""Close open atoms by their neighbours, turn atoms into years, and join the ends of ranges.

12th-13th century   the 12th takes "century" from the 13th       6th-5th century BC   and "BC" likewise
1888-90             90 takes 18 from 1888                        1858/2               a month, not a year
2040-1783           falls by a century or more, so both BC       1630-40s             1630 .. 1649
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from typed_sts.reading.dates import lexicon as lx
from typed_sts.reading.dates.interval import AFTER, BEFORE, CIRCA
from typed_sts.reading.dates.lexicon import EGYPTIAN_DYNASTIES
from typed_sts.reading.dates.numerals import (
    CENTURY,
    DECADE,
    DYNASTY,
    FIXED,
    MILLENNIUM,
    ORDINAL,
    PERIOD,
    SMALL,
    YEAR,
    Atom,
    Years,
    block,
    hijri,
    part_of,
    round_span,
)

_TIES = ("-", "or", "and", "/", ",")
_THIS_CENTURY = 2100
_NOW = 2030
_OLDEST = 5_000_000
MARGIN = 50


@dataclass(slots=True)
class Dated:
    """An interval as it was written: a range or a single atom, not yet told apart by phase."""

    start: int
    end: int
    flags: set[str]
    span: tuple[int, int]
    kind: str
    link: str
    order: int


def close_atoms(atoms: list[Atom]) -> list[Atom]:
    """Return the atoms that are dates, with unit, era and full years filled in from their neighbours."""
    atoms = _decades_of_centuries(atoms)
    following: Atom | None = None
    for atom in reversed(atoms):
        if following and following.link in (*_TIES, ""):
            _take_from_following(atom, following)
        following = atom
    ancient = any(atom.kind == DYNASTY or (atom.kind == PERIOD and atom.value < 0) for atom in atoms)
    kept: list[Atom] = []
    for atom in atoms:
        before = kept[-1] if kept else None
        if atom.kind == SMALL and not _close_small(atom, before):
            continue
        if atom.kind == ORDINAL:
            if not atom.stated or not 1 <= atom.value <= 21:
                continue
            atom.kind = CENTURY
        if atom.kind == YEAR and before and before.kind == YEAR:
            _close_year(atom, before, ancient)
        if atom.kind == DECADE and atom.digits <= 2:
            atom.value += before.value // 100 * 100 if before and before.kind in (YEAR, DECADE) else 1900
        kept.append(atom)
    return kept


def _decades_of_centuries(atoms: list[Atom]) -> list[Atom]:
    """Return the atoms, a decade beside its century as one: "the 60s of the 19th century"."""
    kept: list[Atom] = []
    for atom in atoms:
        before = kept[-1] if kept else None
        if before and atom.link in ("", ",") and not before.era and atom.era != lx.HIJRI:
            if atom.kind == CENTURY and before.kind == DECADE and before.digits <= 2 and not atom.parts:
                before.value, before.digits, before.end = before.value + 100 * (atom.value - 1), 4, atom.end
                before.era = atom.era
                continue
            is_decade_after = atom.kind == DECADE and before.kind == CENTURY and atom.digits <= 2 and not atom.era
            if is_decade_after and not before.parts:
                atom.value, atom.digits = atom.value + 100 * (before.value - 1), 4
                atom.start, atom.link, atom.flags = before.start, before.link, atom.flags | before.flags
                kept.pop()
        kept.append(atom)
    return kept


def in_one_calendar(atoms: list[Atom]) -> list[Atom]:
    """Return the atoms without those of the Islamic calendar that only repeat another date."""
    others = [atom for atom in atoms if atom.era != lx.HIJRI]
    values = sorted(atom.value for atom in others)
    for atom in others:
        if atom.kind == YEAR and not atom.era and atom.value < 1500:
            first, last = hijri(atom.value)  # never the year itself
            if bisect_left(values, first - 1) < bisect_right(values, last + 1):
                atom.era = lx.HIJRI
    return [atom for atom in others if atom.era != lx.HIJRI] or atoms


def _take_from_following(atom: Atom, following: Atom) -> None:
    """Let an atom take unit and era from the one after it."""
    if atom.kind in (ORDINAL, SMALL) and following.kind in (CENTURY, MILLENNIUM, DYNASTY):
        if atom.kind == ORDINAL or following.link in ("-", "or", "and", "/"):
            atom.kind = following.kind
    elif atom.kind == SMALL and following.kind == ORDINAL:
        atom.kind = ORDINAL
    elif atom.kind == DECADE and following.kind == YEAR and following.link == "-":
        if atom.digits == 4 and atom.value <= following.value < atom.value + 10:
            atom.kind = YEAR  # "the years 1850-1855"
    elif atom.kind == YEAR and atom.parts and following.kind == DECADE and not atom.era:
        atom.kind = DECADE
    elif atom.kind == SMALL and following.kind == YEAR and following.link in ("-", "or", "/") and not atom.link:
        atom.kind = YEAR
    elif atom.kind == SMALL and following.kind == SMALL and following.link == "-" and atom.digits >= following.digits:
        if following.value > 31 and atom.value > 31 and not following.era:
            pass
        elif following.value > atom.value + 1 or following.era or atom.era or following.value > 21:
            atom.kind = following.kind = YEAR
        else:
            atom.kind = following.kind = CENTURY
    elif atom.kind == SMALL and following.kind == SMALL and following.link == "-":
        atom.kind = following.kind = YEAR
    if not atom.era and following.era in (lx.BC, lx.BP) and following.link and atom.kind != PERIOD:
        atom.era = following.era


def _close_small(atom: Atom, before: Atom | None) -> bool:
    """Decide what a number of one or two digits is; return False where it is no date."""
    if before and before.kind == YEAR and before.digits == 4 and atom.value > 31 and not (atom.era or before.era):
        atom.value, atom.digits, atom.kind = before.value // 100 * 100 + atom.value, 4, YEAR
        return atom.link != "," or atom.value > before.value
    if before and before.kind == YEAR and atom.link in _TIES:
        if lx.BC in (atom.era, before.era) or lx.BP in (atom.era, before.era):
            atom.kind = YEAR
            return True
        if _shortened(atom, before):
            atom.kind, atom.digits = YEAR, before.digits
            return True
        return False
    if atom.era:
        atom.kind = YEAR
    elif atom.parts or (1 <= atom.value <= 21 and CIRCA not in atom.flags):
        atom.kind = CENTURY
        return 1 <= atom.value <= 21
    elif CIRCA in atom.flags:
        atom.kind = YEAR
    else:
        return False
    return True


def _shortened(atom: Atom, before: Atom) -> bool:
    """Fill in the digits that the end of a range leaves out; return False where it cannot be one."""
    unit = 10**atom.digits
    year = before.value // unit * unit + atom.value
    if year <= before.value:
        if atom.link in ("/", ",") or year == before.value or before.digits < 4 or atom.value == 0:
            return False
        year += unit
    if atom.link == "," and (atom.digits < 2 or year - before.value > 30):
        return False
    atom.value = year
    return True


def _close_year(atom: Atom, before: Atom, ancient: bool) -> None:
    """Mend what a range says of its ends together: slips, and years BC that are not marked as such."""
    if before.digits == 5 and not before.era and atom.link == "-":
        before.value, before.digits = _without_a_digit(before.value, atom.value), 4
    if atom.era or before.era or atom.value > before.value or atom.link not in ("-", "/", "or"):
        return
    if atom.digits < before.digits:
        if atom.digits == 3 and before.value <= atom.value * 10 <= _THIS_CENTURY:
            atom.value *= 10
    elif atom.link == "-" and ancient and atom.value < before.value:
        atom.era = before.era = lx.BC
    elif atom.link == "-" and before.value - atom.value >= 100:
        meant = before.value // 100 * 100 + atom.value % 100
        if not 1400 <= before.value <= _NOW:
            atom.era = before.era = lx.BC
        elif meant >= before.value:
            atom.value = meant


def _without_a_digit(value: int, end: int) -> int:
    """Return a five-digit slip without the digit that makes it the last year up to the end of its range."""
    digits = str(value)
    years = [int(digits[:place] + digits[place + 1 :]) for place in range(len(digits))]
    return max((year for year in years if year <= end), default=end)


def years_of(atom: Atom) -> Years | None:
    """Return the first and last year of a closed atom, or None when they are beyond reason."""
    value, bc = atom.value, atom.era == lx.BC
    if atom.kind == YEAR:
        if atom.era == lx.HIJRI:
            return hijri(value) if 1 <= value <= 1500 else None
        if atom.era == lx.BP:
            return (1950 - value, 1950 - value) if value <= _OLDEST else None
        if value > (_OLDEST if bc else _THIS_CENTURY) or (atom.digits >= 5 and not bc):
            return None
        years = (-value, -value) if bc else (value, value)
        if atom.parts and value % 100 == 0 and value and not bc:
            return part_of((value, value + 99), *atom.parts)
        return years
    if atom.kind in (CENTURY, MILLENNIUM):
        length = 100 if atom.kind == CENTURY else 1000
        if not 1 <= value <= (99 if bc else 21) or (length == 1000 and value > (20 if bc else 3)):
            return None
        years = block(value, length, bc)
    elif atom.kind == DYNASTY:
        dynasty = EGYPTIAN_DYNASTIES.get(value)
        if dynasty is None:
            return None
        years = (dynasty.start, dynasty.end)
    elif atom.kind == DECADE:
        if value > (9999 if bc else _THIS_CENTURY):
            return None
        hundred = value % 100 == 0 and (value < 1900 or atom.parts is not None)
        years = round_span(value, 100 if hundred else 10, bc)
    elif atom.kind in (PERIOD, FIXED):
        years = (-atom.last, -atom.value) if bc and atom.kind == FIXED else (atom.value, atom.last)
    else:
        return None
    return part_of(years, *atom.parts) if atom.parts else years


def join_ranges(atoms: list[Atom], order: list[int]) -> list[Dated]:
    """Return the intervals of closed atoms, ranges joined; `order` says where in the string each atom stands."""
    joined: list[Dated] = []
    for atom, place in zip(atoms, order, strict=True):
        years = years_of(atom)
        if years is None:
            continue
        start, end = years
        flags = atom.flags
        if atom.open_end:
            end += MARGIN
            flags = flags | {AFTER}
        if atom.or_later:
            end += MARGIN
            flags = flags | {AFTER}
        if atom.or_earlier:
            start -= MARGIN
            flags = flags | {BEFORE}
        last = joined[-1] if joined else None
        if last and atom.link == "-" and PERIOD not in (last.kind, atom.kind):
            if BEFORE in last.flags and (last.kind == CENTURY or "by" in last.flags):
                last.flags.discard(BEFORE)
            last.start, last.end = min(last.start, start), max(last.end, end)
            if (BEFORE in flags and BEFORE not in last.flags) or (AFTER in flags and AFTER not in last.flags):
                flags = flags | {"widened"}
            last.flags |= flags
            last.span = (last.span[0], max(atom.end, last.span[1]))
            last.order = place
            continue
        mark = {"widened"} if atom.open_end or atom.or_later or atom.or_earlier else set()
        joined.append(Dated(start, end, flags | mark, (atom.start, atom.end), atom.kind, atom.link, place))
    for dated in joined:
        _widen(dated)
    return joined


def _widen(dated: Dated) -> None:
    """Give "before" and "after" their fifty years, unless the range was open already."""
    dated.flags.discard("by")
    if "widened" in dated.flags:
        dated.flags.discard("widened")
    elif BEFORE in dated.flags:
        dated.start, dated.end = dated.start - MARGIN, dated.start
    elif AFTER in dated.flags:
        dated.start, dated.end = dated.end, dated.end + MARGIN
