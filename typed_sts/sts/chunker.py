"""Sentences cut into chunks as the gold standard has them: "[ A cat ] [ is standing ] [ on tree branches ] [ . ]".

A conditional random field says of each token whether it begins a chunk (B) or goes on with one (I), from its letters,
its neighbours and their parts of speech, as written and in lower case: headlines have capitals everywhere.

    weights     one row for each attribute, one column for B and I; attributes are known by a hash of their text, so
                that no word of the training sentences is kept
    best way    the tags of a sentence whose weights, and those of the steps between them, sum to the most (Viterbi)

python-crfsuite fits it (`fit_chunker`); nothing of it is needed to use it.
"""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path

import numpy as np
import numpy.typing as npt

from typed_sts.reading.tagging.crfsuite_model import read_model
from typed_sts.reading.tagging.lexicons import lexicons
from typed_sts.reading.tagging.verb_tagger import default_verb_tagger
from typed_sts.sts.chunk_files import Chunk, Sentence

BEGIN, INSIDE = "B", "I"
_TAGS = (BEGIN, INSIDE)
_OUTSIDE = "#"
_PARAMETERS = {"c1": 0.1, "c2": 0.1, "max_iterations": 100}


@dataclass(frozen=True, eq=False)
class Chunker:
    """A fitted field: hashes of attributes in ascending order, their weights, and those of steps from (row) to."""

    keys: npt.NDArray[np.uint64]
    states: npt.NDArray[np.float32]
    steps: npt.NDArray[np.float32]

    def check(self) -> None:
        """Raise ValueError unless the arrays fit together."""
        if self.keys.ndim != 1 or self.states.shape != (len(self.keys), len(_TAGS)):
            raise ValueError("the chunker has not two weights for each attribute")
        if self.steps.shape != (len(_TAGS), len(_TAGS)):
            raise ValueError(f"the chunker has no {len(_TAGS)} x {len(_TAGS)} weights of steps")
        if not (np.isfinite(self.states).all() and np.isfinite(self.steps).all()):
            raise ValueError("the chunker has weights that are no numbers")

    @cached_property
    def _rows(self) -> dict[int, int]:
        return {int(key): row for row, key in enumerate(self.keys)}

    def chunks(self, tokens: Sequence[str]) -> tuple[Chunk, ...]:
        """Return the chunks of a sentence of one token or more."""
        weights = np.zeros((len(tokens), len(_TAGS)))
        for number, attributes in enumerate(attributes_of(tokens)):
            rows = [row for text in attributes if (row := self._rows.get(_key(text))) is not None]
            weights[number] = self.states[rows].sum(axis=0)
        tags = self._best(weights)
        starts = [0, *(number for number in range(1, len(tokens)) if tags[number] == 0)]
        ends = [*starts[1:], len(tokens)]
        return tuple(tuple(range(start + 1, end + 1)) for start, end in zip(starts, ends, strict=True))

    def _best(self, weights: npt.NDArray[np.float64]) -> list[int]:
        score = weights[0]
        origins = []
        for row in weights[1:]:
            sums = score[:, None] + self.steps
            origins.append(sums.argmax(axis=0))
            score = sums.max(axis=0) + row
        tags = [int(score.argmax())]
        for origin in reversed(origins):
            tags.append(int(origin[tags[-1]]))
        return tags[::-1]


def fit_chunker(sentences: Iterable[Sentence]) -> Chunker:
    """Fit a chunker to sentences with chunks."""
    import pycrfsuite

    trainer = pycrfsuite.Trainer(algorithm="lbfgs", params=_PARAMETERS, verbose=False)
    for sentence in sentences:
        begins = {chunk[0] for chunk in sentence.chunks or ()}
        tags = [BEGIN if number in begins else INSIDE for number in range(1, len(sentence.tokens) + 1)]
        trainer.append(list(attributes_of(sentence.tokens)), tags)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chunks.crf"
        trainer.train(str(path))
        model = read_model(path.read_bytes())
    order = [model.tags.index(tag) for tag in _TAGS]
    keys = np.array([_key(name.decode()) for name in model.attributes], dtype=np.uint64)
    rows = np.array(list(model.attributes.values()))
    ascending = np.argsort(keys)
    states = model.states[rows[ascending]][:, order]
    kept = (states != 0).any(axis=1)
    return Chunker(keys[ascending][kept], states[kept], model.transitions[np.ix_(order, order)])


def attributes_of(tokens: Sequence[str]) -> Iterator[list[str]]:
    """Yield what the field sees of each token."""
    tagger = default_verb_tagger()
    lowered = [token.lower() for token in tokens]
    shapes = [_shape(token) for token in tokens]
    written, plain = tagger.tags(list(tokens)), tagger.tags(lowered)
    capitals = sum(token[0].isupper() for token in tokens) > 0.6 * len(tokens)

    def at(values: Sequence[str], number: int) -> str:
        return values[number] if 0 <= number < len(values) else _OUTSIDE

    known = [_known_as(word) for word in lowered]
    stopped = tokens[-1] == "."  # a caption, not a headline
    for number in range(len(tokens)):
        found = ["", f"capitals={capitals} {shapes[number]}", f"stopped={stopped} {lowered[number]}"]
        for step in (-2, -1, 0, 1, 2):
            there = number + step
            found += [f"{step} {name}={at(values, there)}" for name, values in (("word", lowered), ("tag", written))]
            found.append(f"{step} plain={at(plain, there)}")
        for step in (-1, 0, 1):
            word = at(lowered, number + step)
            found += [
                f"{step} three={word[-3:]}",
                f"{step} two={word[-2:]}",
                f"{step} shape={at(shapes, number + step)}",
            ]
        before, here, after = (at(plain, number + step) for step in (-1, 0, 1))
        found += [
            f"tags={at(written, number - 1)} {written[number]}",
            f"tags after={written[number]} {at(written, number + 1)}",
            f"plain tags={before} {here}",
            f"word before={at(lowered, number - 1)} {here}",
            f"word={before} {lowered[number]}",
            f"three before={at(plain, number - 2)} {before} {here}",
            f"three around={before} {here} {after}",
            f"known before={at(known, number - 1)} {known[number]}",
            f"known after={known[number]} {at(known, number + 1)}",
        ]
        yield found


@lru_cache(1 << 16)
def _known_as(word: str) -> str:
    """Return the parts of speech that the tables have for a lower-case word, with its form as each."""
    tables = lexicons()
    readings = sorted({f"{reading.part}{reading.form}" for reading in tables.readings(word)})
    return " ".join(readings) or ("other" if word in tables.senses else "")


def _key(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(errors="replace"), digest_size=8).digest(), "little")


def _shape(token: str) -> str:
    if token.isdigit():
        return "number"
    if any(letter.isdigit() for letter in token):
        return "digits"
    if not any(letter.isalnum() for letter in token):
        return "sign"
    if token.isupper():
        return "upper"
    return "title" if token[0].isupper() else "lower"
