"""Scores as JSON lines, and how they are told from the official format."""

import json
from pathlib import Path
from typing import Any

import pytest

from typed_sts.domain.scores import PairScores, Scores, TypeScore
from typed_sts.domain.types import TYPES
from typed_sts.errors import BadScores
from typed_sts.task_files.scores import read_scores, scores_line


def line(**changes: Any) -> dict[str, Any]:
    entries = [{"type": name, "score": 2.0, "estimate": float(k) / 2, "stated": "both"} for k, name in enumerate(TYPES)]
    return {"a": "/x/1", "b": "/x/2", "types": entries, "model": "evidence", "version": "1", **changes}


def read(path: Path, *records: Any) -> Scores:
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return read_scores(path)


def test_the_format_is_told_by_what_the_file_holds(tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_text("1\t2\t3\t4\t5\t0\t1\t2\n")
    official = read_scores(tmp_path / "s.jsonl")
    assert official.ids is None
    assert official.not_stated is None
    ours = read(tmp_path / "s.tsv", line())
    assert ours.ids == (("/x/1", "/x/2"),)


def test_the_estimate_is_what_is_used(tmp_path: Path) -> None:
    record = line()
    record["types"][1] |= {"score": None, "stated": "none"}
    scores = read(tmp_path / "s", record)
    assert scores.values.tolist() == [[0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5]]


def test_stated_stands_in_for_a_missing_probability(tmp_path: Path) -> None:
    record = line()
    record["types"][1] |= {"stated": "none"}
    record["types"][2] |= {"stated": "one"}
    record["types"][3] |= {"stated": "both", "not_stated": 0.25}
    scores = read(tmp_path / "s", record)
    assert scores.not_stated is not None
    assert scores.not_stated.tolist() == [[0, 1, 0.5, 0.25, 0, 0, 0, 0]]


def test_types_may_stand_in_any_order(tmp_path: Path) -> None:
    record = line()
    shuffled = line(types=record["types"][::-1])
    assert read(tmp_path / "s", shuffled).values.tolist() == read(tmp_path / "t", record).values.tolist()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"estimate": 5.2}, 'author: estimate "5.2" is not a number from 0 to 5'),
        ({"estimate": None}, "author: estimate"),
        ({"estimate": True}, "author: estimate"),
        ({"score": -1}, 'author: score "-1" is not a number from 0 to 5 nor null'),
        ({"stated": "maybe"}, 'author: stated "maybe" is not one of both, one, none'),
        ({"stated": ["both"]}, "author: stated"),
        ({"not_stated": 1.5}, 'author: not_stated "1.5" is not a number from 0 to 1'),
        ({"type": "weight"}, '"types": expected general, author'),
        ({"type": "general"}, '"types": expected general, author'),
    ],
)
def test_a_bad_entry_is_named(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    record = line()
    record["types"][1] |= change
    with pytest.raises(BadScores) as caught:
        read(tmp_path / "s", line(), record)
    assert f"line 2, {message}" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": NaN}', "not JSON (NaN is not a number)"),
        ('{"a": ', "not JSON"),
        ("[1]", "not a JSON object"),
        ("", "empty line"),
        ("{}", '"types": not a list of objects'),
        (json.dumps(line(a=" ")), '"a": no id'),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "s").write_text(f"{json.dumps(line())}\n{text}\n")
    with pytest.raises(BadScores) as caught:
        read_scores(tmp_path / "s")
    assert "line 2" in str(caught.value)
    assert message in str(caught.value)


def pair(estimate: float = 1.5) -> PairScores:
    types = (TypeScore("general", None, estimate, "none", 0.9), *(TypeScore(n, 2, 2, "both") for n in TYPES[1:]))
    return PairScores("/x/1", "/ü/2", types, model="evidence", version="1")


def test_a_line_that_is_written_is_read_back(tmp_path: Path) -> None:
    (tmp_path / "s").write_text(scores_line(pair()) * 2, encoding="utf-8")
    scores = read_scores(tmp_path / "s")
    assert scores.ids == (("/x/1", "/ü/2"),) * 2
    assert scores.values[1].tolist() == [1.5, 2, 2, 2, 2, 2, 2, 2]
    assert scores.not_stated is not None
    assert scores.not_stated[1].tolist() == [0.9, 0, 0, 0, 0, 0, 0, 0]
    assert "not_stated" not in json.loads(scores_line(pair()))["types"][1]


@pytest.mark.parametrize("estimate", [float("nan"), 5.1])
def test_a_line_that_could_not_be_read_back_is_not_written(estimate: float) -> None:
    with pytest.raises(BadScores):
        scores_line(pair(estimate))


def test_a_line_says_whether_the_model_was_trained_on_the_pair(tmp_path: Path) -> None:
    assert "trained_on" not in json.loads(scores_line(pair()))
    (tmp_path / "s").write_text(scores_line(pair()) + scores_line(pair(), trained_on=True), encoding="utf-8")
    scores = read_scores(tmp_path / "s")
    assert scores.trained_on is not None
    assert scores.trained_on.tolist() == [False, True]
