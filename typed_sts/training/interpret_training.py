"""Training of the model of interpretable STS on .wa files, and how well such training does on pairs it has not seen.

    links    every pair of chunks of every training pair: 1 where gold links them
    kinds    the linked ones: which label, which score
    both     seen both ways round, with SPE1 and SPE2 exchanged

Folds are of pairs that share no sentence. Trees, machine and thresholds were chosen by this cross-validation on the
training part of 2015; `typed-sts interpret train` prints its figures.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from typed_sts import __version__
from typed_sts.domain.arrays import Floats
from typed_sts.errors import BadTrainingData, needing
from typed_sts.scoring.kernel import fit_kernel_machine
from typed_sts.scoring.trees import fit_boosted_trees, fit_forest
from typed_sts.sts.chunk_features import chunk_features, swapped
from typed_sts.sts.chunk_files import Chunk, Sentence, gold_sentences
from typed_sts.sts.chunk_readings import Reading, read_sentence
from typed_sts.sts.chunk_scores import ChunkFigures, evaluate_chunks, plain_sentence
from typed_sts.sts.chunker import fit_chunker
from typed_sts.sts.interpret_model import (
    OUTPUTS,
    SCORES,
    SWAPPED_OUTPUTS,
    InterpretModel,
    save_interpret_model,
)
from typed_sts.sts.wa_file import ALIGNED_LABELS, AlignedPair, read_pairs
from typed_sts.training.pair_data import Ints, grouped_folds
from typed_sts.training.train import refuse_other_folders

LEAST_LINK, LEAST_ELSEWHERE = 0.45, 0.2
FEWEST_PAIRS = 20


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A training pair: its file, its sentences, and for each pair of its chunks features and what gold says."""

    file: str
    pair: AlignedPair
    sentences: tuple[Sentence, Sentence]
    readings: tuple[Reading, Reading]
    table: Floats
    links: Floats
    kinds: Floats
    """Labels and scores, 1 for the right one; NaN for chunks that are not linked."""


def read_examples(paths: Sequence[Path]) -> list[Example]:
    """Return the pairs of .wa files."""
    examples = [_example(path.name, pair) for path in paths for pair in read_pairs(path) if pair.left and pair.right]
    if len(examples) < FEWEST_PAIRS:
        raise BadTrainingData(f"{paths[0]}: {len(examples)} pairs are too few to learn from; at least {FEWEST_PAIRS}")
    return examples


def _example(file: str, pair: AlignedPair) -> Example:
    sentences = gold_sentences(pair)
    readings = (read_sentence(pair.left), read_sentence(pair.right))
    ours, theirs = (sentence.chunks or () for sentence in sentences)
    links, kinds = np.zeros(len(ours) * len(theirs)), np.full((len(ours) * len(theirs), OUTPUTS), np.nan)
    for link in pair.links:
        if link.is_pair and link.label in ALIGNED_LABELS:
            row = ours.index(link.left) * len(theirs) + theirs.index(link.right)
            score = min(max(round(link.score or 0), SCORES[0]), SCORES[-1])
            links[row], kinds[row] = 1, 0
            kinds[row, [ALIGNED_LABELS.index(link.label), len(ALIGNED_LABELS) + SCORES.index(score)]] = 1
    return Example(file, pair, sentences, readings, chunk_features(*readings, ours, theirs), links, kinds)


def fit(examples: Sequence[Example], seed: int = 0) -> InterpretModel:
    """Fit a model to training pairs."""
    table = np.concatenate([example.table for example in examples])
    links = np.concatenate([example.links for example in examples])
    kinds = np.concatenate([example.kinds for example in examples])
    both, twice = np.concatenate([table, swapped(table)]), np.concatenate([links, links])[:, None]
    linked = links > 0
    seen = np.concatenate([table[linked], swapped(table[linked])])
    told = np.concatenate([kinds[linked], kinds[linked][:, list(SWAPPED_OUTPUTS)]])
    return InterpretModel(
        fit_boosted_trees(
            both, twice, n_trees=150, depth=5, rate=0.08, share=0.5, features=0.25, leaf_size=12, seed=seed
        ),
        fit_forest(both, twice, n_trees=80, depth=10, features=0.4, leaf_size=4, seed=seed),
        fit_kernel_machine(seen, told, cost=1.0, width=0.3, tube=0.1),
        fit_boosted_trees(seen, told, n_trees=80, depth=4, rate=0.07, features=0.2, leaf_size=8, seed=seed),
        fit_chunker(sentence for example in examples for sentence in example.sentences),
        LEAST_LINK,
        LEAST_ELSEWHERE,
    )


@dataclass(frozen=True, slots=True)
class Validated:
    """The figures of one file, out of fold: with gold chunks and with the chunker's."""

    file: str
    gold_chunks: ChunkFigures
    system_chunks: ChunkFigures


def cross_validate(
    examples: Sequence[Example], n_folds: int = 5, seed: int = 0, on_fold: Callable[[], None] = lambda: None
) -> list[Validated]:
    """Return the figures of each file, every pair judged by a model that saw neither of its sentences."""
    folds = grouped_folds(sentence_groups([example.pair for example in examples]), n_folds, seed)
    answers: list[dict[int, AlignedPair]] = [{}, {}]
    for fold in range(n_folds):
        model = fit([example for example, own in zip(examples, folds, strict=True) if own != fold], seed)
        for number in np.flatnonzero(folds == fold).tolist():
            example = examples[number]
            ours, theirs = (sentence.chunks or () for sentence in example.sentences)
            answers[0][number] = _answer(model, example, example.table, ours, theirs)
            ours, theirs = (model.chunker.chunks(sentence.tokens) for sentence in example.sentences)
            table = chunk_features(*example.readings, ours, theirs)
            answers[1][number] = _answer(model, example, table, ours, theirs)
        on_fold()
    found = []
    for file in dict.fromkeys(example.file for example in examples):
        numbers = [number for number, example in enumerate(examples) if example.file == file]
        gold = [examples[number].pair for number in numbers]
        found.append(Validated(file, *(evaluate_chunks(gold, [side[n] for n in numbers]) for side in answers)))
    return found


def _answer(
    model: InterpretModel, example: Example, table: Floats, ours: Sequence[Chunk], theirs: Sequence[Chunk]
) -> AlignedPair:
    links = tuple(model.links_from(table, ours, theirs))
    return AlignedPair(example.pair.id, example.pair.left, example.pair.right, links)


def sentence_groups(pairs: Iterable[AlignedPair]) -> Ints:
    """Return a number for each pair; those that share a sentence, at however many removes, have the same."""
    leader: list[int] = []
    known: dict[str, int] = {}

    def first(number: int) -> int:
        while leader[number] != number:
            leader[number] = number = leader[leader[number]]
        return number

    for number, pair in enumerate(pairs):
        leader.append(number)
        for tokens in (pair.left, pair.right):
            leader[first(known.setdefault(plain_sentence(tokens), number))] = first(number)
    return np.array([first(number) for number in range(len(leader))])


def train(
    paths: Sequence[Path],
    folder: Path,
    *,
    command: str,
    n_folds: int = 5,
    seed: int = 0,
    on_step: Callable[[], None] = lambda: None,
) -> list[Validated]:
    """Train on .wa files, write the model into a folder, and return the figures of the cross-validation."""
    refuse_other_folders(folder)
    with needing("train"):
        import sklearn  # noqa: F401 (said before sentences are read, which takes a while)
    examples = read_examples(paths)
    validated = cross_validate(examples, n_folds, seed, on_step) if n_folds else []
    about = {
        "name": folder.name,
        "package_version": __version__,
        "trained_on": {
            "files": [path.name for path in paths],
            "pairs": len(examples),
            "sha256": hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest(),
        },
        "command": command,
        "seed": seed,
        "cross_validation": {
            each.file: {"gold_chunks": _rounded(each.gold_chunks), "system_chunks": _rounded(each.system_chunks)}
            for each in validated
        },
    }
    save_interpret_model(folder, fit(examples, seed), about)
    return validated


def _rounded(figures: ChunkFigures) -> list[float]:
    return [round(value, 4) for value in figures.values()]
