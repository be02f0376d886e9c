"""What the tagger sees of a token: attributes of the token, of its four neighbours, of its field and of its record.

    own     the word, its shape, ends and start, clusters, capitals, senses, readings; the same with its field
    near    of the words beside it: word, shape, clusters, first senses
    far     of the words two away: word and one cluster
    around  inside brackets; part of a name in dcCreator (and so for the words beside it)

Nearly all of that depends on the word alone, so that it can be made once for each word: see emissions.py, which adds
up what the attributes of a word weigh. Training (`attributes_of`) spells them out.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from typed_sts.reading.tagging.annotated import words_of
from typed_sts.reading.tagging.lexicons import Lexicons, Reading, word_key

BEFORE, AFTER, BEFORE_2, AFTER_2 = "<", ">", "<<", ">>"
"""What stands before an attribute of a neighbour."""
FIRST, LAST = "^", "$"
"""What stands before the letter of the field at the first and the last token of a value."""

# Fields that the training records lack are read like the one most like them.
_FIELD_LETTERS = {
    "dcTitle": "T",
    "dcCreator": "C",
    "dcContributor": "C",
    "dcDescription": "D",
    "dcDate": "Y",
    "dctermsCreated": "Y",
    "dctermsTemporal": "Y",
    "dctermsSpatial": "P",
}
_OTHER = "S"
LETTERS = tuple(sorted({*_FIELD_LETTERS.values(), _OTHER}))
_BRACKETED = re.compile(r"\([^)\n]*+(\)?)")
"""Also what is opened and not closed in its line, which stays: so that it is looked at once."""
_MUSEUM = re.compile(r"\b(?:Museum|Gallery|Galleries|Library)\b")
_CREDIT = re.compile(r"\b(?:Artist|Maker|Designer|Photographer|Painter|Manufacturer|Publisher): ([^;:(]{1,80})")
_LONG_LOWER, _LONG_UPPER = re.compile("xx+"), re.compile("XX+")
_NOUN, _VERB = "n", "v"


def field_letter(field: str) -> str:
    """Return the letter that stands for a field in attributes; all but a few fields are read like dcSubject."""
    return _FIELD_LETTERS.get(field, _OTHER)


def maker_words(creators: Iterable[str], descriptions: Iterable[str]) -> frozenset[str]:
    """Return the words of the makers' names.

    They stand in dcCreator, without what is in brackets after them; where that names the museum instead, in the
    description as "Artist: ...".
    """
    names = [
        _BRACKETED.sub(lambda found: " " if found[1] else found[0], creator) if "(" in creator else creator
        for creator in creators
        if not _MUSEUM.search(creator)
    ]
    for description in descriptions:
        names += _CREDIT.findall(description)
    words = chain.from_iterable(map(words_of, names))
    return frozenset(word for word in words if len(word) > 2 and word[0].isupper())


def shape_of(word: str) -> str:
    """Return the shape of a word: X for capitals, x for letters, d for digits, runs of letters shortened."""
    signs = "".join(
        "X" if sign.isupper() else "x" if sign.isalpha() else "d" if sign.isdigit() else sign for sign in word
    )
    return _LONG_UPPER.sub("X+", _LONG_LOWER.sub("x+", signs))[:6]


class WordAttributes:
    """Makes the attributes of words, as texts without their place."""

    def __init__(self, lexicons: Lexicons) -> None:
        self._lexicons = lexicons

    def own(self, word: str, letter: str) -> list[str]:
        """Return what is known of a word in the field of that letter."""
        lower, shape = word.lower(), shape_of(word)
        found = ["1", "f" + letter, "w" + lower, "s" + shape, letter + "s" + shape, letter + "w" + lower]
        if lower.isalpha() or len(lower) > 3:
            found += [f"e2{lower[-2:]}", f"e3{lower[-3:]}", f"e4{lower[-4:]}", f"p3{lower[:3]}", f"p4{lower[:4]}"]
        known = self._lexicons.words.get(word_key(word))
        found += _numbered(known.clusters) if known else ["0-"]
        if word[0].isalpha():
            found.append(f"k{known.capitals if known else '-'}{shape[:2]}")
        return found + self._senses(lower, whole=True)

    def near(self, word: str) -> list[str]:
        """Return what matters of a word beside the token."""
        known = self._lexicons.words.get(word_key(word))
        found = ["w" + word_key(word), "s" + shape_of(word), *(_numbered(known.clusters) if known else ["0-"])]
        if word[0].isalpha():
            found.append("k" + (known.capitals if known else "-"))
        return found + self._senses(word.lower(), whole=False)

    def far(self, word: str) -> list[str]:
        """Return what matters of a word two places away."""
        known = self._lexicons.words.get(word_key(word))
        return ["w" + word_key(word), *(_numbered(known.clusters)[1:2] if known else [])]

    def _senses(self, word: str, *, whole: bool) -> list[str]:
        readings = self._lexicons.readings(word)
        noun = next((reading for reading in readings if reading.part == _NOUN), None)
        verb = next((reading for reading in readings if reading.part == _VERB), None)
        senses = self._lexicons.senses
        found = ["b" + self._balance(noun, verb)]
        if noun:
            nouns = senses[noun.lemma].nouns
            found.append("n" + nouns[0])
            if whole:
                found += ["m" + kind for kind in sorted(set(nouns))]
        if verb:
            found += ["v" + senses[verb.lemma].verb, "r" + verb.form]
        if whole:
            found += ["o" + sign for sign in (senses[word].others if word in senses else "")]
            if lemma := verb or noun:
                found.append("l" + lemma.lemma)
        return found

    def _balance(self, noun: Reading | None, verb: Reading | None) -> str:
        if noun and verb:
            as_noun = self._lexicons.senses[noun.lemma].noun_count
            as_verb = self._lexicons.senses[verb.lemma].verb_count
            return "n" if as_noun > as_verb + 1 else "v" if as_verb > as_noun + 1 else "="
        return "N" if noun else "V" if verb else "-"


def marks(words: Sequence[str], creators: frozenset[str], letter: str) -> Iterator[tuple[int, str]]:
    """Yield the attributes that depend on more than the words near a token, each with the token's place."""
    if "(" in words or "[" in words:
        yield from ((place, "(" + letter) for place in _inside_brackets(words))
    if not creators.isdisjoint(words):
        last = len(words) - 1
        for place, word in enumerate(words):
            if word in creators:
                yield place, "@"
                yield place, "@" + letter
                if place:
                    yield place - 1, "@" + AFTER
                if place < last:
                    yield place + 1, "@" + BEFORE


def attributes_of(
    make: WordAttributes, field: str, words: Sequence[str], marked: Iterable[tuple[int, str]]
) -> list[list[str]]:
    """Return every attribute of each token of a value of that field, given its marks."""
    letter = field_letter(field)
    rows = [make.own(word, letter) for word in words]
    near, far = [make.near(word) for word in words], [make.far(word) for word in words]
    for distance, texts, sides in ((1, near, (BEFORE, AFTER)), (2, far, (BEFORE_2, AFTER_2))):
        for row, before in zip(rows[distance:], texts, strict=False):
            row += [sides[0] + text for text in before]
        for row, after in zip(rows, texts[distance:], strict=False):
            row += [sides[1] + text for text in after]
    if rows:
        rows[0].append(FIRST + letter)
        rows[-1].append(LAST + letter)
    for place, mark in marked:
        rows[place].append(mark)
    return rows


def _inside_brackets(words: Sequence[str]) -> Iterator[int]:
    depth = 0
    for place, word in enumerate(words):
        if word in ("(", "["):
            depth += 1
        elif word in (")", "]") and depth:
            depth -= 1
        if depth:
            yield place


def _numbered(clusters: Iterable[str]) -> list[str]:
    return [f"{grain}{cluster}" for grain, cluster in enumerate(clusters)]
