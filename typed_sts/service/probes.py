"""What machines that watch over the service ask: does it run, does its collection answer, how much does it do.

`python -m typed_sts.service.probes URL` ends with exit code 0 when the service there answers, for a container to ask.
"""

import asyncio
import contextlib
import sys
import time
import urllib.error
import urllib.request

import orjson
from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, Response

from typed_sts import __version__
from typed_sts.service import schemas
from typed_sts.service.computing.process import Content
from typed_sts.service.computing.work import Work
from typed_sts.service.http.errors import Problem
from typed_sts.service.http.metrics import Metrics
from typed_sts.service.openapi import errors
from typed_sts.service.refreshing_answers import FreshAnswers
from typed_sts.service.work_metrics import WorkMetrics


def is_healthy(url: str, seconds: float = 4.0) -> bool:
    """Say whether the address answers with success."""
    try:
        # The service is on this very machine, so no proxy of the environment's is asked.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(url, timeout=seconds) as answer:
            return bool(answer.status == 200)
    except (OSError, ValueError, urllib.error.URLError):
        return False


_SECONDS = 5.0
_BUSY_SECONDS = 0.5
"""How long a service waits for its own answer when it was ready a moment ago: its processes may have much to do."""
_REMEMBERED_SECONDS = 0.5


def readiness(answers: FreshAnswers) -> Content:
    """The question: can the collection be read, and by what is it answered."""
    items = answers.n_items
    facts = {
        "items": items,
        "model": answers.model,
        "version": answers.version,
        "about": answers.about,
        "state": answers.state,
    }
    return Content(orjson.dumps(facts))


class Readiness:
    """Asks before everybody else, not too often, and takes a service with its hands full for ready."""

    def __init__(self, work: Work, work_seconds: float) -> None:
        self._work = work
        self._patience = work_seconds + _SECONDS
        self._asking: asyncio.Future[Content] | None = None
        self._asked = 0.0
        self._known: Content | None = None
        self._known_at = 0.0

    async def look(self) -> None:
        """Ask for the first time, before there is anything to do."""
        with contextlib.suppress(Problem):
            await self.facts()

    async def facts(self) -> Content:
        """Return what is answered from; raise Problem when the collection cannot be read."""
        asking = self._asking
        if asking is None or (asking.done() and time.monotonic() - self._asked > _REMEMBERED_SECONDS):
            self._asked = time.monotonic()
            self._asking = asking = asyncio.ensure_future(self._work.ask(None, readiness, first=True))
            asking.add_done_callback(self._keep)
        was_ready = self._known is not None and time.monotonic() - self._known_at < self._patience
        try:
            return await asyncio.wait_for(asyncio.shield(asking), _BUSY_SECONDS if was_ready else _SECONDS)
        except TimeoutError:
            if was_ready and self._known:
                return self._known
            message = "the collection does not answer in time"
            raise Problem(503, "collection_unavailable", message, headers={"Retry-After": "5"}) from None

    def _keep(self, asking: "asyncio.Future[Content]") -> None:
        failed = asking.cancelled() or asking.exception() is not None
        self._known = None if failed else asking.result()
        self._known_at = time.monotonic()


def probe_routes(work: Work, readiness: Readiness, metrics: Metrics) -> APIRouter:
    """Return the routes of the probes; they ask for no key."""
    router = APIRouter(tags=["probes"])
    figures = WorkMetrics(work)
    metrics.registry.register(figures)

    @router.get("/healthz", responses=errors(only=(408, 413, 500, 503)), operation_id="healthz")
    async def healthz() -> schemas.UpShape:
        """The process runs and answers, whatever its collection does."""
        return schemas.UpShape(status="up", version=__version__)

    @router.get("/readyz", responses=errors(only=(408, 413, 500, 503)), operation_id="readyz")
    async def readyz() -> schemas.ReadyShape:
        """The collection can be read; 503 while it cannot."""
        return schemas.ReadyShape(status="ready", **orjson.loads((await readiness.facts()).body))

    @router.get(
        "/metrics",
        response_class=PlainTextResponse,
        responses=errors(only=(408, 413, 500, 503)),
        operation_id="metrics",
    )
    async def show_metrics() -> Response:
        """Figures for Prometheus: requests, queues, processes, memory, cold reads, the collection."""
        try:
            figures.saw(await readiness.facts())
        except Problem:
            figures.saw(None)
        return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    return router


if __name__ == "__main__":
    sys.exit(0 if is_healthy(sys.argv[1]) else 1)
