"""What each token of a date does: the cores, and what stands before, between and after them.

Cores are numbers, ordinals, Roman numerals, units before their number, and names of periods; around them stand circa,
before, parts, signs, brackets and labels.
"""

from typed_sts.reading.dates import lexicon as lx
from typed_sts.reading.dates.interval import AFTER, BEFORE, CIRCA, UNCERTAIN
from typed_sts.reading.dates.lexicon import PERIODS
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
    Sign,
)
from typed_sts.reading.dates.scan_state import CORES, ERAS, LINKS, Scanner
from typed_sts.reading.dates.tokens import Token

_UNITS = {lx.CENTURY: CENTURY, lx.MILLENNIUM: MILLENNIUM, lx.DYNASTY: DYNASTY}
_JOINED = ("-", "or", "and", "/")
_RANGE_END = CORES | {lx.CIRCA, lx.AD, lx.PART, lx.MARK}
_AROUND_DAYS = {lx.NUM, lx.ORD, lx.DASH, lx.AND, lx.COMMA, lx.SLASH, lx.OR, lx.GLUE, lx.DOT, lx.WEEKDAY}
_LATEST, _LONGEST = 2100, 7
_HIGHEST = 40
"""No century or dynasty has a higher number."""


def number(scan: Scanner, position: int, token: Token) -> int:
    ahead = position + 1
    value, digits = token.value, token.extra
    if token.kind == lx.ORD or digits <= 2:
        following = scan.at(ahead)
        if following.kind == lx.DASH and scan.at(ahead + 1).kind in _UNITS:
            ahead, following = ahead + 1, scan.at(ahead + 1)
        if following.kind in _UNITS and 1 <= value <= _HIGHEST:
            return scan.add(token, _UNITS[following.kind], value, 2, ahead + 1)
        ahead = position + 1
        if token.kind == lx.ORD and lx.DECADE in (scan.unit, following.kind) and value and not value % 10:
            return scan.add(token, DECADE, value, 2, ahead)
        if scan.at(position - 1).kind == lx.NUMBERING or scan.at(ahead).kind == lx.MONTH_WORD:
            return ahead
        if _is_day(scan, position, token):
            scan.day = position
            return ahead
        return _ordinal(scan, position, token) if token.kind == lx.ORD else _small(scan, position, token)
    if (digits > _LONGEST and digits not in (8, 9)) or scan.at(position - 1).kind == lx.NUMBERING:
        return ahead
    if digits >= 8:
        return _run_together(scan, token, ahead)
    if scan.unit == DECADE and digits == 4 and not value % 10:
        return scan.add(token, DECADE, value, digits, ahead)
    if scan.parts and scan.at(ahead).text in lx.YEAR_WORDS:
        scan.parts = None  # "the end of the year 1900"
    return scan.add(token, YEAR, value, digits, ahead)


def _run_together(scan: Scanner, token: Token, ahead: int) -> int:
    """Read 19850412 as a day, 185001860 as a range whose dash is a slip for the key beside it."""
    digits = str(token.value)
    if len(digits) == 8 and "01" <= digits[4:6] <= "12" and "01" <= digits[6:] <= "31":
        return scan.add(token, YEAR, int(digits[:4]), 4, ahead)
    if len(digits) == 9 and 1000 <= int(digits[:4]) <= int(digits[5:]) <= _LATEST:
        scan.add(token, YEAR, int(digits[:4]), 4, ahead)
        scan.link = "-"
        return scan.add(token, YEAR, int(digits[5:]), 4, ahead)
    return ahead


def _ordinal(scan: Scanner, position: int, token: Token) -> int:
    ahead = position + 1
    following = scan.at(ahead)
    if token.value > _HIGHEST or (following.kind == lx.LABEL and token.value < 10) or following.kind == lx.WORD:
        return ahead
    ahead = scan.add(token, ORDINAL, token.value, 2, ahead)
    if scan.last:
        scan.last.stated = token.extra == 1 or bool(scan.last.parts) or bool(scan.last.era)
    return ahead


def _small(scan: Scanner, position: int, token: Token) -> int:
    ahead = position + 1
    before, following = scan.at(position - 1), scan.at(ahead)
    if before.kind == lx.DASH and scan.at(position - 2).kind == lx.MONTH and scan.at(position - 4).kind == lx.NUM:
        return scan.add(token, YEAR, 1900 + token.value, 4, ahead)
    if scan.unit == DECADE and token.value % 10 == 0:
        return scan.add(token, DECADE, token.value, 2, ahead)
    if before.kind in (lx.WORD, lx.ROMAN, lx.PERIOD):
        return ahead
    if scan.last and scan.last.kind == DYNASTY and scan.link in _JOINED:
        return scan.add(token, DYNASTY, token.value, 2, ahead)
    tied = scan.last is not None and scan.link in ("-", "or", "and", "/", ",")
    leads = following.kind in LINKS and scan.at(ahead + 1).kind in _RANGE_END
    alone = scan.count == 1
    era = scan.era or following.kind in ERAS
    if tied or leads or alone or era or scan.parts or CIRCA in scan.waiting or following.kind == lx.PART:
        return scan.add(token, SMALL, token.value, token.extra, ahead)
    return ahead


def _is_day(scan: Scanner, position: int, token: Token) -> bool:
    """Tell whether a small number is a day, by a month within a few tokens on either side."""
    if not 1 <= token.value <= 31:
        return False
    year_end = scan.at(position - 4).kind == lx.NUM and scan.at(position - 1).kind == lx.DASH
    if year_end and scan.at(position - 2).kind == lx.MONTH:
        return False
    for step in (-1, 1):
        for away in range(1, 7):
            near = scan.at(position + step * away)
            if near.kind == lx.MONTH:
                return True
            if near.kind not in _AROUND_DAYS or (near.kind == lx.NUM and near.extra > 2):
                break
    return False


def decade(scan: Scanner, position: int, token: Token) -> int:
    if token.extra > 4 or (token.extra <= 2 and token.value % 10):
        return position + 1
    return scan.add(token, DECADE, token.value, token.extra, position + 1)


def fixed(scan: Scanner, position: int, token: Token) -> int:
    return scan.add(token, FIXED, token.value, 4, position + 1, token.extra)


def period(scan: Scanner, position: int, token: Token) -> int:
    period, ahead = PERIODS[token.value], position + 1
    following = scan.at(ahead)
    if period.counts_years and following.kind == lx.NUM and following.extra <= 2:
        year = period.start + following.value - 1
        if period.start <= year <= period.end:
            return scan.add(token, PERIOD, year, 0, ahead + 1, year)
    while scan.at(ahead).kind in (lx.PERIOD_WORD, lx.DYNASTY):
        ahead += 1
    return scan.add(token, PERIOD, period.start, 0, ahead, period.end)


def roman(scan: Scanner, position: int, token: Token) -> int:
    ahead = position + 1
    if scan.at(ahead).text == "th":
        ahead += 1
    if scan.at(ahead).kind in _UNITS and token.value <= _HIGHEST:
        return scan.add(token, _UNITS[scan.at(ahead).kind], token.value, 2, ahead + 1)
    if scan.last and scan.last.kind in (CENTURY, DYNASTY) and scan.link in _JOINED and token.value <= _HIGHEST:
        return scan.add(token, scan.last.kind, token.value, 2, ahead)
    if token.extra and len(token.text) > 2 and 1000 < token.value <= _LATEST:
        return scan.add(token, YEAR, token.value, 4, ahead)
    if (
        token.value <= _HIGHEST
        and scan.at(ahead).kind in LINKS
        and scan.at(ahead + 1).kind in (lx.ROMAN, lx.PART, lx.GLUE)
    ):
        scan.add(token, ORDINAL, token.value, 2, ahead)
        if scan.last:
            scan.last.stated = False
    elif token.value <= _HIGHEST and (scan.parts or scan.at(ahead).kind == lx.BC):
        return scan.add(token, CENTURY, token.value, 2, ahead)
    return ahead


def unit_first(scan: Scanner, position: int, token: Token) -> int:
    """Read "siglo XVI", "Dynasty 18", "anni 1920": the unit before its number."""
    ahead = position + 1
    while ahead < position + 4 and (scan.at(ahead).kind in (lx.GLUE, lx.APOSTROPHE) or scan.at(ahead).text == "al"):
        ahead += 1
    number = scan.at(ahead)
    if number.kind not in (lx.ROMAN, lx.NUM, lx.ORD, lx.DECADE_NUM):
        return position + 1
    if token.kind == lx.DECADE:
        scan.unit = DECADE
        return ahead
    if (number.kind == lx.NUM and number.extra > 2) or not 1 <= number.value <= _HIGHEST:
        return position + 1
    if scan.begins < 0:
        scan.begins = token.start
    return scan.add(number, _UNITS[token.kind], number.value, 2, ahead + 1)


BY = "by"
"""Waits like a flag: "by 1931" is before 1931, but "by 1832-4" is those years."""
_AFTER_A_MARK = CORES | {lx.CIRCA, lx.PART, lx.LABEL, lx.BEFORE, lx.AFTER}
_HAVE_PARTS = (SMALL, ORDINAL, CENTURY, DECADE, MILLENNIUM, FIXED)


def circa(scan: Scanner, position: int, token: Token) -> int:
    if scan.core_ahead(position):
        scan.wait(CIRCA, token)
    elif scan.last and scan.at(position - 1).kind != lx.OPEN:
        scan.last.flags.add(CIRCA)
    return position + 1


def mark(scan: Scanner, position: int, token: Token) -> int:
    following = scan.at(position + 1)
    before = scan.at(position - 1)
    leads = following.start == token.end and following.kind in _AFTER_A_MARK
    if (leads and before.end != token.start) or not scan.last:
        if following.kind == lx.DASH and not scan.last:
            scan.wait(BEFORE, token)
            return position + 2
        scan.wait(UNCERTAIN, token)
    elif leads and before.kind in (lx.CIRCA, lx.DASH, lx.OPEN):
        scan.wait(UNCERTAIN, token)
    else:
        scan.last.flags.add(UNCERTAIN)
    return position + 1


def unsure(scan: Scanner, position: int, token: Token) -> int:
    scan.waiting.add(UNCERTAIN)
    return position + 1


def before_after(scan: Scanner, position: int, token: Token) -> int:
    flag = BEFORE if token.kind == lx.BEFORE else AFTER
    if scan.core_ahead(position):
        scan.wait(flag, token)
        if token.text == "by":
            scan.wait(BY, token)
    elif scan.last and position + 1 == scan.count:
        scan.last.flags.add(flag)
    return position + 1


def or_later(scan: Scanner, position: int, token: Token) -> int:
    if scan.last:
        if token.kind == lx.OR_LATER:
            scan.last.or_later = True
        else:
            scan.last.or_earlier = True
        scan.last.end = token.end
    return position + 1


def part(scan: Scanner, position: int, token: Token) -> int:
    part = (token.value, token.extra)
    first = part
    if token.value == 0:
        part = (1, token.extra)
    if scan.parts:
        scan.parts = (scan.parts[0], part)
        return position + 1
    following, before = scan.at(position + 1), scan.at(position - 1)
    if following.kind == lx.MONTH or (following.kind == lx.DASH and scan.at(position + 2).kind == lx.MONTH):
        return position + 1
    after_slash = before.kind in (lx.SLASH, lx.COMMA) and following.kind not in CORES
    if scan.last and not scan.last.parts and ((after_slash and scan.link) or not scan.whole_ahead(position)):
        if scan.last.kind in _HAVE_PARTS and scan.last.era != lx.HIJRI:
            scan.last.parts = (part, part)
            scan.last.end = token.end
            if scan.link == "/":
                scan.link = ""
            return position + 1
    if scan.whole_ahead(position):
        scan.parts = (first, part)
        if scan.begins < 0:
            scan.begins = token.start
    return position + 1


_SHORT_UNTIL = {"bis", "tot", "do", "до", "iki"}


def _means_before(token: Token) -> bool:
    """Tell whether a word for "until" with no date before it is said of a limit, as in "until 1914"."""
    return len(token.text) > 3 or token.text in _SHORT_UNTIL


def between(scan: Scanner, position: int, token: Token) -> int:
    if scan.parts:
        return position + 1
    kind, before = token.kind, scan.at(position - 1)
    of_a_day = before.kind in (lx.MONTH, lx.WEEKDAY) or scan.day == position - 1
    if kind in (lx.COMMA, lx.DASH) and of_a_day:
        return position + 1
    if kind in (lx.COMMA, lx.SLASH):
        scan.events.append(Sign(kind))
    if (kind == lx.DASH and scan.last and before.end == scan.last.end) or kind == lx.UNTIL:
        after = scan.at(position + 1)
        if kind == lx.UNTIL and not scan.last and scan.core_ahead(position) and _means_before(token):
            scan.wait(BEFORE, token)
        elif kind == lx.UNTIL and scan.last:
            scan.last.flags.discard(AFTER)  # "od 1850 do 1860"
        elif after.kind in ("", lx.COMMA, lx.CLOSE) and scan.last and kind == lx.DASH:
            scan.last.open_end = True
        elif after.kind == lx.PRESENT and scan.last:
            scan.last.open_end = True
    if scan.link != "," and scan.link != "label":
        scan.link = LINKS[kind]
    return position + 1


def bracket(scan: Scanner, position: int, token: Token) -> int:
    following = scan.at(position + 1)
    if token.kind == lx.OPEN and following.kind == lx.MARK and scan.at(position + 2).kind == lx.CLOSE and scan.last:
        scan.last.flags.add(UNCERTAIN)
        return position + 3
    scan.events.append(Sign(token.kind))
    scan.link = "("
    scan.parts, scan.unit = None, ""
    return position + 1


def label(scan: Scanner, position: int, token: Token) -> int:
    scan.events.append(Sign(lx.LABEL, token.value))
    scan.link = "label"
    return position + 1


def word(scan: Scanner, position: int, token: Token) -> int:
    scan.waiting.discard(CIRCA)
    scan.waiting.discard(UNCERTAIN)
    scan.parts, scan.begins = None, -1
    return position + 1


def era_first(scan: Scanner, position: int, token: Token) -> int:
    if scan.at(position + 1).kind in (lx.NUM, lx.CIRCA, lx.ORD):
        scan.era = token.kind
        if scan.begins < 0:
            scan.begins = token.start
    return position + 1
