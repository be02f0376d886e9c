"""From a model's arrays to what is written: scores of pairs, one by one."""

from collections.abc import Iterator, Sequence

from typed_sts.scores import PairScores, TypeScore
from typed_sts.scoring.contract import STATED, Estimates, Scorer
from typed_sts.types import HIGHEST, LOWEST, TYPES

DECIMALS = 4
"""Of every number that is written; the official TSV has as many."""


def pair_scores(scorer: Scorer, ids: Sequence[tuple[str, str]], estimates: Estimates) -> Iterator[PairScores]:
    """Yield the scores of each pair: `score` is None where neither record says anything about the type."""
    name, version = scorer.name, scorer.version
    rows = zip(ids, estimates.values.tolist(), estimates.stated.tolist(), estimates.not_stated.tolist(), strict=True)
    for (a, b), values, stated, not_stated in rows:
        types = tuple(map(_type_score, TYPES, values, stated, not_stated))
        yield PairScores(a, b, types, name, version)


def official_line(values: Sequence[float]) -> str:
    """Return the official line of a pair, with its line feed; its numbers are those of `pair_scores`."""
    return "\t".join([f"{within_scale(value):.{DECIMALS}f}" for value in values]) + "\n"


def within_scale(value: float) -> float:
    """Return the value cut at the ends of the scale; -0.0 is 0."""
    return min(max(value, LOWEST), HIGHEST) + 0.0


def _type_score(name: str, value: float, stated: int, not_stated: float) -> TypeScore:
    estimate = round(within_scale(value), DECIMALS)
    return TypeScore(name, estimate if stated else None, estimate, STATED[stated], round(not_stated, DECIMALS))
