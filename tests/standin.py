"""A local HTTP server that behaves like Europeana: keys, records, search with cursors, quotas, and a bad network.

What each id meets is drawn from the seed and the id alone, so two runs over the same ids meet the same world; faults
are drawn for each request, so that trying again helps.
"""

import hashlib
import json
import random
import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

from tests.processes import PATIENCE

KEY = "t0pSecretKey-4711"
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f64540"
    "0000000049454e44ae426082"
)


@dataclass
class World:
    """What the server knows and how badly it behaves; tests change it as they go."""

    seed: int = 2013
    moved: float = 0.0  # share of ids that answer under a new id
    rehomed: float = 0.0  # share that is gone under the old id, but found by a search
    gone: float = 0.0
    resets: float = 0.0
    unavailable: float = 0.0
    truncated: float = 0.0
    burst_every: int = 0  # after so many requests, refuse everybody with 429 for a while
    burst_length: int = 10
    burst_seconds: int = 1
    quota_left: int | None = None
    slow_seconds: float = 0.0
    redirect_to: str = ""
    redirects: int = 1_000_000  # how many there are before the record itself comes
    raw_records: dict[str, bytes] = field(default_factory=dict)
    search_results: list[dict[str, Any]] = field(default_factory=list)
    requests: Counter[str] = field(default_factory=Counter)
    seen_headers: list[dict[str, str]] = field(default_factory=list)
    seen_urls: list[str] = field(default_factory=list)
    think_seconds: float = 0.0
    in_flight: int = 0
    most_in_flight: int = 0
    served: int = 0
    refuse_next: int = 0
    over: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)
    faults: random.Random = field(default_factory=lambda: random.Random(7))

    def fate(self, identifier: str) -> str:
        """Return what has become of a record: living, moved, rehomed or gone."""
        draw = int(hashlib.sha256(f"{self.seed}{identifier}".encode()).hexdigest()[:8], 16) / 2**32
        for name, share in (("moved", self.moved), ("rehomed", self.rehomed), ("gone", self.gone)):
            if draw < share:
                return name
            draw -= share
        return "living"

    def current_id(self, identifier: str) -> str:
        """Return the id a record has now."""
        collection, local = identifier.strip("/").split("/")
        return identifier if self.fate(identifier) in ("living", "gone") else f"/new{collection}/{local}"


def record_of(world: World, identifier: str, base: str) -> dict[str, Any]:
    """Return the answer for a living record, with the key echoed and in a link, as Europeana does."""
    now = world.current_id(identifier)
    local = now.rsplit("/", 1)[1]
    draw = random.Random(local)
    words = [draw.choice("bridge harbour portrait coin letter map dancer mill castle market".split()) for _ in range(8)]
    proxy = {
        "about": f"/proxy/provider{now}",
        "dcTitle": {"def": [f"A {words[0]} and a {words[1]}"]},
        "dcCreator": {"def": [f"Maker {local[:4]}"]},
        "dcDescription": {"def": [" ".join(words) + " — café\u2028déjà"], "de": ["Brücke"]},
        "dcDate": {"def": [str(draw.randint(1500, 1950))]},
        "europeanaProxy": False,
    }
    aggregation = {
        "edmDataProvider": {"def": ["Stand-in Museum"]},
        "edmIsShownAt": f"{base}/api/{KEY}/redirect?shownAt={quote('http://museum.example/' + local, safe='')}",
        "edmRights": {"def": ["http://creativecommons.org/publicdomain/mark/1.0/"]},
        "edmObject": f"{base}/thumbnail/{quote(local)}.png",
    }
    return {
        "apikey": KEY,
        "success": True,
        "statsDuration": 3,
        "requestNumber": 999,
        "object": {
            "about": now,
            "proxies": [proxy, {"europeanaProxy": True, "year": {"def": ["1900"]}}],
            "aggregations": [aggregation],
            "europeanaAggregation": {"edmLanguage": {"def": ["en"]}, "edmCountry": {"def": ["united kingdom"]}},
        },
    }


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else each answer waits for the acknowledgement of its headers
    server: "_Server"

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet."""

    def do_GET(self) -> None:
        world = self.server.world
        with world.lock:
            world.in_flight += 1
            world.most_in_flight = max(world.most_in_flight, world.in_flight)
            world.seen_headers.append(dict(self.headers))
            world.seen_urls.append(self.path)
        time.sleep(world.think_seconds)
        with world.lock:  # before the answer: the client may ask again as soon as it has it
            world.in_flight -= 1
        self._answer(world)

    def _answer(self, world: World) -> None:
        path = unquote(urlsplit(self.path).path)
        if path.startswith("/thumbnail/"):
            return self._send(200, PIXEL, content_type="image/png")
        if path.startswith("/page/"):
            return self._send(200, b"<html>not an image</html>", content_type="text/html")
        if path.startswith("/huge/"):
            return self._send(200, b"x" * (6 * 2**20), content_type="image/png")
        if path.startswith("/hop/"):
            return self._send(302, b"", extra={"Location": path.removeprefix("/hop/")})
        if self.headers.get("X-Api-Key") != KEY:
            return self._error(401, "Invalid API key provided!", code="invalid_apikey")
        if world.redirect_to and world.redirects and not path.startswith("/record/v2/search"):
            world.redirects -= 1
            return self._send(301, b"", extra={"Location": world.redirect_to + self.path})
        if self._misbehaved(world):
            return None
        if path == "/record/v2/search.json":
            return self._search(world, parse_qs(urlsplit(self.path).query))
        if path.startswith("/record/v2/") and path.endswith(".json"):
            return self._record(world, path.removeprefix("/record/v2").removesuffix(".json"))
        return self._send(404, b"<html>No such page</html>", content_type="text/html")

    def _misbehaved(self, world: World) -> bool:
        with world.lock:
            world.served += 1
            if world.burst_every and world.served % world.burst_every == 0:
                world.refuse_next = world.burst_length
            refused = world.refuse_next > 0
            world.refuse_next -= refused
            draw = world.faults.random()
        if refused:
            self._error(429, "Personal key client has reached the limit", wait=world.burst_seconds)
            return True
        if draw < world.resets:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.close_connection = True
            self.connection.close()
            return True
        if draw < world.resets + world.unavailable:
            self._error(503, "Solr unreachable", code="503-SA")
            return True
        self.cut = draw < world.resets + world.unavailable + world.truncated
        return False

    def _record(self, world: World, identifier: str) -> None:
        world.requests[identifier] += 1
        living_as = identifier
        if identifier.startswith("/new"):  # the new home of a record that moved
            living_as = "/" + identifier.removeprefix("/new")
        fate = world.fate(living_as)
        if identifier in world.raw_records:
            return self._send(200, world.raw_records[identifier])
        if fate == "gone" or (fate == "rehomed" and living_as == identifier):
            return self._error(404, f"Invalid record identifier: {identifier}")
        return self._send_json(record_of(world, living_as, self.server.url))

    def _search(self, world: World, query: dict[str, list[str]]) -> None:
        text = query.get("query", [""])[0]
        world.requests[f"search {text} {query.get('cursor', [''])[0]}"] += 1
        rows = min(int(query.get("rows", ["12"])[0]), 100)
        if text.startswith("europeana_id:*"):
            digest = text.removeprefix("europeana_id:*")
            ids = [i for i in self.server.ids if i.endswith(digest) and world.fate(i) in ("rehomed", "moved")]
            items = [{"id": world.current_id(i)} for i in ids]
            return self._send_json({"apikey": KEY, "success": True, "totalResults": len(items), "items": items})
        cursor = query.get("cursor", [""])[0]
        if not cursor:
            return self._error(400, "cursor missing", code="400-SC")
        start = 0 if cursor == "*" else int(cursor.removeprefix("AoE+"))
        page = world.search_results[start : start + rows]
        answer = {"apikey": KEY, "success": True, "totalResults": len(world.search_results), "items": page}
        if start + rows < len(world.search_results):
            answer["nextCursor"] = f"AoE+{start + rows}"
        return self._send_json(answer)

    def _send_json(self, content: dict[str, Any]) -> None:
        self._send(200, json.dumps(content, ensure_ascii=False).encode())

    def _error(self, status: int, message: str, *, code: str = "", wait: int | None = None) -> None:
        body = json.dumps({"apikey": KEY, "success": False, "error": message, "code": code}).encode()
        self._send(status, body, extra={"RateLimit": f'"personal";r=0;t={wait}'} if wait is not None else {})

    cut = False

    def _send(
        self, status: int, body: bytes, *, content_type: str = "application/json", extra: dict[str, str] | None = None
    ) -> None:
        world = self.server.world
        headers = {"Content-Type": content_type, "Content-Length": str(len(body)), **(extra or {})}
        if world.quota_left is not None and status == 200:
            world.quota_left -= 1
            headers["RateLimit"] = f'"personal";r={max(world.quota_left, 0)};t={world.burst_seconds}'
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.cut and status == 200:
            self.cut = False
            self.wfile.write(body[: len(body) // 2])
            self.close_connection = True
        elif world.slow_seconds:
            for start in range(0, len(body), 16):
                self.wfile.write(body[start : start + 16])
                self.wfile.flush()
                world.over.wait(world.slow_seconds)
        else:
            self.wfile.write(body)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, world: World, ids: list[str]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.world = world
        self.ids = ids
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that are killed or cut off are part of the tests."""


@contextmanager
def standin(world: World, ids: list[str] | None = None) -> Iterator[str]:
    """Serve a world on a free port of this machine; give the base URL. `ids` are those a search by hash can find."""
    server = _Server(world, ids or [])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server.url
    finally:
        server.shutdown()
        server.server_close()
        world.over.set()
        thread.join(PATIENCE)
