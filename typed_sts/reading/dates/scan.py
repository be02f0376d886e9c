"""Find the atoms of a date string in one pass: each token is handled by its kind."""

from collections.abc import Callable

from typed_sts.reading.dates import lexicon as lx
from typed_sts.reading.dates import modifier_rules, number_rules
from typed_sts.reading.dates.atoms import Event
from typed_sts.reading.dates.scan_state import Scanner
from typed_sts.reading.dates.tokens import Token

Handler = Callable[[Scanner, int, Token], int]
_HANDLERS: dict[str, Handler] = {
    lx.CIRCA: modifier_rules.circa,
    lx.MARK: modifier_rules.mark,
    lx.UNSURE: modifier_rules.unsure,
    lx.BEFORE: modifier_rules.before_after,
    lx.AFTER: modifier_rules.before_after,
    lx.OR_LATER: modifier_rules.or_later,
    lx.OR_EARLIER: modifier_rules.or_later,
    lx.PART: modifier_rules.part,
    lx.DASH: modifier_rules.between,
    lx.UNTIL: modifier_rules.between,
    lx.OR: modifier_rules.between,
    lx.AND: modifier_rules.between,
    lx.SLASH: modifier_rules.between,
    lx.COMMA: modifier_rules.between,
    lx.OPEN: modifier_rules.bracket,
    lx.CLOSE: modifier_rules.bracket,
    lx.LABEL: modifier_rules.label,
    lx.WORD: modifier_rules.word,
    lx.NUMBERING: modifier_rules.word,
    lx.BC: modifier_rules.era_first,
    lx.AD: modifier_rules.era_first,
    lx.HIJRI: modifier_rules.era_first,
    lx.CENTURY: number_rules.unit_first,
    lx.MILLENNIUM: number_rules.unit_first,
    lx.DYNASTY: number_rules.unit_first,
    lx.DECADE: number_rules.unit_first,
    lx.ROMAN: number_rules.roman,
    lx.NUM: number_rules.number,
    lx.ORD: number_rules.number,
    lx.DECADE_NUM: number_rules.decade,
    lx.FIXED: number_rules.fixed,
    lx.PERIOD: number_rules.period,
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
