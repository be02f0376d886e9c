"""Find the atoms of a date string in one pass: each token is handled by its kind."""

from collections.abc import Callable

from typed_sts.dates import cores, surroundings
from typed_sts.dates import lexicon as lx
from typed_sts.dates.atoms import Event
from typed_sts.dates.scanner import Scanner
from typed_sts.dates.tokens import Token

Handler = Callable[[Scanner, int, Token], int]
_HANDLERS: dict[str, Handler] = {
    lx.CIRCA: surroundings.circa,
    lx.MARK: surroundings.mark,
    lx.UNSURE: surroundings.unsure,
    lx.BEFORE: surroundings.before_after,
    lx.AFTER: surroundings.before_after,
    lx.OR_LATER: surroundings.or_later,
    lx.OR_EARLIER: surroundings.or_later,
    lx.PART: surroundings.part,
    lx.DASH: surroundings.between,
    lx.UNTIL: surroundings.between,
    lx.OR: surroundings.between,
    lx.AND: surroundings.between,
    lx.SLASH: surroundings.between,
    lx.COMMA: surroundings.between,
    lx.OPEN: surroundings.bracket,
    lx.CLOSE: surroundings.bracket,
    lx.LABEL: surroundings.label,
    lx.WORD: surroundings.word,
    lx.NUMBERING: surroundings.word,
    lx.BC: surroundings.era_first,
    lx.AD: surroundings.era_first,
    lx.HIJRI: surroundings.era_first,
    lx.CENTURY: cores.unit_first,
    lx.MILLENNIUM: cores.unit_first,
    lx.DYNASTY: cores.unit_first,
    lx.DECADE: cores.unit_first,
    lx.ROMAN: cores.roman,
    lx.NUM: cores.number,
    lx.ORD: cores.number,
    lx.DECADE_NUM: cores.decade,
    lx.FIXED: cores.fixed,
    lx.PERIOD: cores.period,
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
