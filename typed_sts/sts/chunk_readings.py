"""Two sentences before their chunks are compared: what is known of each word, and of each pair of words.

vectors   of a word alone, by the encoder: what it means anywhere
states    of a word where it stands, by the encoder: what it means here
known     how surely two words say the same by form, lemma and WordNet (typed_sts.sts.alignment)
similar   the best of these: known, or 0.9 times the cosine of the vectors; two numbers that differ are not similar
linked    the weight of the link between two words in the alignment of the sentences, one to one
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats
from typed_sts.reading.encoder import MOST_OF_SEGMENT, TextSum, encoder
from typed_sts.reading.tagging.verb_tagger import VERB_TAGS, default_verb_tagger
from typed_sts.sts.alignment import ANTONYM, BROADER, NARROWER, NEAR, SYNONYM, align, relation
from typed_sts.sts.sentences import weight_of
from typed_sts.sts.words import NUMBER, Word, words_of_tokens

RELATIONS = (SYNONYM, BROADER, NARROWER, NEAR, ANTONYM)
OTHER_NUMBERS = 0.3
"""How similar two numbers are that are not the same: they answer to each other, and do not say the same."""
_SHARE_OF_VECTORS = 0.9
_LEAST_WEIGHT = 0.01
_PREPOSITIONS = ("ADP", "PART")
Singles = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A sentence: its words, which are verbs or prepositions, their weights, and unit vectors as rows."""

    words: tuple[Word, ...]
    verbs: tuple[bool, ...]
    prepositions: tuple[bool, ...]
    weights: Floats
    vectors: Singles
    states: Singles
    whole: Singles


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Two sentences word by word: a row for each word of the left one, a column for each of the right one."""

    similar: Floats
    vectors: Floats
    states: Floats
    same: Floats
    linked: Floats
    relations: Mapping[str, Floats]


def read_sentence(tokens: Sequence[str]) -> Reading:
    """Return what the encoder, the tagger and the tables know of a sentence of one token or more."""
    words = words_of_tokens(tokens)
    lowered = [word.text.lower() for word in words]
    tags = default_verb_tagger().tags(list(tokens))
    return Reading(
        words,
        tuple(tag in VERB_TAGS for tag in tags),
        tuple(tag in _PREPOSITIONS for tag in tags),
        np.array([max(weight_of(word), _LEAST_WEIGHT) for word in words]),
        np.stack([text_vector(text) for text in lowered]),
        _states(lowered),
        text_vector(" ".join(lowered)),
    )


@lru_cache(1 << 15)
def text_vector(text: str) -> Singles:
    """Return the unit vector of a short text; of a long one, of its beginning."""
    states = encoder().encode([text[:MOST_OF_SEGMENT]], remember=False)[0].states
    vector: Singles = encoder().vectors([[TextSum(states.sum(axis=0), len(states))]])[0]
    return vector


def compare(left: Reading, right: Reading) -> Compared:
    """Return all that is known between the words of two sentences."""
    shape = (len(left.words), len(right.words))
    vectors, states = (
        np.maximum(ours @ theirs.T, 0).astype(np.float64)
        for ours, theirs in ((left.vectors, right.vectors), (left.states, right.states))
    )
    same, known, linked, other_numbers = np.zeros(shape), np.zeros(shape), np.zeros(shape), np.zeros(shape, dtype=bool)
    relations = {name: np.zeros(shape) for name in RELATIONS}
    for i, ours in enumerate(left.words):
        for j, theirs in enumerate(right.words):
            reason, known[i, j] = relation(ours, theirs)
            same[i, j] = ours.lemma == theirs.lemma
            other_numbers[i, j] = ours.kind == theirs.kind == NUMBER and not same[i, j]
            if reason in relations:
                relations[reason][i, j] = 1
    for link in align(left.words, right.words).links:
        linked[link.left, link.right] = link.weight
    similar = np.where(other_numbers, OTHER_NUMBERS, np.maximum(known, _SHARE_OF_VECTORS * vectors))
    return Compared(similar, vectors, states, same, linked, relations)


def _states(tokens: Sequence[str]) -> Singles:
    """Return a unit vector for each token, the mean of its states; zeros beyond what is encoded at once."""
    text = " ".join(tokens)[:MOST_OF_SEGMENT]
    encoded = encoder().encode([text], remember=False)[0]
    found = np.zeros((len(tokens), encoded.states.shape[1]), dtype=np.float32)
    place = 0
    for number, token in enumerate(tokens):
        inside = (encoded.starts >= place) & (encoded.starts < place + len(token)) & (encoded.ends > 0)
        if inside.any():
            found[number] = encoded.states[inside].mean(axis=0)
        place += len(token) + 1
    unit: Singles = found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-6)
    return unit
