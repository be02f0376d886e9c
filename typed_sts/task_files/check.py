"""Everything wrong with an answer file, gold or ratings before they are sent or used: format, lines, order of pairs.

A file of eight columns that holds NA is looked at as gold, any other as answers, in which NA is a problem like others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from typed_sts.domain.arrays import Bools
from typed_sts.domain.types import TYPES
from typed_sts.errors import BadScores
from typed_sts.task_files.lines import MOST_PROBLEMS, read_lines, unequal
from typed_sts.task_files.ratings import gold_of, parse_gold, read_ratings
from typed_sts.task_files.scores import misplaced, parse_any
from typed_sts.task_files.task_format import NOT_RATED, parse_pairs, read_pairs


@dataclass(frozen=True, slots=True)
class Checked:
    """The first problems of a file, or, when there are none, what it is."""

    problems: tuple[str, ...] = ()
    summary: str = ""


def checked(pairs_path: Path, scores_path: Path) -> Checked:
    """Look at the scores of pairs, or at their gold."""
    try:
        pair_lines, lines = read_lines(pairs_path), read_lines(scores_path)
    except BadScores as error:
        return Checked(error.problems)
    problems: list[str] = []
    if len(pair_lines) != len(lines):
        problems.append(unequal(str(scores_path), len(lines), str(pairs_path), len(pair_lines)))
    pairs, ids, summary = None, None, f"{scores_path} is fine"
    try:
        pairs = parse_pairs(pairs_path, pair_lines)
    except BadScores as error:
        problems += error.problems
    try:
        if _holds_na(lines):
            missing = np.isnan(parse_gold(scores_path, lines))
            summary += f" as gold: {_said(missing)}. As answers it is not: those are numbers throughout"
        else:
            ids = parse_any(scores_path, lines).ids
    except BadScores as error:
        problems += error.problems
    if pairs and ids:
        problems += misplaced(str(scores_path), ids, pairs)
    if len(problems) > MOST_PROBLEMS:
        problems = [*problems[:MOST_PROBLEMS], f"more problems follow; the first {MOST_PROBLEMS} are shown"]
    return Checked(tuple(problems), "" if problems else summary)


def checked_ratings(pairs_path: Path, ratings_path: Path) -> Checked:
    """Look at the ratings of pairs."""
    try:
        pairs, ratings = read_pairs(pairs_path), read_ratings(ratings_path)
        gold = gold_of(str(ratings_path), ratings, len(pairs))
    except BadScores as error:
        return Checked(error.problems)
    rated = len({rating.pair for rating in ratings})
    raters = len({rating.annotator for rating in ratings})
    everything_na = np.zeros((0, len(TYPES)), dtype=np.bool_) if gold.not_stated is None else gold.not_stated
    return Checked(
        summary=f"{ratings_path} is fine: {len(ratings):,} ratings of {rated:,} of {len(pairs):,} pairs by {raters:,}"
        f" {'annotator' if raters == 1 else 'annotators'}; where all said NA: {_said(everything_na)}"
    )


def _holds_na(lines: Sequence[str]) -> bool:
    return any(NOT_RATED in line.split("\t") for line in lines if len(line.split("\t")) == len(TYPES))


def _said(missing: Bools) -> str:
    """Return how many values are NA, in all and by type."""
    counts = [f"{name} {count:,}" for name, count in zip(TYPES, missing.sum(axis=0).tolist(), strict=True) if count]
    return f"{missing.sum():,} of {missing.size:,} values are NA" + (f" ({', '.join(counts)})" if counts else "")
