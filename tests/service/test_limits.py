"""Too large, too slow, too many: the right status, and a service that stays up."""

import json
import os
import re
import signal
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import requests

from tests.processes import PATIENCE, wait_until
from tests.service.conftest import A, B
from tests.service.process import Service, computing, serving
from tests.service.raw import connect, received
from tests.service.standin_answers import came_to, open_gate
from tests.service.test_refusals import check_error
from typed_sts.service.http.access import new_key
from typed_sts_fetch.item import Item
from typed_sts_index.entry import entry_of
from typed_sts_index.opening import open_collection

SLOW = {"a": {"id": "1", "dcTitle": "Zqslow boat"}, "b": {"id": "2", "dcTitle": "Zqslow boat"}}
POST = b"POST /api/why HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


def is_up(service: Service) -> bool:
    return service.get("/healthz").status_code == 200


@pytest.mark.parametrize("size", [2_000_001, 10_000_000])
def test_a_body_over_the_limit_is_refused_and_the_client_gets_to_read_why(service: Service, size: int) -> None:
    check_error(service.post("/api/why", data=b"x" * size), 413, "too_large")


def test_a_chunked_body_is_counted_as_it_comes(service: Service) -> None:
    check_error(service.post("/api/why", data=(b"x" * 10_000 for _ in range(300))), 413, "too_large")


def test_a_body_without_end_is_cut_off_early(service: Service) -> None:
    sent = 0
    with connect(service) as connection:
        connection.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n")
        try:
            while sent < 200_000_000:
                connection.sendall(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
                sent += 0x10000
        except (ConnectionResetError, BrokenPipeError):
            pass
    assert sent < 50_000_000
    assert is_up(service)


@pytest.mark.parametrize("announced", [3_000_000, 10**12])
def test_a_client_that_asks_first_need_not_send_what_is_too_large(service: Service, announced: int) -> None:
    with connect(service) as connection:
        head = f"Content-Length: {announced}\r\nExpect: 100-continue\r\n\r\n"
        connection.sendall(POST + head.encode())
        status, body = received(connection)
    assert (status, body["error"]["code"]) == (413, "too_large")


def test_a_body_of_a_get_counts_too(service: Service) -> None:
    check_error(requests.get(f"{service.url}/healthz", data=b"x" * 3_000_000, timeout=PATIENCE), 413, "too_large")


@pytest.mark.slow
def test_slow_clients_are_cut_off(sample: Path) -> None:
    with serving(sample, connection_seconds=3.0, settings={"body_seconds": 1.0}) as service:
        with connect(service) as body, connect(service) as head, connect(service) as silent:
            body.sendall(POST + b"Content-Length: 1000\r\n\r\n{")
            stop = threading.Event()
            trickles = [threading.Thread(target=_trickle, args=(sock, stop)) for sock in (body, head)]
            head.sendall(b"GET /healthz HTTP/1.1\r\nX-Slow: ")
            for thread in trickles:
                thread.start()
            status, answer = received(body)
            assert (status, answer["error"]["code"]) == (408, "too_slow_a_client")
            assert received(head) == (0, None)
            assert received(silent) == (0, None)
            stop.set()
            for thread in trickles:
                thread.join(PATIENCE)
        assert is_up(service)


def _trickle(connection: socket.socket, stop: threading.Event) -> None:
    try:
        while not stop.wait(0.1):
            connection.sendall(b" ")
    except OSError:
        pass


@pytest.mark.slow
def test_a_client_that_does_not_read_its_answer_is_cut_off(sample: Path) -> None:
    many = json.dumps({"pairs": [{"a": A, "b": B}] * 1000}).encode()
    with serving(sample, connection_seconds=3.0) as service:
        with connect(service) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            head = POST.replace(b"/why", b"/predict") + f"Content-Length: {len(many)}\r\n\r\n".encode()
            for _ in range(20):  # one answer fits into the buffers between us
                connection.sendall(head + many)
            wait_until(lambda: service.in_flight() == 1)  # it waits for us to read
            wait_until(lambda: service.in_flight() == 0)
        assert is_up(service)


@pytest.mark.slow
def test_two_hundred_connections_at_once_are_all_answered(service: Service) -> None:
    together = threading.Barrier(200)

    def ask(number: int) -> int:
        with requests.Session() as session:
            session.get(f"{service.url}/healthz", timeout=PATIENCE)
            together.wait(PATIENCE)
            path = [f"/api/why?a={A}&b={B}", f"/api/related?id={A}", "/api/search?q=battle", "/readyz"][number % 4]
            return session.get(service.url + path, timeout=PATIENCE).status_code

    with ThreadPoolExecutor(200) as pool:
        assert set(pool.map(ask, range(200))) == {200}
    assert is_up(service)


@pytest.mark.slow
def test_what_the_queue_cannot_hold_is_told_to_come_back(sample: Path, tmp_path: Path) -> None:
    settings = {"queue": 2, "in_flight": 6, "work_seconds": PATIENCE}
    gate = tmp_path / "gate"
    with serving(sample, gate=gate, settings=settings) as service, ThreadPoolExecutor(12) as pool:
        asked = [pool.submit(service.post, "/api/why", json=SLOW) for _ in range(12)]
        wait_until(lambda: sum(answer.done() for answer in asked) == 9)
        open_gate(gate)
        answers = [answer.result(PATIENCE) for answer in asked]
        assert is_up(service)
    statuses = [answer.status_code for answer in answers]
    assert statuses.count(200) == 3
    for answer in answers:
        if answer.status_code != 200:
            check_error(answer, 503, "busy")
            assert int(answer.headers["Retry-After"]) >= 1


@pytest.mark.slow
def test_a_service_with_its_hands_full_still_says_that_it_runs(sample: Path, tmp_path: Path) -> None:
    settings = {"in_flight": 2, "work_seconds": PATIENCE}
    gate = tmp_path / "gate"
    with serving(sample, gate=gate, settings=settings) as service, ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(service.post, "/api/why", json=SLOW) for _ in range(2)]
        wait_until(lambda: service.in_flight() == 2)
        check_error(service.get("/api/search?q=boat"), 503, "busy")
        assert [service.get(path).status_code for path in ("/healthz", "/readyz")] == [200, 200]
        open_gate(gate)
        assert [answer.result(PATIENCE).status_code for answer in asked] == [200, 200]


@pytest.mark.slow
def test_an_answer_that_takes_too_long_is_given_up(sample: Path, tmp_path: Path) -> None:
    settings = {"work_seconds": 1.0}
    gate = tmp_path / "gate"
    with serving(sample, gate=gate, settings=settings) as service, ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda _: service.post("/api/why", json=SLOW), range(2)))
        running, waiting = sorted(answers, key=lambda answer: -answer.status_code)
        check_error(running, 504, "too_slow")
        assert waiting.status_code in (503, 504)  # its turn may have come
        if waiting.status_code == 503:
            check_error(waiting, 503, "busy")
        wait_until(lambda: service.get("/api/item", params={"id": A}).status_code == 200)  # though the gate is shut
        assert re.search("^typed_sts_processes_replaced_total [12]\\.0$", service.get("/metrics").text, re.MULTILINE)


@pytest.mark.slow
def test_an_answer_nobody_waits_for_is_given_up_sooner(sample: Path, tmp_path: Path) -> None:
    settings = {"work_seconds": PATIENCE, "left_seconds": 0.5}
    with serving(sample, gate=tmp_path / "never", settings=settings) as service:
        with connect(service) as connection:
            body = json.dumps(SLOW).encode()
            connection.sendall(POST + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
            wait_until(lambda: came_to(tmp_path / "never") == 1)
        assert service.get("/api/item", params={"id": A}).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("route", ["/api/why", "/api/predict"])
def test_who_sends_very_much_keeps_nobody_else_waiting(sample: Path, tmp_path: Path, route: str) -> None:
    gate = tmp_path / "gate"
    long = {side: record | {"dcDescription": "long " * 2_001} for side, record in SLOW.items()}
    body = long if route == "/api/why" else {"pairs": [long]}
    with serving(sample, gate=gate, settings={"work_seconds": PATIENCE}) as service, ThreadPoolExecutor(3) as pool:
        asked = [pool.submit(service.post, route, json=body) for _ in range(3)]
        wait_until(lambda: came_to(gate) == 1)
        assert service.get(f"/api/why?a={A}&b={B}").status_code == 200
        assert service.get(f"/pair?a={A}&b={B}").status_code == 200
        open_gate(gate)
        assert [answer.result(PATIENCE).status_code for answer in asked] == [200] * 3


@pytest.mark.slow
def test_a_process_that_dies_is_told_of_and_replaced(sample: Path, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    with serving(sample, gate=gate, settings={"work_seconds": PATIENCE}) as service, ThreadPoolExecutor(1) as pool:
        for pid in computing(service):
            os.kill(pid, signal.SIGKILL)
        assert service.get("/api/item", params={"id": A}).status_code == 200  # it did nothing: nobody notices
        asked = pool.submit(service.post, "/api/why", json=SLOW)
        wait_until(lambda: came_to(gate) == 1)
        for pid in computing(service):
            os.kill(pid, signal.SIGKILL)
        check_error(asked.result(PATIENCE), 503, "interrupted")
        assert service.get("/api/item", params={"id": A}).status_code == 200
        assert service.end() == 0
        assert [event["code"] for event in service.events("computing")] == [-signal.SIGKILL] * 2


@pytest.mark.slow
def test_pages_wait_and_are_given_up_as_everything_else(tmp_path: Path) -> None:
    index = tmp_path / "collection"
    items = [Item(id=f"/made/{number}", dcTitle=("Zqslow boat",)) for number in range(2)]
    open_collection(index).rebuild(map(entry_of, items))
    settings = {"work_seconds": 1.0, "queue": 0}
    with (
        serving(index, gate=tmp_path / "never", settings=settings) as service,
        ThreadPoolExecutor(8) as pool,
    ):
        browser = {"headers": {"Accept": "text/html"}}
        answers = list(pool.map(lambda _: service.get("/pair?a=/made/0&b=/made/1", **browser), range(8)))
        wait_until(lambda: service.get("/item?id=/none", **browser).status_code == 404)
    statuses = {answer.status_code for answer in answers}
    assert statuses == {503, 504}
    assert all(answer.headers["Content-Type"] == "text/html; charset=utf-8" for answer in answers)


@pytest.mark.parametrize("order", [("Content-Length", "Transfer-Encoding"), ("Transfer-Encoding", "Content-Length")])
def test_a_body_that_ends_in_two_places_closes_the_connection(service: Service, order: tuple[str, str]) -> None:
    values = {"Content-Length": "4", "Transfer-Encoding": "chunked"}
    head = "".join(f"{name}: {values[name]}\r\n" for name in order).encode()
    with connect(service) as connection:
        connection.sendall(POST + head + b"\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        sent = b""
        while part := connection.recv(65_536):
            sent += part
    assert sent.startswith(b"HTTP/1.1 400")
    assert sent.count(b"HTTP/1.1") == 1


@pytest.mark.slow
def test_work_for_a_client_that_left_is_dropped(sample: Path, tmp_path: Path) -> None:
    body = json.dumps(SLOW).encode()
    gate = tmp_path / "gate"
    with serving(sample, gate=gate, settings={"work_seconds": PATIENCE, "left_seconds": PATIENCE}) as service:
        for _ in range(40):
            with connect(service) as connection:
                connection.sendall(POST + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
                wait_until(lambda: service.in_flight() == 1)
            wait_until(lambda: service.in_flight() == 0)
        open_gate(gate)
        assert service.get("/api/item", params={"id": A}).status_code == 200
        assert came_to(gate) == 1  # the others waited for their turn, and never had it
        service.end()
        assert [event["status"] for event in service.events("request")].count(499) == 40


@pytest.mark.slow
def test_a_client_that_asks_too_often_is_told_when_to_come_back(sample: Path) -> None:
    with serving(sample, settings={"rate": 6}) as service:
        assert [service.get("/api/search?q=boat").status_code for _ in range(6)] == [200] * 6
        answer = service.get("/api/search?q=boat")
        check_error(answer, 429, "too_many_requests")
        assert 1 <= int(answer.headers["Retry-After"]) <= 10
        assert [service.get(path).status_code for path in ("/healthz", "/readyz", "/metrics")] == [200] * 3


@pytest.mark.slow
def test_keys_that_are_tried_count_as_requests(sample: Path, tmp_path: Path) -> None:
    key = new_key(tmp_path / "keys", "portal")
    with serving(sample, settings={"rate": 6, "keys": str(tmp_path / "keys")}) as service:
        tried = [service.get("/api/item", headers={"X-Api-Key": f"guess-{n}"}).status_code for n in range(7)]
        assert tried == [401] * 6 + [429]
        assert service.get(f"/api/item?id={A}", headers={"X-Api-Key": key}).status_code == 200
