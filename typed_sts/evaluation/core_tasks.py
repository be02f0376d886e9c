"""The CORE tasks, 2012 to 2015: their metrics, over several data sets of sentence pairs, and their baseline.

    Pearson      r of each data set (all years)
    weighted     r with each pair weighted by a confidence 0..100, where answers carry one, as those of 2012 could
    ALL          r of all data sets put together (2012)
    ALLnorm      the same after each set's scores are mapped to its gold by least squares (2012)
    Mean         mean of the sets' r, weighted by their pairs (2012 to 2015; the official ranking since 2013)
    weighted Mean  the same of weighted r, plain r where answers carry no confidence, as 2013 was ranked

Gold lines left empty (2015) are left out, with the scores beside them. The baseline is how many tokens two sentences
share.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.domain.types import HIGHEST
from typed_sts.errors import BadScores
from typed_sts.evaluation.correlation import is_constant, pearson, to_unit, weighted_pearson
from typed_sts.task_files.lines import MOST_PROBLEMS, Wrong, parse_lines, quoted, read_lines, unequal
from typed_sts.task_files.task_format import NOT_A_SCORE, parse_number


def token_overlap(left: str, right: str) -> float:
    """Return the cosine of the two sentences' binary token vectors, scaled to 0..5; 0 when one is empty."""
    ours, theirs = set(left.split()), set(right.split())
    if not ours or not theirs:
        return 0.0
    return HIGHEST * len(ours & theirs) / math.sqrt(len(ours) * len(theirs))


def read_sentence_pairs(path: Path) -> list[tuple[str, str]]:
    """Return the sentence pairs of an official input file: two sentences a line with one TAB between them."""
    return parse_lines(path, read_lines(path), _pair, expected="two sentences a line with one TAB between them")


def stream_sentence_pairs(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the sentence pairs of a file one by one; raise BadScores before the first when any line is wrong.

    An ordinary file is read twice, so that it need not fit into memory; what can be read but once is held.
    """
    if not path.is_file():
        yield from read_sentence_pairs(path)
        return
    problems: list[str] = []
    number = 0
    for number, line in enumerate(_lines(path), 1):
        try:
            _pair(line)
        except Wrong as wrong:
            problems += [f"{path}, line {number}: {problem}" for _, problem in wrong.problems]
        if len(problems) > MOST_PROBLEMS:
            break
    if problems:
        raise BadScores(*problems)
    if not number:
        read_sentence_pairs(path)  # which says what is expected
    yield from map(_pair, _lines(path))


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open("rb") as stream:
            for number, raw in enumerate(stream, 1):
                line = raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw
                try:
                    yield line.decode("utf-8").removesuffix("\n").removesuffix("\r")
                except UnicodeDecodeError as error:
                    raise BadScores(f"{path}, line {number}: not UTF-8 text; save the file as UTF-8") from error
    except OSError as error:
        raise BadScores(f"{path}: cannot be read ({error.strerror}); is the path right?") from error


def read_gold(path: Path) -> list[float | None]:
    """Return the gold of a file, None for lines left empty."""
    return parse_lines(path, read_lines(path), _gold_line, expected="one number a line, or an empty line")


def _pair(line: str) -> tuple[str, str]:
    sentences = line.split("\t")
    if len(sentences) != 2:
        tabs = {1: "no TAB"}.get(len(sentences), f"{len(sentences) - 1} TABs")
        raise Wrong(("", f"{tabs}; expected two sentences with one TAB between them"))
    return sentences[0], sentences[1]


@dataclass(frozen=True, slots=True, eq=False)
class CoreSet:
    """Gold and scores of the pairs of one data set that have gold."""

    name: str
    gold: Floats
    scores: Floats
    confidence: Floats | None = None


@dataclass(frozen=True, slots=True)
class SetResult:
    """The figures of one data set; `weighted` only where the answers carry a confidence."""

    name: str
    n: int
    pearson: float
    weighted: float | None


@dataclass(frozen=True, slots=True)
class CoreReport:
    """The figures of all data sets, each and together."""

    sets: tuple[SetResult, ...]
    all: float
    all_norm: float
    mean: float
    weighted_mean: float | None
    warnings: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values."""
        return {"format_version": 1, **asdict(self)}


def read_set(gold_path: Path, scores_path: Path) -> CoreSet:
    """Return one data set: gold with one number a line or none, scores with one number and perhaps a confidence."""
    gold = read_gold(gold_path)
    rows = parse_lines(scores_path, read_lines(scores_path), _score_line, expected="one number a line")
    if len(gold) != len(rows):
        raise BadScores(unequal(str(scores_path), len(rows), str(gold_path), len(gold)))
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise BadScores(f"{scores_path}, line {number}: a confidence must stand on every line or on none")
    kept = np.array([value is not None for value in gold])
    if not kept.any():
        raise BadScores(f"{gold_path}: every line is empty; there is no gold to score against")
    columns = np.array(rows)[kept].T
    return CoreSet(
        name=gold_path.name,
        gold=np.array([value for value in gold if value is not None]),
        scores=columns[0],
        confidence=columns[1] if len(columns) == 2 else None,
    )


def evaluate_core(sets: Sequence[CoreSet]) -> CoreReport:
    """Return the CORE figures of one or more data sets."""
    results = tuple(
        SetResult(
            name=each.name,
            n=len(each.gold),
            pearson=pearson(each.scores, each.gold),
            weighted=None
            if each.confidence is None
            else weighted_pearson(each.scores, each.gold, weights=each.confidence),
        )
        for each in sets
    )
    gold = np.concatenate([each.gold for each in sets])
    return CoreReport(
        sets=results,
        all=pearson(np.concatenate([each.scores for each in sets]), gold),
        all_norm=pearson(np.concatenate([fitted(each.scores, each.gold) for each in sets]), gold),
        mean=math.fsum(result.pearson * result.n for result in results) / len(gold),
        weighted_mean=_weighted_mean(results),
        warnings=tuple(text for each in sets for text in _warnings(each)),
    )


def _weighted_mean(results: Sequence[SetResult]) -> float | None:
    """Return the mean that 2013 ranked by, None when no answers carry a confidence."""
    if all(result.weighted is None for result in results):
        return None
    counted = [result.pearson if result.weighted is None else result.weighted for result in results]
    total = math.fsum(r * result.n for r, result in zip(counted, results, strict=True))
    return total / sum(result.n for result in results)


def fitted(scores: Floats, gold: Floats) -> Floats:
    """Return the scores mapped to the gold by least squares: a straight line, flat when the scores are constant."""
    unit = to_unit(scores)
    deviation = unit - unit.mean()
    spread = deviation @ deviation
    slope = (deviation @ (gold - gold.mean())) / spread if spread else 0.0
    return np.asarray(gold.mean() + slope * deviation)


def _warnings(each: CoreSet) -> list[str]:
    found = []
    for what, values in (("gold", each.gold), ("the scores", each.scores)):
        if is_constant(values):
            found.append(f"{each.name}: {what} never change; the correlation counts as .0000")
    if each.confidence is not None and not each.confidence.any():
        found.append(f"{each.name}: every confidence is 0; the weighted correlation counts as .0000")
    return found


def _gold_line(line: str) -> float | None:
    if line == "":
        return None
    number = parse_number(line)
    if number is None:
        raise Wrong(("", f"{quoted(line)} {NOT_A_SCORE}, nor an empty line"))
    return number


def _score_line(line: str) -> tuple[float, ...]:
    score, *confidence = line.split("\t")
    if len(confidence) > 1:
        raise Wrong(("", f"{len(confidence) + 1} columns; expected a score and perhaps a confidence"))
    number = parse_number(score, low=-1e300, high=1e300)
    if number is None:
        raise Wrong(("column 1", f"{quoted(score)} is not a number"))
    weights = [parse_number(text, low=0, high=100) for text in confidence]
    if None in weights:
        raise Wrong(("column 2", f"{quoted(confidence[0])} is not a confidence from 0 to 100"))
    return (number, *(weight for weight in weights if weight is not None))
