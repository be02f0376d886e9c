"""A sentence, read once: its words, how much each tells, and what the encoder makes of them and of the whole.

    words      `typed_sts.sts.words`
    weights    of words: how rare their pieces are in the encoder's vocabulary, in any language; signs weigh nothing
    states     unit vectors of words where they stand: the mean of the encoder's states of their pieces
    vector     of the sentence, and the sum of its states

Without the encoder (`meaning=False`) the states and the vectors are zeros; the weights of words are there all the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats
from typed_sts.reading.encoder import MOST_OF_SEGMENT, STATE, VECTOR, Encoded, TextSum, encoder
from typed_sts.sts.words import FUNCTION, SIGN, Word, words_of

Singles = npt.NDArray[np.float32]
_COMMON, _RARE = 5.0, 16.0
"""Information of words below and above which they all count alike."""
_LEAST = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Sentence:
    """A sentence that was read; one weight and one row of states for each word."""

    text: str
    language: str
    words: tuple[Word, ...]
    weights: Floats
    states: Singles
    vector: Singles
    total: Singles


def read_sentences(texts: Sequence[str], language: str = "en", *, meaning: bool = True) -> list[Sentence]:
    """Return the sentences of texts in order; equal texts are read once."""
    known = dict.fromkeys(texts)
    seen = {text: text[:MOST_OF_SEGMENT].strip() for text in known}
    wanted = [part for part in dict.fromkeys(seen.values()) if part] if meaning else []
    encoded = dict(zip(wanted, encoder().encode(wanted, remember=False), strict=True))
    sums = [[TextSum(found.states.sum(axis=0), len(found.states))] for found in encoded.values()]
    vectors = dict(zip(wanted, encoder().vectors(sums), strict=True)) if wanted else {}
    read = {
        text: _sentence(text, language, encoded.get(part), vectors.get(part, np.zeros(VECTOR, dtype=np.float32)))
        for text, part in seen.items()
    }
    return [read[text] for text in texts]


def _sentence(text: str, language: str, encoded: Encoded | None, vector: Singles) -> Sentence:
    words = words_of(text, language)
    weights = np.array([weight_of(word) for word in words])
    states = np.zeros((len(words), STATE if encoded else 1), dtype=np.float32)
    total = np.zeros(STATE, dtype=np.float32)
    if encoded is not None:
        before = len(text) - len(text.lstrip())
        firsts, lasts = _pieces_of(words, encoded, before)
        running = np.concatenate([np.zeros((1, STATE), dtype=np.float32), encoded.states.cumsum(axis=0)])
        states = running[lasts] - running[firsts]
        states /= np.maximum(np.linalg.norm(states, axis=1, keepdims=True), 1e-6)
        total = encoded.states.sum(axis=0)
        total /= max(float(np.linalg.norm(total)), 1e-6)
    return Sentence(text, language, words, weights, states, vector, total)


def _pieces_of(
    words: Sequence[Word], encoded: Encoded, before: int
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return the first piece of each word and the one after its last; pieces are those between the two marks."""
    starts, ends = encoded.starts[1:-1], encoded.ends[1:-1]
    firsts = np.searchsorted(ends, [word.start - before for word in words], side="right") + 1
    lasts = np.searchsorted(starts, [word.end - before for word in words], side="left") + 1
    firsts = np.minimum(firsts, len(starts))
    return firsts, np.maximum(np.minimum(lasts, len(starts) + 1), firsts)


def weight_of(word: Word) -> float:
    """Return how much a word tells, from a little to 1; signs tell nothing."""
    if word.kind == SIGN:
        return 0.0
    weight = _weight(word.text)
    return min(weight, 0.2) if word.kind == FUNCTION else max(weight, 0.2)


@lru_cache(1 << 16)
def _weight(text: str) -> float:
    told = min(encoder().information(text), encoder().information(text.lower()))
    return min(max((told - _COMMON) / (_RARE - _COMMON), _LEAST), 1.0)
