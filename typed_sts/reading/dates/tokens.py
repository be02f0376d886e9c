"""Cut a date string into tokens: numbers, eras, words with a meaning, and signs.

    c.1795-1800, 2nd half 18th cent.  ->  circa num - num , part ord century

Numeric dates (1/25/1827, 1985-04-12) become the number of their year at once, 18?? and 184- the years they leave
open, "2nd half" and its kin a part, digits with an ordinal ending an ordinal. Every pattern is linear in the text, of
which only the beginning is read when it is far too long to be a date.
"""

import re
from typing import NamedTuple

from typed_sts.domain.limits import read_to
from typed_sts.reading.dates import lexicon as lx
from typed_sts.reading.dates.lexicon import (
    AFTER_ORDINALS,
    CENTURY_ENDINGS,
    DECADE_ENDINGS,
    FRACTION,
    LAST,
    PARTS_OF_SPANS,
    PERIODS,
    PHRASES,
    SINGLE,
    YEAR_ENDINGS,
    Meaning,
    fold,
)
from typed_sts.reading.dates.numerals import roman


class Token(NamedTuple):
    """A piece of the string with its meaning; `value` and `extra` depend on the kind (a number and its digits)."""

    kind: str
    value: int
    extra: int
    text: str
    start: int
    end: int


_PIECE = re.compile(
    r"""
    (?=\d)(?:
    (?: \d{1,2}[/-]\s?\d{1,2}[/-]\s?(\d{4}) | \d{1,2}\.\s?\d{1,2}\.\s?(\d{4}) | (?:0?[1-9]/|1[0-2][/-]|0[1-9]-)(\d{4})
      | (\d{4})([-/.])(?:0?[1-9]|1[0-2])\5(?:0?[1-9]|[12]\d|3[01])(?:T[\d:.]{1,15}(?:Z|[+-]\d\d:?\d\d)?)?
      | (\d{4})-(0[1-9]|1[0-2])(?!-) ) (?![\dA-Za-z])
  | (?:(\d\d)(?:--|\?\?|[xXuU_*]{2}) | (1[3-9]\d|20\d)(?:[xXuU_*?]|-(?=\??[\s)\]]*(?:[);,\]]|$))) ) (?![A-Za-z\d-])
  | (\d{1,3}(?:,\d{3})+(?!\d)|\d{1,3},\ 000(?!\d))
  | (\d+) )
  | (?<![^/\[({,=])-(\d{3,4})(?!\d)
  | (?=[abcdefhinpuvîABCDEFHINPUVÎ])(?:
    ((?i: b\.?\s?c\.?(?:\s?e\b\.?)?(?![\w']) | v\.?\s?chr(?:istus)?\b\.? | v\.\s?u\.\s?z\.? | v\.\s?o\.\s?z\.?
      | a\.\s?c\.(?!\s?\d) | av(?:\.|ant)?\s?j\.?\s?-?\s?c\b\.? | avant\ notre\ ère | before\ christ | vor\ christus
      | voor\ christus | antes\ de\ cristo | avanti\ cristo | a\.\s?de\s?c\. | av\.\s?c\.
      | f\.?\s?kr\b\.? | före\ kristus
      | p\.\s?n\.\s?e\b\.? | przed\ naszą\ erą | [îi]\.\s?hr\b\.? | [îi]\.\s?e\.\s?n\b\.? | a\.\s?chr\b\.? ))
  | ((?i: a\.?\s?d\b\.?(?!\s?') | c\.\s?e\b\.? | ce\b | n\.?\s?chr(?:istus)?\b\.? | d\.\s?c\.
      | apr?\.?\s?j\.?\s?-?\s?c\b\.?
      | après\ j\.?\s?-?\s?c\b\.? | anno\ domini | nach\ christus | na\ christus | después\ de\ cristo | dopo\ cristo
      | n\.\s?u\.\s?z\.? | de\ notre\ ère | u\.\s?z\. | e(?:\.\s?|\s)kr\b\.? | efter\ kristus | naszej\ ery
      | d\.\s?hr\b\.? | depois\ de\ cristo | p\.\s?chr\b\.? ))
  | ((?i: b\.?\s?p\b\.?(?!\w) ))
  | ((?i: a\.?h\b\.? | (?<=\d\d\d\ )h\b\.? | (?<=\d\d\d)h\b\.? | hijri | hidschri )))
  | ((?:[^\W\d_]++[\u0300-\u036f]*+)++)
  | (/\.\.(?!\d)|\.\./|[^\w\s]|_)
    """,
    re.VERBOSE,
)
_MONTH, _HUNDRED, _TEN, _GROUPED, _DIGITS, _NEGATIVE, _BC, _AD, _BP, _HIJRI, _LETTERS = range(7, 18)
_ERAS = {_BC: lx.BC, _AD: lx.AD, _BP: lx.BP, _HIJRI: lx.HIJRI}
_ORDINAL_ENDINGS = {"th", "st", "nd", "rd", "e", "er", "ere", "eme", "ieme", "de", "ste", "o", "a", "do", "ro", "ra"}
_ORDINAL_ENDINGS |= {"to", "mo", "da", "º", "ª", "te", "tes", "ter", "ten", "ième", "ths", "h", "t"}
_ORDINAL_ENDINGS |= {"ος", "ου", "ο", "η", "ης", "eg", "fed", "u"}
_DIGITS_AT_MOST = 9
_UNKNOWN = Meaning(lx.WORD)
_OTHER_END = re.compile(r"\d{4}-\d\d/|/\d{4}-\d\d")


def tokenise(text: str) -> list[Token]:
    """Return the tokens of a string, in order."""
    tokens: list[Token] = []
    add = tokens.append
    for match in _PIECE.finditer(text, 0, read_to(text)):
        group = match.lastindex or 0
        start, end = match.span()
        if group == _LETTERS:
            _add_word(tokens, fold(match.group()), start, end, text)
        elif group == _DIGITS:
            digits = end - start
            value = int(match.group()) if digits <= _DIGITS_AT_MOST else 0
            add(Token(lx.NUM, value, digits, match.group() if digits < 3 else "", start, end))
        elif group > _LETTERS:
            _add_sign(tokens, match.group(), start, end)
        elif group <= 5:
            year = next(filter(None, match.groups()))
            add(Token(lx.NUM, int(year), 4, "date", start, end))
        elif group == _MONTH:
            _add_year_and_month(tokens, match)
        elif group == _NEGATIVE:
            year = int(match.group(_NEGATIVE))
            if not 1400 <= year <= 2100:
                add(Token(lx.BC, 0, 0, "", start, start + 1))
            add(Token(lx.NUM, year, end - start - 1, "", start + 1, end))
        elif group in _ERAS:
            add(Token(_ERAS[group], 0, 0, "", start, end))
        elif group == _GROUPED:
            add(Token(lx.NUM, int(re.sub(r"\D", "", match.group())[:9]), 7, "", start, end))
        else:
            length = 100 if group == _HUNDRED else 10
            first = int(match.group(group)) * length
            add(Token(lx.FIXED, first, first + length - 1, "", start, end))
    return _with_phrases(tokens, text) if tokens else tokens


def _add_year_and_month(tokens: list[Token], match: re.Match[str]) -> None:
    """Add 1985-04 as a year, but 1904-05 as a range, unless it is an end of 2004-06/2006-08."""
    text, (start, end) = match.string, match.span()
    year, month = int(text[start : start + 4]), int(text[end - 2 : end])
    in_interval = _OTHER_END.fullmatch(text[max(start - 8, 0) : start] + text[end : end + 8])
    if month <= year % 100 or in_interval:
        tokens.append(Token(lx.NUM, year, 4, "date", start, end))
        return
    tokens.append(Token(lx.NUM, year, 4, "", start, start + 4))
    tokens.append(Token(lx.DASH, 0, 0, "-", start + 4, start + 5))
    tokens.append(Token(lx.NUM, month, 2, "", start + 5, end))


def _add_sign(tokens: list[Token], sign: str, start: int, end: int) -> None:
    sign = fold(sign)
    if sign == "_":
        return
    if sign == ".":
        before = tokens[-1] if tokens else None
        if before and before.kind == lx.NUM and before.end == start:
            tokens.append(Token(lx.DOT, 0, 0, ".", start, end))
        return
    kind, value, extra = SINGLE.get(sign, _UNKNOWN)
    if kind == lx.DASH and tokens and tokens[-1].kind == lx.DASH:
        return
    tokens.append(Token(kind, value, extra, sign, start, end))


def _add_word(tokens: list[Token], word: str, start: int, end: int, text: str) -> None:
    """Add a word, or let it change the number that it ends."""
    if tokens and tokens[-1].end == start and _ends_number(tokens, word, start, end):
        return
    kind, value, extra = SINGLE.get(word, _UNKNOWN)
    tokens.append(Token(kind, value, extra, word, start, end))


def _ends_number(tokens: list[Token], word: str, start: int, end: int) -> bool:
    """Let a word that is written to a number change it: 19th, 1860s, 1860-talet, 1860-е, 1860'erne, 1852-го."""
    number = tokens[-1]
    tied = number.kind in (lx.DASH, lx.APOSTROPHE)
    if tied:
        if len(tokens) < 2 or tokens[-2].end != number.start:
            return False
        number = tokens[-2]
    if number.kind != lx.NUM:
        return False
    place = -2 if tied else -1
    if not tied and number.extra <= 2 and word in _ORDINAL_ENDINGS and not _is_decade(number, word):
        tokens[place:] = [Token(lx.ORD, number.value, 1, "", number.start, end)]
    elif not tied and number.extra <= 2 and word == "c":
        tokens[place:] = [Token(lx.ORD, number.value, 1, "", number.start, number.end)]
        tokens.append(Token(lx.CENTURY, 0, 0, word, start, end))
    elif word in CENTURY_ENDINGS and number.extra in (3, 4) and not number.value % 10:
        tokens[place:] = [_span(number, end)]
        if len(tokens) > 3 and tokens[-2].kind in (lx.OR, lx.AND) and tokens[-3].kind == lx.DASH:
            other = tokens[-4]  # 1700- eller 1800-talet
            if other.kind == lx.NUM and other.extra == number.extra and not other.value % 10:
                tokens[-4:-2] = [_span(other, other.end)]
    elif _is_decade(number, word):
        if tied and number.extra == 4 and word != "s" and (number.value % 100 or number.value >= _HUNDREDS):
            tokens[place:] = [Token(lx.FIXED, number.value, number.value + 9, "", number.start, end)]
        else:
            tokens[place:] = [Token(lx.DECADE_NUM, number.value, number.extra, "", number.start, end)]
    elif tied and tokens[-1].kind == lx.DASH and word in YEAR_ENDINGS:
        kind = lx.ORD if number.extra <= 2 else lx.NUM
        tokens[place:] = [Token(kind, number.value, 1 if number.extra <= 2 else number.extra, "", number.start, end)]
    else:
        return False
    return True


_HUNDREDS = 1900
"""From here on a hundred with an ending is a decade, 1900-е; before, it may be the century: 1800-е."""


def _is_decade(number: Token, word: str) -> bool:
    if word == "s":
        return True
    return (word in DECADE_ENDINGS or word in CENTURY_ENDINGS) and (
        (number.extra == 4 and (word == "er" or not number.value % 10))
        or (
            number.extra <= 2 and number.value >= 20 and not number.value % 10 and word not in _ORDINAL_ENDINGS - {"er"}
        )
    )


def _span(number: Token, end: int) -> Token:
    last = number.value + (9 if number.value % 100 else 99)
    return Token(lx.FIXED, number.value, last, "", number.start, end)


def _with_phrases(tokens: list[Token], text: str) -> list[Token]:
    """Return the tokens with phrases joined and words that depend on their neighbours decided."""
    made: list[Token] = []
    position, count = 0, len(tokens)
    while position < count:
        token = tokens[position]
        word = token.text
        if word in PHRASES:
            length, meaning = _phrase_at(tokens, position)
            if length:
                last = tokens[position + length - 1]
                token = Token(*meaning, word, token.start, last.end)
                after = tokens[position + length] if position + length < count else None
                if token.kind != lx.PERIOD or _names_a_period(token, after, text):
                    made.append(token)
                    position += length
                    continue
                token = tokens[position]
        following = tokens[position + 1] if position + 1 < count else None
        if following and (fraction := FRACTION.get(following.text)) and (part := _part(token, fraction)):
            made.append(Token(lx.PART, *part, "", token.start, following.end))
            position += 2
            continue
        position += 1
        if token.kind == lx.DOT:
            _decide_dot(made, token, following)
        elif token.kind in _CONTEXT:
            made.append(_decide(token, made[-1] if made else None, following, text))
        else:
            made.append(token)
    return made


def _phrase_at(tokens: list[Token], position: int) -> tuple[int, Meaning]:
    for phrase, meaning in PHRASES[tokens[position].text]:
        length = len(phrase)
        if tuple([token.text for token in tokens[position : position + length]]) == phrase:
            return length, meaning
    return 0, _UNKNOWN


def _part(token: Token, fraction: int) -> tuple[int, int] | None:
    """Return the part that a number, or "last", and a fraction make."""
    if token.text in LAST:
        return fraction, fraction
    if token.kind in (lx.ORD, lx.NUM) and 1 <= token.value <= fraction:
        return token.value, fraction
    if token.kind in (lx.WORD, lx.GLUE) and (number := roman(token.text)) and number <= fraction:
        return number, fraction
    return None


def _decide_dot(made: list[Token], dot: Token, following: Token | None) -> None:
    """Let the full stop after a small number make it an ordinal (18. Jh.), or end a sentence."""
    number = made[-1] if made else None
    if not number or number.kind != lx.NUM:
        return
    if number.extra <= 2:
        made[-1] = Token(lx.ORD, number.value, 2, "", number.start, number.end)
        if following and (fraction := FRACTION.get(following.text)) and (part := _part(made[-1], fraction)):
            made[-1] = Token(lx.PART, *part, "fraction", number.start, following.end)
    elif following and following.kind == lx.DECADE and not number.value % 10:
        made[-1] = Token(lx.FIXED, number.value, number.value + 9, "", number.start, number.end)  # 1860. gadi
    elif following and following.kind == lx.NUM and following.start == dot.end:
        made[-1] = number._replace(kind=lx.NUMBERING)
    elif following:
        made.append(Token(lx.COMMA, 0, 0, ";", dot.start, dot.end))


_CONTEXT = {lx.WORD, lx.AFTER, lx.CIRCA, lx.GLUE, lx.PERIOD, lx.CENTURY, lx.PART, lx.BORN, lx.UNTIL}

_BETWEEN_YEARS = {"do": lx.UNTIL, "la": lx.UNTIL, "i": lx.AND}
"""Words that are glue in one language and stand between two years in another: "início do século", "1850 do 1860"."""
_ENDS = {lx.NUM, lx.DECADE_NUM, lx.FIXED, lx.ROMAN}
_TIMES = _ENDS | {lx.ORD, lx.PART, lx.WORD, lx.MONTH, lx.GLUE}
_NOT_CIRCA = {"ap", "kb"}
"""In capitals they are short for something else."""


def _is_short(token: Token, following: Token | None, text: str) -> bool:
    """Tell whether a letter behind a Roman numeral or an ordinal is short for "century"."""
    if token.text in ("w", "s"):
        return True
    if not text[token.start].islower():
        return False
    if len(token.text) > 2 or text[token.end : token.end + 1] == ".":
        return True
    return token.text == "в" and (following is None or following.kind not in _TIMES)  # "Август III в 1768 году"


def _decide(token: Token, before: Token | None, following: Token | None, text: str) -> Token:
    """Return a token whose kind its neighbours have decided."""
    kind, word = token.kind, token.text
    if word in AFTER_ORDINALS and before and before.kind in (lx.ORD, lx.ROMAN) and _is_short(token, following, text):
        return token._replace(kind=lx.CENTURY)
    if kind == lx.PERIOD:
        return token if _names_a_period(token, following, text) else token._replace(kind=lx.WORD)
    if kind == lx.CIRCA:
        if word == "c" and before and before.kind in (lx.ORD, lx.ROMAN):
            if following is None or following.kind not in (lx.NUM, lx.ORD, lx.CIRCA):
                return token._replace(kind=lx.CENTURY)
        if word in _NOT_CIRCA and not text[token.start : token.end].islower():
            return token._replace(kind=lx.WORD)
        if word == "asi" and "í" in text[token.start : token.end]:
            return token._replace(kind=lx.WORD)
    elif kind == lx.AFTER:
        if word == "na" and following and following.kind in (lx.ORD, lx.PART, lx.DECADE):
            return token._replace(kind=lx.GLUE)  # "na primeira metade", but "na 1850"
    elif kind == lx.GLUE:
        if word in _BETWEEN_YEARS and before and following and before.kind in _ENDS:
            if following.kind in _ENDS or following.kind == lx.MONTH or roman(following.text):
                return token._replace(kind=_BETWEEN_YEARS[word])
        if word == "do" and following and following.kind == lx.NUM and following.extra > 2:
            return token._replace(kind=lx.UNTIL)  # "do 1914", but "do século"
        if word == "s" and following and roman(following.text):
            return token._replace(kind=lx.CENTURY)
        if word == "i" and text[token.start] == "I":
            return token._replace(kind=lx.ROMAN, value=1)
        if word == "d" and text[token.end : token.end + 1] == ".":
            return token._replace(kind=lx.BORN)
    elif kind == lx.PART:
        if FRACTION.get(word) and before and before.kind == lx.PART and before.text == "fraction":
            return token._replace(kind=lx.DISCARDED)
        if word == "lopp" and "õ" not in text[token.start : token.end]:
            return token._replace(kind=lx.WORD)
        if word in PARTS_OF_SPANS and lx.FIXED not in (before and before.kind, following and following.kind):
            return token._replace(kind=lx.WORD)
        if word == "l" and not (following and following.kind in (lx.ORD, lx.NUM)):
            return token._replace(kind=lx.WORD)
    elif kind == lx.WORD:
        if before and before.kind == lx.PART and before.text == "fraction" and word in FRACTION:
            return token._replace(kind=lx.DISCARDED)
        if value := roman(word):
            return token._replace(kind=lx.ROMAN, value=value, extra=int(text[token.start : token.end].isupper()))
    return token


def _names_a_period(token: Token, following: Token | None, text: str) -> bool:
    """Tell whether a period's name is meant as one: capitalised, or followed by a word such as dynasty."""
    name = text[token.start : token.end]
    if name != name.lower():
        return True
    followed = following is not None and following.kind in (lx.PERIOD_WORD, lx.DYNASTY)
    return followed or PERIODS[token.value].region in ("Europe", "World")
