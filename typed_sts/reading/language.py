"""Which language a text is in, told by words and letters that a language has of its own.

    words      the little words every language has (typed_sts_index.stopwords), and words of museums in nine languages
               (data/language_words.tsv.gz, made by `python -m typed_sts.training.shipped.language_words`)
    letters    ø is Danish or Norwegian, ł Polish

What several languages share counts for each by as much less. A value is short: where its own words leave it open, the
language the record states for it counts, then that of the whole record.
"""

import gzip
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from typed_sts_fetch.item import LIST_FIELDS, Item, language_of
from typed_sts_index.stopwords import STOP_WORDS

LEAST_HITS, TIMES_THE_NEXT = 1.0, 1.4
_ENOUGH_TEXT = 4_000  # characters; more does not change the answer
_ENOUGH_OF_VALUE = 1_000
_WORD = re.compile(r"[^\W\d_]+")
_LETTER = 0.5
_LETTERS = {
    "sv": "åäö", "de": "äöüß", "pl": "ąćęłńóśźż", "pt": "ãõáéíóúâêôç", "es": "ñáéíóú", "fr": "éèêëàâçùûîïœô",
    "it": "àèéìòù", "da": "æøå", "no": "æøå", "nl": "ëïé", "fi": "äö",
}  # fmt: skip
_NOT_TOLD = frozenset(("mul", "und", "zxx"))
Languages = Mapping[tuple[str, int], str]
"""The language of each value of a record, by field and number; "" where it is not known."""


@cache
def _languages_of_words() -> dict[str, tuple[str, ...]]:
    """Return for each word the languages that have it; single letters are in too many to tell anything."""
    languages: dict[str, set[str]] = {}
    for language, words in STOP_WORDS.items():
        for word in words.lower().split():
            if len(word) > 1:
                languages.setdefault(word, set()).add(language)
    packed = files(__package__).joinpath("data", "language_words.tsv.gz").read_bytes()
    for line in gzip.decompress(packed).decode().splitlines():
        word, found = line.split("\t")
        languages.setdefault(word, set()).update(found.split())
    return {word: tuple(sorted(found)) for word, found in languages.items()}


def is_word_of(language: str, word: str) -> bool:
    """Say whether a word is one that tables know a language to have: a little word, or one of museums."""
    return language in _languages_of_words().get(word.lower(), ())


@cache
def _languages_of_letters() -> dict[str, tuple[str, ...]]:
    letters = sorted({letter for found in _LETTERS.values() for letter in found})
    return {letter: tuple(code for code, found in _LETTERS.items() if letter in found) for letter in letters}


def _hits(text: str) -> Iterator[tuple[str, float]]:
    words, letters = _languages_of_words(), _languages_of_letters()
    for word in _WORD.findall(text.lower()):
        languages = words.get(word, ())
        yield from ((language, 1 / len(languages)) for language in languages)
        if not word.isascii():
            for letter in sorted(set(word)):
                languages = letters.get(letter, ())
                yield from ((language, _LETTER / len(languages)) for language in languages)


def language_of_text(text: str) -> str:
    """Return the two-letter code of the language of a text; "" when in doubt."""
    hits: Counter[str] = Counter()
    for language, weight in _hits(text[:_ENOUGH_TEXT]):
        hits[language] += weight  # type: ignore[assignment]  # Counter holds any number
    ranked = hits.most_common(2)
    if not ranked or ranked[0][1] < LEAST_HITS:
        return ""
    if len(ranked) == 2 and ranked[0][1] < TIMES_THE_NEXT * ranked[1][1]:
        return ""
    return ranked[0][0]


def detect_language(item: Item) -> str:
    """Return the language of title, subject and description; the record's own word, or "", when in doubt."""
    told = language_of_text(" ".join((*item.dcDescription, *item.dcTitle, *item.dcSubject)))
    return told or stated_language(item.language)


def stated_language(code: str) -> str:
    """Return the two letters of a language as a record states it, "" for none or several."""
    plain = code.strip().lower()
    return "" if plain in _NOT_TOLD else plain[:2]


def languages_of_values(item: Item) -> Languages:
    """Return the language of every value of a record."""
    whole = detect_language(item)
    return {
        (field, number): language_of_text(text[:_ENOUGH_OF_VALUE])
        or (stated_language(language_of(item, field, number)) if item.languages else "")
        or whole
        for field in LIST_FIELDS
        for number, text in enumerate(getattr(item, field))
    }
