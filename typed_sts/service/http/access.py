"""Who comes in, and with how much: the key, the rate, the size of a body and the time it may take.

API keys are made here, shown once, and kept as hashes only. The rate of a client is a bucket that refills at that rate
and holds a minute's worth.
"""

import asyncio
import hashlib
import hmac
import logging
import math
import os
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from typed_sts.errors import TypedStsError
from typed_sts.service.http.errors import ClientGone, Problem
from typed_sts.service.http.paths import inner_path

_LOG = logging.getLogger(__name__)
_LINE = re.compile(r"([A-Za-z0-9_.-]{1,60}) sha256:([0-9a-f]{64})")


class BadKeys(TypedStsError):
    """A file of keys that cannot be read, or a name that cannot be given to one."""


def new_key(path: Path, name: str) -> str:
    """Add a new key to the file (made for its owner's eyes only) and return it; it is written nowhere else."""
    key = secrets.token_urlsafe(32)
    line = f"{name} sha256:{_hash(key)}\n"
    if not _LINE.fullmatch(line.strip()):
        raise BadKeys(f"a key's name is 1 to 60 letters, digits, '-', '_' or '.', not {name!r:.80}")
    existing = read_keys(path) if path.exists() else {}
    if name in existing:
        raise BadKeys(f'{path} has a key named "{name}" already; give another name, or remove its line first')
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "w", encoding="ascii") as stream:
            stream.write(line)
    except OSError as error:
        raise BadKeys(f"cannot write {path}: {error.strerror}") from error
    return key


def read_keys(path: Path) -> dict[str, bytes]:
    """Return the hashes in a file, by the names of their keys."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadKeys(f"cannot read the keys in {path}: {error}") from error
    hashes = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line.strip())
        if not found:  # the line is not repeated: someone may have put the key itself there
            raise BadKeys(
                f"{path}, line {number}: not a name and sha256:HASH; make keys with typed-sts serve --new-key"
            )
        hashes[found[1]] = bytes.fromhex(found[2])
    return hashes


class Keys:
    """The keys of a file, read again when the file changes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._hashes = read_keys(path)
        self._stamp = self._stamp_now()

    def name_of(self, key: str) -> str | None:
        """Return the name of a key, or None when it is not one; takes as long for a near miss as for a far one."""
        self._read_again()
        given = bytes.fromhex(_hash(key))
        found = None
        for name, known in self._hashes.items():
            if hmac.compare_digest(given, known):
                found = name
        return found

    def _read_again(self) -> None:
        stamp = self._stamp_now()
        if stamp == self._stamp:
            return
        self._stamp = stamp
        try:
            self._hashes = read_keys(self._path)
        except BadKeys as error:
            _LOG.warning("%s; the keys read before stay valid", error)

    def _stamp_now(self) -> tuple[int, int, int] | None:
        try:
            stat = self._path.stat()
        except OSError:
            return None
        return stat.st_ino, stat.st_size, stat.st_mtime_ns


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).hexdigest()


_MOST_CLIENTS = 20_000


class RateLimit:
    """Buckets by client; the one unused the longest is forgotten first, so that memory is bounded."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_minute / 60
        self._most = float(per_minute)
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> int:
        """Take one from the client's bucket and return 0, or the seconds until there is one to take."""
        now = self._clock()
        left, seen = self._buckets.pop(client, (self._most, now))
        left = min(self._most, left + (now - seen) * self._per_second)
        allowed = left >= 1
        self._buckets[client] = (left - 1 if allowed else left, now)
        if len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return 0 if allowed else math.ceil((1 - left) / self._per_second)


PROBES = ("/healthz", "/readyz", "/metrics")
"""Asked by machines that watch over the service: never refused for a key, their rate or too much to do."""
_OVERSHOOT = 8
"""How many times the allowed size is read and thrown away, so that a client gets to read why it is refused."""


class Door:
    """Refuses what must not come in; hands on the rest with its body read."""

    def __init__(
        self, app: ASGIApp, keys: Keys | None, rate: RateLimit | None, body_bytes: int, body_seconds: float
    ) -> None:
        self._app = app
        self._keys = keys
        self._rate = rate
        self._bytes = body_bytes
        self._seconds = body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if "content-length" in headers and "transfer-encoding" in headers:
            # A proxy before us may have believed the other one, and take what follows for another's request.
            message = "the request says twice where its body ends: Content-Length and Transfer-Encoding"
            raise Problem(400, "bad_request", message, headers={"Connection": "close"})
        if inner_path(scope) not in PROBES:
            client = self._client(scope, headers)
            scope.setdefault("state", {})["client"] = client
        body = await self._body(headers, receive)
        await self._app(scope, _replayed(body, receive), send)

    def _client(self, scope: Scope, headers: Headers) -> str:
        """Return who asks, by key or else by address, once it may; keys that are tried count as requests too."""
        name = self._keys.name_of(headers.get("x-api-key", "")) if self._keys else None
        client = f"key {name}" if name else str((scope.get("client") or ("",))[0])
        self._check_rate(client)
        if self._keys and name is None and inner_path(scope).startswith("/api"):
            message = "this service asks for a key: send it in the header X-Api-Key"
            raise Problem(401, "no_key", message, headers={"WWW-Authenticate": 'ApiKey realm="typed-sts"'})
        return client

    def _check_rate(self, client: str) -> None:
        if self._rate and (seconds := self._rate.wait(client)):
            message = f"too many requests from this client; the next one is welcome in {seconds} s"
            raise Problem(429, "too_many_requests", message, headers={"Retry-After": str(seconds)})

    async def _body(self, headers: Headers, receive: Receive) -> bytes:
        announced = headers.get("content-length", "0")
        expected = int(announced) if announced.isdigit() else 0
        if expected > (self._bytes if "expect" in headers else self._bytes * _OVERSHOOT):
            raise self._too_large()
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self._seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise ClientGone
                    size += len(message.get("body", b""))
                    if size <= self._bytes:
                        parts.append(message.get("body", b""))
                    elif size > self._bytes * _OVERSHOOT:
                        raise self._too_large()
                    else:
                        parts.clear()
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            late = f"the request did not come in whole within {self._seconds:g} s"
            raise Problem(408, "too_slow_a_client", late, headers={"Connection": "close"}) from None
        if size > self._bytes:
            raise self._too_large()
        return b"".join(parts)

    def _too_large(self) -> Problem:
        message = f"the body is larger than {self._bytes:,} bytes; send it in parts"
        return Problem(413, "too_large", message, headers={"Connection": "close"})


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body once, and then whatever comes after it: the client's leaving."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return messages.pop() if messages else await receive()

    return replay
