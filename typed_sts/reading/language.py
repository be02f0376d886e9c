"""Which language a record's texts are in, told by the little words that every language has of its own."""

import re
from collections import Counter

from typed_sts_fetch.item import Item
from typed_sts_index.analyser import fold
from typed_sts_index.stopwords import STOP_WORDS

MIN_HITS = 2
_ENOUGH_TEXT = 4_000  # characters; more does not change the answer
_WORD = re.compile(r"[^\W\d_]+")


def _languages_of_words() -> dict[str, tuple[str, ...]]:
    """Return for each stop word the languages that have it; single letters are in too many to tell anything."""
    languages: dict[str, list[str]] = {}
    for language, words in STOP_WORDS.items():
        for word in {fold(word) for word in words.split()}:
            if len(word) > 1:
                languages.setdefault(word, []).append(language)
    return {word: tuple(found) for word, found in languages.items()}


_LANGUAGES_OF = _languages_of_words()


def detect_language(item: Item) -> str:
    """Return the two-letter code of the language of title and description; the record's own word, or "", when in doubt.

    A word that several languages share counts for each by as much less.
    """
    said = item.language.strip().lower()[:2] if item.language.strip().lower() not in ("mul", "und", "zxx") else ""
    text = " ".join((*item.dcDescription, *item.dcTitle, *item.dcSubject))[:_ENOUGH_TEXT]
    hits: Counter[str] = Counter()
    for word in _WORD.findall(text):
        languages = _LANGUAGES_OF.get(fold(word), ())
        for language in languages:
            hits[language] += 1 / len(languages)  # type: ignore[assignment]  # Counter holds any number
    ranked = hits.most_common(2)
    if not ranked or ranked[0][1] < MIN_HITS:
        return said
    if len(ranked) == 2 and ranked[0][1] < 1.5 * ranked[1][1]:
        return said
    return ranked[0][0]
