"""The state of the one pass over the tokens: what waits for a core, and the atom that was last made."""

from typed_sts.reading.dates import lexicon as lx
from typed_sts.reading.dates.numerals import Atom, Event, Part
from typed_sts.reading.dates.tokens import Token

CORES = frozenset({lx.NUM, lx.ORD, lx.DECADE_NUM, lx.ROMAN, lx.FIXED, lx.PERIOD, lx.CENTURY})
"""Tokens that are a core or begin one."""
LINKS = {lx.DASH: "-", lx.UNTIL: "-", lx.OR: "or", lx.AND: "and", lx.SLASH: "/", lx.COMMA: ","}
"""How what stands between two atoms ties them."""
ERAS = frozenset({lx.BC, lx.AD, lx.BP, lx.HIJRI})
_BEFORE_A_CORE = frozenset(
    {lx.GLUE, lx.CIRCA, lx.MARK, lx.UNSURE, lx.PART, lx.DISCARDED, lx.AD, lx.BC, lx.MONTH, lx.DASH}
)
_BEFORE_A_CORE |= {lx.APOSTROPHE, lx.OPEN}
_BEFORE_A_WHOLE = _BEFORE_A_CORE | {lx.UNTIL, lx.OR, lx.AND, lx.SLASH, lx.DECADE}
_AHEAD = 7
_END = Token("", 0, 0, "", -1, -1)


class Scanner:
    """Tokens, the events made of them so far, and what waits for the next core."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.count = len(tokens)
        self.events: list[Event] = []
        self.last: Atom | None = None
        self.link = ""
        self.waiting: set[str] = set()
        self.parts: tuple[Part, Part] | None = None
        self.era = ""
        self.unit = ""
        self.day = -1
        self.begins = -1

    def at(self, position: int) -> Token:
        """Return the token at a position, or an empty one beyond the ends."""
        return self.tokens[position] if 0 <= position < self.count else _END

    def add(self, token: Token, kind: str, value: int, digits: int, following: int, last: int = 0) -> int:
        """Make an atom of what waits and what follows at a position, and return where to go on."""
        start = self.begins if self.begins >= 0 else token.start
        atom = Atom(kind, value, digits, start, token.end, self.link, self.era, self.parts, self.waiting, last)
        self.last = atom
        self.events.append(atom)
        self.link, self.waiting, self.parts, self.era, self.unit, self.begins = "", set(), None, "", "", -1
        if following > 0:
            atom.end = max(atom.end, self.at(following - 1).end)
        if self.at(following).kind == lx.GLUE and self.at(following + 1).kind in ERAS:
            following += 1  # "440 г. до н. э."
        if self.at(following).kind in ERAS:
            if self.at(following).kind != lx.AD or self.at(following + 1).kind != lx.NUM or not atom.era:
                atom.era = self.at(following).kind
                atom.end = self.at(following).end
                following += 1
        return following

    def wait(self, flag: str, token: Token) -> None:
        """Keep a flag for the next core."""
        self.waiting.add(flag)
        if self.begins < 0:
            self.begins = token.start

    def ahead(self, position: int, passing: frozenset[str]) -> bool:
        """Tell whether a core comes next, apart from tokens of these kinds."""
        for place in range(position + 1, min(position + _AHEAD, self.count)):
            kind = self.tokens[place].kind
            if kind in CORES:
                return True
            if kind not in passing:
                return False
        return False

    def core_ahead(self, position: int) -> bool:
        """Tell whether a core comes next, apart from words that may stand before one."""
        return self.ahead(position, _BEFORE_A_CORE)

    def whole_ahead(self, position: int) -> bool:
        """Tell whether what a part belongs to comes next, perhaps after another part ("mid to late")."""
        return self.ahead(position, _BEFORE_A_WHOLE)
