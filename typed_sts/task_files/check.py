"""Everything wrong with an answer file before it is sent or scored: format, number of lines, order of pairs."""

from pathlib import Path

from typed_sts.errors import BadScores
from typed_sts.task_files.lines import MOST_PROBLEMS, quoted, read_lines, unequal
from typed_sts.task_files.pairs import pair_key
from typed_sts.task_files.scores import parse_any
from typed_sts.task_files.task_format import parse_pairs


def find_problems(pairs_path: Path, scores_path: Path) -> list[str]:
    """Return the first problems of a pairs file and its scores, an empty list when they are fine."""
    try:
        pair_lines, score_lines = read_lines(pairs_path), read_lines(scores_path)
    except BadScores as error:
        return list(error.problems)
    problems = []
    if len(pair_lines) != len(score_lines):
        problems.append(unequal(str(scores_path), len(score_lines), str(pairs_path), len(pair_lines)))
    pairs, scores = None, None
    try:
        pairs = parse_pairs(pairs_path, pair_lines)
    except BadScores as error:
        problems += error.problems
    try:
        scores = parse_any(scores_path, score_lines)
    except BadScores as error:
        problems += error.problems
    if pairs and scores and scores.ids:
        problems += misplaced(scores.name, scores.ids, pairs)
    if len(problems) > MOST_PROBLEMS:
        problems = [*problems[:MOST_PROBLEMS], f"more problems follow; the first {MOST_PROBLEMS} are shown"]
    return problems


def misplaced(name: str, ids: tuple[tuple[str, str], ...], pairs: list[tuple[str, str]]) -> list[str]:
    """Return one problem for each line of JSON scores that names another pair than the pairs file does."""
    return [
        f"{name}, line {number}: scores for {quoted(' and '.join(named))}, but the pair is {quoted(' and '.join(pair))}"
        for number, (named, pair) in enumerate(zip(ids, pairs, strict=False), 1)
        if pair_key(named) != pair_key(pair)
    ]
