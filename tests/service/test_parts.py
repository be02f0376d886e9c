"""The parts that need no socket: rates, keys, metrics, threads."""

import socket
import threading
from pathlib import Path

import pytest

from typed_sts.service.api import BY, weights_of
from typed_sts.service.http.access import BadKeys, Keys, RateLimit, new_key, read_keys
from typed_sts.service.http.metrics import Metrics
from typed_sts.service.http.worker_threads import Threads
from typed_sts.service.server import _bound


def test_a_bucket_holds_a_minutes_worth_and_refills_at_the_rate() -> None:
    now = 0.0
    limit = RateLimit(60, clock=lambda: now)
    assert [limit.wait("a") for _ in range(60)] == [0] * 60
    assert limit.wait("a") == 1
    assert limit.wait("b") == 0
    now = 0.5
    assert limit.wait("a") == 1
    now = 2.0
    assert [limit.wait("a") for _ in range(3)] == [0, 0, 1]
    now = 1000.0
    assert [limit.wait("a") for _ in range(61)] == [0] * 60 + [1]


def test_the_clients_remembered_are_bounded() -> None:
    limit = RateLimit(1, clock=lambda: 0.0)
    for number in range(30_000):
        limit.wait(str(number))
    assert len(limit._buckets) <= 20_000
    assert limit.wait("29999") == 60


@pytest.mark.parametrize("line", ["portal", "portal sha256:12", "a b c", "portal md5:" + "0" * 64, "\x00"])
def test_a_line_that_is_no_key_is_named_but_not_repeated(tmp_path: Path, line: str) -> None:
    path = tmp_path / "keys"
    path.write_text(f"# ours\n\n{line}\n")
    with pytest.raises(BadKeys, match=r"keys, line 3: not a name and sha256:HASH") as raised:
        read_keys(path)
    assert line not in str(raised.value).replace("portal", "") or line == "portal"


def test_keys_that_cannot_be_read_or_named_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadKeys, match="cannot read the keys"):
        Keys(tmp_path / "none")
    with pytest.raises(BadKeys, match="a key's name is"):
        new_key(tmp_path / "keys", "two words")
    with pytest.raises(BadKeys, match="cannot write"):
        new_key(tmp_path / "no" / "folder", "portal")


def test_a_key_is_known_by_its_name_and_each_is_another(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    made = {name: new_key(path, name) for name in ("one", "two")}
    keys = Keys(path)
    assert {name: keys.name_of(key) for name, key in made.items()} == {"one": "one", "two": "two"}
    assert keys.name_of("") is None
    assert keys.name_of("\udcff") is None
    assert made["one"] != made["two"]


def test_processes_that_share_a_file_are_counted_together_and_a_new_one_goes_on(tmp_path: Path) -> None:
    first = Metrics(["GET /a"], tmp_path / "counts")
    first.begin()
    first.end("GET /a", 200, 0.03)
    first.begin()
    first.close()
    second = Metrics(["GET /a"], tmp_path / "counts")
    second.begin()
    second.end("GET /a", 418, 99.0)
    text = second.text()
    second.close()
    assert "typed_sts_requests_in_flight 0" in text
    assert 'typed_sts_requests_total{method="GET",route="/a",status="200"} 1' in text
    assert 'typed_sts_requests_total{method="GET",route="/a",status="other"} 1' in text
    assert 'typed_sts_request_seconds_bucket{method="GET",route="/a",le="0.025"} 0' in text
    assert 'typed_sts_request_seconds_bucket{method="GET",route="/a",le="0.05"} 1' in text
    assert 'typed_sts_request_seconds_bucket{method="GET",route="/a",le="+Inf"} 2' in text
    assert 'typed_sts_request_seconds_sum{method="GET",route="/a"} 99.030000' in text


def test_what_is_cancelled_before_its_turn_is_never_computed() -> None:
    threads, release, done = Threads(1, "test"), threading.Event(), []
    first = threads.submit(release.wait)
    second = threads.submit(lambda: done.append(2))
    third = threads.submit(lambda: done.append(3))
    assert second.cancel()
    release.set()
    assert first.result(10)
    third.result(10)
    assert done == [3]
    threads.close()


def test_a_thread_survives_what_it_computes() -> None:
    threads = Threads(1, "test")

    def fail() -> None:
        raise SystemExit

    with pytest.raises(SystemExit):
        threads.submit(fail).result(10)
    assert threads.submit(lambda: 5).result(10) == 5
    threads.close()


@pytest.mark.parametrize(
    ("by", "weights"),
    [
        ("", {}),
        ("author", {"author": 1.0}),
        ("author,time:2", {"author": 1.0, "time": 2.0}),
        ("event:0.5", {"event": 0.5}),
    ],
)
def test_types_and_weights_are_read(by: str, weights: dict[str, float]) -> None:
    assert weights_of(by) == weights


def test_the_pattern_of_types_takes_no_weight_of_nothing() -> None:
    import re

    for wrong in ("time:0", "time:0.0", "time:", "time:-1", ",", "author,,time", "author:1e9", "colour"):
        assert not re.fullmatch(BY, wrong), wrong


def test_the_socket_says_it_is_tcp_so_that_answers_do_not_wait() -> None:
    with _bound("127.0.0.1", 0) as sock:
        assert sock.proto == socket.IPPROTO_TCP
