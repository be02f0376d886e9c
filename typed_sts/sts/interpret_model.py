"""How the chunks of two sentences relate: which answers to which, of what type, how far. The model and its use.

    links      p = the mean of boosted trees and a forest over the features of two chunks; here and below the mean of
               both ways round, so that the order of the sentences does not matter
    pairing    one to one, so that p - least_link sums to the most; pairs below least_link are left alone
    kinds      the mean of a kernel machine and trees gives a share to each label, and to each score from 1 to 5
    label      the one of the largest share
    score      5 for EQUI; else the median of the shares of the scores, at most 4
    alone      ALIC when p with a chunk that is linked elsewhere is least_elsewhere or more; else NOALI

A model is a folder with model.json and weights.npz: numbers only, no words and nothing that could run.
"""

import hashlib
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import orjson

from typed_sts.domain.arrays import Floats
from typed_sts.errors import BadModel, BadScores
from typed_sts.scoring.kernel import KernelMachine
from typed_sts.scoring.model_files import DESCRIPTION, WEIGHTS, arrays_of, part_of, unpacked
from typed_sts.scoring.trees import Trees
from typed_sts.sts.assignment import best_pairs
from typed_sts.sts.chunk_features import FEATURES, chunk_features, swapped
from typed_sts.sts.chunk_files import Chunk, Sentence
from typed_sts.sts.chunk_readings import read_sentence
from typed_sts.sts.chunker import Chunker
from typed_sts.sts.wa_file import ALIGNED_LABELS, ELSEWHERE, NOT_ALIGNED, AlignedPair, Link
from typed_sts_fetch.formats.write import write_bytes

FORMAT_VERSION = 1
SCORES = (1, 2, 3, 4, 5)
OUTPUTS = len(ALIGNED_LABELS) + len(SCORES)
_SWAPPED_LABELS = [{"SPE1": "SPE2", "SPE2": "SPE1"}.get(label, label) for label in ALIGNED_LABELS]
SWAPPED_OUTPUTS = (*map(ALIGNED_LABELS.index, _SWAPPED_LABELS), *range(len(ALIGNED_LABELS), OUTPUTS))
"""The column that each output stands in when the sentences are exchanged."""
EQUAL = ALIGNED_LABELS.index("EQUI")
READY = Path(__file__).parent / "models" / "interpret"
MOST_TOKENS = 400
"""Of a sentence: the work grows with the product of two."""


@dataclass(frozen=True, slots=True, eq=False)
class InterpretModel:
    """A fitted model."""

    kind: ClassVar[str] = "interpret"
    parts: ClassVar[Mapping[str, type[Any]]] = {
        "links": Trees,
        "links_forest": Trees,
        "kinds": KernelMachine,
        "kinds_trees": Trees,
        "chunker": Chunker,
    }

    links: Trees
    links_forest: Trees
    kinds: KernelMachine
    kinds_trees: Trees
    chunker: Chunker
    least_link: float
    least_elsewhere: float

    def check(self) -> None:
        """Raise ValueError unless its parts are over the features of this version."""
        for trees, outputs in ((self.links, 1), (self.links_forest, 1), (self.kinds_trees, OUTPUTS)):
            trees.check(len(FEATURES), outputs)
        self.kinds.check(len(FEATURES), OUTPUTS)
        self.chunker.check()
        if not (0 < self.least_link < 1 and 0 < self.least_elsewhere):
            raise ValueError("its thresholds are none")

    def chunked(self, sentence: Sentence) -> Sentence:
        """Return a sentence with chunks: those it has, or the chunker's."""
        if sentence.chunks is not None or not sentence.tokens:
            return sentence
        return Sentence(sentence.tokens, self.chunker.chunks(sentence.tokens))

    def interpret(self, left: Sentence, right: Sentence, identifier: str) -> AlignedPair:
        """Return two sentences with the links of their chunks, and a link for each chunk alone."""
        left, right = self.chunked(left), self.chunked(right)
        ours, theirs = left.chunks or (), right.chunks or ()
        links: Sequence[Link] = ()
        if ours and theirs:
            _check_length(left, right, identifier)
            table = chunk_features(read_sentence(left.tokens), read_sentence(right.tokens), ours, theirs)
            links = self.links_from(table, ours, theirs)
        else:
            links = [*(_alone(chunk, (), NOT_ALIGNED) for chunk in ours), *(_alone((), c, NOT_ALIGNED) for c in theirs)]
        return AlignedPair(identifier, left.tokens, right.tokens, tuple(links))

    def links_from(self, table: Floats, ours: Sequence[Chunk], theirs: Sequence[Chunk]) -> list[Link]:
        """Return the links of one pair of sentences, given the features of all pairs of their chunks."""
        flat, kinds = self.judge(table)
        links = flat.reshape(len(ours), len(theirs))
        pairs = best_pairs(links - self.least_link)
        rows, columns = [row for row, _ in pairs], [column for _, column in pairs]
        found = []
        for row, column in pairs:
            label, score = _label_and_score(kinds[row * len(theirs) + column])
            found.append(Link(ours[row], theirs[column], (label,), score))
        for row in sorted(set(range(len(ours))).difference(rows)):
            found.append(_alone(ours[row], (), self._why_alone(links[row, columns])))
        for column in sorted(set(range(len(theirs))).difference(columns)):
            found.append(_alone((), theirs[column], self._why_alone(links[rows, column])))
        return found

    def _why_alone(self, with_linked: Floats) -> str:
        return ELSEWHERE if with_linked.max(initial=0.0) >= self.least_elsewhere else NOT_ALIGNED

    def judge(self, table: Floats) -> tuple[Floats, Floats]:
        """Return p of a link, and the shares of labels and scores, for each row of features."""
        links, kinds = np.zeros(len(table)), np.zeros((len(table), OUTPUTS))
        for rows, columns in ((table, range(OUTPUTS)), (swapped(table), SWAPPED_OUTPUTS)):
            links += (self.links.predict(rows) + self.links_forest.predict(rows))[:, 0] / 4
            kinds += (self.kinds.predict(rows) + self.kinds_trees.predict(rows))[:, list(columns)] / 4
        return links, kinds


def _check_length(left: Sentence, right: Sentence, identifier: str) -> None:
    longest = max(len(left.tokens), len(right.tokens))
    if longest > MOST_TOKENS:
        raise BadScores(f"pair {identifier}: a sentence of {longest} tokens; at most {MOST_TOKENS} are compared")


def _label_and_score(shares: Floats) -> tuple[str, float]:
    number = int(shares[: len(ALIGNED_LABELS)].argmax())
    if number == EQUAL:
        return ALIGNED_LABELS[number], float(SCORES[-1])
    parts = np.maximum(shares[len(ALIGNED_LABELS) :], 0).cumsum()
    below = int((parts < parts[-1] / 2).sum())
    return ALIGNED_LABELS[number], float(min(SCORES[below], SCORES[-2]))


def _alone(left: Chunk, right: Chunk, label: str) -> Link:
    return Link(left, right, (label,), None)


def interpret_all(model: InterpretModel, pairs: Iterable[tuple[Sentence, Sentence]]) -> Iterator[AlignedPair]:
    """Yield each pair with its links; pairs are numbered from 1."""
    for number, (left, right) in enumerate(pairs, 1):
        yield model.interpret(left, right, str(number))


# On disk.


def save_interpret_model(folder: Path, model: InterpretModel, about: Mapping[str, Any]) -> None:
    """Write a model's folder; the same model gives the same bytes."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays_of("model", model))  # type: ignore[arg-type]
    weights = buffer.getvalue()
    content = {
        "format_version": FORMAT_VERSION,
        "kind": model.kind,
        "weights_sha256": hashlib.sha256(weights).hexdigest(),
        "features": FEATURES,
        **about,
    }
    folder.mkdir(parents=True, exist_ok=True)
    write_bytes(folder / WEIGHTS, weights)
    write_bytes(folder / DESCRIPTION, orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))


def read_interpret_model(folder: Path = READY) -> InterpretModel:
    """Return the model of a folder; raise BadModel for what is not one, or not of this version."""
    try:
        about = orjson.loads((folder / DESCRIPTION).read_bytes())
        weights = (folder / WEIGHTS).read_bytes()
        if (about["kind"], about["format_version"]) != (InterpretModel.kind, FORMAT_VERSION):
            raise ValueError(f"it is not of kind {InterpretModel.kind}, format {FORMAT_VERSION}")
        if about["features"] != list(FEATURES):
            raise ValueError("it is over other features than this version computes")
        if about["weights_sha256"] != hashlib.sha256(weights).hexdigest():
            raise ValueError(f"{WEIGHTS} is not the file that {DESCRIPTION} speaks of")
        model: InterpretModel = part_of(unpacked(weights), "model", InterpretModel)
        model.check()
    except Exception as error:  # a file from anywhere: there is no end to what can be wrong with it
        what = f"{type(error).__name__}: {error}" if isinstance(error, KeyError) or not str(error) else error
        raise BadModel(
            f'no model of interpretable STS can be read at {folder} ({what}); "typed-sts interpret train" makes one'
        ) from error
    return model
