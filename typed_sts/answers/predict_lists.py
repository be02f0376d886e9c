"""What is said of the pairs of a file, beside their scores: as a table, a report, or annotations.

    pairs --scored, worded, block by block--> items of pairs --those of one item together--> lists --> the file

Pairs that follow each other and have their first item in common are one list. The order is that of the file, and
memory grows with the items, of which the documents are kept, and not with the pairs.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from math import ceil
from typing import BinaryIO

import numpy as np

from typed_sts.answers.predict_file import (
    Block,
    PreparedPairs,
    block_of,
    estimates_of,
    found_pairs,
)
from typed_sts.domain.scores import PairScores
from typed_sts.domain.types import GENERAL
from typed_sts.features.profiles import join, row_of
from typed_sts.output.forms import Form, written
from typed_sts.output.lists import Extent, Listed, RelatedList
from typed_sts.output.report import Look
from typed_sts.reading.unreadable import NOT_THE_RECORDS, UnreadableRecord, unreadable
from typed_sts.related.ranking import best_type
from typed_sts.running.progress import progress
from typed_sts.running.workers import batches, map_in_order
from typed_sts.saying.say import Said, said_of_related
from typed_sts.scoring.scorer import pair_scores
from typed_sts.task_files.pairs import PairsFile

_BLOCK = 500
_LONGEST = 500
"""Pairs of one item in a list; those behind them are a further list."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A pair as it is listed: the rows of its items, and what was found."""

    left: int
    right: int
    scores: PairScores
    best: str
    said: Said


def write_pair_lists(
    prepared: PreparedPairs, pairs: PairsFile, output: BinaryIO, *, form: Form, look: Look, kept: BinaryIO | None = None
) -> int:
    """Write what is said of the pairs in their order, and those pairs to `kept`; return how many there were."""
    count = 0

    def rows() -> Iterator[_Row]:
        nonlocal count
        blocks = (block_of(part) for part in batches(found_pairs(pairs, prepared.rows), _BLOCK))
        work = partial(_worded, prepared, look.language)
        with progress("scoring", quiet=prepared.settings.quiet) as report:
            for block, (found, problems) in map_in_order(work, blocks, prepared.settings.workers, fork=True):
                for problem in problems:
                    prepared.settings.on_unread(problem)
                if kept is not None:
                    kept.writelines(f"{a}\t{b}\n".encode() for a, b in block.pairs)
                count += len(block.pairs)
                report(count, prepared.n_pairs)
                yield from found

    found = rows()
    together = groupby(left for _, left, _ in found_pairs(pairs, prepared.rows))
    lists = sum(ceil(sum(1 for _ in of_one) / _LONGEST) for _, of_one in together)
    output.writelines(written(form, _lists(prepared, found), look, Extent(lists)))
    for _ in found:  # what a report leaves out is counted, and written to `kept`
        pass
    return count


def _lists(prepared: PreparedPairs, rows: Iterator[_Row]) -> Iterator[RelatedList]:
    """Yield the pairs that follow each other with one first item, as a list."""
    for left, together in groupby(rows, key=lambda row: row.left):
        for part in batches(enumerate(together, start=1), _LONGEST):
            yield RelatedList(prepared.items[left], tuple([_listed(prepared, row, rank) for rank, row in part]))


def _listed(prepared: PreparedPairs, row: _Row, rank: int) -> Listed:
    scores = tuple([(entry.type, entry.score) for entry in row.scores.types])
    item, sentence = prepared.items[row.right], " ".join(row.said.sentence.split())
    return Listed(item, rank, row.scores[GENERAL].score, row.best, sentence, scores, row.said.statements)


def _worded(prepared: PreparedPairs, language: str, block: Block) -> tuple[list[_Row], list[UnreadableRecord]]:
    """Return the pairs of a block with their scores and what is said of them, and those that could not be compared."""
    estimates, problems = estimates_of(prepared, block)
    alike = np.ones(estimates.values.shape[1])
    rows = []
    for number, scores in enumerate(pair_scores(prepared.scorer, block.pairs, estimates)):
        left, right = int(block.left[number]), int(block.right[number])
        best = best_type(estimates.values[number], estimates.stated[number], alike)
        rows.append(_Row(left, right, scores, best, _said(prepared, left, right, scores, language, problems)))
    return rows, problems


def _said(
    prepared: PreparedPairs,
    left: int,
    right: int,
    scores: PairScores,
    language: str,
    problems: list[UnreadableRecord],
) -> Said:
    if prepared.unread[left] or prepared.unread[right]:
        return Said()
    try:
        profiles = join([row_of(prepared.profiles, row) for row in (left, right)])
        documents = (prepared.documents[left], prepared.documents[right])
        return said_of_related(*documents, profiles, scores.types, language=language, also=False)
    except NOT_THE_RECORDS:
        raise
    except Exception as error:
        problems.append(unreadable(f"{scores.a} and {scores.b}", error))
        return Said()
