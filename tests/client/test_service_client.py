"""The client: the same values as from Python, patience with a service that is busy, and errors in a line."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.processes import PATIENCE
from tests.service.conftest import A, B, sample, service  # noqa: F401  (fixtures)
from tests.service.process import Service, serving
from tests.service.standin_answers import StandinAnswers
from typed_sts import Client, FailedPair, PairScores, ServiceError
from typed_sts.domain.explanation import Why
from typed_sts.errors import BadOptions
from typed_sts.service.http.access import new_key
from typed_sts.service.schemas import NELSON, TRAFALGAR
from typed_sts_fetch.item import item_from_dict
from typed_sts_index.contract import Filters
from typed_sts_index.opening import open_collection


@pytest.fixture
def client(service: Service) -> Iterator[Client]:  # noqa: F811
    with Client(service.url + "/", timeout=PATIENCE) as made:
        yield made


@pytest.fixture
def answers(sample: Path) -> StandinAnswers:  # noqa: F811
    return StandinAnswers(open_collection(sample))


def test_answers_are_those_that_python_gives(client: Client, answers: StandinAnswers) -> None:
    left, right = answers.item(A), answers.item(B)
    assert client.item(A) == left
    assert client.why(A, B) == answers.why(left, right)
    assert client.why(A, B, language="de") == answers.why(left, right, language="de")
    found = client.related(A, 3, {"time": 2, "author": 0.5}, at_least=0, other_holder=False)
    assert list(found.related) == answers.related(left, 3, {"time": 2, "author": 0.5})
    assert (found.id, found.model, found.version, found.complete) == (A, "standin", "1", True)


def test_evidence_keeps_the_id_of_what_it_names(client: Client, answers: StandinAnswers) -> None:
    left, right = {"id": "/x/1", "dcTitle": "Waterloo bridge"}, {"id": "/x/2", "dcTitle": "The bridge of Waterloo"}
    expected = answers.why(item_from_dict(left), item_from_dict(right))
    found = client.why(left, item_from_dict(right))
    assert isinstance(found, Why)
    assert found == expected
    with pytest.raises(BadOptions, match="both items by their ids, or both as records"):
        client.why(A, right)


def test_a_search_has_its_filters_its_pages_and_its_total(client: Client, answers: StandinAnswers) -> None:
    found = client.search("battle", 2, 1)
    assert list(found.hits) == answers.search("battle", 2, 1)
    assert (found.total, found.offset) == (answers.count("battle"), 1)
    provider = found.hits[0].item.provider
    filtered = client.search("battle", providers=[provider], first_year=1000, last_year=2000)
    assert filtered.total == answers.count("battle", Filters((provider,), 1000, 2000)) > 0
    assert client.search("battle", languages=["xx"], types=["none"]).total == 0


def test_any_number_of_pairs_is_scored_in_order_each_failure_told(client: Client, answers: StandinAnswers) -> None:
    pairs: list[Any] = [(A, B), ("/no/such", A), (TRAFALGAR, item_from_dict(NELSON))] * 400
    found = list(client.predict(iter(pairs)))
    assert len(found) == 1200
    assert found[0] == answers.predict([(answers.item(A), answers.item(B))])[0]
    assert isinstance(found[1], FailedPair)
    assert (found[1].a, found[1].status, found[1].code) == ("/no/such", 404, "no_such_item")
    assert isinstance(found[2], PairScores)
    assert found[3:] == found[:3] * 399
    assert list(client.predict([])) == []


def test_refusals_are_errors_in_the_words_of_the_service(client: Client) -> None:
    with pytest.raises(ServiceError, match="the collection has no item with this id") as missing:
        client.item("/no/such")
    assert (missing.value.status, missing.value.code) == (404, "no_such_item")
    with pytest.raises(ServiceError, match="k: may be 50 at most"):
        client.related(A, 51)
    with pytest.raises(ServiceError, match=r"pairs\.0\.a: may have 2,000 characters at most"):
        list(client.predict([("x" * 3_000, A)]))


@pytest.mark.slow
def test_a_key_comes_from_the_argument_or_the_environment_and_is_shown_nowhere(
    sample: Path,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key = new_key(tmp_path / "keys", "portal")
    with serving(sample, settings={"keys": str(tmp_path / "keys"), "root_path": "/heritage"}) as guarded:
        with Client(f"{guarded.url}/heritage", key=key) as client:
            assert client.item(A).id == A
            assert key not in repr(client)
        with Client(guarded.url) as client, pytest.raises(ServiceError, match="asks for a key") as refused:
            client.item(A)
        assert refused.value.status == 401
        monkeypatch.setenv("TYPED_STS_API_KEY", key)
        with Client(guarded.url) as client:
            assert client.item(A).id == A


# A service that misbehaves as it is told.

Answer = tuple[int, dict[str, str], bytes]
OK = json.dumps({"id": A}).encode()
BUSY: Answer = (503, {"Retry-After": "0"}, b'{"error": {"code": "busy", "message": "come back in a moment"}}')


def line(number: int) -> bytes:
    types = [{"type": "general", "score": 1.0, "estimate": 1.0, "stated": "both"}]
    return json.dumps({"a": f"/{number}", "b": B, "types": types, "model": "m", "version": "1"}).encode() + b"\n"


END = b'{"end": {"complete": true, "pairs": 1}}\n'


@contextmanager
def misbehaving(*answers: Answer) -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """Run a server that gives these answers, the last one for ever; give its address and what it was asked."""
    left, asked = list(answers), list[tuple[str, bytes]]()

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            asked.append((self.path, self.rfile.read(int(self.headers.get("Content-Length") or 0))))
            status, headers, body = left.pop(0) if len(left) > 1 else left[0]
            self.send_response(status)
            for name, value in (headers or {"Content-Length": str(len(body))}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)  # and the connection is closed

        do_GET = do_POST = _answer

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join(PATIENCE)


def patient(url: str) -> Client:
    return Client(url, tries=3, first_wait=0.01, timeout=PATIENCE)


def test_a_busy_service_is_asked_again_and_given_up_after_as_many_tries() -> None:
    with misbehaving(BUSY, BUSY, (200, {}, OK)) as (url, asked), patient(url) as client:
        assert client.item(A).id == A
        assert len(asked) == 3
    with misbehaving(BUSY) as (url, asked), patient(url) as client:
        with pytest.raises(ServiceError, match="come back in a moment") as busy:
            client.item(A)
        assert (len(asked), busy.value.status, busy.value.code) == (3, 503, "busy")


def test_told_to_come_back_much_later_it_says_so_instead_of_waiting() -> None:
    later: Answer = (429, {"Retry-After": "3600"}, BUSY[2])
    with misbehaving(later) as (url, asked), patient(url) as client:
        with pytest.raises(ServiceError) as told:
            client.item(A)
        assert (len(asked), told.value.retry_after) == (1, 3600)


@pytest.mark.parametrize(
    "answer", [(200, {}, b"<html>"), (200, {}, b"[]"), (200, {}, b"{}"), (200, {}, b'{"id": 1.5}')]
)
def test_what_is_no_answer_of_the_service_is_said(answer: Answer) -> None:
    with misbehaving(answer) as (url, asked), patient(url) as client:
        with pytest.raises(ServiceError, match="answers otherwise than a service of this version"):
            client.item(A)
        assert len(asked) == 1


def test_a_redirect_is_not_followed_with_the_key() -> None:
    with misbehaving((200, {}, OK)) as (other, taken), misbehaving((302, {"Location": other}, b"")) as (url, _):
        with Client(url, key="secret") as client, pytest.raises(ServiceError, match="302"):
            client.item(A)
        assert taken == []


def test_nobody_there_is_one_line_that_says_what_to_do() -> None:
    with patient("http://127.0.0.1:9") as client, pytest.raises(ServiceError) as nobody:
        client.item(A)
    assert "http://127.0.0.1:9 does not answer (Connection refused); is typed-sts serve running" in str(nobody.value)
    for wrong in ("127.0.0.1:8000", "http://user:secret@host/", "ftp://x"):
        with pytest.raises(BadOptions) as refused:
            Client(wrong)
        assert "secret" not in str(refused.value)


def test_a_stream_that_breaks_off_is_taken_up_where_it_ended() -> None:
    part = line(0) + line(1)
    cut: Answer = (200, {"Transfer-Encoding": "chunked"}, f"{len(part):x}\r\n".encode() + part + b"\r\n")
    stopped = json.dumps({"end": {"complete": False, "pairs": 1, "error": {"code": "busy", "message": "x"}}}).encode()
    answers: tuple[Answer, ...] = (
        cut,
        (200, {}, line(2) + stopped + b"\n"),
        BUSY,
        (200, {}, line(3)),
        (200, {}, END),
        (200, {}, line(4) + END),
    )
    with misbehaving(*answers) as (url, asked), patient(url) as client:
        found = list(client.predict([(f"/{number}", B) for number in range(5)]))
    assert [pair.a for pair in found] == [f"/{number}" for number in range(5)]
    sent = [[pair["a"] for pair in json.loads(body)["pairs"]] for _, body in asked]
    assert [pairs[0] for pairs in sent] == ["/0", "/2", "/3", "/3", "/4", "/4"]


def test_a_stream_that_never_gets_on_is_given_up() -> None:
    with misbehaving((200, {}, b"")) as (url, asked), patient(url) as client:
        with pytest.raises(ServiceError, match="broke off in the middle of an answer"):
            list(client.predict([(A, B)]))
        assert len(asked) == 3
