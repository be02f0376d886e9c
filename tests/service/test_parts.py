"""The parts that need no socket: rates, keys, metrics, turns."""

import socket
from pathlib import Path

import pytest

from typed_sts.service.api import BY, weights_of
from typed_sts.service.computing.turns import Full, Task, Turns
from typed_sts.service.http.access import BadKeys, Keys, RateLimit, new_key, read_keys
from typed_sts.service.http.metrics import Metrics
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


def test_metrics_count_statuses_buckets_and_seconds_of_each_route() -> None:
    metrics = Metrics(["GET /a"])
    for status, seconds in ((200, 0.03), (418, 99.0)):
        metrics.begin()
        metrics.end("GET /a", status, seconds)
    metrics.begin()
    metrics.end("GET /somebodys text", 200, 0.1)
    text = metrics.text().decode()
    assert "typed_sts_requests_in_flight 0.0\n" in text
    assert 'typed_sts_requests_total{method="GET",route="/a",status="200"} 1.0' in text
    assert 'typed_sts_requests_total{method="GET",route="/a",status="other"} 1.0' in text
    assert 'typed_sts_requests_total{method="",route="other",status="200"} 1.0' in text
    assert 'typed_sts_request_seconds_bucket{le="0.025",method="GET",route="/a"} 0.0' in text
    assert 'typed_sts_request_seconds_bucket{le="0.05",method="GET",route="/a"} 1.0' in text
    assert 'typed_sts_request_seconds_bucket{le="+Inf",method="GET",route="/a"} 2.0' in text
    assert 'typed_sts_request_seconds_sum{method="GET",route="/a"} 99.03' in text
    assert "_created" not in text


def test_clients_take_turns() -> None:
    turns: Turns[str, None] = Turns(10)
    for client, question in (("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("c", "c1"), ("b", "b2")):
        turns.put(Task(client, question))
    turns.put(Task("", "probe"), first=True)
    taken = [task.question for task in (turns.take() for _ in range(7)) if task]
    assert taken == ["probe", "a1", "b1", "c1", "a2", "b2", "a3"]


def test_no_more_waits_than_may_and_what_was_dropped_makes_room() -> None:
    turns: Turns[str, None] = Turns(2)
    first, second = Task[str, None]("a", "1"), Task[str, None]("a", "2")
    turns.put(first)
    turns.put(second)
    with pytest.raises(Full):
        turns.put(Task("a", "3"))
    turns.drop(first)
    turns.drop(first)
    turns.put(Task("b", "4"))
    assert [task.question for task in (turns.take(), turns.take()) if task] == ["2", "4"]
    turns.close()
    assert turns.take() is None


def test_a_client_that_fills_the_queue_gives_way_to_others() -> None:
    turns: Turns[str, None] = Turns(4)
    for number in range(4):
        assert turns.put(Task("a", f"a{number}")) is None
    with pytest.raises(Full):
        turns.put(Task("a", "a4"))
    given_way = turns.put(Task("b", "b0"))
    assert given_way
    assert given_way.question == "a3"
    assert turns.put(Task("c", "c0"))
    with pytest.raises(Full):  # two of a, one of b and one of c: nobody has too many
        turns.put(Task("b", "b1"))
    assert [task.question for task in (turns.take() for _ in range(4)) if task] == ["a0", "b0", "c0", "a1"]


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
