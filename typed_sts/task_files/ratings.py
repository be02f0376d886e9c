"""Gold, and ratings by several annotators that gold is made of; in both, "NA" says that the records do not tell.

    gold.tsv      eight numbers or NA a line, one line a pair, no header
    ratings.tsv   one line for each pair and annotator:

    pair  annotator  general  author  people  time  location  event  subject  description
    1     1          3.5      5       NA      5     NA        NA     3        4

Of ratings, gold is the mean of the rated values. A type that is NA in gold, or that every rater of a pair marked NA, is
"not stated" there: it is left out of that type's correlation, and is what a system's own "not stated" is held against.
A line of gold with eight NA is a pair that nobody rated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path

import numpy as np

from typed_sts.domain.arrays import Bools, Floats
from typed_sts.domain.types import TYPES
from typed_sts.errors import BadScores
from typed_sts.task_files.lines import Wrong, parse_lines, quoted, read_lines
from typed_sts.task_files.task_format import NOT_A_SCORE, NOT_RATED, parse_number, refuse_header, split_columns

HEADER = ("pair", "annotator", *TYPES)


@dataclass(frozen=True, slots=True)
class Rating:
    """What one annotator said about one pair (numbered from 1); None is NA."""

    pair: int
    annotator: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Gold:
    """What scores are held against: one row per pair, one column per type.

    `values` is NaN where nobody rated. `not_stated` is there for ratings, and for gold with NA: every rater said NA.
    """

    name: str
    values: Floats
    not_stated: Bools | None = None


def read_ratings(path: Path) -> list[Rating]:
    """Return the ratings of a ratings file."""
    lines = read_lines(path)
    header = "\t".join(HEADER)
    if not lines or lines[0] != header:
        gold = bool(lines) and len(lines[0].split("\t")) == len(TYPES)
        hint = "; with eight columns and no header it is gold: give it without --ratings" if gold else ""
        raise BadScores(f"{path}, line 1: expected the header {quoted(' '.join(HEADER)[:30])}..., TAB-separated{hint}")
    ratings = parse_lines(path, lines[1:], _rating, first=2, expected="ratings under the header")
    seen: set[tuple[int, str]] = set()
    for number, rating in enumerate(ratings, 2):
        if (rating.pair, rating.annotator) in seen:
            raise BadScores(f"{path}, line {number}: annotator {rating.annotator} rates pair {rating.pair} twice")
        seen.add((rating.pair, rating.annotator))
    return ratings


def gold_of(name: str, ratings: list[Rating], n_pairs: int) -> Gold:
    """Return the mean of the rated values for pairs 1 to n_pairs; raise BadScores for a pair beyond them."""
    last = max(rating.pair for rating in ratings)
    if last > n_pairs:
        raise BadScores(f"{name} rates pair {last}, but there are scores for {n_pairs} pairs only")
    total = np.zeros((n_pairs, len(TYPES)))
    rated = np.zeros((n_pairs, len(TYPES)))
    raters = np.zeros((n_pairs, 1))
    for rating in ratings:
        raters[rating.pair - 1] += 1
        for column, value in enumerate(rating.values):
            if value is not None:
                total[rating.pair - 1, column] += value
                rated[rating.pair - 1, column] += 1
    values = np.full_like(total, np.nan)
    np.divide(total, rated, out=values, where=rated > 0)
    return Gold(name, values, not_stated=(rated == 0) & (raters > 0))


def read_gold(path: Path) -> Gold:
    """Return the gold of a file of eight numbers or NA a line; raise BadScores, with a hint, for ratings or scores."""
    values = parse_gold(path, read_lines(path))
    missing = np.isnan(values)
    return Gold(str(path), values, not_stated=missing & ~missing.all(axis=1, keepdims=True) if missing.any() else None)


def parse_gold(path: Path, lines: Sequence[str]) -> Floats:
    """Return the lines of a gold file as numbers, NaN for NA."""
    if lines and lines[0].lstrip().startswith("{"):
        raise BadScores(f"{path} holds scores as JSON lines, not gold; gold comes first, scores after it")
    refuse_ratings(path, lines)
    refuse_header(path, lines)
    expected = "eight TAB-separated numbers or NA a line, one line a pair"
    return np.array(parse_lines(path, lines, _gold_line, expected=expected))


def refuse_ratings(path: Path, lines: Sequence[str]) -> None:
    """Raise BadScores when these are ratings, where one line a pair is expected."""
    if lines and (lines[0].split()[:2] == list(HEADER[:2]) or len(lines[0].split("\t")) == len(HEADER)):
        raise BadScores(f"{path} holds ratings by annotator, not one line a pair; give it with --ratings {path}")


def _gold_line(line: str) -> tuple[float, ...]:
    fields = split_columns(line, len(TYPES))
    return tuple(nan if value is None else value for value in _numbers_or_na(fields, first=1))


def _numbers_or_na(fields: Sequence[str], first: int) -> tuple[float | None, ...]:
    """Return the numbers 0..5, None for NA; raise Wrong naming each column that is neither."""
    values = tuple(None if field == NOT_RATED else parse_number(field) for field in fields)
    wrong = [
        (f"column {column}", f"{quoted(field)} {NOT_A_SCORE} nor {NOT_RATED}")
        for column, (field, value) in enumerate(zip(fields, values, strict=True), first)
        if value is None and field != NOT_RATED
    ]
    if wrong:
        raise Wrong(*wrong)
    return values


def _rating(line: str) -> Rating:
    pair, annotator, *fields = split_columns(line, len(HEADER))
    wrong = []
    if not (pair.isascii() and pair.isdigit() and 0 < len(pair) < 10 and int(pair) > 0):
        wrong.append(("column 1", f"{quoted(pair)} is not a pair number (1, 2, ...)"))
    if not annotator.strip():
        wrong.append(("column 2", "no annotator"))
    try:
        values = _numbers_or_na(fields, first=3)
    except Wrong as error:
        wrong += error.problems
    if wrong:
        raise Wrong(*wrong)
    return Rating(int(pair), annotator, values)
