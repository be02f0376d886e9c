"""The analyser: text to tokens, the same for every engine and every feature.

A word is a run of letters, digits and the marks on them. Its token is the word
    folded      case and diacritics gone (Dürer, DÜRER and Du\\u0308rer are "durer"), compatibility forms unified,
    stopped     words that say nothing in the text's language left out,
    stemmed     English plurals cut ("sketches", "sketch"); docs/collections.md has the measurement behind that.
Every token carries the span of its word in the original text, so what is shown keeps its diacritics and its case.

A change here changes what stored indexes hold: raise ANALYSER_VERSION, and they ask to be rebuilt.
"""

import re
import sys
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from typed_sts_index.stopwords import STOP_WORDS

ANALYSER_VERSION = 1
DEFAULT_LANGUAGE = "en"
MAX_TOKEN_LENGTH = 100
"""Longer tokens are cut: Elasticsearch splits at 255, and nobody's name is that long."""
_REMEMBERED = 200
"""The form of a longer word is made each time, so that the memory of forms cannot be filled with texts."""


class Token(NamedTuple):
    """A normal form and where its word stands in the text it came from."""

    text: str
    start: int
    end: int


def _ranges(wanted: list[int]) -> str:
    parts: list[str] = []
    start = previous = wanted[0]
    for code in [*wanted[1:], sys.maxunicode + 2]:
        if code != previous + 1:
            parts.append(f"{re.escape(chr(start))}-{re.escape(chr(previous))}")
            start = code
        previous = code
    return "".join(parts)


_BMP = [(code, unicodedata.category(chr(code))) for code in range(0x80, 0x10000)]
_MARKS = _ranges([code for code, category in _BMP if category in ("Mn", "Mc")])
# Superscripts, fractions and Roman numeral signs are alphanumeric to `re`, but "5½" is not one word.
_SIGNS = _ranges([code for code, category in _BMP if category in ("No", "Nl")])
_WORD = re.compile(rf"[^\W_{_SIGNS}](?:[^\W_{_SIGNS}]|[{_MARKS}])*")

# Diacritics of Latin, Greek and Cyrillic, Hebrew points, Arabic vowels; vowel signs of other scripts are letters.
_DIACRITICS = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u0652]")
_UNDECOMPOSED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i", "ŋ": "n"}
)


def analyse(text: str, language: str = DEFAULT_LANGUAGE) -> list[Token]:
    """Return the tokens of a text in order, each with the span of its word."""
    return [
        Token(form, *match.span())
        for match in _WORD.finditer(text)
        if (form := (normal_form if match.end() - match.start() <= _REMEMBERED else _form)(match.group(), language))
    ]


def terms(text: str, language: str = DEFAULT_LANGUAGE) -> list[str]:
    """Return the normal forms alone, in order; quicker than `analyse`."""
    return [
        form
        for word in _WORD.findall(text)
        if (form := (normal_form if len(word) <= _REMEMBERED else _form)(word, language))
    ]


@lru_cache(maxsize=200_000)
def normal_form(word: str, language: str = DEFAULT_LANGUAGE) -> str:
    """Return the token of one word, or "" when the language counts it as a stop word."""
    return _form(word, language)


def _form(word: str, language: str) -> str:
    stop = stop_words(language)
    form = fold(word)[:MAX_TOKEN_LENGTH]
    if form in stop:
        return ""
    if _base_language(language) == "en":
        form = stem_plural(form)
    return "" if form in stop else sys.intern(form)


def fold(text: str) -> str:
    """Return the text without case, diacritics and compatibility forms."""
    if text.isascii():
        return text.lower()
    previous = ""
    while text != previous:  # folding one thing can bring forth another: "İ" gives a dotted i
        previous = text
        text = _DIACRITICS.sub("", unicodedata.normalize("NFKD", text)).casefold().translate(_UNDECOMPOSED)
    return "".join(_WORD.findall(unicodedata.normalize("NFKC", text)))


def stem_plural(word: str) -> str:
    """Return an English word without its plural ending; numbers and short words stay."""
    if len(word) < 4 or word[-1] != "s" or word[-2:] in ("ss", "us", "is") or any(char.isdigit() for char in word):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=1000)
def stop_words(language: str = DEFAULT_LANGUAGE) -> frozenset[str]:
    """Return the folded stop words of a language ("de", "de-AT"); of English when it has no list here."""
    return _FOLDED.get(_base_language(language), _FOLDED[DEFAULT_LANGUAGE])


@lru_cache(maxsize=1000)
def _base_language(language: str) -> str:
    code = language.strip().lower()[:2]
    return code if code in STOP_WORDS else DEFAULT_LANGUAGE


_FOLDED = {language: frozenset(fold(word) for word in words.split()) for language, words in STOP_WORDS.items()}
