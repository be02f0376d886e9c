"""How many requests the service answers a second, and how fast; and whether its memory is steady.

    python -m benchmarks.service_load collection/                       why, predict and related at 8 connections
    python -m benchmarks.service_load collection/ --soak 50000          a mix of everything, memory every 10,000
    python -m benchmarks.service_load collection/ --soak 50000 --hostile 0.01
                                                                        so many of them meant to harm, beside the others

    python -m benchmarks.service_load collection/ --cold 1000           so many pairs of records not read yet, line by
                                                                        line, and others in one answer

The service is started over the collection as `typed-sts serve` starts it, on this machine, so the load takes part of
the same processors. Every pair is asked about once before it counts: documents are warm. The client speaks HTTP/1.1
over connections it keeps, one request at a time on each.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import random
import re
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import requests as http

from typed_sts_index.opening import open_collection

BATCH = 100
WARM_ITEMS, WARM_ROUNDS = 40, 15
Pair = tuple[str, str]


def get(path: str) -> bytes:
    """Return the bytes of a GET request."""
    return f"GET {path} HTTP/1.1\r\nHost: load\r\n\r\n".encode()


def post(path: str, body: object) -> bytes:
    """Return the bytes of a POST request with a JSON body."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: load\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n"
    return f"{head}\r\n".encode() + content


def why(pair: Pair) -> bytes:
    return get(f"/api/why?a={quote(pair[0], safe='')}&b={quote(pair[1], safe='')}")


def predict(pairs: Sequence[Pair]) -> bytes:
    return post("/api/predict", {"pairs": [{"a": a, "b": b} for a, b in pairs]})


def related(item_id: str) -> bytes:
    return get(f"/api/related?id={quote(item_id, safe='')}&k=10")


async def ask(
    host: str,
    port: int,
    requests: Iterator[bytes],
    seconds: list[float],
    statuses: Counter[int],
    after: Callable[[], None] = lambda: None,
) -> None:
    """Send requests on one connection, one after the other, until there are no more."""
    reader, writer = await asyncio.open_connection(host, port, limit=2**24)
    for request in requests:
        started = time.perf_counter()
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        await reader.readexactly(int(length[1]) if length else 0)
        seconds.append(time.perf_counter() - started)
        statuses[int(head[9:12])] += 1
        after()
        if b"connection: close" in head:
            writer.close()
            reader, writer = await asyncio.open_connection(host, port, limit=2**24)
    writer.close()
    await writer.wait_closed()


def load(
    address: tuple[str, int], requests: Iterable[bytes], connections: int
) -> tuple[list[float], float, Counter[int]]:
    """Send requests over a number of connections; return how long each took, how long all took, and the statuses."""
    seconds: list[float] = []
    statuses: Counter[int] = Counter()
    left = iter(requests)

    async def run() -> None:
        await asyncio.gather(*(ask(*address, left, seconds, statuses) for _ in range(connections)))

    started = time.perf_counter()
    asyncio.run(run())
    return seconds, time.perf_counter() - started, statuses


def report(name: str, address: tuple[str, int], requests: Sequence[bytes], connections: int, each: int = 1) -> None:
    """Send requests and print how it went; `each` is how many pairs one request scores."""
    seconds, taken, statuses = load(address, requests, connections)
    cuts = statistics.quantiles(seconds, n=100)
    rate = len(seconds) / taken
    pairs = f"   {rate * each:8.0f} pairs/s" if each > 1 else ""
    bad = {status: count for status, count in statuses.items() if status != 200}
    out(
        f"{name:24} {len(seconds):6} requests {rate:8.1f} requests/s   p50 {cuts[49] * 1e3:7.1f} ms"
        f"   p95 {cuts[94] * 1e3:7.1f} ms{pairs}{f'   not 200: {bad}' if bad else ''}"
    )


def pairs_of(index: str, count: int) -> list[Pair]:
    """Return pairs of items of the collection that are near each other."""
    collection = open_collection(index)
    ids = [item.id for item in itertools.islice(collection.all_items(), 20 * count)]
    starts = random.Random(1).sample(ids, min(count, len(ids)))
    found = [(start, hits[0].item.id) for start in starts if (hits := collection.similar(start, 1))]
    return found


def mixed(pairs: Sequence[Pair], count: int) -> Iterator[bytes]:
    """Yield requests of every kind, those that fail among them."""
    kinds: list[Callable[[Pair], bytes]] = [
        why,
        lambda pair: predict([pair] * 5),
        lambda pair: related(pair[0]),
        lambda pair: get(f"/api/item?id={quote(pair[1], safe='')}"),
        lambda pair: get("/api/search?q=portrait%20of%20a%20woman"),
        lambda pair: post("/api/why", {"a": {"id": "1", "dcTitle": pair[0]}, "b": {"id": "2", "dcTitle": pair[1]}}),
        lambda pair: get(f"/api/item?id=/no/{random.random()}"),
        lambda pair: post("/api/why", b'{"a": '),
        lambda pair: get("/readyz"),
    ]
    for number in range(count):
        yield kinds[number % len(kinds)](pairs[number % len(pairs)])


HOSTILE_FRAGMENTS = ("b. 1800; ", "(", "(1800", "John Smith and ", "1800-", "J. ", "a, ", "e\u0301", "; ", "of the ")


def hostile(pairs: Sequence[Pair], chance: random.Random) -> Iterator[tuple[bytes, bool]]:
    """Yield requests that are meant to harm, and whether their client waits for an answer; without end."""
    fields = ("dcTitle", "dcCreator", "dcDate", "dcSubject", "dcDescription", "dcSource")
    while True:
        fragment, field = chance.choice(HOSTILE_FRAGMENTS), chance.choice(fields)
        long = {"id": "/hostile/1", field: fragment * (50_000 // len(fragment))}
        other = {"id": "/hostile/2", chance.choice(fields): fragment * (50_000 // len(fragment))}
        cold = [{"id": f"/cold/{chance.random()}", "dcTitle": f"Portrait {chance.random()}"} for _ in range(1_000)]
        yield post("/api/why", {"a": long, "b": other}), True
        yield post("/api/why", {"a": long, "b": other}), False
        yield post("/api/predict", {"pairs": [{"a": record, "b": chance.choice(pairs)[0]} for record in cold]}), True
        yield post("/api/predict", {"pairs": [{"a": long, "b": chance.choice(pairs)[0]}] * 10}), True
        yield post("/api/why", b"[" * 1_900_000), True
        yield post("/api/why", b"x" * 3_000_000), True
        yield post("/api/why", {}).replace(b"Host:", b"Transfer-Encoding: chunked\r\nHost:"), True
        yield get("/pair?a=" + "/" * 9_000), True
        yield post("/api/why", {"a": long, "b": other})[:9_000], False


async def harm(
    host: str, port: int, requests: Iterator[tuple[bytes, bool]], turn: asyncio.Semaphore, statuses: Counter[str]
) -> None:
    """Send a hostile request whenever there is a turn, on a connection of its own."""
    while True:
        await turn.acquire()
        request, waits = next(requests)
        status = "not waited for"
        try:
            reader, writer = await asyncio.open_connection(host, port, limit=2**24)
            writer.write(request)
            await asyncio.wait_for(writer.drain(), 60)
            if waits:
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 90)
                status = head[9:12].decode()
            writer.close()
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            status = type(error).__name__
        statuses[status] += 1


def soak(address: tuple[str, int], pid: int, pairs: Sequence[Pair], options: argparse.Namespace) -> None:
    """Send a mix of everything and look at the memory; with hostile requests beside it, also at what they change."""
    load(address, list(mixed(pairs, 500)), options.connections)
    some = options.soak // 10
    before = p95(load(address, mixed(pairs, some), options.connections)[0])
    out(f"{some:,} requests without harm: p95 {before * 1e3:.0f} ms, memory {memory(pid):.0f} MB")
    seconds: list[float] = []
    statuses: Counter[int] = Counter()
    harmed: Counter[str] = Counter()

    async def run() -> None:
        turn = asyncio.Semaphore(0)
        each = round((1 - options.hostile) / options.hostile) if options.hostile else 0

        def after() -> None:
            if each and len(seconds) % each == 0:
                turn.release()
            if len(seconds) % 10_000 == 0:
                recent = p95(seconds[-10_000:]) * 1e3
                out(f"{len(seconds):,} requests: last 10,000 with p95 {recent:.0f} ms, memory {memory(pid):.0f} MB")

        left = mixed(pairs, round(options.soak * (1 - options.hostile)))
        attackers = [
            asyncio.ensure_future(harm(*address, hostile(pairs, random.Random(number)), turn, harmed))
            for number in range(options.connections if options.hostile else 0)
        ]
        await asyncio.gather(*(ask(*address, left, seconds, statuses, after) for _ in range(options.connections)))
        for attacker in attackers:
            attacker.cancel()

    asyncio.run(run())
    out(f"{len(seconds):,} honest requests, p95 {p95(seconds) * 1e3:.0f} ms, statuses {dict(sorted(statuses.items()))}")
    if options.hostile:
        out(f"{sum(harmed.values()):,} hostile requests, statuses {dict(sorted(harmed.items()))}")
    after = p95(load(address, mixed(pairs, some), options.connections)[0])
    out(f"{some:,} requests without harm: p95 {after * 1e3:.0f} ms, memory {memory(pid):.0f} MB")
    out(f"p95 of honest requests beside hostile ones: {p95(seconds) * 2 / (before + after):.2f} times that without")


def cold(address: tuple[str, int], index: str, count: int) -> None:
    """Ask for pairs of records that are read for the first time, of a collection made with --no-read."""
    url = f"http://{address[0]}:{address[1]}/api/v1/predict"
    ids = [item.id for item in itertools.islice(open_collection(index).all_items(), 4 * count)]
    halves = [[{"a": a, "b": b} for a, b in zip(half[::2], half[1::2], strict=True)] for half in (ids[::2], ids[1::2])]
    started = time.perf_counter()
    lined = {"Accept": "application/x-ndjson"}
    with http.post(url, json={"pairs": halves[0]}, headers=lined, stream=True, timeout=600) as answer:
        lines = answer.iter_lines()
        first = next(lines)
        first_after = time.perf_counter() - started
        *others, end = [first, *lines]
    taken = time.perf_counter() - started
    failed = sum(b'"error"' in line for line in others)
    out(f"{len(halves[0]):,} cold pairs as lines: the first after {first_after:.1f} s, all after {taken:.1f} s")
    out(f"    {len(others):,} lines, {failed} of them errors, and then {end.decode()}")
    started = time.perf_counter()
    answer = http.post(url, json={"pairs": halves[1]}, timeout=600)
    taken = time.perf_counter() - started
    found = Counter(pair.get("error", {}).get("code", "scored") for pair in answer.json().get("pairs", []))
    out(f"{len(halves[1]):,} cold pairs in one answer: {answer.status_code} after {taken:.1f} s, {dict(found)}")


def p95(seconds: Sequence[float]) -> float:
    return statistics.quantiles(seconds, n=100)[94]


def memory(pid: int) -> float:
    """Return the memory of a process and all it has started, in MB; what they share counts once."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(") ")[2].split()[1])
    family, grown = {pid}, True
    while grown:
        grown = False
        for child, parent in parents.items():
            if parent in family and child not in family:
                family.add(child)
                grown = True
    total = 0.0
    for member in family:
        with contextlib.suppress(OSError):
            shares = Path(f"/proc/{member}/smaps_rollup").read_text()
            total += sum(int(line.split()[1]) for line in shares.splitlines() if line.startswith("Pss:")) / 1024
    return total


@contextmanager
def started(index: str, further: Sequence[str]) -> Iterator[tuple[tuple[str, int], int]]:
    """Start the service, give its address and number, and end it; its exit code must be 0."""
    main = "from typed_sts.cli.main import main; main()"
    command = [sys.executable, "-c", main, "serve", "--index", index, "--port", "0", "--quiet", *further]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr
    line = process.stderr.readline()
    found = re.search(r"http://([\d.]+):(\d+)", line)
    if not found:
        raise SystemExit(line + process.stderr.read())
    yield (found[1], int(found[2])), process.pid
    process.send_signal(signal.SIGTERM)
    errors = process.communicate(timeout=120)[1]
    out(
        f"the service ended with exit code {process.returncode}{', having logged:' if errors else ''}\n{errors}".strip()
    )


def measure(address: tuple[str, int], pid: int, pairs: Sequence[Pair], options: argparse.Namespace) -> None:
    """Ask every kind of question often enough to tell."""
    n, connections = options.requests, options.connections
    if options.cold:
        cold(address, options.index, options.cold)
        out(f"memory {memory(pid):.0f} MB")
        return
    some = list(itertools.islice(itertools.cycle(pairs), n))
    load(address, [why(pair) for pair in pairs], 2)  # warm
    if options.soak:
        soak(address, pid, pairs, options)
        return
    report("why, with reasons", address, [why(pair) for pair in some], connections)
    report("predict, one pair", address, [predict([pair]) for pair in some], connections)
    batches = [predict(some[start : start + BATCH]) for start in range(0, n, BATCH)]
    report(f"predict, {BATCH} pairs", address, batches * 4, connections, BATCH)
    few = [related(pair[0]) for pair in pairs[:WARM_ITEMS]]
    report("related, first time", address, few, connections)
    load(address, few * WARM_ROUNDS, connections)  # each question reads some more of the records it looks at
    report("related, warm", address, list(itertools.islice(itertools.cycle(few), n)), connections)


def out(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("index", help="a collection: a directory, or an address on Elasticsearch")
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--requests", type=int, default=1_000, help="requests of each kind")
    parser.add_argument("--pairs", type=int, default=200, help="different pairs asked about")
    parser.add_argument("--soak", type=int, default=0, metavar="N", help="send N mixed requests and look at the memory")
    parser.add_argument("--hostile", type=float, default=0.0, metavar="SHARE", help="share of the N meant to harm")
    parser.add_argument("--cold", type=int, default=0, metavar="N", help="ask for N pairs of records not read yet")
    parser.add_argument("--running", metavar="HOST:PORT:PID", help="a service over that collection that runs already")
    parser.add_argument("serve", nargs="*", help="after --: further options of typed-sts serve")
    options = parser.parse_args()
    pairs = pairs_of(options.index, options.pairs)
    if options.running:
        host, port, pid = options.running.split(":")
        measure((host, int(port)), int(pid), pairs, options)
        return
    with started(options.index, options.serve) as (address, number):
        measure(address, number, pairs, options)


if __name__ == "__main__":
    main()
