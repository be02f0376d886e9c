"""From files to a report: what `typed-sts evaluate` does."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from typed_sts.domain.arrays import Bools
from typed_sts.domain.scores import Scores, read_scores
from typed_sts.errors import BadOptions, BadScores
from typed_sts.evaluation.report import Report, evaluate
from typed_sts.task_files.check import misplaced
from typed_sts.task_files.item_names import Pair, new_items, new_pairs
from typed_sts.task_files.lines import read_lines, unequal
from typed_sts.task_files.ratings import Gold, gold_of, read_ratings
from typed_sts.task_files.task_format import parse_scores, read_pairs


@dataclass(frozen=True, slots=True)
class Request:
    """The files to evaluate: gold and one or two score files, or score files only with `ratings`."""

    files: tuple[Path, ...]
    ratings: Path | None = None
    pairs: Path | None = None
    seen: Path | None = None
    resamples: int = 10_000
    seed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """The report and what it was made from."""

    report: Report
    gold: Gold
    systems: tuple[Scores, ...]
    pairs: list[Pair] | None


def run(request: Request) -> Outcome:
    """Read the files and return their report; raise BadScores or BadOptions for what does not fit together."""
    n_gold = 0 if request.ratings else 1
    if not 1 <= len(request.files) - n_gold <= 2:
        wanted = "one or two score files" if request.ratings else "a gold file and one or two score files"
        raise BadOptions(f"expected {wanted}, not {len(request.files)} files")
    if request.seen and not request.pairs:
        raise BadOptions("--seen needs --pairs, the pairs that the scores are for")
    systems = tuple(read_scores(path) for path in request.files[n_gold:])
    gold = _ratings(request.ratings, systems) if request.ratings else _gold(request.files[0])
    pairs = read_pairs(request.pairs) if request.pairs else None
    _same_length(request, gold, systems, pairs)
    _same_pairs(systems, pairs or [])
    parts = _unseen(pairs, request.seen) if pairs and request.seen else []
    report = evaluate(gold, systems, parts=parts, resamples=request.resamples, seed=request.seed)
    return Outcome(report, gold, systems, pairs)


def _gold(path: Path) -> Gold:
    return Gold(str(path), np.array(parse_scores(path, read_lines(path))))


def _ratings(path: Path, systems: tuple[Scores, ...]) -> Gold:
    return gold_of(str(path), read_ratings(path), n_pairs=len(systems[0].values))


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
