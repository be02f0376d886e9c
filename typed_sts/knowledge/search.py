"""What a text names that the knowledge pack knows: the longest names in it, from left to right.

    "Sint-Joris en de draak"     Sint-Joris   iconclass:11H(GEORGE)   saint    sure
    "a bath in Bath"             Bath         geonames:2656173        town     not sure: a common word too

Names of persons, places and events are found in every language, where capitals are as in the name (in a text without
any, or of nothing else, capitals tell nothing); words for groups, actions, cultures and objects in their own language.
Time is linear in the length of the text: at each word one look into a trie, no further than the longest name.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from typed_sts.knowledge.folding import BREAK, Folded
from typed_sts.knowledge.kinds import LABEL_OF_KIND as LABEL_OF_KIND
from typed_sts.knowledge.kinds import PLACES, WORDS
from typed_sts.knowledge.pack import Knowledge, in_use
from typed_sts.knowledge.store import (
    ACCENTS,
    ALL_CAPITALS,
    CAPITALS,
    CONCEPT_BITS,
    FOREIGN_WORD,
    LANGUAGE_SHIFT,
    LANGUAGES,
    MINOR,
    NAME_TOO,
    WEAK,
    Store,
)

_LONGEST = 120
_MOST_CANDIDATES = 12
_CONCEPT = (1 << CONCEPT_BITS) - 1
_UPPER, _LOWER, _SEVERAL = 1, 2, 4
"""Beside the flags of a name: the whole text has only capitals, or none; the name has several words."""
_NAMES = frozenset(("PERSON", "MAKER", "PLACE", "GROUP", "CULTURE"))
_OF = frozenset("d da de del della der di do dos du of van von av zu".split())
_ANY_LANGUAGE = frozenset(("", "other"))
_FRENCH_CHURCHES = ("Saint-", "Sainte-", "St-", "Ste-")
"""So French writes what is named after a saint; the saint has no hyphen."""
_PARTICLES = frozenset(
    "a al and af av bei d da das de degli dei del della delle den der des di do dos du e el en et het i im in l la las "
    "le les los na nad o of op pod s t te the to tot u und v van vid vom von w y z ze zu zum zur".split()
)


class Mention(NamedTuple):
    """A name in a text: where it stands, and what it may mean."""

    start: int
    end: int
    concepts: tuple[str, ...]
    """The ids of all candidates, the likeliest first."""
    kind: str
    """The kind of the first."""
    sure: bool
    """Whether this form alone tells: no common word, no name of many, nothing else with another label."""


class _Meaning(NamedTuple):
    concepts: tuple[str, ...]
    kind: str
    sure: bool
    as_written: bool


def find(text: str, language: str = "", *, among: Knowledge | None = None) -> tuple[Mention, ...]:
    """Return the longest names in a text, from left to right; no two overlap."""
    known = among or in_use()
    found: list[Mention] = []
    end = 0
    for mention, as_written in _mentions(text, language, known):
        if as_written and mention.start >= end:  # the longest at a place comes first
            if found and mention.kind in PLACES and mention.sure:
                found[-1] = _placed(text, found[-1], mention, known)
            found.append(mention)
            end = mention.end
    return tuple(found)


def find_all(text: str, language: str = "", *, among: Knowledge | None = None) -> tuple[Mention, ...]:
    """Return all names in a text, also within longer ones, and those whose capitals are not as in the name."""
    return tuple(mention for mention, _ in _mentions(text, language, among or in_use()))


def _placed(text: str, place: Mention, container: Mention, known: Knowledge) -> Mention:
    """Return a place as sure when what contains it follows, "Leigh, England"; that candidate then comes first."""
    if place.kind not in PLACES or text[place.end : container.start].strip() not in (",", "("):
        return place
    wanted = set(container.concepts[:2])
    inside = [id for id in place.concepts if wanted.intersection(known.containers(id))]
    if not inside:
        return place
    return place._replace(concepts=tuple(dict.fromkeys((*inside, *place.concepts))), sure=True)


def _mentions(text: str, language: str, known: Knowledge) -> Iterator[tuple[Mention, bool]]:
    """Yield the mentions by where they start, the longest first, and whether each is written as its name is."""
    folded = Folded(text)
    spans, begins, words = folded.words, folded.begins, folded.text
    ends = {begin: number for number, begin in enumerate(begins)}
    case = _UPPER if text.isupper() else _LOWER if text.islower() else 0
    look = [store.names.iter_prefixes_with_ids for store in known.stores]
    for number, (start, _) in enumerate(spans):
        begin = begins[number]
        rest = words[begin : begin + _LONGEST]
        hits = [(store, hit) for store, prefixes in enumerate(look) for hit in prefixes(rest)]
        if not hits:
            continue
        found: dict[int, _Meaning] = {}
        for store, (key, name) in hits:
            last = ends[begin + len(key)]
            written = case | _written_as(text, folded, number, last) | (_SEVERAL if last - number > 1 else 0)
            if meaning := _meaning(known.stores[store], name, language, written):
                if meaning.kind in WORDS and written & ACCENTS and not written & (_SEVERAL | _UPPER):
                    word = text[start : spans[number][1]].casefold()
                    if not any(word in _forms(known, id) for id in meaning.concepts):  # nor is "hår" "här"
                        continue
                before = found.get(last)
                found[last] = _joined(before, meaning) if before else meaning
        for last in sorted(found, reverse=True):
            concepts, kind, sure, as_written = found[last]
            if sure and not case and LABEL_OF_KIND[kind] in _NAMES:
                sure = not _goes_on(text, folded, number, last, known, language)
            if kind == "saint" and text.startswith(_FRENCH_CHURCHES, start):
                sure = False
            yield Mention(start, spans[last - 1][1], concepts, kind, sure), as_written


def _goes_on(text: str, folded: Folded, number: int, last: int, known: Knowledge, language: str) -> bool:
    """Say whether a name may be part of a longer one: "Martin Luther King", "Generaal Joffre", "Tirso de Molina"."""
    if last < len(folded.words) and _is_name(text, folded, last, known, NAME_TOO):
        return True
    before = number - 1
    while number - before < 3 and before > 0 and language != "de" and folded.word(before) in _OF:
        before -= 1
    is_first = before < 1 or folded.word(before - 1) == BREAK  # the first word of a sentence has a capital anyway
    return last - number == 1 and not is_first and _is_name(text, folded, before, known)


def _is_name(text: str, folded: Folded, number: int, known: Knowledge, unless: int = 0) -> bool:
    """Say whether a word has a capital, and is none of the words that the pack knows (but for those so flagged)."""
    word = folded.word(number)
    if not text[folded.words[number][0]].isupper() or word in _PARTICLES:
        return False
    numbers = ((store, store.names.get(f"{word} ")) for store in known.stores)
    return not any(_is_word(store, name, unless) for store, name in numbers if name is not None)


@lru_cache(maxsize=1 << 12)
def _forms(known: Knowledge, id: str) -> frozenset[str]:
    concept = known.concept(id)
    return frozenset(name.text.casefold() for name in concept.names) if concept else frozenset()


@lru_cache(maxsize=1 << 14)
def _is_word(store: Store, name: int, unless: int) -> bool:
    return any(store.kind(use & _CONCEPT) in WORDS and not use & unless for use in store.uses_of(name))


def _written_as(text: str, folded: Folded, number: int, last: int) -> int:
    """Return how words of the text are written, as flags: one has a capital, all that should have one, accents."""
    some, every = 0, ALL_CAPITALS
    for word in range(number, last):
        letter = text[folded.words[word][0]]
        if letter.isupper():
            some = CAPITALS
        elif letter.islower() and folded.word(word) not in _PARTICLES:
            every = 0
    accents = 0 if text[folded.words[number][0] : folded.words[last - 1][1]].isascii() else ACCENTS
    return some | every | accents


@lru_cache(maxsize=1 << 16)
def _meaning(store: Store, name: int, language: str, written: int) -> _Meaning | None:
    """Return what a name means in a text of this language, written so; None for nothing."""
    plain = written & (_UPPER | _LOWER)  # capitals tell nothing
    fits: list[tuple[int, int]] = []
    others: list[int] = []
    for use in store.uses_of(name):
        concept = use & _CONCEPT
        if not use & CAPITALS or store.kind(concept) in WORDS:
            code = LANGUAGES[use >> LANGUAGE_SHIFT & 31]
            if language and code != language and code not in _ANY_LANGUAGE:
                continue
            if (use ^ written) & ACCENTS and not written & (_SEVERAL | _UPPER):  # Swedish "har" is not "hår"
                continue
        if not use & CAPITALS or (_tells(use, written) if plain else _fits(use, written)):
            fits.append((concept, use))
        else:
            others.append(concept)
    if written & _LOWER:
        fits.sort(key=lambda fit: bool(fit[1] & CAPITALS))  # without capitals a word is likelier than a name
    concepts = list(dict.fromkeys((*(concept for concept, _ in fits), *others)))[:_MOST_CANDIDATES]
    if not concepts:
        return None
    weighed = [(concept, use) for concept, use in fits if not use & MINOR]
    labels = {LABEL_OF_KIND[store.kind(concept)] for concept, _ in weighed}
    sure = len(labels) == 1 and not any(_is_weak(use, written, language) for _, use in weighed)
    return _Meaning(tuple(map(store.id_of, concepts)), store.kind(concepts[0]), sure, bool(fits))


def _fits(use: int, written: int) -> bool:
    """Say whether capitals are as in the name."""
    return bool(written & CAPITALS) and (not use & ALL_CAPITALS or bool(written & ALL_CAPITALS))


def _tells(use: int, written: int) -> bool:
    """Say whether a name may be taken as one where capitals tell nothing."""
    return not use & WEAK or bool(written & _SEVERAL)


def _is_weak(use: int, written: int, language: str) -> bool:
    if use & WEAK or (use & FOREIGN_WORD and not language):
        return True
    if use & CAPITALS and written & (_UPPER | _LOWER) and not written & _SEVERAL:
        return True
    if use & CAPITALS:
        return bool(written & ACCENTS and not use & ACCENTS and not written & _SEVERAL)
    if (
        written & CAPITALS and language == "de" and not written & _UPPER
    ):  # there a verb with a capital is a name or a noun
        return True
    return bool(use & NAME_TOO and written & CAPITALS)


def _joined(own: _Meaning, shipped: _Meaning) -> _Meaning:
    """Return what the user's own knowledge and the pack say together: the user's comes first."""
    concepts = tuple(dict.fromkeys((*own.concepts, *shipped.concepts)))
    return _Meaning(concepts, own.kind, own.sure, own.as_written or shipped.as_written)
