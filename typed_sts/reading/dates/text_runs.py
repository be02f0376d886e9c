"""Where a text holds dates: runs of tokens of the date reader that hold a year of four digits, a century or a decade.

What a date of a text must hold is looked for first, and only what stands around it is cut into tokens. A number with
a unit, of an object or of a page, or behind a code ("1850 mm", "no. 1850", "RF 1498", "M1895") is no date.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from typed_sts.domain.limits import read_to
from typed_sts.reading.dates import cue_words as cues
from typed_sts.reading.dates import lexicon as lx
from typed_sts.reading.dates.interval import Interval
from typed_sts.reading.dates.numerals import roman
from typed_sts.reading.dates.read import read_dates
from typed_sts.reading.dates.tokens import Token, tokenise

WORD = re.compile(r"[^\W\d_]++(?:['’-][^\W\d_]++)*+")
_CORES = {lx.NUM, lx.ORD, lx.DECADE_NUM, lx.FIXED, lx.ROMAN, lx.CENTURY}
_HEADS = _CORES | {lx.CIRCA, lx.BEFORE, lx.AFTER, lx.PART, lx.MONTH, lx.DECADE, lx.BC, lx.AD}
_TAILS = _CORES | {lx.MILLENNIUM, lx.BC, lx.AD, lx.BP, lx.HIJRI, lx.OR_LATER, lx.OR_EARLIER}
_INSIDE = _HEADS | _TAILS | {lx.UNSURE, lx.UNTIL, lx.OR, lx.AND, lx.GLUE, lx.WEEKDAY, lx.DASH, lx.SLASH, lx.MARK}
_INSIDE |= {lx.APOSTROPHE, lx.DOT}
_FIRST_YEAR, _LAST_YEAR = 1000, 2030
_SURELY_A_YEAR = 1400
"""Smaller numbers are years only beside a word that says so: "NM 1020" is none."""
_CODE = re.compile(r"(?:\A|[\s(\[])([A-Z]{2,4})\s\Z")
_LANDS = {"USA", "US", "UK", "DDR", "GDR", "BRD", "USSR", "URSS", "NSW", "UAE", "WW"}
_SHOUTED = 100
"""Before a number, capitals are short for a collection ("RF 1498"), unless all is in capitals."""
_JOINED_TO = re.compile(r"[\w./:_-]\Z")


@dataclass(frozen=True, slots=True)
class Run:
    """A place of a text, and the dates there; their spans point into the text."""

    start: int
    end: int
    intervals: tuple[Interval, ...]


def moved(interval: Interval, offset: int) -> Interval:
    """Return an interval that points into a text in which its string begins at this place."""
    return replace(interval, span=(interval.span[0] + offset, interval.span[1] + offset))


def runs_of(text: str, others: Iterable[tuple[int, int]]) -> list[Run]:
    """Return the dates of a text in their order; `others` are places where somebody else has found some."""
    runs = [Run(start, end, read) for start, end in _places(text) if (read := _read(text, start, end))]
    starts = iter([*runs, None])
    current = next(starts)
    extra = []
    for start, end in sorted(others):
        while current and current.end <= start:
            current = next(starts)
        if (
            not (current and current.start < end)
            and not _is_number(text, start, end)
            and (read := tuple(date for date in _read(text, start, end) if not _is_number(text, *date.span)))
        ):
            extra.append(Run(start, end, read))
    return sorted([*runs, *extra], key=lambda run: run.start) if extra else runs


def _read(text: str, start: int, end: int) -> tuple[Interval, ...]:
    return tuple(moved(interval, start) for interval in read_dates(text[start:end]))


_ANCHOR = re.compile(
    r"\d{3,4}|(?<!\w)[MDCLXVI]{2,}|(?i:centur|siècle|eeuw|hundert|secol|sigl[oe]|sécul|séc\.|sec\.|saec|wiek|sekel|seklet)"
    r"|(?i:\bвек|столе|століт|stolet|století|storoč|stolje|sajand|század|gadsimt|αιών|segle|århund|yüzyıl)"
    r"|\d(?:\.|th|st|nd|rd)? ?(?:[Jj]h|[cC]\b|cent|w\.|B\.?C)"
)
"""What every date of a text holds; only what stands around it is cut into tokens."""
_AROUND, _MOST_OF_WORD = 45, 30


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """Yield the parts of a text that may hold dates, apart and in order."""
    first, last = 0, 0
    for anchor in _ANCHOR.finditer(text, 0, read_to(text)):
        start, end = max(anchor.start() - _AROUND, 0), min(anchor.end() + _AROUND, len(text))
        if start > last:
            if last:
                yield first, last
            first = max(text.rfind(" ", start - _MOST_OF_WORD if start > _MOST_OF_WORD else 0, start), last, 0)
        space = text.find(" ", end, end + _MOST_OF_WORD)
        last = space if space >= 0 else min(end + _MOST_OF_WORD, len(text))
    if last:
        yield first, last


def _places(text: str) -> Iterator[tuple[int, int]]:
    """Yield where runs of tokens that make a date start and end."""
    for first, last in _windows(text):
        tokens = tokenise(text[first:last])
        run: list[Token] = []
        for place, token in enumerate([*tokens, Token("", 0, 0, "", last, last)]):
            day = token.kind == lx.COMMA and run and (run[-1].kind == lx.MONTH or run[-1].text.isdigit())
            if token.kind in _INSIDE or (day and token.text == ","):
                run.append(token)
                continue
            if run and (found := _trimmed(run)):
                start, end = first + found[0].start, first + found[-1].end
                before = tokens[place - len(run) - 1] if place > len(run) else None
                numbered = before is not None and before.kind == lx.NUMBERING and before.text != "op"
                by_month = any(part.kind == lx.MONTH for part in found)
                if _is_date(found, run) and (by_month or not (numbered or _is_number(text, start, end))):
                    yield start, end
            run = []


def _trimmed(run: list[Token]) -> list[Token]:
    first, last = 0, len(run)
    while first < last and (run[first].kind not in _HEADS or _is_letter(run, first)):
        first += 1
    while last > first and (run[last - 1].kind not in _TAILS or _is_count(run, last - 1)):
        last -= 1
    return run[first:last]


def _is_letter(run: list[Token], place: int) -> bool:
    """Tell whether a numeral is but a letter: "m.1904", "M1895"."""
    token = run[place]
    if token.kind != lx.ROMAN or len(token.text) > 1:
        return False
    return not token.extra or (place + 1 < len(run) and run[place + 1].extra == 4)


def _is_count(run: list[Token], place: int) -> bool:
    """Tell whether the last number of a run counts what follows: "1918 et 7 photos"."""
    number, before = run[place], run[place - 1]
    return (
        place > 0 and number.kind == lx.NUM and number.extra <= 2 and before.kind in (lx.AND, lx.OR, lx.COMMA, lx.GLUE)
    )


def _is_date(found: list[Token], run: list[Token]) -> bool:
    """Tell whether tokens hold a year, decade or century for sure."""
    for place, token in enumerate(found):
        near = found[max(0, place - 2) : place + 4]
        if token.kind == lx.NUM:
            if token.extra == 4 and _SURELY_A_YEAR <= token.value <= _LAST_YEAR:
                return True
            if token.extra == 4 and _FIRST_YEAR <= token.value <= _LAST_YEAR and len(run) > 1:
                return True
            if any(other.kind in (lx.BC, lx.AD) for other in near):
                return True
        elif token.kind in (lx.FIXED, lx.DECADE_NUM):
            if token.extra >= 4 and _FIRST_YEAR <= token.value <= _LAST_YEAR:
                return True
        elif token.kind in (lx.CENTURY, lx.MILLENNIUM):
            if any(other.kind in (lx.ORD, lx.ROMAN, lx.NUM) and 1 <= other.value <= 21 for other in near):
                return True
        elif (
            token.kind == lx.ROMAN
            and token.extra
            and len(token.text) > 3
            and _SURELY_A_YEAR <= token.value <= _LAST_YEAR
        ):
            return True
    return False


def _is_number(text: str, start: int, end: int) -> bool:
    """Tell by what stands around it whether a number is a measure, a price, a page, a number of an object."""
    following = text[end : end + 2]
    if following[:1].isalnum() or (following[:1] in ("-", "/", ".", ":", "_", ",") and following[1:].isdigit()):
        return True
    before = text[max(0, start - 30) : start]
    if _JOINED_TO.search(before) and not before.endswith((". ", ": ")):
        joined = before[-1]
        if joined.isalnum() or joined == "_" or before[-2:-1].isalnum():
            return True
    unit = WORD.match(text, end + len(text[end : end + 2]) - len(text[end : end + 2].lstrip()))
    word = cues.plain(unit[0]) if unit and unit[0][:1].islower() else ""
    if word in cues.COUNTED or text[end : end + 2].strip().startswith("×"):
        return True
    bare = before.rstrip(" .:#°º()[")
    last = re.search(r"[^\W\d_]{1,20}+\Z", bare)
    if last and cues.plain(last[0]) in cues.BEFORE_NUMBERS and len(before) - len(bare) <= 3:
        return True
    if (code := _CODE.search(before)) and code[1] not in _LANDS and not text[:_SHOUTED].isupper():
        return cues.plain(code[1]) not in lx.SINGLE and not roman(cues.plain(code[1]))
    lowered = before.lower().rstrip()
    counted = word in cues.UNITS or lowered.endswith(("£", "$", "€", "×", " x", "#", "№"))
    return counted and lowered.endswith(cues.MORE_THAN)
