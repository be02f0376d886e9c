"""The model file of python-crfsuite, read into arrays, and the best tags of many texts by it (Viterbi).

    header   magic lCRF, size, FOMC, version, 3 counts, then where features, labels, attributes and references begin
    features FEAT, size, count, then for each: kind (0 attribute to label, 1 label to label), from, to, weight
    names    CQDB, size, flag, order, count, where the list of places begins; at each place: number, length, name

crfsuite's own tagger takes attributes as texts and looks each of them up for each token, which is most of its time.
With the weights in arrays, all that a word contributes is added up once for each word.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from typed_sts.reading.tagging.token_attributes import (
    AFTER,
    AFTER_2,
    BEFORE,
    BEFORE_2,
    FIRST,
    LAST,
    LETTERS,
    WordAttributes,
)

Floats = npt.NDArray[np.float32]

_FEATURE = np.dtype([("kind", "<u4"), ("source", "<u4"), ("target", "<u4"), ("weight", "<f8")])
_HEADER_NUMBERS = 12
_CHUNK_HEAD = 12


@dataclass(frozen=True, slots=True)
class CrfModel:
    """Weights of a first-order conditional random field.

    `states` has a row for each attribute and a column for each tag; `transitions` is from (rows) and to (columns).
    """

    tags: tuple[str, ...]
    attributes: dict[bytes, int]
    states: Floats
    transitions: Floats


def read_model(content: bytes) -> CrfModel:
    """Return the model in the bytes of a file that python-crfsuite wrote; raise ValueError when it is not one."""
    if content[:4] != b"lCRF" or content[8:12] != b"FOMC":
        raise ValueError("not a model of crfsuite")
    header = _numbers(content, 0, _HEADER_NUMBERS)
    features_at, tags_at, attributes_at = (int(header[place]) for place in (7, 8, 9))
    tags = _names(content, tags_at)
    attributes = _names(content, attributes_at)
    n_features = int(_numbers(content, features_at + 8, 1)[0])
    features = np.frombuffer(content, _FEATURE, n_features, features_at + _CHUNK_HEAD)
    states = np.zeros((len(attributes), len(tags)), dtype=np.float32)
    transitions = np.zeros((len(tags), len(tags)), dtype=np.float32)
    for array, kind in ((states, 0), (transitions, 1)):
        of_kind = features[features["kind"] == kind]
        array[of_kind["source"], of_kind["target"]] = of_kind["weight"]
    return CrfModel(
        tuple(name.decode() for name in tags), {name: row for row, name in enumerate(attributes)}, states, transitions
    )


def _numbers(content: bytes, at: int, count: int) -> npt.NDArray[np.uint32]:
    return np.frombuffer(content, "<u4", count, at)


def _names(content: bytes, at: int) -> list[bytes]:
    if content[at : at + 4] != b"CQDB":
        raise ValueError("not a model of crfsuite")
    count, places_at = (int(number) for number in _numbers(content, at + 16, 2))
    names = []
    for place in _numbers(content, at + places_at, count).tolist():
        start = at + place + 8
        names.append(content[start : content.index(b"\0", start)])
    return names


ROWS_KEPT = 400_000
"""Rows after which the table starts afresh, so that it does not grow with the number of records."""

_NOTHING = 0


@dataclass(frozen=True, slots=True)
class Value:
    """The words of one value, the letter of its field, and what is known of words beyond themselves, by their place."""

    letter: str
    words: list[str]
    marks: Sequence[tuple[int, str]]


class Emissions:
    """Adds up what words speak for; `bias` is added to every token's score of a tag."""

    def __init__(self, model: CrfModel, make: WordAttributes, bias: Mapping[str, float]) -> None:
        self._model = model
        self._make = make
        self._bias = np.array([bias.get(tag, 0.0) for tag in model.tags], dtype=np.float32)
        self._start_afresh()

    def of(self, values: Iterable[Value]) -> Floats:
        """Return a row for each token of the values, one value after another."""
        if self._count > ROWS_KEPT:
            self._start_afresh()
        own: list[int] = []
        before: list[int] = []
        after: list[int] = []
        before_2: list[int] = []
        after_2: list[int] = []
        places: list[int] = []
        marked: list[int] = []
        for value in values:
            words, letter = value.words, value.letter
            begin = len(own)
            own += map(self._own[letter].__getitem__, words)
            before.append(self._marks[FIRST + letter])
            before += map(self._before.__getitem__, words[:-1])
            after += map(self._after.__getitem__, words[1:])
            after.append(self._marks[LAST + letter])
            before_2 += (_NOTHING, _NOTHING)[: len(words)]
            before_2 += map(self._before_2.__getitem__, words[:-2])
            after_2 += map(self._after_2.__getitem__, words[2:])
            after_2 += (_NOTHING, _NOTHING)[: len(words)]
            for place, mark in value.marks:
                places.append(begin + place)
                marked.append(self._marks[mark])
        table = self._table
        total = table[own] + table[before] + table[after] + table[before_2] + table[after_2] + self._bias
        np.add.at(total, places, table[marked])
        return total

    def _start_afresh(self) -> None:
        self._table = np.zeros((1024, len(self._model.tags)), dtype=np.float32)
        self._count = 1
        self._own = {letter: _Rows(partial(self._own_row, letter)) for letter in LETTERS}
        self._before = _Rows(partial(self._row, self._make.near, BEFORE))
        self._after = _Rows(partial(self._row, self._make.near, AFTER))
        self._before_2 = _Rows(partial(self._row, self._make.far, BEFORE_2))
        self._after_2 = _Rows(partial(self._row, self._make.far, AFTER_2))
        self._marks = _Rows(lambda mark: self._add([mark]))

    def _own_row(self, letter: str, word: str) -> int:
        return self._add(self._make.own(word, letter))

    def _row(self, make: Callable[[str], list[str]], side: str, word: str) -> int:
        return self._add([side + text for text in make(word)])

    def _add(self, texts: Sequence[str]) -> int:
        numbers = [self._model.attributes.get(text.encode(errors="replace"), -1) for text in texts]
        row = self._model.states[[number for number in numbers if number >= 0]].sum(axis=0)
        if not row.any():
            return _NOTHING
        if self._count == len(self._table):
            self._table = np.concatenate([self._table, np.zeros_like(self._table)])
        self._table[self._count] = row
        self._count += 1
        return self._count - 1


class _Rows(dict[str, int]):
    """Rows of the table by word, made when first asked for."""

    def __init__(self, make: Callable[[str], int]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, word: str) -> int:
        made = self[word] = self._make(word)
        return made


Ints = npt.NDArray[np.intp]


def best_tags(emissions: Floats, lengths: Ints, transitions: Floats) -> Ints:
    """Return the tag number of each token; texts stand one after another in the rows of `emissions`, none empty."""
    order = np.argsort(-lengths, kind="stable")
    starts = (np.cumsum(lengths) - lengths)[order]
    sorted_lengths = lengths[order]
    steps = int(sorted_lengths[0]) if len(lengths) else 0
    active = np.searchsorted(-sorted_lengths, -np.arange(steps), side="left").tolist()  # texts longer than t
    into = np.ascontiguousarray(transitions.T)
    best = emissions[starts]
    origins = np.zeros(emissions.shape, dtype=np.uint8)
    for step in range(1, steps):
        count = active[step]
        rows = starts[:count] + step
        sums = best[:count, None, :] + into
        origins[rows] = sums.argmax(axis=2)
        best[:count] = sums.max(axis=2) + emissions[rows]
    return _follow(best, origins, starts, sorted_lengths, active)


def _follow(best: Floats, origins: npt.NDArray[np.uint8], starts: Ints, lengths: Ints, active: list[int]) -> Ints:
    """Return the tags on the way back from the best end of each text."""
    tags = np.zeros(len(origins), dtype=np.intp)
    current = best.argmax(axis=1)
    tags[starts + lengths - 1] = current
    for step in range(len(active) - 1, 0, -1):
        rows = starts[: active[step]] + step
        current[: active[step]] = origins[rows, current[: active[step]]]
        tags[rows - 1] = current[: active[step]]
    return tags
