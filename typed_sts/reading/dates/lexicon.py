"""One dictionary of everything a date is written with: words, phrases of words, and the names of periods.

Words are folded (lower case, no accents) and found by their first word; the longest phrase wins. A word may have a
second meaning that only its neighbours decide ("c" is circa or century, "third" a number or a part): the tokeniser asks
for those by their own tables, `FRACTION` and `LAST`. Periods (dynasties, reigns, styles, archaeological phases) have
their customary years.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from typed_sts.reading.dates import further_words as further
from typed_sts.reading.dates import words
from typed_sts.reading.dates.numerals import ordinal_words

TABLE = Path(__file__).parent / "periods.tsv"
COLUMNS = ("name", "aliases", "start", "end", "region", "source")


@dataclass(frozen=True, slots=True)
class Period:
    """A named stretch of years."""

    names: tuple[str, ...]
    start: int
    end: int
    region: str
    source: str

    @property
    def counts_years(self) -> bool:
        """Tell whether years are counted from its beginning, as in Meiji 17."""
        return self.region == "Japan" and "era" in self.source


def _read() -> tuple[Period, ...]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    rows = [dict(zip(COLUMNS, line.split("\t"), strict=True)) for line in lines[1:] if line.strip()]
    return tuple(
        Period(
            names=(row["name"], *filter(None, row["aliases"].split("|"))),
            start=int(row["start"]),
            end=int(row["end"]),
            region=row["region"],
            source=row["source"],
        )
        for row in rows
    )


PERIODS = _read()
EGYPTIAN_DYNASTIES = {
    int(period.names[0].removeprefix("Dynasty ")): period
    for period in PERIODS
    if period.names[0].startswith("Dynasty ")
}


NUM, ORD, DECADE_NUM, ROMAN, WORD, FIXED = "num", "ord", "decade_num", "roman", "word", "fixed"
CIRCA, UNSURE, BEFORE, AFTER, OR_LATER, OR_EARLIER = "circa", "unsure", "before", "after", "or_later", "or_earlier"
PART, CENTURY, MILLENNIUM, DECADE, DYNASTY = "part", "century", "millennium", "decade", "dynasty"
UNTIL, OR, AND, GLUE, PRESENT = "until", "or", "and", "glue", "present"
MONTH, MONTH_WORD, WEEKDAY, NUMBERING, BORN = "month", "month_word", "weekday", "numbering", "born"
PERIOD, PERIOD_WORD, LABEL, DISCARDED = "period", "period_word", "label", "discarded"
BC, AD, BP, HIJRI = "bc", "ad", "bp", "hijri"
DASH, COMMA, SLASH, OPEN, CLOSE, MARK, DOT, APOSTROPHE = "-", ",", "/", "(", ")", "?", ".", "'"

CONCEIVED, MADE, BEGUN, ENDED, FOLLOWED = range(5)
"""What a label says of its date: thought up, made, begun, ended, or something done to the item later."""

PIECES = re.compile(r"(?:[^\W\d_]++[\u0300-\u036f]*+)++|\d+|[^\w\s.]|_")


class Meaning(NamedTuple):
    """What a word or phrase stands for, and up to two numbers that go with it."""

    kind: str
    value: int = 0
    extra: int = 0


def fold(word: str) -> str:
    """Return a word in lower case and without accents, dashes and quotes in one form."""
    if word.isascii():
        return "'" if word == "`" else word.lower()
    if word in _SAME:
        return _SAME[word]
    plain = unicodedata.normalize("NFKD", word.lower())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


_SAME = {"–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-", "‒": "-", "’": "'", "‘": "'"}
_SAME |= dict.fromkeys("ʻʼ´΄ʹ′", "'")


def pieces(phrase: str) -> tuple[str, ...]:
    """Return the folded words and signs of a phrase."""
    return tuple(fold(piece) for piece in PIECES.findall(phrase))


def _listed(table: str) -> Iterator[tuple[str, ...]]:
    for phrase in table.replace("\n", "|").split("|"):
        if phrase.strip():
            yield pieces(phrase)


def _entries() -> Iterator[tuple[tuple[str, ...], Meaning]]:
    """Yield phrases and meanings; of two with the same phrase the first counts."""
    plain = [
        (words.CIRCA + further.CIRCA, CIRCA),
        (words.UNSURE + further.UNSURE, UNSURE),
        (words.MONTHS + further.MONTHS, MONTH),
        (words.WEEKDAYS, WEEKDAY),
        (words.OR_LATER, OR_LATER),
        (words.OR_EARLIER, OR_EARLIER),
    ]
    for table, kind in plain:
        yield from ((phrase, Meaning(kind)) for phrase in _listed(table))
    for table, kind in ((further.BC, BC), (further.AD, AD)):
        yield from ((phrase, Meaning(kind)) for phrase in _listed(table))
    for part, table in (*words.PARTS.items(), *further.PARTS.items()):
        yield from ((phrase, Meaning(PART, *part)) for phrase in _listed(table))
    plain = [
        (words.GLUE + further.GLUE, GLUE),
        (words.BEFORE + further.BEFORE, BEFORE),
        (words.AFTER + further.AFTER, AFTER),
        (words.UNTIL + "|" + further.UNTIL, UNTIL),
        (words.OR + "|" + further.OR, OR),
        (words.AND + "|" + further.AND, AND),
        (words.CENTURY + further.CENTURY, CENTURY),
        (words.MILLENNIUM + further.MILLENNIUM, MILLENNIUM),
        (words.DECADE + further.DECADE, DECADE),
        (words.DYNASTY + "|" + further.DYNASTY, DYNASTY),
        (words.MONTH_WORD, MONTH_WORD),
        (words.NUMBERING, NUMBERING),
        (words.PERIOD_WORDS, PERIOD_WORD),
        (words.PRESENT, PRESENT),
        (words.BORN + further.BORN, BORN),
    ]
    for table, kind in plain:
        yield from ((phrase, Meaning(kind)) for phrase in _listed(table))
    roles = [(CONCEIVED, words.CONCEIVED), (MADE, words.MADE), (BEGUN, words.BEGUN), (ENDED, words.ENDED)]
    for role, table in [*roles, (FOLLOWED, words.FOLLOWED + further.FOLLOWED)]:
        yield from ((phrase, Meaning(LABEL, role)) for phrase in _listed(table))
    for first, table in words.NAMED_DECADES.items():
        yield from ((phrase, Meaning(FIXED, first, first + 9)) for phrase in _listed(table))
    for row, period in enumerate(PERIODS):
        yield from ((pieces(name), Meaning(PERIOD, row)) for name in period.names)
    yield from ((pieces(word), Meaning(ORD, number, 0)) for word, number in ordinal_words().items())
    for number, table in further.ORDINALS.items():
        yield from ((phrase, Meaning(ORD, number, 0)) for phrase in _listed(table))
    yield from (((sign,), Meaning(kind)) for kind, signs in _SIGNS.items() for sign in signs)
    yield from [(("/..",), Meaning(DASH)), (("../",), Meaning(BEFORE))]


_SIGNS = {
    DASH: "-",
    COMMA: ",;",
    SLASH: "/",
    OPEN: "([{",
    CLOSE: ")]}",
    MARK: "?",
    APOSTROPHE: "'",
    DISCARDED: ':="#|<>^\\',
    AND: "&+",
    BORN: "*†",
    CIRCA: "~≈",
}

SINGLE: dict[str, Meaning] = {}
"""Meaning of a word by itself."""
PHRASES: dict[str, list[tuple[tuple[str, ...], Meaning]]] = {}
"""Phrases of several words, by their first, the longest first."""
for _phrase, _meaning in _entries():
    if len(_phrase) == 1:
        SINGLE.setdefault(_phrase[0], _meaning)
    elif _phrase not in (known for known, _ in PHRASES.get(_phrase[0], ())):
        PHRASES.setdefault(_phrase[0], []).append((_phrase, _meaning))
for _found in PHRASES.values():
    _found.sort(key=lambda entry: -len(entry[0]))

FRACTION = {
    phrase[0]: parts
    for tables in (words.FRACTIONS, further.FRACTIONS)
    for parts, table in tables.items()
    for phrase in _listed(table)
}
LAST = {phrase[0] for phrase in _listed(words.LAST + further.LAST)}


def _folded(table: str) -> frozenset[str]:
    return frozenset(phrase[0] for phrase in _listed(table))


DECADE_ENDINGS, CENTURY_ENDINGS = _folded(further.DECADE_ENDINGS), _folded(further.CENTURY_ENDINGS)
YEAR_ENDINGS, AFTER_ORDINALS = _folded(further.YEAR_ENDINGS), _folded(further.AFTER_ORDINALS)
PARTS_OF_SPANS, YEAR_WORDS = _folded(further.PARTS_OF_SPANS), _folded(further.YEAR_WORDS)
