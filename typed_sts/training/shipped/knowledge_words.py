"""Which names alone do not tell what they mean: common words, names of many, words of another language.

A word is common when the texts of Iconclass and GEMET write it in lower case, or when it is far more frequent in one
language than in most others, as no name is ("bath", "nice", "reading"). own/ambiguous.tsv has what no count tells:
words that catalogues use in another sense (`en` and the other languages), rows of ours of which all words are so
(`row`), and first words of names of smaller towns that are more often saints or surnames (`town`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from statistics import median

from typed_sts.errors import needing
from typed_sts.knowledge.concepts import Name
from typed_sts.knowledge.folding import fold_word, key_of
from typed_sts.knowledge.kinds import EVENTS, PERSONS, PLACES, WORDS
from typed_sts.knowledge.store import CAPITALS, FOREIGN_WORD, MINOR, NAME_TOO, WEAK, Named, written_flags
from typed_sts.training.shipped.knowledge_own import LANGUAGES, OWN_WEIGHT, Draft, rows

SPOKEN = tuple(code for code in LANGUAGES if code != "la")
_FREQUENT = 3.5
_VERY_FREQUENT = 4.4
_FAR = 1.2
_MINOR_BY = 1.0
_LARGE_TOWN = 5.0
_VERY_LARGE = 7.4
_UNUSUAL = 1.5
_NUMBERED = re.compile(r"[a-z]+ (?:[ivx]+|1er|ier) ")


class Words:
    """What is known of words: which are common, which are first names, which are surnames of several."""

    def __init__(self, texts: Mapping[str, Iterable[str]], drafts: Iterable[Draft]) -> None:
        self.common: set[str] = set()
        for language, lines in texts.items():
            small, large = Counter[str](), Counter[str]()
            for word in (word for line in lines for word in re.findall(r"\b[^\W\d_]+\b", line)):
                (small if word.islower() else large)[fold_word(word)] += 1
            if language != "de":  # where nouns have capitals
                self.common |= {word for word, times in small.items() if times * 4 > large[word]}
        first, last, famous = Counter[str](), Counter[str](), set[str]()
        given_names: set[str] = set()
        for draft in drafts:
            if draft.kind in ("artist", "ruler", "person") and draft.weight >= OWN_WEIGHT:
                given_names |= {
                    key_of(name.text).split()[0] for name in draft.names if " " in name.text and "," not in name.text
                }
            if draft.kind in PERSONS:
                given = {key_of(name.text).split()[0] for name in draft.names if "," not in name.text}
                family = {key_of(name.text).split()[-1] for name in draft.names if "," not in name.text}
                first.update(given if draft.kind == "artist" else ())
                if draft.kind in ("artist", "person"):
                    last.update(family)
                if draft.kind in ("artist", "person", "ruler") and draft.weight >= OWN_WEIGHT:
                    famous |= family
        self.first_names = {word for word, times in first.items() if times >= 4}
        self.famous = famous
        self.given = given_names
        self.surnames = {word for word, times in last.items() if times >= 2}
        self.ambiguous = {row["kind"]: set(map(fold_word, row["words"].split("|"))) for row in rows("ambiguous")}

    def is_word(self, word: str) -> bool:
        """Say whether the texts write a word as no name."""
        return word in self.common

    def is_common(self, word: str, original: str) -> bool:
        """Say whether a word is a common one in any language."""
        frequencies = _frequencies(original.lower())
        top = max(frequencies)
        if self.is_word(word):
            return top >= 2.5
        return top >= _VERY_FREQUENT and top - median(frequencies) >= _FAR


@cache
def _frequencies(word: str) -> tuple[float, ...]:
    with needing("knowledge"):
        from wordfreq import zipf_frequency

    return tuple(zipf_frequency(word, code) for code in SPOKEN)


def named(drafts: Iterable[Draft], words: Words) -> list[Named]:
    """Return all names with their flags."""
    found = [
        Named(name, draft.id, written_flags(name.text, draft.kind) | _flags(draft, name, words), _weight(draft, name))
        for draft in drafts
        for name in draft.names
        if name.lang != "abbr" and key_of(name.text)
    ]
    found.extend(
        one._replace(name=Name(spelled, one.name.lang))
        for one in found
        if (spelled := _without_umlauts(one.name)) != one.name.text
    )
    best: dict[str, float] = {}
    for one in found:
        key = key_of(one.name.text)
        best[key] = max(best.get(key, 0.0), one.weight)
    return [
        one._replace(flags=one.flags | MINOR) if one.weight < best[key_of(one.name.text)] - _MINOR_BY else one
        for one in found
    ]


def _weight(draft: Draft, name: Name) -> float:
    """Return how likely a name means this: less for one that a town is called somewhere ("Saint George": Freetown)."""
    return draft.weight - (_UNUSUAL if draft.kind in PLACES and _is_another_name(draft, name) else 0.0)


def _flags(draft: Draft, name: Name, words: Words) -> int:
    key = key_of(name.text)
    parts = key.split()
    if name in draft.weak:
        return WEAK
    if draft.kind in WORDS or not written_flags(name.text, draft.kind) & CAPITALS:
        return _word_flags(draft, name, parts, words)
    if len(key) <= 4:
        return WEAK
    if len(parts) > 1:
        if (
            draft.kind in PLACES
            and draft.weight < _LARGE_TOWN
            and (parts[0] in words.ambiguous["town"] or parts[0].isdigit() or words.given.intersection(parts))
        ):
            return WEAK
        return WEAK if draft.kind == "ruler" and _NUMBERED.fullmatch(key) else 0
    (word,) = parts
    if draft.kind in ("country", "continent"):
        return WEAK if word in words.first_names else 0
    if word in words.first_names or words.is_common(word, name.text):
        large = draft.kind in PLACES and draft.weight >= _LARGE_TOWN and not words.is_word(word)
        return 0 if large and word not in words.first_names and not _is_foreign(draft, word) else WEAK
    if draft.kind in EVENTS and word in words.first_names | words.famous:
        return WEAK
    if draft.kind in PLACES and draft.weight < _VERY_LARGE and (word in words.given or _is_another_name(draft, name)):
        return WEAK
    if draft.kind in ("artist", "person") and (word in words.surnames or len(word) < 5):
        return WEAK
    if draft.kind in ("artist", "person", "ruler") and _is_part(word, draft):
        return WEAK
    if draft.kind in PLACES and draft.weight < OWN_WEIGHT and (word in words.surnames or word in words.famous):
        return WEAK
    if draft.kind in PLACES and draft.weight < _LARGE_TOWN:
        return WEAK
    return 0


def _is_another_name(draft: Draft, name: Name) -> bool:
    """Say whether a town is so called somewhere, but in no language that the source tells."""
    return not name.lang and name != next(iter(draft.names)) and draft.weight < OWN_WEIGHT


def _is_foreign(draft: Draft, word: str) -> bool:
    """Say whether a word is most frequent in a language in which the place has another name: French "Tage"."""
    frequencies = _frequencies(next(name.text for name in draft.names if key_of(name.text) == f"{word} ").lower())
    most = SPOKEN[frequencies.index(max(frequencies))]
    here = {name.lang for name in draft.names if key_of(name.text) == f"{word} "}
    return max(frequencies) >= _VERY_FREQUENT and most not in here and any(name.lang == most for name in draft.names)


def _is_part(word: str, draft: Draft) -> bool:
    """Say whether a word is only a part of a later person's name: "Kristina", "Leonardo"."""
    usual = next(iter(draft.names))
    if word in _KNOWN_BY_ONE or key_of(usual.text) == f"{word} " or (draft.years[1] or 9999) < _ANTIQUITY:
        return False
    return any(word in key_of(name.text).split() and key_of(name.text) != f"{word} " for name in draft.names)


_KNOWN_BY_ONE = frozenset("napoleon napoleone".split())
_ANTIQUITY = 600


def _word_flags(draft: Draft, name: Name, parts: list[str], words: Words) -> int:
    if len(parts) > 1:
        return 0
    flags = 0
    (word,) = parts
    if draft.row in words.ambiguous["row"] or word in words.ambiguous.get(name.lang, ()) or len(word) < 3:
        flags |= WEAK
    if word in words.surnames and not written_flags(name.text, draft.kind):
        flags |= NAME_TOO
    if name.lang in SPOKEN:
        frequencies = _frequencies(name.text.lower())
        own = frequencies[SPOKEN.index(name.lang)]
        same = {other.lang for other in draft.names if key_of(other.text) == f"{word} "}
        others = [times for code, times in zip(SPOKEN, frequencies, strict=True) if code not in same]
        if others and max(others) >= _FREQUENT and max(others) > own - 0.5:
            flags |= FOREIGN_WORD
    return flags


_UMLAUTS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "å": "aa", "Å": "Aa", "ø": "oe"}
)


def _without_umlauts(name: Name) -> str:
    """Return a German, Swedish or Danish name as it is spelled where there are no umlauts: "Duerer"."""
    return name.text.translate(_UMLAUTS) if name.lang in ("de", "sv", "da", "") else name.text
