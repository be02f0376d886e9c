"""A CORE model: on disk, and answering. Nothing in it can run, and no sentence is in it.

    model.json    format version, features, whether it asks the encoder, what it was trained on, its figures
    weights.npz   the arrays of the regressor (`typed_sts.sts.core_blend`)

Pairs are answered some at a time, so that a file of any length takes the same memory.
"""

import hashlib
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from typed_sts.domain.arrays import Floats
from typed_sts.domain.types import HIGHEST
from typed_sts.errors import BadModel
from typed_sts.reading.encoder import STATE, VECTOR
from typed_sts.scoring.model_files import DESCRIPTION, WEIGHTS, arrays_of, part_of, unpacked
from typed_sts.sts.alignment import Alignment
from typed_sts.sts.core_blend import CoreBlend
from typed_sts.sts.features import FEATURES_VERSION, alignment_of, features_of, is_meaning, products_of
from typed_sts.sts.sentences import Sentence, read_sentences
from typed_sts.sts.sets import HIGHEST_OF, Pair
from typed_sts_fetch.formats.write import write_bytes

KIND, FORMAT_VERSION = "core", 1
READY = Path(__file__).parent / "models" / "core"
"""The model that ships with the package."""
PAIRS_AT_ONCE = 64


@cache
def feature_names(meaning: bool = True) -> tuple[str, ...]:
    """Return the names of the features of a model, with or without those that need the encoder."""
    nothing = Sentence(
        "",
        "en",
        (),
        np.zeros(0),
        np.zeros((0, 1), dtype=np.float32),
        *(np.zeros(n, np.float32) for n in (VECTOR, STATE)),
    )
    return tuple(name for name in features_of(nothing, nothing) if meaning or not is_meaning(name))


def table_of(pairs: Sequence[tuple[Sentence, Sentence]], *, meaning: bool = True) -> Floats:
    """Return one row of features for each pair."""
    names = feature_names(meaning)
    found = [features_of(left, right) for left, right in pairs]
    return np.array([[row[name] for name in names] for row in found], dtype=np.float64).reshape(len(pairs), len(names))


@dataclass(frozen=True, slots=True, eq=False)
class CoreModel:
    """A regressor with what its model.json says; `meaning` tells whether it asks the encoder."""

    about: Mapping[str, Any]
    blend: CoreBlend
    meaning: bool
    digest: str

    def scores(self, sentences: Sequence[tuple[Sentence, Sentence]]) -> Floats:
        """Return a score of 0 to 5 for each pair of sentences."""
        if not sentences:
            return np.zeros(0)
        return self.blend.predict(table_of(sentences, meaning=self.meaning), products_of(sentences))


@dataclass(frozen=True, slots=True)
class Answer:
    """The score of a pair, on the scale of its language, and its words aligned, where that was asked."""

    pair: Pair
    score: float
    alignment: Alignment | None


def answers(
    model: CoreModel, pairs: Iterable[Pair], language: str = "en", *, aligned: bool = False
) -> Iterator[Answer]:
    """Yield the answer to each pair, in order; Spanish scores are 0 to 4, as the gold is."""
    rest = iter(pairs)
    while some := list(islice(rest, PAIRS_AT_ONCE)):
        read = read_sentences([text for pair in some for text in pair], language, meaning=model.meaning)
        sentences = list(zip(read[::2], read[1::2], strict=True))
        scores = model.scores(sentences) * (HIGHEST_OF[language] / HIGHEST)
        for pair, (left, right), score in zip(some, sentences, scores.tolist(), strict=True):
            yield Answer(pair, score, alignment_of(left, right) if aligned else None)


def explained(answer: Answer) -> list[str]:
    """Return the lines that show an answer: the score and both sentences, the words aligned, and those left over."""
    assert answer.alignment is not None
    found = answer.alignment
    lines = [f"{answer.score:.4f}\t{_shown(answer.pair[0])}\t{_shown(answer.pair[1])}"]
    linked: tuple[set[int], set[int]] = (set(), set())
    for left, right, link in found.pairs():
        linked[0].add(link.left)
        linked[1].add(link.right)
        if left.counts or right.counts:
            lines.append(f"  {link.reason:<9} {link.weight:.2f}  {_shown(left.text)} ~ {_shown(right.text)}")
    for side, words, seen in (("left", found.left, linked[0]), ("right", found.right, linked[1])):
        over = [_shown(word.text) for number, word in enumerate(words) if word.counts and number not in seen]
        if over:
            lines.append(f"  only {side:<10} {' '.join(over)}")
    return lines


def _shown(text: str) -> str:
    """Return a text as a terminal may show it: without control characters."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text.strip())


def save_core_model(folder: Path, blend: CoreBlend, meaning: bool, about: Mapping[str, Any]) -> None:
    """Write a model's folder, model.json last; the same model gives the same bytes."""
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays_of("blend", blend))  # type: ignore[arg-type]
    weights = buffer.getvalue()
    content = {
        "format_version": FORMAT_VERSION,
        "kind": KIND,
        "weights_sha256": hashlib.sha256(weights).hexdigest(),
        "encoder": meaning,
        "features_version": FEATURES_VERSION,
        "features": list(feature_names(meaning)),
        **about,
    }
    folder.mkdir(parents=True, exist_ok=True)
    write_bytes(folder / WEIGHTS, weights)
    write_bytes(folder / DESCRIPTION, orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))


def read_core_model(folder: Path = READY) -> CoreModel:
    """Return the model of a folder; raise BadModel for what is not one, or not of this version."""
    try:
        about = orjson.loads((folder / DESCRIPTION).read_bytes())
        weights = (folder / WEIGHTS).read_bytes()
        meaning = about["encoder"] is True
        if (about["kind"], about["format_version"]) != (KIND, FORMAT_VERSION):
            raise ValueError(f"it is not of kind {KIND}, format {FORMAT_VERSION}")
        if (about["features_version"], about["features"]) != (FEATURES_VERSION, list(feature_names(meaning))):
            raise ValueError("it is over other features than this version computes")
        if about["weights_sha256"] != hashlib.sha256(weights).hexdigest():
            raise ValueError(f"{WEIGHTS} is not the file that {DESCRIPTION} speaks of")
        blend: CoreBlend = part_of(unpacked(weights), "blend", CoreBlend)
        blend.check(len(feature_names(meaning)), 2 * VECTOR)
    except Exception as error:  # a file from anywhere: there is no end to what can be wrong with it
        what = f"{type(error).__name__}: {error}" if isinstance(error, KeyError) or not str(error) else error
        raise BadModel(
            f'no CORE model can be read at {folder} ({what}); "typed-sts core train" makes one, or name core, or'
            " baseline"
        ) from error
    return CoreModel(about, blend, meaning, digest=str(about["weights_sha256"])[:12])
