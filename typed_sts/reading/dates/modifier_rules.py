"""What stands before, between and after the cores: circa, before, parts, signs, brackets and labels.

What stands before a core waits for it; what stands after changes the atom that was last made.
"""

from typed_sts.reading.dates import lexicon as lx
from typed_sts.reading.dates.atoms import CENTURY, DECADE, FIXED, MILLENNIUM, ORDINAL, SMALL, Sign
from typed_sts.reading.dates.interval import AFTER, BEFORE, CIRCA, UNCERTAIN
from typed_sts.reading.dates.scan_state import CORES, LINKS, Scanner
from typed_sts.reading.dates.tokens import Token

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
        if kind == lx.UNTIL and not scan.last and scan.core_ahead(position) and len(token.text) > 3:
            scan.wait(BEFORE, token)
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
