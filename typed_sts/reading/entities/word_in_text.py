"""How a word stands in its text: in which language, and whether as a word or as a part of a name or of another word.

A word is not always what the knowledge pack knows by it: "bet" is Lithuanian for "but", Carvalho a family name.
"""

import re
from functools import lru_cache

from typed_sts.reading.entities.name_words import is_given
from typed_sts.reading.entities.tables import fold
from typed_sts.reading.language import language_of_text
from typed_sts_index.stopwords import STOP_WORDS

LANGUAGES_OF_WORDS = frozenset("en de fr nl es it pt sv pl la".split())
"""Languages whose words the pack knows."""
_ENOUGH = 1_000
_LETTERS = re.compile(r"[^\W\d_]+")
_LEAST_WORDS, _LEAST_SHARE = 12, 0.1
_BEFORE = re.compile(r"([^\W\d_]+)[^\S\n]$")
_INITIAL = re.compile(r"(?:^|\s|\()[A-Z]\.\s$")
_NEAR = 40
_TITLE_CASE = 0.7


def language_in(text: str, language: str) -> str:
    """Return the language of a text in a record of a language: "" where the text is long and has few words of it."""
    return _language_in(text[:_ENOUGH], language)


@lru_cache(maxsize=1 << 10)
def _language_in(text: str, language: str) -> str:
    words = _LETTERS.findall(text.lower())
    told = language_of_text(text) or language
    if len(words) < _LEAST_WORDS or not told:
        return told
    little = _little_words(told)
    return told if not little or sum(word in little for word in words) >= _LEAST_SHARE * len(words) else ""


def is_little_word(word: str, language: str) -> bool:
    """Say whether a word is one of those that every text of a language has: "du", "the"."""
    return word.lower() in _little_words(language)


@lru_cache
def _little_words(language: str) -> frozenset[str]:
    return frozenset(STOP_WORDS.get(language, "").lower().split())


def inside_word(text: str, span: tuple[int, int]) -> bool:
    """Say whether what stands at a place is but a part of a word, or its abbreviation: "luit.kol."."""
    start, end = span
    cut = text[end : end + 1] == "." and text[end + 1 : end + 2].isalpha()
    return cut or (start > 0 and text[start - 1].isalpha()) or text[end : end + 1].isalpha()


def inside_compound(text: str, span: tuple[int, int]) -> bool:
    """Say whether a hyphen joins what stands at a place with another word: "Lyra-Rahmen", "Non-commissioned"."""
    start, end = span
    return _is_joined(text[end : end + 2]) or _is_joined(text[max(0, start - 2) : start][::-1])


def _is_joined(beside: str) -> bool:
    return len(beside) == 2 and beside[0] in _HYPHENS and beside[1].isalpha()


def names_street(text: str, span: tuple[int, int]) -> bool:
    """Say whether a street or a house is called by what stands at a place: "ul. Kocha", "quai Voltaire"."""
    start, end = span
    return _STREET_OF.search(text[max(0, start - _NEAR) : start]) is not None or _STREET.match(text, end) is not None


_HYPHENS = "-‐‑"
_STREET_OF = re.compile(
    r"\b(?:rue|avenue|boulevard|place|quai|via|viale|piazza|calle|plaza|avenida|rua|praça|travessa|ul\.|ulica|ulicy"
    r"|plac|placu)\s(?:(?:de|di|da|do|del|du)\s)?$",
    re.IGNORECASE,
)
_STREET = re.compile(
    r"\s(?:street|road|avenue|lane|square|st\.|rd\.|ave\.|turnpike|hotel|theatre|theater|railway|railroad"
    r"|straße|strasse|platz|allee)(?!\w)",
    re.IGNORECASE,
)


def inside_name(text: str, span: tuple[int, int], language: str) -> bool:
    """Say whether a single word with a capital belongs to a name: "Luciana Carvalho", "the National Awakening"."""
    start, end = span
    word = text[start:end]
    if not word[:1].isupper() or word.isupper() or " " in word or start == 0:
        return False
    before = _BEFORE.search(text[max(0, start - _NEAR) : start])
    if before is None:
        return _INITIAL.search(text[max(0, start - _NEAR) : start]) is not None
    previous: str = before[1]
    if not previous[0].isupper():
        return False
    if is_given(fold(previous)):
        return True
    return language != "de" and not is_title_case(text) and not _first(text, start)


def _first(text: str, start: int) -> bool:
    """Say whether the word before a place is the first of its sentence, which has a capital anyway."""
    words = text[max(0, start - _NEAR) : start].split()
    return len(words) < 2 or words[-2].endswith((".", "!", "?", ":", ";"))


def is_title_case(text: str) -> bool:
    """Say whether most words of a text have a capital, which then tells nothing."""
    return _is_title_case(text[:_ENOUGH])


@lru_cache(maxsize=1 << 10)
def _is_title_case(text: str) -> bool:
    words = [word for word in _LETTERS.findall(text) if len(word) > 3]
    return bool(sum(word[0].isupper() for word in words) >= _TITLE_CASE * len(words))
