"""What the service refuses, and that every refusal has the one shape."""

import json
import socket
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.processes import PATIENCE
from tests.service.conftest import A, B
from tests.service.process import Service, serving
from typed_sts.service.settings import LONGEST_ID, LONGEST_RECORD, LONGEST_TEXT, MOST_VALUES


def check_error(answer: requests.Response, status: int, code: str) -> dict[str, Any]:
    """Assert that an answer is an error of this kind in the one shape, and return it."""
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == "application/json"
    body = answer.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"status", "code", "message", "detail"}
    assert (body["error"]["status"], body["error"]["code"]) == (status, code)
    assert body["error"]["message"]
    error: dict[str, Any] = body["error"]
    return error


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/nothing/here", 404, "not_found"),
        ("/api", 404, "not_found"),
        ("/api/nothing", 404, "not_found"),
        ("/static/../../etc/passwd", 404, "not_found"),
        ("/api/item?id=/no/such", 404, "no_such_item"),
        (f"/api/why?a={A}&b=/no/such", 404, "no_such_item"),
        ("/api/related?id=http://example.org/other", 404, "no_such_item"),
        ("/api/item", 422, "invalid"),
        ("/api/item?id=", 422, "invalid"),
        (f"/api/item?id={'x' * (LONGEST_ID + 1)}", 422, "invalid"),
        (f"/api/why?a={A}", 422, "invalid"),
        (f"/api/related?id={A}&by=colour", 422, "invalid"),
        (f"/api/related?id={A}&by=time:0", 422, "invalid"),
        (f"/api/related?id={A}&k=0", 422, "invalid"),
        (f"/api/related?id={A}&k=51", 422, "invalid"),
        ("/api/search?q=x&k=many", 422, "invalid"),
        ("/api/search?q=x&offset=-1", 422, "invalid"),
        ("/api/predict", 405, "method_not_allowed"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused_in_one_shape(
    service: Service, path: str, status: int, code: str
) -> None:
    check_error(service.get(path), status, code)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
def test_another_method_is_refused_and_told_which_ones_there_are(service: Service, method: str) -> None:
    answer = requests.request(method, service.url + "/api/item", timeout=PATIENCE)
    check_error(answer, 405, "method_not_allowed")
    assert answer.headers["Allow"] == "GET"
    assert requests.request(method, service.url + "/api/why", timeout=PATIENCE).headers["Allow"] == "GET, POST"


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"nonsense", b"\xff\xfe", b"[" * 100_000, b'{"a": NaN', b'{"a":' * 50_000, b"\x00"],
    ids=["empty", "open", "word", "not-utf8", "deep-lists", "nan", "deep-objects", "zero"],
)
@pytest.mark.parametrize("path", ["/api/why", "/api/predict"])
def test_malformed_json_is_a_fault_of_the_caller(service: Service, path: str, body: bytes) -> None:
    answer = service.post(path, data=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    check_error(answer, answer.status_code, answer.json()["error"]["code"])


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("item", "id: is missing"),
        ("item?id=", "id: may not be empty"),
        (f"item?id={'x' * (LONGEST_ID + 1)}", "id: may have 2,000 characters at most"),
        (f"related?id={A}&by=colour", "by: is to be types, each with a weight if it is not 1, such as author,time:2;"),
        (f"related?id={A}&k=0", "k: is to be 1 or more"),
        (f"related?id={A}&k=51", "k: may be 50 at most"),
        (f"related?id={A}&k=ten", "k: is to be a whole number"),
        (f"related?id={A}&at_least=nan", "at_least: is to be a number that JSON has"),
        (f"related?id={A}&other_holder=perhaps", "other_holder: is to be true or false"),
        (f"why?a={A}&b={B}&language=xx", "language: is to be one of"),
        ("search", "q: is missing"),
        ("search?q=x&k=many&offset=-1", "k: is to be a whole number (and 1 more)"),
    ],
)
def test_what_is_wrong_with_a_question_is_said_in_our_words(service: Service, query: str, message: str) -> None:
    error = check_error(service.get(f"/api/v1/{query}"), 422, "invalid")
    assert error["message"].startswith(message)
    assert error["detail"][0]["where"] == message.partition(":")[0]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"b": {"id": "1"}}, "a: is missing"),
        ([], "body: is to be an object"),
        ({"a": 5, "b": {"id": "1"}}, "a: is to be an object"),
        ({"a": {}, "b": {"id": "1"}}, "a.id: is missing"),
        ({"a": {"id": "1", "dcTitle": [True]}, "b": {"id": "1"}}, "a.dcTitle.0: is to be a text or a number"),
        (
            {"a": {"id": "1", "dcTitle": {"en": "x"}}, "b": {"id": "1"}},
            "a.dcTitle: is to be a list, a text or a number",
        ),
        ({"a": {"id": "1", "dcTitle": "x" * 50_001}, "b": {"id": "1"}}, "a.dcTitle: may have 50,000 characters"),
        ({"a": {"id": "1", "dcTitle": ["x"] * 501}, "b": {"id": "1"}}, "a.dcTitle: may have 500 entries at most"),
        ({"a": {"id": " "}, "b": {"id": "1"}}, "a.id: may hold no control characters, and not white space alone"),
    ],
)
def test_what_is_wrong_with_a_record_is_said_in_our_words(service: Service, body: object, message: str) -> None:
    error = check_error(service.post("/api/v1/why", json=body), 422, "invalid")
    assert error["message"].startswith(message)
    assert len(error["detail"]) == 1


def test_what_is_wrong_with_one_of_many_pairs_names_it(service: Service) -> None:
    pairs = [{"a": A, "b": B}, {"a": A, "b": {"dcTitle": "x"}}, {"a": 5, "b": B}]
    error = check_error(service.post("/api/v1/predict", json={"pairs": pairs}), 422, "invalid")
    assert error["message"] == "pairs.1.b.id: is missing (and 1 more)"
    assert error["detail"][1] == {"where": "pairs.2.a", "problem": "is to be a text or an object"}
    assert "valid" not in json.dumps(error["detail"])


RECORD = {"id": "/x/1"}


@pytest.mark.parametrize(
    "a",
    [
        None,
        5,
        "/sample/turner-trafalgar",
        [],
        {},
        {"id": ""},
        {"id": "  "},
        {"id": "a\nb"},
        {"id": "\x85"},
        {"id": 5.5},
        {"id": "x" * (LONGEST_ID + 1)},
        {"id": "1", "dcTitle": {"en": "Boat"}},
        {"id": "1", "dcTitle": [["Boat"]]},
        {"id": "1", "dcTitle": [True]},
        {"id": "1", "dcTitle": "x" * (LONGEST_TEXT + 1)},
        {"id": "1", "dcTitle": ["x"] * (MOST_VALUES + 1)},
        {"id": "1", "dcTitle": ["x" * LONGEST_TEXT] * (LONGEST_RECORD // LONGEST_TEXT + 1)},
        {"id": "1", "provider": ["two", "names"]},
        {"id": "1", "dcTitle": "\ud800"},
    ],
)
def test_records_that_are_none_are_refused_with_the_place(service: Service, a: object) -> None:
    answer = service.post(
        "/api/why", data=json.dumps({"a": a, "b": RECORD}), headers={"Content-Type": "application/json"}
    )
    error = check_error(answer, 422, "invalid")
    assert "a" in error["message"].partition(":")[0].split(".")


def test_values_at_the_limit_are_taken(service: Service) -> None:
    record = {"id": "x" * LONGEST_ID, "dcTitle": ["y" * LONGEST_TEXT], "dcSubject": ["z"] * MOST_VALUES}
    assert service.post("/api/why", json={"a": record, "b": RECORD}).status_code == 200


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_json_does_not_have_are_refused(service: Service, constant: str) -> None:
    body = f'{{"a": {{"id": "1", "dcDate": {constant}}}, "b": {{"id": "2"}}}}'
    answer = service.post("/api/why", data=body, headers={"Content-Type": "application/json"})
    check_error(answer, 422, "invalid")


def test_more_pairs_than_allowed_are_refused(service: Service) -> None:
    check_error(service.post("/api/predict", json={"pairs": [{"a": A, "b": B}] * 1001}), 422, "invalid")
    check_error(service.post("/api/predict", json={"pairs": []}), 422, "invalid")
    assert len(service.post("/api/predict", json={"pairs": [{"a": A, "b": B}] * 1000}).json()["pairs"]) == 1000


def test_a_body_of_another_kind_is_refused(service: Service) -> None:
    answer = service.post("/api/why", data="a=1&b=2", headers={"Content-Type": "application/x-www-form-urlencoded"})
    check_error(answer, 422, "invalid")


@pytest.mark.slow
def test_a_bug_shows_a_number_and_nothing_else(sample: Path) -> None:
    broken = {"id": "1", "dcTitle": "Zqbroken Zqxvbug"}
    with serving(sample) as service:
        answer = service.post("/api/why", json={"a": broken, "b": broken})
        error = check_error(answer, 500, "internal")
        assert answer.headers["X-Request-Id"] in error["message"]
        assert service.get("/healthz").status_code == 200
        service.end()
        (failure,) = service.events("failure")
        assert failure["request"] == answer.headers["X-Request-Id"]
        assert failure["error"] == "RuntimeError"
        assert any("standin_answers.py" in line for line in failure["trace"])
        assert "Zqxvbug" not in "".join(service.lines)
        assert "RuntimeError" not in answer.text


@pytest.mark.slow
def test_a_record_a_reader_fails_on_is_told_and_logged_without_its_text(sample: Path) -> None:
    unreadable = {"id": "1", "dcTitle": "Zqunreadable Zqxvbug"}
    with serving(sample) as service:
        check_error(service.post("/api/why", json={"a": unreadable, "b": unreadable}), 422, "unreadable")
        service.end()
        (told,) = service.events("unreadable")
        assert told["error"] == "ValueError"
        assert "Zqxvbug" not in "".join(service.lines)


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 200_000 + b"\r\n\r\n",
        b"POST /api/why HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnot a size\r\n\r\n",
    ],
    ids=["words", "bytes", "no-host", "negative-length", "long-header", "bad-chunk"],
)
def test_what_is_not_http_is_refused_in_the_same_shape(service: Service, sent: bytes) -> None:
    with socket.create_connection(service.address, timeout=PATIENCE) as connection:
        connection.sendall(sent)
        received = b""
        try:
            while part := connection.recv(65536):
                received += part
        except ConnectionResetError:
            pass
    head, _, body = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400")
    assert json.loads(body)["error"]["code"] == "bad_request"
    assert service.get("/healthz").status_code == 200
