"""The service as a process: its end, its logs, its keys, its headers, its metrics."""

import json
import os
import signal
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import requests

from tests.conftest import Cli
from tests.processes import PATIENCE, typed_sts, wait_until
from tests.service.conftest import A, B
from tests.service.process import Service, computing, serving
from tests.service.raw import connect
from tests.service.standin_answers import came_to, open_gate
from tests.service.test_limits import SLOW
from tests.service.test_refusals import check_error
from typed_sts.service.http.access import new_key


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_sigterm_lets_requests_in_flight_end(sample: Path, tmp_path: Path, workers: int) -> None:
    gate = tmp_path / "gate"
    settings = {"work_seconds": PATIENCE, "grace_seconds": PATIENCE}
    with serving(sample, gate=gate, workers=workers, settings=settings) as service, ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(service.post, "/api/why", json=SLOW) for _ in range(2)]
        wait_until(lambda: service.in_flight() == 2)
        service.process.terminate()
        wait_until(lambda: not listens(service))
        assert not any(answer.done() for answer in asked)
        open_gate(gate)
        assert [answer.result(PATIENCE).status_code for answer in asked] == [200, 200]
        assert service.process.wait(PATIENCE) == 0


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_to_all_its_processes_lets_requests_in_flight_end_too(
    sample: Path, tmp_path: Path, sign: signal.Signals
) -> None:
    gate = tmp_path / "gate"
    settings = {"work_seconds": PATIENCE, "grace_seconds": PATIENCE}
    with serving(sample, gate=gate, settings=settings) as service, ThreadPoolExecutor(1) as pool:
        asked = pool.submit(service.post, "/api/why", json=SLOW)
        wait_until(lambda: came_to(gate) == 1)
        os.killpg(service.process.pid, sign)  # as a terminal and systemd do
        wait_until(lambda: not listens(service))
        open_gate(gate)
        assert asked.result(PATIENCE).status_code == 200
        assert service.process.wait(PATIENCE) == 0
        service.read_to_end()
        assert [json.loads(line)["event"] for line in service.lines[1:]] == ["request"]


@pytest.mark.slow
def test_it_runs_where_there_is_no_temporary_folder(sample: Path) -> None:
    with serving(sample, no_temporary_folder=True) as service:
        assert service.get(f"/api/why?a={A}&b={B}").status_code == 200
        assert service.end() == 0


def listens(service: Service) -> bool:
    try:
        connect(service).close()
    except ConnectionRefusedError:
        return False
    return True


@pytest.mark.slow
def test_a_request_that_never_ends_does_not_hold_the_end_up(sample: Path, tmp_path: Path) -> None:
    settings = {"work_seconds": PATIENCE, "grace_seconds": 1.0}
    with (
        serving(sample, gate=tmp_path / "never", settings=settings) as service,
        ThreadPoolExecutor(1) as pool,
    ):
        asked = pool.submit(service.post, "/api/why", json=SLOW)
        wait_until(lambda: service.in_flight() == 1)
        assert service.end() == 0
        assert asked.exception(PATIENCE) is not None or asked.result().status_code >= 500


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_workers_end_with_a_service_that_is_killed_and_leave_its_port(sample: Path) -> None:
    with serving(sample, workers=2) as service:
        assert len(computing(service)) == 2
        service.process.kill()
        service.process.wait(PATIENCE)
        wait_until(lambda: not listens(service))
        service.read_to_end()  # which a worker that lives would hold up


@pytest.mark.slow
def test_logs_say_what_happened_and_quote_nobody(sample: Path) -> None:
    with serving(sample) as service:
        service.get("/api/search?q=Zqxvsecret")
        service.get("/api/item?id=/Zqxvid/1", headers={"X-Api-Key": "Zqxvkey", "User-Agent": "Zqxvagent"})
        service.get("/Zqxvpath/x")
        service.post("/api/why", json={"a": {"id": "/Zqxv/1", "dcTitle": ["Zqxvtitle"]}, "b": {"id": "2"}})
        service.post("/api/why", json={"a": {"id": "/Zqxv/1", "dcTitle": {"Zqxv": 1}}, "b": {"id": "2"}})
        service.post("/api/predict", data="Zqxvbroken{")
        service.get(f"/api/why?a={A}&b={B}")
        metrics = service.get("/metrics").text
        assert service.end() == 0
        logged = "".join(service.lines)
        assert "zqxv" not in (logged + metrics).lower()
        assert "turner" not in logged
        events = service.events("request")
    assert [(event["method"], event["route"], event["status"]) for event in events] == [
        ("GET", "/api/search", 200),
        ("GET", "/api/item", 404),
        ("", "other", 404),
        ("POST", "/api/why", 200),
        ("POST", "/api/why", 422),
        ("POST", "/api/predict", 422),
        ("GET", "/api/why", 200),
        ("GET", "/metrics", 200),
    ]
    assert all(set(event) == {*KEYS} for event in events)
    assert len({event["request"] for event in events}) == len(events)
    assert events[0]["bytes"] > 10


KEYS = ("time", "level", "event", "request", "method", "route", "status", "ms", "bytes")


@pytest.mark.slow
def test_every_line_on_stderr_after_the_first_is_json(sample: Path) -> None:
    with serving(sample) as service:
        service.get("/healthz")
        service.end()
        assert service.lines[0].startswith("typed-sts: listening at http://127.0.0.1:")
        assert [json.loads(line)["event"] for line in service.lines[1:]] == ["request"]


def test_every_answer_has_the_security_headers(service: Service) -> None:
    for path in ("/healthz", "/nothing", f"/api/item?id={A}", "/api/item", "/metrics", "/openapi.json"):
        headers = service.get(path).headers
        assert headers["Content-Security-Policy"].startswith("default-src 'self';")
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Request-Id"]
        assert "Server" not in headers


def test_without_a_setting_no_other_origin_may_read(service: Service) -> None:
    answer = service.get(f"/api/item?id={A}", headers={"Origin": "https://portal.example"})
    assert not [name for name in answer.headers if name.lower().startswith("access-control")]


@pytest.mark.slow
def test_allowed_origins_may_ask_and_read_errors_too(sample: Path, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    new_key(keys, "portal")
    settings = {"origins": ["https://portal.example/"], "keys": str(keys)}
    with serving(sample, settings=settings) as service:
        ours, others = {"Origin": "https://portal.example"}, {"Origin": "https://other.example"}
        refused = service.get(f"/api/item?id={A}", headers=ours)
        assert refused.status_code == 401
        assert refused.headers["Access-Control-Allow-Origin"] == "https://portal.example"
        assert "Access-Control-Allow-Origin" not in service.get("/healthz", headers=others).headers
        asking = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "X-Api-Key,Content-Type"}
        preflight = requests.options(f"{service.url}/api/why", headers=ours | asking, timeout=PATIENCE)
        assert preflight.status_code == 200
        assert "X-Api-Key" in preflight.headers["Access-Control-Allow-Headers"]


@pytest.mark.slow
def test_keys_open_the_api_and_can_be_taken_back_while_it_runs(sample: Path, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    first, second = new_key(keys, "portal"), new_key(keys, "other")
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    assert first not in keys.read_text()
    with serving(sample, settings={"keys": str(keys)}) as service:
        path = f"/api/item?id={A}"
        for wrong in ({}, {"X-Api-Key": ""}, {"X-Api-Key": first[:-1]}, {"X-Api-Key": first + "x"}):
            answer = service.get(path, headers=wrong)
            check_error(answer, 401, "no_key")
            assert answer.headers["WWW-Authenticate"]
        check_error(service.get("/api/nothing"), 401, "no_key")
        for key in (first, second):
            assert service.get(path, headers={"X-Api-Key": key}).status_code == 200
        assert service.get("/healthz").status_code == 200
        lines = keys.read_text().splitlines(keepends=True)
        keys.write_text(lines[1])
        assert service.get(path, headers={"X-Api-Key": first}).status_code == 401
        keys.write_text("nonsense\n")
        assert service.get(path, headers={"X-Api-Key": second}).status_code == 200
        described = service.get("/openapi.json").json()
        assert described["paths"]["/api/v1/why"]["post"]["security"] == [{"key": []}]
        service.end()
        logged = "".join(service.lines)
        assert "stay valid" in logged
        assert first not in logged
        assert "nonsense" not in logged


@pytest.mark.slow
def test_metrics_count_requests_by_route_and_status_of_all_workers(sample: Path) -> None:
    with serving(sample, workers=2) as service:
        statuses = [service.get("/api/search?q=boat").status_code for _ in range(20)]
        statuses += [service.get("/api/item?id=/no/such").status_code for _ in range(5)]
        text = service.get("/metrics").text
        assert 'typed_sts_requests_total{method="GET",route="/api/search",status="200"} 20.0' in text
        assert 'typed_sts_requests_total{method="GET",route="/api/item",status="404"} 5.0' in text
        assert 'typed_sts_request_seconds_bucket{le="+Inf",method="GET",route="/api/search"} 20.0' in text
        assert 'typed_sts_request_seconds_count{method="GET",route="/api/search"} 20.0' in text
        assert "typed_sts_requests_in_flight 1.0" in text
        assert service.end() == 0


def test_a_port_in_use_is_one_clear_line(service: Service, cli: Cli) -> None:
    ran = cli("serve", "--sample", "--port", service.address[1])
    assert ran.code == 1
    assert ran.err.count("\n") == 1
    assert f"cannot listen at 127.0.0.1, port {service.address[1]}: Address already in use" in ran.err


def test_a_collection_that_is_not_there_is_one_clear_line(cli: Cli, tmp_path: Path) -> None:
    ran = cli("serve", "--index", tmp_path / "none", "--port", 0)
    assert ran.code == 1
    assert ran.err.startswith(f"typed-sts: no collection at {tmp_path / 'none'}")


@pytest.mark.parametrize("options", [(), ("--sample", "--index", "x"), ("--sample", "--rate", "0")])
def test_options_that_do_not_fit_are_refused(cli: Cli, options: tuple[str, ...]) -> None:
    assert cli("serve", *options).code != 0


def test_a_new_key_is_printed_once_and_kept_as_a_hash(cli: Cli, tmp_path: Path) -> None:
    ran = cli("serve", "--new-key", tmp_path / "keys", "--key-name", "portal")
    assert ran.code == 0
    assert len(ran.out.strip()) == 43
    assert ran.out.strip() not in (tmp_path / "keys").read_text()
    assert "X-Api-Key" in ran.err
    again = cli("serve", "--new-key", tmp_path / "keys", "--key-name", "portal")
    assert again.code == 1
    assert "already" in again.err


@pytest.mark.slow
def test_help_teaches() -> None:
    shown = typed_sts("serve", "--help").stdout
    for word in ("--sample", "--index", "--new-key", "--workers", "--rate", "127.0.0.1"):
        assert word in shown
