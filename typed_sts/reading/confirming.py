"""What a tagger marks counts where its form or knowledge confirms it; a word that may be any other is not given.

    EVENT    in languages other than English: known to the pack, or a name of several words; "kolonne" is neither
             in English: no action with a capital amid a sentence, "Athena with Victory on her hand"
    PLACE    known, or with a capital and no word of its language: neither "Igreja" nor "frontu wschodniego"
             in German, where nouns have capitals, after a preposition of place or another place: "nach Kammin"
    PERSON   with a capital, and no word of its language after an article: "o Tio"
    GROUP    not an English word in another language: "elders" is Dutch for elsewhere

Who counts among people: beings with a name, and people by kind, among them bodies of people that are told of (a
society, a regiment, an orchestra). Houses and businesses (a museum, a bank, "Stone Ltd") are nobody, however a tagger
marks them.
"""

import re

from typed_sts.knowledge.kinds import EVENTS, WORDS
from typed_sts.knowledge.pack import concept as known_concept
from typed_sts.knowledge.search import find
from typed_sts.reading.entities.events import read_event
from typed_sts.reading.entities.name_words import is_given
from typed_sts.reading.entities.people_kinds import is_body, read_group
from typed_sts.reading.entities.places import resolve
from typed_sts.reading.entities.qualifiers import is_holder
from typed_sts.reading.entities.tables import fold
from typed_sts.reading.entities.word_in_text import is_title_case
from typed_sts.reading.language import is_word_of
from typed_sts.reading.tagging.annotated import LabelledSpan

_ENGLISH = ("en", "")
_EVENTS = frozenset((*EVENTS, "action"))
_NAMED_EVENTS = frozenset(EVENTS)
_WORDS = frozenset(WORDS)
_GROUPS = frozenset(("group",))
_PLACES_ARE_TOLD = ("dctermsSpatial", "dcCreator")
_BUSINESS = re.compile(
    r"(?:^|\s)(?:ltd|limited|inc|llc|corp|corporation|gmbh|kg|ag|plc|b\.?v|n\.?v|s\.?a\.?s?|s\.?p\.?a|s\.?r\.?l|bank|banco"
    r"|banque|banca|universit\w+|universidade?s?|uniwersytet\w*|college|hospital|ministry|ministerium|ministere|ministerie"
    r"|ministero|ministerio|fabrik|fabriek|factory|usine|fabbrica|fabrica|verlag|uitgeverij|publishers?|editions"
    r"|redaktion|newspaper|zeitung|hotel|airlines?|railways?|railroad)\.?(?:\s|$)"
)
_ARTICLE = re.compile(
    r"(?<!\w)(?:the|a|an|der|die|das|den|dem|ein|eine|le|la|les|un|une|de|het|een|el|los|las|il|lo|gli|o|os|as|ao|do|da"
    r"|no|na|um|uma)\s$",
    re.IGNORECASE,
)
_AT = re.compile(
    r"(?:(?<!\w)(?:in|nach|bei|aus|von|zu|um|vor|an|am|ab|bis|über|gegen|nahe|zwischen|at|near|à|en|a|ad|em|te|w|we|i|vid"
    r"|från|till)\s|[,/(-]\s?)$",
    re.IGNORECASE,
)
"""Before a place, with no article between."""
_SENTENCE_ENDS = re.compile(r"[.!?:;\"“”„«»(\n]\s*+$")
_NEAR = 20
_TOLD_POSTURES = frozenset(
    "stond stonden zat zaten lag lagen stand standen saß saßen stod satt låg stał stała siedział leżał estava estaba"
    " stava fut était".split()
)
"""Postures in the past: a picture is described in the present, and a story has them as little words."""


def as_people(tagged: LabelledSpan) -> LabelledSpan | None:
    """Return a span whose person is a body of people as one of a group; None for a house or a business."""
    if tagged.label not in ("PERSON", "GROUP"):
        return tagged
    text = fold(tagged.span.text)
    if tagged.label == "PERSON" and is_body(text):
        return LabelledSpan(tagged.span, "GROUP")
    first, space, _ = text.partition(" ")
    if not space or is_given(first) or is_body(text):
        return tagged
    return None if is_holder(text) or _BUSINESS.search(text) else tagged


def stands(tagged: LabelledSpan, text: str, language: str, norm: str, concept: str) -> bool:
    """Say whether a span is what its label says, by its form in the text and by what is known."""
    label, word = tagged.label, tagged.span.text
    if label == "EVENT":
        return _is_event(tagged, text, language, concept)
    if concept:
        return True
    if label == "PLACE":
        return _is_place(tagged, text, language, norm)
    if label == "PERSON":
        after_article = _ARTICLE.search(text[max(0, tagged.span.start - _NEAR) : tagged.span.start]) is not None
        return _has_capital(word) and not (after_article and _is_word(word, language))
    if label == "GROUP" and language not in _ENGLISH:
        return not (word.isascii() and word.islower() and word.isalpha() and _is_english_group(word, language))
    return True


def _is_event(tagged: LabelledSpan, text: str, language: str, concept: str) -> bool:
    word = tagged.span.text.strip()
    single = " " not in word
    if language in _ENGLISH:
        amid = single and word[:1].isupper() and not concept and _is_amid_sentence(text, tagged.span.start)
        return not (amid and language) or _is_written_large(word)
    if word.lower() in _TOLD_POSTURES:
        return False
    if concept:
        return True
    if not single or "-" in word:  # "Bali-expeditie"
        return _has_capital(word)
    return _is_known(word, language, _EVENTS)


def _is_written_large(word: str) -> bool:
    """Say whether an event is often written with a capital: "after the War", "the Annunciation", but no "Victory"."""
    event = read_event(word)
    return (event.kind in _PUBLIC and event.norm != _POLITICAL_TOO) or _is_known(word, "en", _NAMED_EVENTS)


_PUBLIC = frozenset(
    "conflict transport celebration display rite bible disaster meeting performance politics trade".split()
)
_POLITICAL_TOO = "party"


def _is_place(tagged: LabelledSpan, text: str, language: str, norm: str) -> bool:
    span = tagged.span
    if resolve(norm).known or resolve(span.text).known:
        return True
    if not _has_capital(span.text):
        return False
    if " " in span.text.strip() or span.field in _PLACES_ARE_TOLD:
        return True
    if language == "de" or _is_word(span.text, language):
        alone = language == "de" and len(text) - len(span.text) <= 1
        return alone or _AT.search(text[max(0, span.start - _NEAR) : span.start]) is not None
    return True


def _has_capital(text: str) -> bool:
    return any(letter.isupper() for letter in text) or not any(letter.islower() for letter in text)


def _is_word(word: str, language: str) -> bool:
    """Say whether a word with a capital is also a word of its language, and no given name."""
    if " " in word.strip() or is_given(fold(word)):
        return False
    return is_word_of(language, word) or _is_known(word, language, _WORDS)


def _is_known(word: str, language: str, kinds: frozenset[str]) -> bool:
    """Say whether the pack knows the whole of a word in a language as one of these kinds, alone or among others."""
    for mention in find(word.lower(), language)[:1]:
        if mention.start == 0 and mention.end == len(word):
            return any((known := known_concept(id)) is not None and known.kind in kinds for id in mention.concepts)
    return False


def _is_english_group(word: str, language: str) -> bool:
    """Say whether a word means people only if it is taken for an English one."""
    kind = read_group(word).kind
    if kind in _INTERNATIONAL:
        return False
    return bool(kind) and not _is_known(word, language, _GROUPS)


_INTERNATIONAL = frozenset(("military", "ruler", "clergy"))
"""Kinds whose words are much the same in many languages: "lieutenant"."""


def _is_amid_sentence(text: str, start: int) -> bool:
    """Say whether a place is within a sentence of a text that does not write every word with a capital."""
    before = text[max(0, start - _NEAR) : start]
    if not before.strip() or _SENTENCE_ENDS.search(before):
        return False
    return not is_title_case(text)
