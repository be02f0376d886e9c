"""Numbers in dates: Roman numerals, ordinal words of nine languages, and the arithmetic of centuries and decades.

An atom is a single year, decade, century or period of a date string, before ranges are put together.
"""

import re
from dataclasses import dataclass, field

_ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,4})(?:xc|xl|l?x{0,4})(?:ix|iv|v?i{0,4})")
_DIGITS = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_LOOK_ALIKE = str.maketrans("хі", "xi")
"""Letters of another script in which numerals are typed."""
_SUFFIX = re.compile(r"(?:emes?|ieme|e|o|th|de|ste|a)$")


def roman(word: str) -> int:
    """Return the value of a lower-case Roman numeral, with or without an ordinal ending (XVIIIe); 0 if it is none."""
    if len(word) > 20:
        return 0
    if len(word) > 1:
        word = word.translate(_LOOK_ALIKE)
    for numeral in (word, _SUFFIX.sub("", word)):
        if numeral and numeral[0] in _DIGITS and _ROMAN.fullmatch(numeral):
            values = [_DIGITS[letter] for letter in numeral]
            pairs = zip(values, [*values[1:], 0], strict=True)
            return sum(-value if value < following else value for value, following in pairs)
    return 0


_UNITS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
_UNITS += " fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
_TENS = {"twenty": 20, "thirty": 30}
_GERMAN = "erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt"
_GERMAN += " sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst"
_FRENCH = "premier deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième"
_FRENCH += " treizième quatorzième quinzième seizième dix-septième dix-huitième dix-neuvième vingtième"
_DUTCH = "eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde dertiende veertiende"
_DUTCH += " vijftiende zestiende zeventiende achttiende negentiende twintigste"
_SPANISH = "primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo"
_ITALIAN = "primo secondo terzo quarto quinto sesto settimo ottavo nono decimo undicesimo dodicesimo tredicesimo"
_ITALIAN += " quattordicesimo quindicesimo sedicesimo diciassettesimo diciottesimo diciannovesimo ventesimo"

_SWEDISH = "första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte trettonde fjortonde"
_SWEDISH += " femtonde sextonde sjuttonde artonde nittonde tjugonde"
_OTHERS = {
    "première": 1, "primer": 1, "primeiro": 1, "primeira": 1, "pierwsza": 1, "pierwszej": 1, "pierwszy": 1, "prima": 1,
    "seconde": 2, "second": 2, "druga": 2, "drugiej": 2, "drugi": 2, "doua": 2,
    "tercer": 3, "terceiro": 3, "terceira": 3, "trzecia": 3, "trzeciej": 3, "trzeci": 3, "treia": 3,
    "czwarta": 4, "czwartej": 4, "czwarty": 4, "thirtieth": 30,
}  # fmt: skip
"""Ordinals that stand alone: inflected, irregular, or of a language of which only quarters are counted."""


def ordinal_words() -> dict[str, int]:
    """Return ordinal words, inflected, with their numbers."""
    words: dict[str, int] = {}
    for line in (_UNITS, _FRENCH, _DUTCH, _SWEDISH):
        words |= {word: number for number, word in enumerate(line.split(), start=1)}
    for number, unit in enumerate(_UNITS.split()[:9], start=1):
        words |= {f"{ten}-{unit}": value + number for ten, value in _TENS.items()}
    for number, stem in enumerate(_GERMAN.split(), start=1):
        words |= {stem + ending: number for ending in ("e", "es", "er", "en")}
    for line in (_SPANISH, _ITALIAN):
        for number, word in enumerate(line.split(), start=1):
            words |= {word: number, word[:-1] + "a": number}
    del words["quarto"], words["cuarto"], words["cuarta"], words["quarta"]
    return words | _OTHERS


Years = tuple[int, int]
Part = tuple[int, int]
"""The k-th of m equal parts: (1, 2) is a first half."""


def block(number: int, length: int, bc: bool) -> Years:
    """Return the years of the n-th century (length 100) or millennium (length 1000)."""
    if bc:
        return -length * number, -length * (number - 1) - 1
    return length * (number - 1) + 1, length * number


def round_span(first: int, length: int, bc: bool) -> Years:
    """Return the years of a decade or hundred that is named by its round year, as the 1880s or the 300s BC."""
    return (-first - length + 1, -first) if bc else (first, first + length - 1)


def part_of(years: Years, first: Part, last: Part) -> Years:
    """Return the years from the beginning of one part to the end of another."""
    start, end = years
    length = end - start + 1
    up = start % 10 == 0 and start > 0

    def offset(k: int, m: int) -> int:
        return -(-k * length // m) if up else k * length // m

    low = start + offset(first[0] - 1, first[1])
    high = start + offset(last[0], last[1]) - 1
    return (low, high) if low <= high else (low, low)


def hijri(year: int) -> Years:
    """Return the one or two years in which a year of the Islamic calendar falls."""
    begins = 622.54 + (year - 1) * 0.970225
    return int(begins), int(begins + 0.970225)


YEAR, SMALL, ORDINAL, CENTURY, MILLENNIUM, DYNASTY = "year", "small", "ordinal", "century", "millennium", "dynasty"
DECADE, FIXED, PERIOD = "decade", "fixed", "period"


@dataclass(slots=True)
class Atom:
    """A core with what was said about it; `link` is the sign or word between it and the atom before."""

    kind: str
    value: int
    digits: int
    start: int
    end: int
    link: str = ""
    era: str = ""
    parts: tuple[Part, Part] | None = None
    flags: set[str] = field(default_factory=set)
    last: int = 0
    stated: bool = True
    """Whether an ordinal may count as a century when no unit follows."""
    open_end: bool = False
    or_later: bool = False
    or_earlier: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands between atoms and matters to phases: a separator, a bracket or a label and its role."""

    kind: str
    role: int = -1


Event = Atom | Sign
