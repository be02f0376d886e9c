"""Data sets of sentence pairs with gold, as the CORE tasks publish them: STS.input.NAME.txt and STS.gs.NAME.txt.

    2012-train/  2012-test/  2013-test/  2014-test/  2015-test/     English, gold 0 to 5
    2014-spanish/  2015-spanish/                                     Spanish, gold 0 to 4

Whatever sets are in a folder are taken, also those that others may not pass on (MSRpar, MSRvid, SMT). Pairs whose gold
line is empty are left out. Gold of Spanish sets is brought to 0 to 5 where sets are put together.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from typed_sts.domain.arrays import Bools, Floats
from typed_sts.domain.types import HIGHEST
from typed_sts.errors import BadScores
from typed_sts.evaluation.core_tasks import read_gold, read_sentence_pairs
from typed_sts.task_files.lines import unequal
from typed_sts_index.analyser import fold

INPUT, GOLD, END = "STS.input.", "STS.gs.", ".txt"
HIGHEST_OF = {"en": float(HIGHEST), "es": 4.0}
"""The end of each language's scale."""
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class SentenceSet:
    """The pairs of one data set that have gold; gold as published."""

    name: str
    language: str
    pairs: tuple[Pair, ...]
    gold: Floats

    @property
    def source(self) -> str:
        """Where its sentences are from, the same over the years: "OnWN" of 2012 was called "surprise.OnWN"."""
        return f"{self.language}:{self.name.removeprefix('surprise.').lower()}"

    @property
    def targets(self) -> Floats:
        """The gold on the scale that sets of all languages share."""
        return self.gold * (HIGHEST / HIGHEST_OF[self.language])


def read_folder(folder: Path, language: str = "en") -> list[SentenceSet]:
    """Return the sets of a folder by name; raise BadScores when there are none."""
    inputs = sorted(folder.glob(f"{INPUT}*{END}")) if folder.is_dir() else []
    with_gold = [path for path in inputs if _gold_beside(path).is_file()]
    if not with_gold:
        raise BadScores(f"{folder}: no sets here; a set is {INPUT}NAME{END} with {GOLD}NAME{END} beside it")
    return [read_set(path, _gold_beside(path), language) for path in with_gold]


def read_set(sentences: Path, gold_path: Path, language: str = "en") -> SentenceSet:
    """Return one set of two files."""
    pairs, gold = read_sentence_pairs(sentences), read_gold(gold_path)
    if len(pairs) != len(gold):
        raise BadScores(unequal(str(sentences), len(pairs), str(gold_path), len(gold)))
    kept = [number for number, value in enumerate(gold) if value is not None]
    if not kept:
        raise BadScores(f"{gold_path}: every line is empty; there is no gold to learn from")
    return SentenceSet(
        name=sentences.name.removeprefix(INPUT).removesuffix(END),
        language=language,
        pairs=tuple(pairs[number] for number in kept),
        gold=np.array([value for value in gold if value is not None]),
    )


def new_pairs(pairs: Sequence[Pair], seen: Iterable[Pair]) -> Bools:
    """Tell which pairs are not among those seen, in either order, whatever their case and signs."""
    known = {_key(pair) for pair in seen}
    return np.array([_key(pair) not in known for pair in pairs], dtype=bool)


def _key(pair: Pair) -> frozenset[str]:
    return frozenset(
        " ".join(word for part in text.split() if (word := fold(part).strip(".,;:!?\"'"))) for text in pair
    )


def _gold_beside(path: Path) -> Path:
    return path.with_name(GOLD + path.name.removeprefix(INPUT))
