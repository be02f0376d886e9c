"""Scores of one system, read and checked: the official TSV, or our JSON lines, which also say what is not stated.

    {"a": "/tate/1", "b": "/tate/2", "model": "evidence", "version": "0.1.0", "types": [
      {"type": "general", "score": 2.1, "estimate": 2.1, "stated": "both"},
      {"type": "author", "score": null, "estimate": 1.4, "stated": "none", "not_stated": 0.93}, ... all eight]}

One object a line. `estimate` is always a number and is what correlations use; `score` is null where the type is not
stated. `not_stated`, a probability, is optional; `stated` stands in for it. `"trained_on": true` stands in the line of
a pair that the model was trained on.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from typed_sts.domain.scores import NOT_STATED, PairScores, Scores, TypeScore
from typed_sts.domain.types import HIGHEST, LOWEST, TYPES
from typed_sts.errors import BadScores
from typed_sts.task_files.lines import Wrong, parse_lines, quoted, read_lines
from typed_sts.task_files.pairs import pair_key
from typed_sts.task_files.ratings import refuse_ratings
from typed_sts.task_files.task_format import NOT_A_SCORE, parse_scores


def read_scores(path: Path) -> Scores:
    """Return the scores of a file in either format, told apart by what it holds."""
    return parse_any(path, read_lines(path))


def parse_any(path: Path, lines: Sequence[str]) -> Scores:
    """Return the scores of the lines of a file in either format."""
    if not (lines and lines[0].lstrip().startswith("{")):
        refuse_ratings(path, lines)
        return Scores(str(path), np.array(parse_scores(path, lines)))
    rows = parse_lines(path, lines, _line)
    return Scores(
        str(path),
        values=np.array([row.estimates for row in rows]),
        not_stated=np.array([row.not_stated for row in rows]),
        ids=tuple(row.ids for row in rows),
        trained_on=np.array([row.trained_on for row in rows]),
    )


def scores_line(pair: PairScores, *, trained_on: bool = False) -> str:
    """Return the JSON line of a pair, with its line feed; raise BadScores for what reading would refuse.

    `trained_on` says that the model was trained on this pair.
    """
    types = [_entry(entry) for entry in pair.types]
    record: dict[str, object] = {"a": pair.a, "b": pair.b, "types": types, "model": pair.model, "version": pair.version}
    record |= {"trained_on": True} if trained_on else {}
    try:
        _checked(record)
    except Wrong as wrong:
        problems = [f"{pair.a} and {pair.b}, {place}: {problem}" for place, problem in wrong.problems]
        raise BadScores(*problems) from wrong
    return json.dumps(record, ensure_ascii=False) + "\n"


def _entry(entry: TypeScore) -> dict[str, object]:
    found: dict[str, object] = {"type": entry.type, "score": entry.score}
    found |= {"estimate": entry.estimate, "stated": entry.stated}
    return found if entry.not_stated is None else found | {"not_stated": entry.not_stated}


@dataclass(frozen=True, slots=True)
class _Line:
    ids: tuple[str, str]
    estimates: tuple[float, ...]
    not_stated: tuple[float, ...]
    trained_on: bool


def _line(line: str) -> _Line:
    if not line.strip():
        raise Wrong(("", "empty line; expected one JSON object"))
    try:
        record = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as exc:
        raise Wrong(("", f"not JSON ({exc})")) from exc
    return _checked(record)


def _checked(record: object) -> _Line:
    if not isinstance(record, dict):
        raise Wrong(("", "not a JSON object"))
    entries = _entries(record.get("types"))
    wrong = [(f'"{key}"', "no id") for key in "ab" if not _is_text(record.get(key))]
    for name, entry in entries.items():
        wrong += [(name, problem) for problem in _problems(entry)]
    if wrong:
        raise Wrong(*wrong)
    in_order = [entries[name] for name in TYPES]
    return _Line(
        ids=(record["a"].strip(), record["b"].strip()),
        estimates=tuple(float(entry["estimate"]) for entry in in_order),
        not_stated=tuple(_predictor(entry) for entry in in_order),
        trained_on=record.get("trained_on") is True,
    )


def _entries(types: object) -> dict[str, dict[str, Any]]:
    """Return the entry of each of the eight types, in whatever order they stand."""
    if not isinstance(types, list) or not all(isinstance(entry, dict) for entry in types):
        raise Wrong(('"types"', "not a list of objects"))
    names = [entry.get("type") for entry in types]
    if sorted(map(str, names)) != sorted(TYPES):
        raise Wrong(('"types"', f"expected {', '.join(TYPES)}, each once; found {quoted(', '.join(map(str, names)))}"))
    return {entry["type"]: entry for entry in types}


def _problems(entry: dict[str, Any]) -> list[str]:
    problems = []
    if not _is_number(entry.get("estimate"), LOWEST, HIGHEST):
        problems.append(f"estimate {quoted(entry.get('estimate'))} {NOT_A_SCORE}")
    if entry.get("score") is not None and not _is_number(entry["score"], LOWEST, HIGHEST):
        problems.append(f"score {quoted(entry['score'])} {NOT_A_SCORE} nor null")
    if entry.get("stated") not in tuple(NOT_STATED):
        problems.append(f"stated {quoted(entry.get('stated'))} is not one of {', '.join(NOT_STATED)}")
    if entry.get("not_stated") is not None and not _is_number(entry["not_stated"], 0, 1):
        problems.append(f"not_stated {quoted(entry['not_stated'])} is not a number from 0 to 1")
    return problems


def _predictor(entry: dict[str, Any]) -> float:
    probability = entry.get("not_stated")
    return NOT_STATED[entry["stated"]] if probability is None else float(probability)


def _is_number(value: object, low: float, high: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def misplaced(name: str, ids: tuple[tuple[str, str], ...], pairs: list[tuple[str, str]]) -> list[str]:
    """Return one problem for each line of JSON scores that names another pair than the pairs file does."""
    return [
        f"{name}, line {number}: scores for {quoted(' and '.join(named))}, but the pair is {quoted(' and '.join(pair))}"
        for number, (named, pair) in enumerate(zip(ids, pairs, strict=False), 1)
        if pair_key(named) != pair_key(pair)
    ]
