"""WordNet: what a bidirectional LSTM over the encoder's states says of each word, run with numpy.

    states of a word (typed_sts.reading.encoder), 1,280 numbers   ->  160, tanh
    attributes of the word and its place (hashed), summed          ->   48
    LSTM of 128 forwards and backwards over the words of a text    ->  256
    a score for every tag, and for every tag after every tag

It was trained with torch (typed_sts.training.shipped.word_net), which is not needed to run it. The states know many
languages, so that what is learned in one holds in the others.

    word_net.npz    the weights in half precision, and the tags
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo
from zlib import crc32

import numpy as np
import numpy.typing as npt

from typed_sts.reading.encoder import STATE, Encoder, segments_of
from typed_sts.reading.tagging.annotated import Token
from typed_sts.reading.tagging.token_attributes import shape_of

Floats = npt.NDArray[np.float32]
BUCKETS = 1 << 13
"""Rows of the table of attributes."""
_MOST_AT_ONCE = 256
"""Texts whose words are read side by side."""
_ROWS_KEPT = 200_000
_SHORT = 4
_ARRAYS = ("project", "project_bias", "attributes", "score", "score_bias", "transitions", "first")
_DIRECTIONS, _PARTS = ("forwards", "backwards"), ("given", "kept", "bias")


def bucket(attribute: str) -> int:
    """Return the row of an attribute."""
    return crc32(attribute.encode(errors="replace")) & (BUCKETS - 1)


def word_attributes(word: str, letter: str) -> list[str]:
    """Return what the net is told of a word in the field of that letter, beside its state."""
    lower, shape = word.lower(), shape_of(word)
    start = "w" + lower if len(word) < _SHORT else "p" + lower[:3]
    return ["f" + letter, "L" + letter + shape, "s" + shape, "e3" + lower[-3:], "e2" + lower[-2:], start]


@dataclass(frozen=True, slots=True)
class NetText:
    """The words of a text, the letter of its field, and further attributes by the place of their word."""

    text: str
    tokens: Sequence[Token]
    letter: str
    marks: Sequence[tuple[int, str]]


@dataclass(frozen=True, slots=True, eq=False)
class Direction:
    """The weights of an LSTM in one direction: of its input, of its own last output, and the bias."""

    given: Floats
    kept: Floats
    bias: Floats


@dataclass(frozen=True, slots=True, eq=False)
class NetWeights:
    """All weights; rows are inputs, columns outputs."""

    tags: tuple[str, ...]
    project: Floats
    project_bias: Floats
    attributes: Floats
    forwards: Direction
    backwards: Direction
    score: Floats
    score_bias: Floats
    transitions: Floats
    first: Floats


def mark_attributes(text: NetText) -> list[tuple[int, str]]:
    """Return what the net is told of words by their place: the first, the last, and those with a mark."""
    return [(0, "first"), (len(text.tokens) - 1, "last"), *((place, "m" + mark) for place, mark in text.marks)]


class WordNet:
    """Scores the words of texts; what it knows of words makes it faster, so hold one and use it again."""

    def __init__(self, weights: NetWeights) -> None:
        self.tags = weights.tags
        self.transitions = weights.transitions
        self._weights = weights
        self._rows: dict[tuple[str, str], Floats] = {}

    def scores(self, texts: Sequence[NetText], encoder: Encoder) -> list[Floats]:
        """Return for each text a row of scores for each of its words; no text may be without words."""
        found: list[Floats] = []
        for start in range(0, len(texts), _MOST_AT_ONCE):
            some = texts[start : start + _MOST_AT_ONCE]
            inputs = [self._input(text, states) for text, states in zip(some, word_states(some, encoder), strict=True)]
            outputs = np.concatenate(_both_ways(inputs, self._weights.forwards, self._weights.backwards))
            scores = outputs @ self._weights.score + self._weights.score_bias
            ends = np.cumsum([len(text.tokens) for text in some])
            for rows in np.split(scores, ends[:-1]):
                rows[0] += self._weights.first
                found.append(rows)
        return found

    def _input(self, text: NetText, states: Floats) -> Floats:
        weights = self._weights
        known = np.stack([self._row(word, text.letter) for word, _, _ in text.tokens])
        marked = mark_attributes(text)
        for place, attribute in marked:
            known[place] += weights.attributes[bucket(attribute)]
        projected = np.tanh(states @ weights.project + weights.project_bias)
        return np.concatenate([projected, known], axis=1)

    def _row(self, word: str, letter: str) -> Floats:
        row = self._rows.get((word, letter))
        if row is None:
            if len(self._rows) >= _ROWS_KEPT:
                self._rows.clear()
            rows = [bucket(attribute) for attribute in word_attributes(word, letter)]
            row = self._rows[word, letter] = self._weights.attributes[rows].sum(axis=0)
        return row


def word_states(texts: Sequence[NetText], encoder: Encoder) -> Iterator[Floats]:
    """Yield for each text the states of its words: the mean of those of the pieces that a word meets."""
    parts = [(number, place, part) for number, text in enumerate(texts) for place, part in segments_of(text.text)]
    sums = [np.zeros((len(text.tokens), STATE), dtype=np.float32) for text in texts]
    counts = [np.zeros((len(text.tokens), 1), dtype=np.float32) for text in texts]
    for (number, place, _), encoded in zip(parts, encoder.encode([part for _, _, part in parts]), strict=True):
        tokens = texts[number].tokens
        words, pieces = _meetings(tokens, encoded.starts[1:-1] + place, encoded.ends[1:-1] + place)
        if len(words):
            firsts = np.flatnonzero(np.diff(words, prepend=-1))  # words come in their order
            sums[number][words[firsts]] += np.add.reduceat(encoded.states[1:-1][pieces], firsts, axis=0)
            counts[number][words[firsts], 0] += np.diff(firsts, append=len(words))
    for total, count in zip(sums, counts, strict=True):
        yield (total / np.maximum(count, 1.0)).astype(np.float32)


def _meetings(
    tokens: Sequence[Token], starts: npt.NDArray[np.int64], ends: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return which words and pieces have a character in common: numbers of words, and of pieces."""
    begins = np.array([start for _, start, _ in tokens])
    stops = np.array([end for _, _, end in tokens])
    first = np.searchsorted(stops, starts, side="right")
    last = np.searchsorted(begins, np.maximum(ends, starts + 1), side="left")
    met = np.maximum(last - first, 0)
    pieces = np.repeat(np.arange(len(starts)), met)
    words = np.repeat(first - np.cumsum(met) + met, met) + np.arange(int(met.sum()))
    return words, pieces


def _both_ways(inputs: Sequence[Floats], forwards: Direction, backwards: Direction) -> list[Floats]:
    ahead = _run(inputs, forwards)
    back = _run([rows[::-1] for rows in inputs], backwards)
    return [np.concatenate([one, other[::-1]], axis=1) for one, other in zip(ahead, back, strict=True)]


def _run(inputs: Sequence[Floats], weights: Direction) -> list[Floats]:
    """Return the outputs of an LSTM over each of the inputs, all of them read side by side, the longest first."""
    order = sorted(range(len(inputs)), key=lambda number: -len(inputs[number]))
    lengths = np.array([len(inputs[number]) for number in order])
    size = len(weights.kept)
    given = np.concatenate([inputs[number] for number in order]) @ weights.given + weights.bias
    starts = np.cumsum(lengths) - lengths
    outputs = np.empty((len(given), size), dtype=np.float32)
    output = np.zeros((len(order), size), dtype=np.float32)
    cell = np.zeros((len(order), size), dtype=np.float32)
    for step in range(int(lengths[0])):
        active = int(np.searchsorted(-lengths, -step, side="left"))
        rows = starts[:active] + step
        gates = given[rows] + output[:active] @ weights.kept
        let_in, forget, let_out = (_logistic(gates[:, part * size : (part + 1) * size]) for part in (0, 1, 3))
        cell = forget * cell[:active] + let_in * np.tanh(gates[:, 2 * size : 3 * size])
        output = let_out * np.tanh(cell)
        outputs[rows] = output
    found: list[Floats] = [outputs] * len(order)
    for place, number in enumerate(order):
        found[number] = outputs[starts[place] : starts[place] + lengths[place]]
    return found


def _logistic(values: Floats) -> Floats:
    found: Floats = 0.5 * (1.0 + np.tanh(0.5 * values))
    return found


def to_bytes(weights: NetWeights) -> bytes:
    """Return the file of a net; the same weights give the same bytes."""
    arrays: dict[str, Any] = {"tags": np.array(weights.tags)}
    for name in _ARRAYS:
        arrays[name] = getattr(weights, name).astype(np.float16)
    for name in _DIRECTIONS:
        for part in _PARTS:
            arrays[f"{name}_{part}"] = getattr(getattr(weights, name), part).astype(np.float16)
    return packed(arrays)


def packed(arrays: Mapping[str, npt.NDArray[Any]]) -> bytes:
    """Return a file of arrays as numpy reads it; the same arrays give the same bytes."""
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            content = io.BytesIO()
            np.save(content, array, allow_pickle=False)
            archive.writestr(ZipInfo(name + ".npy"), content.getvalue(), ZIP_DEFLATED)
    return file.getvalue()


def from_bytes(content: bytes) -> WordNet:
    """Return the net of a file; raise ValueError or KeyError for any other content."""
    with np.load(io.BytesIO(content), allow_pickle=False) as found:
        arrays = {name: found[name] for name in found.files}
    tags = tuple(str(tag) for tag in arrays.pop("tags"))
    exact = {name: array.astype(np.float32) for name, array in arrays.items()}
    if not all(np.isfinite(array).all() for array in exact.values()):
        raise ValueError("a weight of the net is no number")
    ahead, back = (Direction(*(exact[f"{name}_{part}"] for part in _PARTS)) for name in _DIRECTIONS)
    weights = NetWeights(tags=tags, forwards=ahead, backwards=back, **{name: exact[name] for name in _ARRAYS})
    size = len(weights.forwards.kept)
    if weights.project.shape[0] != STATE or weights.score.shape != (2 * size, len(tags)):
        raise ValueError("the shapes of a net's weights do not fit together")
    return WordNet(weights)
