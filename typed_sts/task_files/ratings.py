"""Ratings by several annotators, where "NA" says that the records do not tell: ratings.tsv, and the gold it makes.

    pair  annotator  general  author  people  time  location  event  subject  description
    1     1          3.5      5       NA      5     NA        NA     3        4

Gold is the mean of the rated values. A type that every rater of a pair marked NA is "not stated" there: it is left out
of that type's correlation, and is what a system's own "not stated" is held against.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from typed_sts.domain.arrays import Bools, Floats
from typed_sts.domain.types import TYPES
from typed_sts.errors import BadScores
from typed_sts.task_files.lines import Wrong, parse_lines, quoted, read_lines
from typed_sts.task_files.task_format import parse_number, split_columns

HEADER = ("pair", "annotator", *TYPES)
NOT_RATED = "NA"


@dataclass(frozen=True, slots=True)
class Rating:
    """What one annotator said about one pair (numbered from 1); None is NA."""

    pair: int
    annotator: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Gold:
    """What scores are held against: one row per pair, one column per type.

    `values` is NaN where nobody rated. `not_stated` is there for ratings only: every rater said NA.
    """

    name: str
    values: Floats
    not_stated: Bools | None = None


def read_ratings(path: Path) -> list[Rating]:
    """Return the ratings of a ratings file."""
    lines = read_lines(path)
    header = "\t".join(HEADER)
    if not lines or lines[0] != header:
        raise BadScores(f"{path}, line 1: expected the header {quoted(' '.join(HEADER)[:30])}..., TAB-separated")
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


def _rating(line: str) -> Rating:
    pair, annotator, *fields = split_columns(line, len(HEADER))
    wrong = []
    if not (pair.isascii() and pair.isdigit() and 0 < len(pair) < 10 and int(pair) > 0):
        wrong.append(("column 1", f"{quoted(pair)} is not a pair number (1, 2, ...)"))
    if not annotator.strip():
        wrong.append(("column 2", "no annotator"))
    values = [None if field == NOT_RATED else parse_number(field) for field in fields]
    for column, (field, value) in enumerate(zip(fields, values, strict=True), 3):
        if value is None and field != NOT_RATED:
            wrong.append((f"column {column}", f"{quoted(field)} is not a number from 0 to 5 nor NA"))
    if wrong:
        raise Wrong(*wrong)
    return Rating(int(pair), annotator, tuple(values))
