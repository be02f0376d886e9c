"""Scores of many pairs: in parts, line by line, each pair with an error of its own, and an end that is said."""

import json
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.processes import PATIENCE, wait_until
from tests.service.conftest import A, B
from tests.service.process import Service, serving
from tests.service.standin_answers import came_to, open_gate
from tests.service.test_refusals import check_error
from typed_sts.service.batches import PART_PAIRS, PART_TEXT, parts_of
from typed_sts.service.schemas import NELSON, PredictionsShape

LINES = {"Accept": "application/x-ndjson"}
SLOW = {"id": "/slow", "dcTitle": "Zqslow boat"}
BROKEN = {"id": "/broken", "dcTitle": "Zqbroken boat"}
UNREADABLE = {"id": "/unreadable", "dcTitle": "Zqunreadable boat"}
PAIR = {"a": A, "b": B}


def lines(service: Service, pairs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what comes of pairs, line by line."""
    answer = service.post("/api/v1/predict", json={"pairs": pairs}, headers=LINES)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    assert answer.headers["Cache-Control"] == "no-store"
    return [json.loads(line) for line in answer.text.splitlines()]


def test_pairs_come_in_parts_by_their_number_and_by_their_text() -> None:
    pairs: list[Any] = [(str(n), str(n)) for n in range(PART_PAIRS * 2 + 1)]
    parts = list(parts_of(pairs, [0] * len(pairs)))
    assert [len(part) for part in parts] == [PART_PAIRS, PART_PAIRS, 1]
    assert [pair for part in parts for pair in part] == pairs
    sizes = [PART_TEXT * 2, 1, PART_TEXT - 1, 1, 5]
    assert [len(part) for part in parts_of(pairs[:5], sizes)] == [1, 2, 2]
    assert list(parts_of([], [])) == []


def test_lines_say_the_same_as_one_answer_in_the_same_order_and_then_that_all_have_come(service: Service) -> None:
    pairs: list[dict[str, Any]] = [PAIR, {"a": B, "b": NELSON}, {"a": "/no/such", "b": A}] * 40
    *found, end = lines(service, pairs)
    assert end == {"end": {"complete": True, "pairs": 120}}
    together = service.post("/api/v1/predict", json={"pairs": pairs}).json()
    PredictionsShape.model_validate(together, strict=True)
    assert found == together["pairs"]
    assert [(one["a"], one["b"]) for one in found[:3]] == [(A, B), (B, "/mine/2"), ("/no/such", A)]


@pytest.mark.parametrize("form", [{}, LINES])
def test_a_pair_with_an_unknown_id_has_an_error_of_its_own(service: Service, form: dict[str, str]) -> None:
    pairs = [PAIR, {"a": "/no/such", "b": "/nor/this"}, {"a": A, "b": "/no/such"}, PAIR]
    answer = service.post("/api/v1/predict", json={"pairs": pairs}, headers=form)
    assert answer.status_code == 200
    found = [json.loads(line) for line in answer.text.splitlines()] if form else answer.json()["pairs"]
    assert [("types" in one, one.get("a")) for one in found[:4]] == [
        (True, A),
        (False, "/no/such"),
        (False, A),
        (True, A),
    ]
    assert found[1]["error"] == {
        "status": 404,
        "code": "no_such_item",
        "message": "the collection has no item with the id of a and b",
        "detail": [{"where": side, "problem": "not in the collection"} for side in "ab"],
    }
    assert [entry["where"] for entry in found[2]["error"]["detail"]] == ["b"]


def test_a_record_that_cannot_be_read_spoils_its_own_pair_only(service: Service) -> None:
    *found, end = lines(service, [PAIR, {"a": UNREADABLE, "b": B}, PAIR])
    assert [one.get("error", {}).get("code") for one in found] == [None, "unreadable", None]
    assert end["end"]["complete"]


def test_a_bug_is_the_error_of_its_part_and_the_others_are_scored(service: Service) -> None:
    *found, end = lines(service, [PAIR] * PART_PAIRS + [{"a": BROKEN, "b": B}] + [PAIR] * PART_PAIRS)
    codes = [one.get("error", {}).get("code") for one in found]
    assert codes == [None] * PART_PAIRS + ["internal"] * PART_PAIRS + [None]
    assert end == {"end": {"complete": True, "pairs": 2 * PART_PAIRS + 1}}
    answer = service.post("/api/v1/predict", json={"pairs": [{"a": BROKEN, "b": B}]}, headers=LINES)
    check_error(answer, 500, "internal")


def test_lines_are_zipped_for_those_who_take_it_and_can_be_read_before_the_last(service: Service) -> None:
    pairs = [PAIR] * (PART_PAIRS + 1)
    asked = {"json": {"pairs": pairs}, "headers": LINES | {"Accept-Encoding": "gzip"}, "stream": True}
    with service.post("/api/v1/predict", **asked) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        zipped = answer.raw.read(decode_content=False)
    plain = service.post("/api/v1/predict", json={"pairs": pairs}, headers=LINES | {"Accept-Encoding": "gzip;q=0"})
    assert "Content-Encoding" not in plain.headers
    assert zlib.decompress(zipped, wbits=31) == plain.content
    half = zlib.decompressobj(wbits=31).decompress(zipped[: len(zipped) // 2])
    assert half.count(b"\n") >= 1
    assert len(zipped) < len(plain.content) / 5


@pytest.mark.slow
def test_lines_come_as_they_are_computed_and_a_part_that_takes_too_long_is_told_and_left(
    sample: Path, tmp_path: Path
) -> None:
    gate = tmp_path / "never"
    pairs = [PAIR] * PART_PAIRS + [{"a": SLOW, "b": B}] * PART_PAIRS + [PAIR] * 10
    with serving(sample, gate=gate, settings={"work_seconds": 3.0}) as service:
        with service.post("/api/v1/predict", json={"pairs": pairs}, headers=LINES, stream=True) as answer:
            coming = answer.iter_lines()
            first = [json.loads(next(coming)) for _ in range(PART_PAIRS)]
            assert all("types" in one for one in first)
            wait_until(lambda: came_to(gate) == 1)  # these are there while the next ones are computed
            rest = [json.loads(line) for line in coming]
        codes = [one.get("error", {}).get("code") for one in rest[:-1]]
        assert codes == ["too_slow"] * PART_PAIRS + [None] * 10
        assert rest[-1] == {"end": {"complete": True, "pairs": len(pairs)}}
        together = service.post("/api/v1/predict", json={"pairs": pairs}).json()["pairs"]  # has its time in all
        codes = [one.get("error", {}).get("code") for one in together]
        assert codes == [None] * PART_PAIRS + ["too_slow"] * (PART_PAIRS + 10)
        assert "application/x-ndjson" in together[-1]["error"]["message"]


@pytest.mark.slow
def test_others_have_their_turns_between_the_parts_and_the_end_says_when_nothing_more_can_be_had(
    tmp_path: Path,
) -> None:
    from tests.service.conftest import build_sample

    index, gate = tmp_path / "collection", tmp_path / "gate"
    build_sample(index)
    settings = {"work_seconds": PATIENCE, "refresh_seconds": 0.0}
    slow = [PAIR] * 3 * PART_PAIRS + [{"a": SLOW, "b": B}] + [PAIR] * 2 * PART_PAIRS
    with serving(index, gate=gate, settings=settings) as service, ThreadPoolExecutor(2) as pool:
        asked = pool.submit(lines, service, slow)
        wait_until(lambda: came_to(gate) == 1)
        (index / "collection.json").rename(tmp_path / "away")
        open_gate(gate)
        *found, end = asked.result(PATIENCE)
        assert not end["end"]["complete"]
        assert end["end"]["error"]["code"] == "collection_unavailable"
        assert end["end"]["pairs"] == len(found) == 4 * PART_PAIRS
        (tmp_path / "away").rename(index / "collection.json")
        check_error(service.post("/api/v1/predict", json={"pairs": []}, headers=LINES), 422, "invalid")


@pytest.mark.slow
def test_a_client_that_leaves_in_the_middle_is_not_computed_for_any_more(sample: Path, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    pairs = [PAIR] * PART_PAIRS + [{"a": SLOW, "b": B}] * 6 * PART_PAIRS
    with serving(sample, gate=gate, settings={"work_seconds": PATIENCE, "left_seconds": PATIENCE}) as service:
        with requests.post(
            f"{service.url}/api/v1/predict", json={"pairs": pairs}, headers=LINES, stream=True, timeout=PATIENCE
        ) as answer:
            coming = answer.iter_lines()  # kept: the connection is closed with it
            assert next(coming)
            wait_until(lambda: came_to(gate) == 1)
        wait_until(lambda: service.in_flight() == 0)
        open_gate(gate)
        assert service.get("/api/v1/search?q=boat").status_code == 200
        assert service.end() == 0
        assert [event["status"] for event in service.events("request") if event["route"].endswith("predict")] == [499]
        assert not service.events("failure")
        assert came_to(gate) <= PART_PAIRS
