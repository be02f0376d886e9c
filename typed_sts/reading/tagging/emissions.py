"""How much the words of texts speak for each tag, before tags are weighed against each other.

    emission(token) = own(word) + before(word at -1) + after(word at +1) + before_2(...) + after_2(...) + marks

Each term is a row of one table: the sum of what the model gives to the attributes of that word at that place, added
up when the word is first met.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from typed_sts.reading.tagging.crfsuite_model import CrfModel, Floats
from typed_sts.reading.tagging.token_attributes import (
    AFTER,
    AFTER_2,
    BEFORE,
    BEFORE_2,
    FIRST,
    LAST,
    LETTERS,
    WordAttributes,
    marks,
)

ROWS_KEPT = 400_000
"""Rows after which the table starts afresh, so that it does not grow with the number of records."""

_NOTHING = 0


@dataclass(frozen=True, slots=True)
class Value:
    """The words of one value, the letter of its field, and the words in the names of the record's makers."""

    letter: str
    words: list[str]
    creators: frozenset[str]


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
            for place, mark in marks(words, value.creators, letter):
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
