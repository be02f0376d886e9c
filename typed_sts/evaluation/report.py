"""The report of an evaluation, from its files on: every figure once, for the terminal, the page and JSON alike.

EvaluationReport
`-- Part                  all pairs; with training pairs given, also those not seen
    |-- SystemResult
    |   `-- TypeResult
    `-- Difference        two systems only
"""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from typed_sts.domain.arrays import Bools, Floats
from typed_sts.domain.scores import Scores
from typed_sts.domain.types import TYPES
from typed_sts.errors import BadOptions, BadScores
from typed_sts.evaluation.correlation import (
    Difference,
    auc,
    compare,
    interval,
    is_constant,
    mean_over_types,
    partial_correlation,
    pearson,
    resampled,
)
from typed_sts.task_files.lines import unequal
from typed_sts.task_files.pairs import Pair, among, new_items, new_pairs
from typed_sts.task_files.ratings import Gold, gold_of, read_gold, read_ratings
from typed_sts.task_files.scores import misplaced, read_scores
from typed_sts.task_files.task_format import read_pairs

FEW_PAIRS = 30


@dataclass(frozen=True, slots=True)
class TypeResult:
    """One type of one system; None where a figure is not defined.

    `partial` is the correlation given the gold's general score. `auc` is how well "not stated" is told.
    """

    type: str
    n: int
    r: float | None
    low: float | None
    high: float | None
    partial: float | None
    auc: float | None


@dataclass(frozen=True, slots=True)
class SystemResult:
    """All types of one system and their mean, the official score."""

    name: str
    types: tuple[TypeResult, ...]
    mean: float | None
    low: float | None
    high: float | None
    auc: float | None


@dataclass(frozen=True, slots=True)
class Part:
    """The figures over some of the pairs. `differences` are the second system minus the first."""

    label: str
    n: int
    systems: tuple[SystemResult, ...]
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """The figures over all pairs first, then over parts of them."""

    gold: str
    resamples: int
    seed: int
    parts: tuple[Part, ...]
    warnings: tuple[str, ...]


def evaluate(
    gold: Gold,
    systems: Sequence[Scores],
    *,
    parts: Sequence[tuple[str, Bools]] = (),
    resamples: int = 10_000,
    seed: int = 0,
) -> EvaluationReport:
    """Return the report of one or two systems, over all pairs and over each labelled selection of them."""
    everything = ("all pairs", np.ones(len(gold.values), dtype=np.bool_))
    chosen = [
        (label, _pick_gold(gold, rows), [_pick_scores(system, rows) for system in systems])
        for label, rows in (everything, *parts)
    ]
    return EvaluationReport(
        gold=gold.name,
        resamples=resamples,
        seed=seed,
        parts=tuple(_part(label, some, their, resamples, seed) for label, some, their in chosen),
        warnings=tuple(text for label, some, their in chosen for text in _warnings(label, some, their)),
    )


def to_json(report: EvaluationReport) -> dict[str, Any]:
    """Return the report as plain values; infinity, which JSON has not, as None."""
    return {"format_version": 1, **_finite(asdict(report))}


def _part(label: str, gold: Gold, systems: Sequence[Scores], resamples: int, seed: int) -> Part:
    n = len(gold.values)
    if n == 0:
        return Part(label, 0, (), ())
    draws = resampled(gold.values, [system.values for system in systems], resamples=resamples, seed=seed)
    results = tuple(_system(gold, system, each) for system, each in zip(systems, draws, strict=True))
    return Part(label, n, results, _differences(results, draws) if len(systems) == 2 else ())


def _system(gold: Gold, system: Scores, draws: Floats) -> SystemResult:
    types = tuple(_type(gold, system, column, draws[:, column]) for column in range(len(TYPES)))
    known = [result.r for result in types if result.r is not None]
    varies = any(result.low is not None for result in types)
    low, high = (interval(mean_over_types(draws)) if varies else None) or (None, None)
    areas = [result.auc for result in types if result.auc is not None]
    return SystemResult(system.name, types, _mean(known), low, high, _mean(areas))


def _type(gold: Gold, system: Scores, column: int, draws: Floats) -> TypeResult:
    rated = ~np.isnan(gold.values[:, column])
    y, x = gold.values[rated, column], system.values[rated, column]
    constant = is_constant(x) or is_constant(y)
    low, high = (None if constant else interval(draws)) or (None, None)
    return TypeResult(
        type=TYPES[column],
        n=int(rated.sum()),
        r=pearson(x, y) if rated.any() else None,
        low=low,
        high=high,
        partial=_given_general(gold, system, column),
        auc=_not_stated(gold, system, column),
    )


def _given_general(gold: Gold, system: Scores, column: int) -> float | None:
    both = ~np.isnan(gold.values[:, [0, column]]).any(axis=1)
    if column == 0 or not both.any():
        return None
    return partial_correlation(system.values[both, column], gold.values[both, column], given=gold.values[both, 0])


def _not_stated(gold: Gold, system: Scores, column: int) -> float | None:
    if gold.not_stated is None or system.not_stated is None:
        return None
    positive = gold.not_stated[:, column]
    judged = positive | ~np.isnan(gold.values[:, column])
    return auc(system.not_stated[judged, column], positive[judged])


def _differences(results: Sequence[SystemResult], draws: Floats) -> tuple[Difference, ...]:
    """Compare type by type and the means; for the mean, Fisher's n is that of the type with the fewest pairs."""
    first, second = results
    found = [
        compare(a.type, a.r, b.r, a.n, draws[0, :, column], draws[1, :, column])
        for column, (a, b) in enumerate(zip(first.types, second.types, strict=True))
        if a.r is not None and b.r is not None
    ]
    if first.mean is not None and second.mean is not None:
        n = min(result.n for result in first.types if result.n)
        means = [mean_over_types(each) for each in draws]
        found.append(compare("mean", first.mean, second.mean, n, *means))
    return tuple(found)


def _warnings(label: str, gold: Gold, systems: Sequence[Scores]) -> list[str]:
    n = len(gold.values)
    if n == 0:
        return [f"{label}: there are none"]
    found = []
    if n < FEW_PAIRS:
        found.append(f"{label}: only {n}; intervals and tests mean little under {FEW_PAIRS}")
    if gold.not_stated is not None:
        unrated = int((np.isnan(gold.values) & ~gold.not_stated).all(axis=1).sum())
        found += [f"{label}: {unrated} of {n} have no rating in {gold.name} and are left out"] if unrated else []
    return found + _constant_warnings(label, gold, systems)


def _constant_warnings(label: str, gold: Gold, systems: Sequence[Scores]) -> list[str]:
    found = []
    for column, name in enumerate(TYPES):
        rated = ~np.isnan(gold.values[:, column])
        if not rated.any():
            found.append(f"{label}: nobody rated {name}; it is left out of the mean")
            continue
        for file, values in ((gold.name, gold.values), *((system.name, system.values) for system in systems)):
            if is_constant(values[rated, column]):
                value = values[rated, column][0]
                found.append(f"{label}: {name} is {value:g} throughout {file}; its correlation counts as .0000")
    return found


def _pick_gold(gold: Gold, rows: Bools) -> Gold:
    return Gold(gold.name, gold.values[rows], None if gold.not_stated is None else gold.not_stated[rows])


def _pick_scores(scores: Scores, rows: Bools) -> Scores:
    return Scores(scores.name, scores.values[rows], None if scores.not_stated is None else scores.not_stated[rows])


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    if isinstance(value, float):
        return round(value, 10) if math.isfinite(value) else None
    return value


@dataclass(frozen=True, slots=True)
class Request:
    """The files to evaluate: gold and one or two score files, or score files only with `ratings`.

    `trained_pairs` are the digests of the pairs that the model whose scores these are was trained on.
    """

    files: tuple[Path, ...]
    ratings: Path | None = None
    pairs: Path | None = None
    seen: Path | None = None
    trained_pairs: frozenset[str] | None = None
    resamples: int = 10_000
    seed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """The report and what it was made from."""

    report: EvaluationReport
    gold: Gold
    systems: tuple[Scores, ...]
    pairs: list[Pair] | None


def run(request: Request) -> Outcome:
    """Read the files and return their report; raise BadScores or BadOptions for what does not fit together."""
    n_gold = 0 if request.ratings else 1
    if not 1 <= len(request.files) - n_gold <= 2:
        wanted = "one or two score files" if request.ratings else "a gold file and one or two score files"
        given = "1 file" if len(request.files) == 1 else f"{len(request.files)} files"
        raise BadOptions(f"expected {wanted}, not {given}")
    if request.seen and not request.pairs:
        raise BadOptions("--seen needs --pairs, the pairs that the scores are for")
    systems = tuple(read_scores(path) for path in request.files[n_gold:])
    gold = _ratings(request.ratings, systems) if request.ratings else read_gold(request.files[0])
    pairs = read_pairs(request.pairs) if request.pairs else None
    _same_length(request, gold, systems, pairs)
    _same_pairs(systems, pairs or [])
    parts = _unseen(pairs, request.seen) if pairs and request.seen else []
    learned = _trained_on(request, systems, pairs)
    if learned.any():
        parts = [("pairs that no model was trained on", ~learned), *parts]
    report = evaluate(gold, systems, parts=parts, resamples=request.resamples, seed=request.seed)
    if learned.any():
        told = f"{learned.sum()} of {len(learned)} pairs were in the training of the model that is evaluated on them"
        report = replace(report, warnings=(f"{told}: its figures over all pairs are too good", *report.warnings))
    return Outcome(report, gold, systems, pairs)


def _ratings(path: Path, systems: tuple[Scores, ...]) -> Gold:
    return gold_of(str(path), read_ratings(path), n_pairs=len(systems[0].values))


def _trained_on(request: Request, systems: tuple[Scores, ...], pairs: list[Pair] | None) -> Bools:
    """Say which pairs a model was trained on, as the lines of its scores say, or the digests kept in it."""
    found = np.zeros(len(systems[0].values), dtype=np.bool_)
    for system in systems:
        if system.trained_on is not None:
            found |= system.trained_on
    named = pairs or next((list(system.ids) for system in systems if system.ids), None)
    if request.trained_pairs is not None:
        if named is None:
            raise BadOptions("--model needs --pairs, the pairs that the scores are for")
        found |= among(named, request.trained_pairs)
    return found


def _unseen(pairs: list[Pair], seen: Path) -> list[tuple[str, Bools]]:
    train = read_pairs(seen)
    return [
        (f"pairs not in {seen}", new_pairs(pairs, train)),
        (f"pairs with no item in {seen}", new_items(pairs, train)),
    ]


def _same_length(request: Request, gold: Gold, systems: tuple[Scores, ...], pairs: list[Pair] | None) -> None:
    counts = [] if request.ratings else [(gold.name, len(gold.values))]
    counts += [(system.name, len(system.values)) for system in systems]
    counts += [] if pairs is None else [(str(request.pairs), len(pairs))]
    first, n_first = counts[0]
    for name, n in counts[1:]:
        if n != n_first:
            raise BadScores(unequal(name, n, first, n_first))


def _same_pairs(systems: tuple[Scores, ...], pairs: list[Pair]) -> None:
    problems = [problem for each in systems for problem in misplaced(each.name, each.ids or (), pairs)]
    if problems:
        raise BadScores(*problems)
