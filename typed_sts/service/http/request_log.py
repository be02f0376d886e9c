"""The layer around everything else: a number, a JSON log line, a count and headers per request; no bare failure.

Under                    only behind a proxy that serves us under a path: which path that is
`-- CORS                 only where origins are allowed: answers preflights, marks every answer
    `-- Outside          id, log, metrics, headers, what nobody else has caught
        `-- Door         key, rate, size and speed of the body
            `-- Zipped   gzip for those who take it
                `-- FastAPI  routes; its own errors in our shape

A log line is one JSON object on stderr, without record text, queries, ids or keys.
"""

import logging
import secrets
import sys
import time
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import Any, TextIO

import orjson
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from typed_sts.service.http.access import PROBES
from typed_sts.service.http.errors import ClientGone, Problem, busy, code_path, problem_of, unexpected
from typed_sts.service.http.metrics import OTHER, Metrics
from typed_sts.service.http.paths import inner_path

_LOG = logging.getLogger("typed_sts.service")


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        facts: dict[str, Any] = {"time": time, "level": record.levelname.lower()}
        own = getattr(record, "facts", None)
        facts |= own if own is not None else {"event": "log", "logger": record.name, "message": record.getMessage()}
        if record.exc_info and record.exc_info[1]:
            facts |= code_path(record.exc_info[1])
        return orjson.dumps(facts, default=str).decode()


def log(event: str, level: int = logging.INFO, **facts: Any) -> None:
    """Write one line about an event of the service."""
    _LOG.log(level, event, extra={"facts": {"event": event, **facts}})


def configure_logs(*, quiet: bool = False, stream: TextIO | None = None) -> None:
    """Send every log of this process to stderr in this form; quiet leaves out requests that ended well."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(True)
    _LOG.setLevel(logging.WARNING if quiet else logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)
    logging.getLogger("elastic_transport").setLevel(logging.ERROR)


SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'; object-src 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
Respond = Callable[[Request, Problem], Response]
_GONE = 499


class Outside:
    """Wraps the whole application; pure ASGI, so that bodies and disconnects pass through untouched."""

    def __init__(
        self,
        app: ASGIApp,
        metrics: Metrics,
        routes: Collection[str],
        respond: Respond,
        in_flight: int,
    ) -> None:
        self._app = app
        self._metrics = metrics
        self._routes = frozenset(routes)
        self._respond = respond
        self._most = in_flight
        self._now = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["method"] == "HEAD":  # answered as GET; the server leaves the body out
            scope = {**scope, "method": "GET"}
        answer = _Answer(send, scope)
        request_id = scope.setdefault("state", {})["request_id"] = answer.request_id
        started = time.monotonic()
        self._metrics.begin()
        counts = inner_path(scope) not in PROBES  # they may wait for the collection, and take no place meanwhile
        self._now += counts
        try:
            if counts and self._now > self._most:
                raise busy()
            await self._app(scope, receive, answer.send)
        except ClientGone:
            answer.status = _GONE
        except Exception as error:
            problem = problem_of(error)
            if problem is None:
                log("failure", 40, request=request_id, **getattr(error, "facts", code_path(error)))
                problem = unexpected(request_id)
            if answer.status:  # too late for another answer: the connection is cut
                raise ConnectionAbortedError from None
            await self._respond(Request(scope, receive), problem)(scope, receive, answer.send)
        finally:
            self._now -= counts
            self._count(scope, answer, time.monotonic() - started)

    def _count(self, scope: Scope, answer: "_Answer", seconds: float) -> None:
        route = self._route(scope)
        status = answer.status or _GONE
        self._metrics.end(route, status, seconds)
        method, _, path = route.rpartition(" ")
        log(
            "request",
            request=answer.request_id,
            method=method,
            route=path,
            status=status,
            ms=round(seconds * 1e3, 1),
            bytes=answer.size,
        )

    def _route(self, scope: Scope) -> str:
        """Return the route of a request as one of the names known from the start."""
        path = inner_path(scope)
        route = f"{scope['method']} {'/static' if path.startswith('/static/') else path}"
        return route if route in self._routes else OTHER


class _Answer:
    """Passes an answer on, and keeps what is told about it."""

    def __init__(self, send: Send, scope: Scope) -> None:
        self.request_id = secrets.token_hex(8)
        self.status = 0
        self.size = 0
        self._send = send
        self._api = inner_path(scope).startswith("/api/")

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            headers["X-Request-Id"] = self.request_id
            may_be_framed = "content-security-policy" in headers  # a page with a policy of its own says by whom
            for name, value in SECURITY_HEADERS.items():
                if name != "X-Frame-Options" or not may_be_framed:
                    headers.setdefault(name, value)
            if self._api:
                headers.setdefault("Cache-Control", "no-store")
        else:
            self.size += len(message.get("body", b""))
        await self._send(message)
