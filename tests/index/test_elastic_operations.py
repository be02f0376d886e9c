"""What docs/operations.md tells of Elasticsearch, on a node of our own with users: rights, keys, snapshots, copies."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.elastic_cluster import Nodes, cluster, need_elastic
from tests.processes import PATIENCE, command, environment, started, typed_sts
from tests.service.conftest import A, B
from tests.service.process import Service
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts_fetch.formats.write import write_items
from typed_sts_fetch.item import Item
from typed_sts_index.elastic.collection import ElasticCollection
from typed_sts_index.elastic.connection import Credentials, parse_address
from typed_sts_index.elastic.schema import Layout
from typed_sts_index.entry import entry_of

pytestmark = [pytest.mark.elastic, pytest.mark.slow]
ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
NAME = "heritage"


@pytest.fixture(scope="module")
def node() -> Iterator[Nodes]:
    need_elastic()
    with cluster(1, secure=True) as found:
        yield found


def key_of(node: Nodes, role: str, *, without: str = "") -> str:
    """Return a key made as the page says, by the file that it names; perhaps without one of its privileges."""
    asked = json.loads((ROOT / "deploy" / f"elastic-{role}.json").read_text())
    if without:
        (described,) = asked["role_descriptors"].values()
        described["indices"][0]["privileges"].remove(without)
    return str(node.ask("POST", "/_security/api_key", json=asked)["encoded"])


@pytest.fixture(scope="module")
def writer(node: Nodes) -> str:
    return key_of(node, "writer")


@pytest.fixture(scope="module")
def reader(node: Nodes) -> str:
    return key_of(node, "reader")


@pytest.fixture
def collection(node: Nodes, writer: str) -> str:
    """Give the address of a collection of boats that the writer made anew, and did not read."""
    address = parse_address(f"{node.base}/{NAME}")
    ElasticCollection(address, Credentials(api_key=writer), wanted=Layout(1)).rebuild(map(entry_of, items("boat")))
    return str(address)


@pytest.fixture
def read_collection(collection: str, writer: str, tmp_path: Path) -> str:
    """Give the address of one of the sample, which was read."""
    made = run(writer, tmp_path, "index", SAMPLE_ITEMS, "--to", collection, "--rebuild")
    assert made.returncode == 0, made.stderr
    return collection


def items(word: str) -> list[Item]:
    return [Item(id=f"/{n}", dcTitle=(f"{word} number {n}",)) for n in range(5)]


def index(where: str, key: str, folder: Path, word: str, *options: str) -> subprocess.CompletedProcess[str]:
    write_items(folder / "items.jsonl", items(word))
    return run(key, folder, "index", folder / "items.jsonl", "--to", where, *options)


def run(key: str, folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    env = {"ELASTICSEARCH_API_KEY": key, "XDG_CACHE_HOME": str(folder / "cache")}
    return typed_sts(*arguments, cwd=folder, env=env)


def one_line(ran: subprocess.CompletedProcess[str], key: str) -> str:
    """Return the line that a command ended with, which does not hold the key."""
    assert ran.returncode == 1, ran.stdout
    assert key not in ran.stderr
    line = ran.stderr.splitlines()[-1]
    assert line.startswith("typed-sts: ")
    return line


def test_the_writers_key_adds_removes_and_makes_anew(collection: str, writer: str, tmp_path: Path) -> None:
    added = index(collection, writer, tmp_path, "harbour", "--no-read")
    assert added.returncode == 0, added.stderr
    (tmp_path / "ids.txt").write_text("/1\n")
    removed = run(writer, tmp_path, "index", "--delete", "ids.txt", "--to", collection)
    assert removed.stderr.endswith("removed from " + collection + ": 1\n")
    again = index(collection, writer, tmp_path, "castle", "--rebuild", "--no-read")
    assert again.returncode == 0, again.stderr
    found = run(writer, tmp_path, "search", collection, "castle")
    assert len(found.stdout.splitlines()) == 5


def test_the_readers_key_answers_and_serves_and_no_process_or_log_shows_it(
    read_collection: str, reader: str, tmp_path: Path
) -> None:
    collection = read_collection
    for arguments in (
        ("info", collection, "--check"),
        ("export", collection),
        ("related", A, "--index", collection),
    ):
        ran = run(reader, tmp_path, *arguments)
        assert ran.returncode == 0, ran.stderr
        assert B in ran.stdout or arguments[0] == "info"
    env = environment({"ELASTICSEARCH_API_KEY": reader, "XDG_CACHE_HOME": str(tmp_path / "cache")})
    serve = command("serve", "--index", collection, "--port", "0")
    with started(serve, env=env, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        service = Service(process)
        service.listen("")
        assert service.get("/readyz").json()["items"] > 5
        answer = service.get(f"/api/v1/related?id={A}&k=3")
        assert answer.status_code == 200
        assert answer.json()["complete"] is True
        shown = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
        assert not any(reader.encode() in line for line in shown)
        service.end()
        assert reader not in "".join(service.lines)


def test_the_readers_key_may_not_write_and_is_told_which_privilege_that_takes(
    collection: str, reader: str, tmp_path: Path
) -> None:
    for options, privilege in (((), "write"), (("--rebuild",), "manage")):
        line = one_line(index(collection, reader, tmp_path, "castle", "--no-read", *options), reader)
        assert re.search(rf"one of the privileges [a-z_, ]*\b{privilege}\b", line), line
    found = run(reader, tmp_path, "search", collection, "boat")
    assert len(found.stdout.splitlines()) == 5


@pytest.mark.parametrize("role", ["reader", "writer"])
def test_keys_open_no_other_collection(node: Nodes, role: str, tmp_path: Path) -> None:
    key, other = key_of(node, role), f"{node.base}/{NAME}2"
    assert "one of the privileges" in one_line(run(key, tmp_path, "info", other), key)
    assert "one of the privileges" in one_line(index(other, key, tmp_path, "boat", "--no-read"), key)


@pytest.mark.parametrize(
    ("role", "privilege"),
    [
        ("reader", "read"),
        ("reader", "view_index_metadata"),
        ("writer", "read"),
        ("writer", "write"),
        ("writer", "manage"),
    ],
)
def test_no_privilege_of_a_key_can_be_left_out(
    node: Nodes, collection: str, role: str, privilege: str, tmp_path: Path
) -> None:
    key = key_of(node, role, without=privilege)
    if role == "reader":
        ran = run(key, tmp_path, "search", collection, "boat")
    elif privilege == "read":
        ran = run(key, tmp_path, "info", collection)
    else:
        ran = index(collection, key, tmp_path, "castle", "--rebuild", "--no-read")
    assert re.search(rf"one of the privileges [a-z_, ]*\b{privilege}\b", one_line(ran, key)), ran.stderr


def test_without_the_right_to_monitor_everything_is_answered_but_not_every_change_seen(
    node: Nodes, collection: str, tmp_path: Path
) -> None:
    key = key_of(node, "reader", without="monitor")
    found = run(key, tmp_path, "search", collection, "boat")
    assert len(found.stdout.splitlines()) == 5


def test_a_key_that_is_none_is_said_in_a_line(node: Nodes, collection: str, tmp_path: Path) -> None:
    assert requests.get(node.base, timeout=PATIENCE).status_code == 401
    line = one_line(run("bm9uZTpub25l", tmp_path, "info", collection), "bm9uZTpub25l")
    assert "does not accept the credentials (401)" in line


def blocks() -> dict[str, Any]:
    """Return the bodies of the requests that the page tells for snapshots, by what they are put to."""
    found = re.findall(r"/(_snapshot/\S+?)\"? .*?-d '(.*?)'", PAGE, re.DOTALL)
    return {path: json.loads(body) for path, body in found}


def test_a_collection_comes_back_from_a_snapshot_with_its_name_and_the_same_answers(
    node: Nodes, read_collection: str, writer: str, reader: str, tmp_path: Path
) -> None:
    collection, told = read_collection, blocks()
    assert set(told) == {
        "_snapshot/typed-sts",
        "_snapshot/typed-sts/heritage-1?wait_for_completion=true",
        "_snapshot/typed-sts/heritage-1/_restore?wait_for_completion=true",
    }
    repository, taken, restored = told
    told[repository]["settings"]["location"] = str(node.repository)
    questions = (
        ("search", collection, "Trafalgar"),
        ("related", A, "--index", collection, "--json"),
        ("export", collection),
    )
    before = [run(reader, tmp_path, *asked).stdout for asked in questions]
    assert all(before)
    node.ask("PUT", f"/{repository}", json=told[repository])
    snapshot = node.ask("PUT", f"/{taken}", json=told[taken])["snapshot"]
    assert snapshot["state"] == "SUCCESS"
    assert [re.sub(r"\d{6}$", "", name) for name in snapshot["indices"]] == [f"{NAME}-v"]
    index(collection, writer, tmp_path, "castle", "--rebuild", "--no-read")
    (newer,) = node.ask("GET", f"/_alias/{NAME}")
    node.ask("DELETE", f"/{newer}")
    assert "no collection at" in one_line(run(reader, tmp_path, "info", collection), reader)
    node.ask("POST", f"/{restored}", json=told[restored])
    assert [run(reader, tmp_path, *asked).stdout for asked in questions] == before
    assert list(node.ask("GET", f"/_alias/{NAME}")) == snapshot["indices"]
    added = index(collection, writer, tmp_path, "castle", "--rebuild", "--no-read")  # and it goes on from there
    assert added.returncode == 0, added.stderr


def test_shards_and_copies_are_as_asked_and_stay_so_when_made_anew(
    node: Nodes, collection: str, writer: str, tmp_path: Path
) -> None:
    def settings() -> tuple[str, str, str | None]:
        (found,) = node.ask("GET", f"/{NAME}/_settings").values()
        told = found["settings"]["index"]
        return told["number_of_shards"], told["number_of_replicas"], told.get("auto_expand_replicas")

    assert settings() == ("1", "0", "0-1")  # a copy as soon as there is a second node
    for options, wanted in (
        (("--shards", "3", "--replicas", "0"), ("3", "0", None)),
        ((), ("3", "0", None)),
        (("--shards", "1"), ("1", "0", None)),
    ):
        made = index(collection, writer, tmp_path, "boat", "--rebuild", "--no-read", *options)
        assert made.returncode == 0, made.stderr
        assert settings() == wanted
