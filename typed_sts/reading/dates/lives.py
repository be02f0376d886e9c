"""Tell a person's life dates from dates of the item: "SMITH; John (1968 - )", "Jan Steen, 1626-1679", "born 1950".

A span of years is a life when it stands in brackets behind a name, or at the end after a name with a comma, lasts as
long as a life may (or has no end yet), and nothing before it is a date or the name of a period; and always when
"born", "died" or their kin stand before it.
"""

from typed_sts.reading.dates import lexicon as lx
from typed_sts.reading.dates.tokens import Token

_SHORTEST, _LONGEST = 18, 105
_NAME = {lx.WORD, lx.ROMAN, lx.GLUE, lx.COMMA, lx.DASH, lx.APOSTROPHE, lx.AND, lx.BORN, lx.CIRCA}
_STYLES = ("ian", "ic", "ine", "ish", "ism", "ese", "esque", "an", "zeit")


def life_spans(tokens: list[Token], text: str) -> list[tuple[int, int]]:
    """Return the token ranges (first, one past the last) that are life dates."""
    spans: list[tuple[int, int]] = []
    names = 0
    plain = True
    for position, token in enumerate(tokens):
        kind = token.kind
        if kind == lx.BORN and position + 1 < len(tokens):
            end = _years_after(tokens, position + 1)
            if end and (token.text in "*†" or len(token.text) > 1 or text[token.end : token.end + 1] == "."):
                spans.append((position + 1, end))
        elif kind == lx.NUM and token.extra == 4 and names and plain:
            before = tokens[position - 1]
            bracketed = before.kind == lx.OPEN
            if bracketed or (before.kind == lx.COMMA and names > 1):
                end = _life(tokens, position, bracketed, names > 1 or not _is_style(tokens, position - 2))
                if end:
                    spans.append((position, end))
            plain = False
        elif kind == lx.WORD and text[token.start].isupper():
            names += 1
        elif kind == lx.MONTH and position + 1 < len(tokens) and tokens[position + 1].kind == lx.WORD:
            names += 1
        elif kind not in _NAME and kind != lx.OPEN:
            plain = False
    return spans


def _is_style(tokens: list[Token], position: int) -> bool:
    return position >= 0 and tokens[position].text.endswith(_STYLES)


def _years_after(tokens: list[Token], position: int) -> int:
    """Return one past the year that follows a word such as "born", or 0."""
    for ahead in range(position, min(position + 5, len(tokens))):
        token = tokens[ahead]
        if token.kind == lx.NUM and token.extra == 4:
            return ahead + 1
        if token.kind not in (lx.CIRCA, lx.GLUE, lx.MARK, lx.MONTH, lx.NUM, lx.COMMA, lx.WORD, lx.DISCARDED):
            return 0
    return 0


def _life(tokens: list[Token], position: int, bracketed: bool, name: bool) -> int:
    """Return one past the last token of a span of years that a life may last, or 0."""
    count = len(tokens)
    if not name or position + 1 >= count or tokens[position + 1].kind != lx.DASH:
        return 0
    born, ahead = tokens[position].value, position + 2
    while ahead < count and tokens[ahead].kind in (lx.CIRCA, lx.MARK, lx.DISCARDED):
        ahead += 1
    if ahead == count or tokens[ahead].kind == lx.CLOSE:
        return ahead
    died = tokens[ahead]
    closes = ahead + 1 == count or tokens[ahead + 1].kind in (lx.CLOSE, lx.COMMA)
    if died.kind == lx.NUM and died.extra == 4 and closes and _SHORTEST <= died.value - born <= _LONGEST:
        return ahead + 1
    return 0
