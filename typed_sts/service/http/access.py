"""Who comes in, and with how much: the key, the rate, the size of a body and the time it may take."""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from typed_sts.service.http.errors import Problem
from typed_sts.service.http.keys import Keys
from typed_sts.service.http.worker_threads import ClientGone

# How often one client may ask: a bucket that refills at the rate and holds a minute's worth.

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
        if scope["path"] not in PROBES:
            name = self._key_name(scope["path"], headers)
            self._check_rate(name or (scope.get("client") or ("",))[0])
        body = await self._body(headers, receive)
        await self._app(scope, _replayed(body, receive), send)

    def _key_name(self, path: str, headers: Headers) -> str | None:
        if self._keys is None:
            return None
        name = self._keys.name_of(headers.get("x-api-key", ""))
        if name is None and path.startswith("/api"):
            message = "this service asks for a key: send it in the header X-Api-Key"
            raise Problem(401, "no_key", message, headers={"WWW-Authenticate": 'ApiKey realm="typed-sts"'})
        return None if name is None else f"key {name}"

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
