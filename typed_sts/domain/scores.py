"""Scores of pairs, as values: what one system says of one type, of one pair, and of many."""

from dataclasses import dataclass

from typed_sts.domain.arrays import Bools, Floats
from typed_sts.domain.types import type_number

NOT_STATED = {"both": 0.0, "one": 0.5, "none": 1.0}
"""How far a type counts as not stated when a line gives no probability."""


@dataclass(frozen=True, slots=True)
class TypeScore:
    """One type of one pair; `score` is None where neither record says anything about it."""

    type: str
    score: float | None
    estimate: float
    stated: str
    not_stated: float | None = None


@dataclass(frozen=True, slots=True)
class PairScores:
    """The scores of one pair: `scores["author"].score`, or all eight in `types`, in the task's order."""

    a: str
    b: str
    types: tuple[TypeScore, ...]
    model: str
    version: str

    def __getitem__(self, name: str) -> TypeScore:
        return self.types[type_number(name)]


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """What one system says: one row per pair, one column per type.

    `not_stated` (0..1), `ids` and `trained_on` (the model was trained on the pair) are there only when the file is JSON
    lines.
    """

    name: str
    values: Floats
    not_stated: Floats | None = None
    ids: tuple[tuple[str, str], ...] | None = None
    trained_on: Bools | None = None
