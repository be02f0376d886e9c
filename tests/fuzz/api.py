"""Ask the service what nobody should: `python -m tests.fuzz.api --seconds 60 --seed 1`.

A real `typed-sts serve --sample` gets requests drawn by chance: parameters and records full of what the readers know,
repeated to any length; JSON of the wrong shape; bytes that are hardly HTTP; clients that leave. Whatever comes, an
answer is in the shape that is documented, no status is 500 or more but 503, and now and then an honest question gets
the same answer as at the start. What is wrong is printed with the number that makes it again, and the exit code is 1.
"""

import argparse
import contextlib
import json
import random
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from tests.fuzz.atoms import ATOMS
from tests.processes import PATIENCE, command
from tests.service.process import Service, serving
from typed_sts_fetch.item import LIST_FIELDS

IDS = ("/sample/turner-trafalgar", "/sample/devis-death-of-nelson", "/sample/athens-owl", "/sample/none")
HONEST = f"/api/why?a={IDS[0]}&b={IDS[1]}"
GETS = {
    "/api/why": ("a", "b"),
    "/api/related": ("id", "by", "k"),
    "/api/item": ("id",),
    "/api/search": ("q", "k", "offset"),
    "/api/v1/search": ("q", "provider", "first_year", "last_year", "language", "type"),
    "/item": ("id", "by", "more"),
    "/pair": ("a", "b", "type"),
    "/search": ("q", "offset", "with"),
    "/": (),
    "/readyz": (),
    "/static/page.css": ("v",),
}
LONGEST = 50_000
EVERY = 50
"""Requests after which the honest question is asked again."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it goes over the wire."""

    sent: bytes
    whole: bool = True
    """Whether the server can tell where it ends; it is told otherwise, by the end of what is sent."""
    waits: bool = True
    """Whether the client waits for the answer."""

    def __str__(self) -> str:
        return f"{self.sent[:300]!r}{'...' if len(self.sent) > 300 else ''} ({len(self.sent):,} bytes)"


def drawn(seed: int, number: int) -> Asked:
    """Return the request of that number; the same every time."""
    chance = random.Random(f"{seed} {number}")
    kind = chance.random()
    if kind < 0.3:
        sent = _get(chance)
    elif kind < 0.85:
        sent = _post(chance)
    else:
        return Asked(_broken(chance, _get(chance) if chance.random() < 0.5 else _post(chance)), whole=False)
    return Asked(sent, waits=chance.random() > 0.03)


def _text(chance: random.Random, longest: int) -> str:
    if chance.random() < 0.1:
        return chance.choice(IDS)
    fragment = chance.choice(("", " ", ", ", "; ")).join(chance.choices(ATOMS, k=chance.choice((1, 2, 3, 6))))
    size = int(longest ** chance.random())
    text = (fragment * (size // max(len(fragment), 1) + 1))[:size]
    return text if chance.random() < 0.05 else text.replace("\ud800", "?")


def _get(chance: random.Random) -> bytes:
    path, names = chance.choice(list(GETS.items()))
    values = []
    for name in names:
        for _ in range(chance.choice((0, 1, 1, 1, 1, 2))):
            value = chance.choice(
                (chance.choice(IDS), chance.choice(IDS), _text(chance, 3_000), str(chance.randint(-9, 10**9)))
            )
            values.append(f"{name}={quote(value.encode('utf-8', 'surrogatepass'), safe='')}")
    head = f"GET {path}?{'&'.join(values)} HTTP/1.1\r\nHost: x\r\n"
    further = chance.choice(("", "Accept: text/html\r\n", 'If-None-Match: W/"", *\r\n'))
    return f"{head}{further}Connection: close\r\n\r\n".encode()


def _record(chance: random.Random) -> Any:
    if chance.random() < 0.03:
        return _anything(chance, 3)
    record: dict[str, Any] = {"id": chance.choice((*IDS, _text(chance, 100) or "x"))}
    for field in chance.sample(LIST_FIELDS, chance.choice((0, 1, 2, 4))):
        texts = [_text(chance, LONGEST) for _ in range(chance.choice((1, 1, 2)))]
        many = [_text(chance, 60)] * chance.choice((1, 30, 499))
        record[field] = chance.choice((texts, texts[0], many)) if chance.random() < 0.98 else _anything(chance, 2)
    return record


def _anything(chance: random.Random, depth: int) -> Any:
    if depth and chance.random() < 0.5:
        inner = [_anything(chance, depth - 1) for _ in range(chance.choice((0, 1, 3)))]
        return inner if chance.random() < 0.5 else {_text(chance, 9): value for value in inner}
    return chance.choice((None, True, -1, 1.5, 10**400, "", "x", _text(chance, 200), [], {}))


def _post(chance: random.Random) -> bytes:
    if chance.random() < 0.6:
        path, body = "/api/v1/why", {"a": _record(chance), "b": _record(chance)}
    else:
        some = [{"a": _record(chance), "b": chance.choice(IDS)} for _ in range(chance.choice((1, 1, 3)))]
        path, body = "/api/v1/predict", {"pairs": some * chance.choice((1, 1, 1, 40, 1_001))}
    content = json.dumps(body, ensure_ascii=True).encode()[:3_000_000]
    kind = chance.choice(("application/json",) * 8 + ("text/plain", "", "application/json; charset=utf-16"))
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\nContent-Length: {len(content)}\r\n"
    accept = chance.choice(("", "Accept: application/x-ndjson\r\n"))
    return f"{head}{accept}Connection: close\r\n\r\n".encode() + content


def _broken(chance: random.Random, sent: bytes) -> bytes:
    """Return the bytes with some of them changed, doubled, left out, or replaced by what nests without end."""
    if chance.random() < 0.2:
        opened = chance.choice((b"[", b'{"a":', b'{"pairs":[', b'"', b"\\u", b"1e", b"\xff")) * chance.choice(
            (10, 10**5)
        )
        return (
            b"POST /api/why HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(opened)
            + opened
        )
    changed = bytearray(sent)
    for _ in range(chance.choice((1, 3, 30))):
        at = chance.randrange(len(changed) or 1)
        changed[at : at + chance.choice((0, 1, 5))] = chance.randbytes(chance.choice((0, 1, 5)))
    return bytes(changed)


def answer_to(service: Service, asked: Asked) -> tuple[int, bytes, bytes]:
    """Return status, head and body of what comes back; status 0 when nothing does."""
    with socket.create_connection(service.address, timeout=PATIENCE) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(asked.sent)
            if not asked.waits:
                return 0, b"", b""
            if not asked.whole:
                connection.shutdown(socket.SHUT_WR)
        received = b""
        with contextlib.suppress(ConnectionError):
            while part := connection.recv(1 << 20):
                received += part
    head, _, body = received.partition(b"\r\n\r\n")
    status = int(head[9:12]) if head.startswith(b"HTTP/1.1 ") else 0
    return status, head, body


def problem_of(status: int, head: bytes, body: bytes) -> str:
    """Return what is wrong with an answer, or ""."""
    if status >= 500 and status != 503:
        return f"status {status}"
    if b"Traceback" in body:
        return "a traceback in the answer"
    if status in (204, 304):  # by definition without a body, whatever type the body would have had
        return f"status {status} with a body" if body else ""
    if status and b"content-type: application/json" in head.lower():
        try:
            shown = json.loads(body)
        except ValueError:
            return f"status {status} with a body that is not JSON"
        if status >= 400 and set(shown.get("error", ())) != {"status", "code", "message", "detail"}:
            return f"status {status} in another shape: {body[:200]!r}"
    return ""


def faults(service: Service, seed: int, seconds: float, statuses: Counter[int]) -> Iterator[str]:
    """Ask for so long, and yield what goes wrong."""
    honest = service.get(HONEST).content
    end = time.monotonic() + seconds
    number = 0
    while time.monotonic() < end:
        asked = drawn(seed, number)
        status, head, body = answer_to(service, asked)
        statuses[status] += 1
        if problem := problem_of(status, head, body):
            yield f"--seed {seed} --only {number}: {problem}: {asked}"
        if number % EVERY == 0 and service.get(HONEST).content != honest:
            yield f"--seed {seed}, at {number}: the honest question has another answer than at the start"
        number += 1


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description="Ask the service what nobody should.")
    parser.add_argument("--seconds", type=float, default=60.0, help="for how long to ask")
    parser.add_argument("--seed", type=int, default=1, help="where to begin")
    parser.add_argument("--only", type=int, metavar="N", help="send the request of that number, and show the answer")
    told = parser.parse_args()
    statuses: Counter[int] = Counter()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(folder, command("serve", "--sample", "--port", "0", "--timeout", "20")) as service,
    ):
        if told.only is not None:
            status, head, body = answer_to(service, drawn(told.seed, told.only))
            sys.stdout.write(f"{head.decode(errors='replace')}\n\n{body[:2_000].decode(errors='replace')}\n")
            return 1 if problem_of(status, head, body) else 0
        found = 0
        for found, fault in enumerate(faults(service, told.seed, told.seconds, statuses), start=1):  # noqa: B007
            sys.stdout.write(f"{fault}\n")
            sys.stdout.flush()
        if service.end() != 0:
            found += 1
            sys.stdout.write("the service did not end with exit code 0\n")
        for line in service.lines[1:]:
            event = json.loads(line)
            if event["level"] == "error":
                found += 1
                sys.stdout.write(f"logged: {line[:2_000]}")
        ended = service.events("computing")
        sys.stdout.write(
            f"seed {told.seed}: {sum(statuses.values()):,} requests, {found} found; {len(ended)} processes replaced;"
            f" statuses {dict(sorted(statuses.items()))} (0: no answer, or not waited for)\n"
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
