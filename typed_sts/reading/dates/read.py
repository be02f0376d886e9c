"""Read a date string: `read_dates` gives every interval in it, `overall` the one that dates the item.

tokens -> life dates out -> atoms -> ranges -> phases -> intervals

Atoms are found in one pass, in which each token is handled by its kind.
"""

import re
from collections.abc import Callable
from functools import lru_cache

from typed_sts.reading.dates import lexicon as lx
from typed_sts.reading.dates import rules
from typed_sts.reading.dates.interval import AFTER, BEFORE, LATER, Interval, in_order
from typed_sts.reading.dates.interval import PERIOD as FROM_TABLE
from typed_sts.reading.dates.lexicon import SINGLE, fold
from typed_sts.reading.dates.lives import life_spans
from typed_sts.reading.dates.numerals import DYNASTY, PERIOD, Atom, Event, roman
from typed_sts.reading.dates.phases import Phase, main_phase, phases_of, settle
from typed_sts.reading.dates.ranges import MARGIN, Dated, close_atoms, in_one_calendar, join_ranges
from typed_sts.reading.dates.scan_state import Scanner
from typed_sts.reading.dates.tokens import Token, tokenise

Handler = Callable[[Scanner, int, Token], int]
_HANDLERS: dict[str, Handler] = {
    lx.CIRCA: rules.circa,
    lx.MARK: rules.mark,
    lx.UNSURE: rules.unsure,
    lx.BEFORE: rules.before_after,
    lx.AFTER: rules.before_after,
    lx.OR_LATER: rules.or_later,
    lx.OR_EARLIER: rules.or_later,
    lx.PART: rules.part,
    lx.DASH: rules.between,
    lx.UNTIL: rules.between,
    lx.OR: rules.between,
    lx.AND: rules.between,
    lx.SLASH: rules.between,
    lx.COMMA: rules.between,
    lx.OPEN: rules.bracket,
    lx.CLOSE: rules.bracket,
    lx.LABEL: rules.label,
    lx.WORD: rules.word,
    lx.NUMBERING: rules.word,
    lx.BC: rules.era_first,
    lx.AD: rules.era_first,
    lx.HIJRI: rules.era_first,
    lx.CENTURY: rules.unit_first,
    lx.MILLENNIUM: rules.unit_first,
    lx.DYNASTY: rules.unit_first,
    lx.DECADE: rules.unit_first,
    lx.ROMAN: rules.roman,
    lx.NUM: rules.number,
    lx.ORD: rules.number,
    lx.DECADE_NUM: rules.decade,
    lx.FIXED: rules.fixed,
    lx.PERIOD: rules.period,
}


def find_atoms(tokens: list[Token]) -> list[Event]:
    """Return atoms and the signs between them, in order."""
    scan = Scanner(tokens)
    position = 0
    while position < scan.count:
        token = tokens[position]
        handle = _HANDLERS.get(token.kind)
        position = handle(scan, position, token) if handle else position + 1
    return scan.events


_START_END = re.compile(r"start=(-?)0*(\d{1,6}); ?end=(-?)0*(\d{1,6})")
_ONE_END = re.compile(r"(?<!\w)(start|end)=(-?)0*(\d{1,6})")
_CODED = re.compile(r"\s*([A-Z]{3,20}|[A-Za-z]{1,10}\d[A-Za-z])[+-]?\s+\d{3,4}\s*")
"""CCENT 1250: what a code of the provider says of the number is not known."""
_CACHED = 65_536


def read_dates(text: str) -> tuple[Interval, ...]:
    """Return the intervals of years a string tells, the item's own first, those of later phases flagged so."""
    return _cached(text) if len(text) <= 200 else read_uncached(text)


def overall(text: str) -> Interval | None:
    """Return the one interval that dates the item, or None when the string gives none."""
    own = [interval for interval in read_dates(text) if LATER not in interval.flags]
    if not own:
        return None
    flags = {flag for interval in own for flag in interval.flags}
    return Interval(
        start=min(interval.start for interval in own),
        end=max(interval.end for interval in own),
        flags=in_order(flags),
        span=(min(interval.span[0] for interval in own), max(interval.span[1] for interval in own)),
    )


def life_dates(text: str) -> tuple[Interval, ...]:
    """Return the spans of a string that are a person's life dates, which `read_dates` leaves out."""
    tokens = tokenise(text)
    found = []
    for first, after in life_spans(tokens, text):
        years = [token.value for token in tokens[first:after] if token.kind == lx.NUM and token.extra == 4]
        span = (tokens[first].start, tokens[after - 1].end)
        found.append(Interval(min(years), max(years), (), span))
    return tuple(found)


def read_uncached(text: str) -> tuple[Interval, ...]:
    if "start=" in text and (match := _START_END.search(text)):
        first, last = (int(match[sign] + match[sign + 1]) for sign in (1, 3))
        return (Interval(min(first, last), max(first, last), (), match.span()),)
    if (match := _CODED.fullmatch(text)) and fold(match[1]) not in SINGLE and not roman(fold(match[1])):
        return ()
    if "=" in text and (match := _ONE_END.search(text)):
        return (_open_ended(match),)
    tokens = tokenise(text)
    if not tokens:
        return ()
    events = find_atoms(_without_lives(tokens, text))
    places = {id(event): place for place, event in enumerate(events) if isinstance(event, Atom)}
    atoms = close_atoms([event for event in events if isinstance(event, Atom)])
    if any(token.kind == lx.HIJRI for token in tokens):
        atoms = in_one_calendar(atoms)
    joined = join_ranges(atoms, [places[id(atom)] for atom in atoms])
    if not joined:
        return ()
    if len(joined) == 1:
        return (_interval(joined[0], later=False),)
    phases = phases_of(events, {dated.order: dated for dated in joined})
    return _intervals(phases)


def _open_ended(match: re.Match[str]) -> Interval:
    year = int(match[2] + match[3])
    if match[1] == "start":
        return Interval(year, year + MARGIN, (AFTER,), match.span())
    return Interval(year - MARGIN, year, (BEFORE,), match.span())


_cached = lru_cache(maxsize=_CACHED)(read_uncached)


def _without_lives(tokens: list[Token], text: str) -> list[Token]:
    if not any(token.kind in (lx.WORD, lx.BORN) for token in tokens):
        return tokens
    spans = life_spans(tokens, text)
    if not spans:
        return tokens
    lives = {place for first, after in spans for place in range(first, after)}
    return [token for place, token in enumerate(tokens) if place not in lives]


def _intervals(phases: list[Phase]) -> tuple[Interval, ...]:
    main = main_phase(phases)
    own = [_interval(dated, later=False) for dated in settle(main.dates)]
    others = [phase for phase in phases if phase is not main]
    return (*own, *(_interval(dated, later=True) for phase in others for dated in settle(phase.dates)))


def _interval(dated: Dated, *, later: bool) -> Interval:
    flags = set(dated.flags)
    if later:
        flags.add(LATER)
    if dated.kind in (PERIOD, DYNASTY):
        flags.add(FROM_TABLE)
    start, end = sorted((dated.start, dated.end))
    return Interval(start, end, in_order(flags), dated.span)
