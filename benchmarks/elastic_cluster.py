"""Kill a node of a real Elasticsearch cluster while records are indexed and while questions are answered; count.

    python -m benchmarks.elastic_cluster ../shared/data/heritage/items.jsonl.gz

Starts three nodes on this machine (tests/elastic_cluster.py says of which program), each shard with a replica. Killed,
with SIGKILL, is the node that holds the first shard's primary while indexing, and the elected master while serving.
"""

import argparse
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from subprocess import DEVNULL, PIPE
from typing import IO
from urllib.parse import quote

import requests

from tests.elastic_cluster import Nodes, cluster
from tests.processes import PATIENCE, command, environment, started, wait_until
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import item_line, write_items
from typed_sts_fetch.item import Item
from typed_sts_index.opening import open_collection

SHARDS = 3


@dataclass(frozen=True, slots=True)
class Indexed:
    """What became of records of which a node was killed half-way."""

    given: int
    counted: int
    lost: int
    doubled: int
    seconds: float

    @property
    def whole(self) -> bool:
        return (self.lost, self.doubled) == (0, 0) and self.counted == self.given

    def __str__(self) -> str:
        return (
            f"{self.given:,} records went in, {self.counted:,} are counted, {self.lost} lost, {self.doubled} doubled;"
            f" {self.seconds:.1f} s"
        )


@dataclass(frozen=True, slots=True)
class Served:
    """What a service answered in a row."""

    statuses: Counter[int]
    changed: int
    slowest: float

    def __str__(self) -> str:
        told = ", ".join(f"{count} times {status}" for status, count in sorted(self.statuses.items()))
        return f"{told}; {self.changed} answers changed; the slowest took {self.slowest:.1f} s"


def primary_holder(nodes: Nodes, index: str) -> int:
    """Return the number of the node with the first shard's primary."""
    shards = nodes.ask("GET", f"/_cat/shards/{index}?format=json&h=shard,prirep,node")
    (name,) = {found["node"] for found in shards if (found["shard"], found["prirep"]) == ("0", "p")}
    return int(name.removeprefix("node-"))


def elected_master(nodes: Nodes) -> int:
    """Return the number of the node that the others have elected."""
    (found,) = nodes.ask("GET", "/_cat/master?format=json")
    return int(found["node"].removeprefix("node-"))


def index_through_a_kill(nodes: Nodes, items: Sequence[Item], name: str, log: IO[bytes]) -> tuple[Indexed, int]:
    """Index items, kill a node when a third of them are there; return what became of them, and which node it was.

    The records come through a pipe, the second half of them when the node is about to be killed: so it is killed in the
    middle, however fast the machine is.
    """
    where, half = f"{nodes.base}/{name}", len(items) // 2
    run = command("index", "-", "--to", where, "--no-read", "--rebuild", "--shards", str(SHARDS), "--replicas", "1")
    began, going = time.monotonic(), threading.Event()
    with started(run, env=environment({}), stdin=PIPE, stdout=DEVNULL, stderr=log) as indexing:

        def feed() -> None:
            assert indexing.stdin
            with suppress(BrokenPipeError):  # it ended before: its exit code tells
                for position, item in enumerate(items):
                    if position == half:
                        indexing.stdin.flush()
                        going.wait(PATIENCE)
                    indexing.stdin.write(item_line(item))
                indexing.stdin.close()

        feeding = threading.Thread(target=feed, daemon=True)
        feeding.start()
        wait_until(lambda: _taken(nodes, f"{name}-v*") >= len(items) // 3, indexing)
        victim = primary_holder(nodes, f"{name}-v*")
        going.set()
        nodes.kill(victim)
        code = indexing.wait(PATIENCE)
        feeding.join(PATIENCE)
    seconds = time.monotonic() - began
    if code:
        log.seek(0)
        raise RuntimeError(f"typed-sts index ended with {code}: {log.read().decode()}")
    collection = open_collection(where)
    found = [item.id for item in collection.all_items()]
    given = {item.id for item in items}
    lost, doubled = len(given - set(found)), len(found) - len(set(found))
    return Indexed(len(given), collection.n_docs, lost, doubled, seconds), victim


def _taken(nodes: Nodes, index: str) -> int:
    found = nodes.ask("GET", f"/{index}/_stats/indexing?filter_path=_all.primaries.indexing.index_total")
    return int(found["_all"]["primaries"]["indexing"]["index_total"]) if found else 0


@contextmanager
def service_over(where: str, log: Path) -> Iterator[str]:
    """Give the address of `typed-sts serve` over a collection."""
    with (
        log.open("wb") as stream,
        started(
            command("serve", "--index", where, "--port", "0", "--no-page", "--quiet"),
            env=environment({}),
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=stream,
        ) as process,
    ):

        def url() -> str:
            lines = log.read_text(errors="replace").splitlines()
            return next((line.split("listening at ")[1].split()[0] for line in lines if "listening at " in line), "")

        wait_until(lambda: url() != "", process)
        yield url()


def ask_in_a_row(
    url: str, items: Sequence[Item], before: dict[str, bytes], midway: Callable[[], None] | None = None
) -> Served:
    """Ask what is related to each item, and for its words; count statuses, and answers that are not those of before.

    `midway` is done beside, when half of the items were asked for.
    """
    statuses, changed, slowest = Counter[int](), 0, 0.0
    beside = threading.Thread(target=midway, daemon=True)
    for position, item in enumerate(items):
        if midway and position == len(items) // 2:
            beside.start()
        words = " ".join(item.dcTitle)[:80] or item.id
        for path in (f"/api/v1/related?id={quote(item.id)}&k=5", f"/api/v1/search?q={quote(words)}&k=20"):
            began = time.monotonic()
            answer = requests.get(url + path, timeout=PATIENCE)
            slowest = max(slowest, time.monotonic() - began)
            statuses[answer.status_code] += 1
            if answer.ok:
                changed += before.setdefault(path, answer.content) != answer.content
    if midway:
        beside.join(PATIENCE)
    return Served(statuses, changed, slowest)


def run_cli(*arguments: str | Path) -> None:
    """Run `typed-sts` to its end; raise when it fails."""
    with started(command(*arguments), env=environment({}), stdin=DEVNULL, stdout=DEVNULL) as process:
        if code := process.wait(2 * PATIENCE):
            raise RuntimeError(f"typed-sts {arguments[0]} ended with {code}")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("items", type=Path)
    parser.add_argument("--records", type=int, default=3_000, help="to index, with --no-read")
    parser.add_argument("--read", type=int, default=300, help="to read, index and serve")
    parser.add_argument("--ask", type=int, default=60, help="items asked for, before, during and after")
    parser.add_argument("--heap", default="512m")
    options = parser.parse_args()
    items = list({item.id: item for item in islice(read_items(options.items), options.records)}.values())
    with tempfile.TemporaryDirectory() as scratch, cluster(3, heap=options.heap) as nodes:
        os.environ["XDG_CACHE_HOME"] = scratch
        with (Path(scratch) / "index.log").open("w+b") as log:
            indexed, killed = index_through_a_kill(nodes, items, "indexed", log)
            log.seek(0)
            _say(f"indexing, node {killed} killed: {indexed}")
            _say("".join(f"    {line}\n" for line in log.read().decode().splitlines()).rstrip())
        began = time.monotonic()
        nodes.start(killed)
        nodes.wait_for("green")
        _say(f"node {killed} is back, every shard has its replica again: {time.monotonic() - began:.1f} s")
        write_items(Path(scratch) / "read.jsonl", items[:: max(1, len(items) // options.read)][: options.read])
        where = f"{nodes.base}/served"
        run_cli("index", Path(scratch) / "read.jsonl", "--to", where, "--shards", str(SHARDS), "--quiet")
        nodes.wait_for("green")
        asked = list(open_collection(where).all_items())[: options.ask]
        before: dict[str, bytes] = {}
        with service_over(where, Path(scratch) / "serve.log") as url:
            _say(f"serving, all nodes there: {ask_in_a_row(url, asked, before)}")
            killed = elected_master(nodes)
            served = ask_in_a_row(url, asked, before, lambda: nodes.kill(killed))
            _say(f"serving, node {killed} killed half-way: {served}")
            _say(f"serving, without it: {ask_in_a_row(url, asked, before)}")
            nodes.start(killed)
            nodes.wait_for("green")
            served = ask_in_a_row(url, asked, before)
            _say(f"serving, node {killed} back: {served}")
    sys.exit(not indexed.whole or set(served.statuses) != {200})


if __name__ == "__main__":
    main()
