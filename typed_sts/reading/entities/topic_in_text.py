"""Whether a word in running text is the topic that the knowledge pack knows by it.

    "a table of oak"            table   the piece of furniture
    "the heat of the weather"           an idea, no thing: only where a record states it as a subject
    "delighting her fans"               a word of two senses (data/two_senses.tsv)
    "Bridge Street", "a Crown Prince"   parts of names

A text names things; what it thinks of them its words say in too many senses. So a single word is a topic where it is a
kind of object, a material or a technique, or one of the things that can be seen: animals, plants, landscapes, houses
and what is in them, vehicles, mills, instruments.
"""

import re

from typed_sts.reading.entities.name_words import is_given
from typed_sts.reading.entities.tables import fold, two_senses
from typed_sts.reading.entities.word_in_text import LANGUAGES_OF_WORDS, inside_compound, is_little_word, is_title_case

_SEEN = (
    "23U", "24B", "24D", "24E", "25A", "25C", "25D", "25F", "25G", "25H", "25I", "25K", "26A", "26B", "26C", "26D",
    "26E", "34", "41", "42E", "43A", "43B", "43C", "45C", "45G", "45K", "46C", "46E", "47", "48C", "49L", "49M",
)  # fmt: skip
"""The parts of Iconclass whose notions are things that can be seen."""
_THOUGHT = ("31", "32", "33", "42A", "42B", "42C", "42D", "42G", "5")
"""The parts whose notions are phrases of every text: "stand in", "in the past"."""
_SCHEMES = ("own", "iconclass", "gemet")
"""Those of the pack; what users add themselves is meant wherever it stands."""
_NEW_SENTENCE = re.compile(r"[.!?:;|/\n\[(«»“”„\"=•*-]\s*+$")
_OF_FAMILY = re.compile(r"\b(?:van|von|van der|van den|van de)\s$", re.IGNORECASE)
_NAME_GOES_ON = re.compile(r"\s[^\W\d_a-z]")
_NEAR = 12


def names_thing(text: str, span: tuple[int, int], kind: str, concept: str, language: str) -> bool:
    """Say whether what stands at a place in a text is the thing of a concept, and not a word of another sense."""
    scheme, _, notation = concept.partition(":")
    if scheme not in _SCHEMES:
        return True
    if language not in LANGUAGES_OF_WORDS or _is_name(text, span, language):
        return False
    word = text[slice(*span)]
    if " " in word:
        thought = scheme == "iconclass" and kind == "subject" and notation.startswith(_THOUGHT)
        return not thought and not is_little_word(word.split()[0], language)  # "du printemps" is no equinox
    if kind == "subject" and (scheme != "iconclass" or not notation.startswith(_SEEN)):
        return False
    return fold(word) not in two_senses("TOPIC", language) and _stands_as_noun(text, span, kind, language)


def is_stated(word: str, concept: str, languages: tuple[str, ...]) -> bool:
    """Say whether a word that a record states is the thing of a concept; a Dutch "map" is none."""
    if concept.partition(":")[0] not in _SCHEMES:
        return True
    return not any(fold(word) in two_senses("STATED", language) for language in languages)


def _is_name(text: str, span: tuple[int, int], language: str) -> bool:
    """Say whether a word has a capital that only names have there: not in German, nor first, nor in a title."""
    start, end = span
    if not text[start].isupper() or text[start:end].isupper():
        return False
    if is_given(fold(text[start:end])) and _NAME_GOES_ON.match(text, end):  # "Pierre Gaixet"
        return True
    if language == "de":
        return False
    if _OF_FAMILY.search(text[max(0, start - _NEAR) : start]):  # "Van Dijk"
        return True
    if is_title_case(text):
        return False
    return bool(text[:start].strip()) and _NEW_SENTENCE.search(text[max(0, start - _NEAR) : start]) is None


def _stands_as_noun(text: str, span: tuple[int, int], kind: str, language: str) -> bool:
    """Say whether a word is written as a noun of its language, and not as a part of a compound."""
    if inside_compound(text, span):
        return False
    return language != "de" or text[span[0]].isupper() or kind in ("material", "technique")
