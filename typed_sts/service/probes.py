"""What machines that watch over the service ask: does it run, does its collection answer, how much does it do.

`python -m typed_sts.service.probes URL` ends with exit code 0 when the service there answers, for a container to ask.
"""

import asyncio
import sys
import time
import urllib.error
import urllib.request

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, Response

from typed_sts import __version__
from typed_sts.service import schemas
from typed_sts.service.http.errors import Problem
from typed_sts.service.http.metrics import Metrics
from typed_sts.service.http.worker_threads import Threads
from typed_sts.service.refreshing_answers import FreshAnswers
from typed_sts.service.schemas import errors


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
_REMEMBERED_SECONDS = 0.5


class Readiness:
    """Asks the collection in a thread of its own, so that a busy service is still ready, and not too often."""

    def __init__(self, answers: FreshAnswers) -> None:
        self._answers = answers
        self._thread = Threads(1, "typed-sts-ready")
        self._asking: asyncio.Future[int] | None = None
        self._asked = 0.0

    async def n_items(self) -> int:
        """Return how many items there are; raise when the collection does not answer."""
        asking = self._asking
        if asking is None or (asking.done() and time.monotonic() - self._asked > _REMEMBERED_SECONDS):
            self._asked = time.monotonic()
            self._asking = asking = asyncio.wrap_future(self._thread.submit(lambda: self._answers.n_items))
        try:
            return await asyncio.wait_for(asyncio.shield(asking), _SECONDS)
        except TimeoutError:
            message = "the collection does not answer in time"
            raise Problem(503, "collection_unavailable", message, headers={"Retry-After": "5"}) from None

    def close(self) -> None:
        """Ask no more."""
        self._thread.close()


def probe_routes(answers: FreshAnswers, readiness: Readiness, metrics: Metrics) -> APIRouter:
    """Return the routes of the probes; they ask for no key."""
    router = APIRouter(tags=["probes"])

    @router.get("/healthz", responses=errors(only=(408, 413, 500, 503)), operation_id="healthz")
    async def healthz() -> schemas.UpShape:
        """The process runs and answers, whatever its collection does."""
        return schemas.UpShape(status="up", version=__version__)

    @router.get("/readyz", responses=errors(only=(408, 413, 500, 503)), operation_id="readyz")
    async def readyz() -> schemas.ReadyShape:
        """The collection can be read; 503 while it cannot."""
        items = await readiness.n_items()
        about = {"model": answers.model, "version": answers.version, "about": answers.about}
        return schemas.ReadyShape(status="ready", items=items, **about)

    @router.get(
        "/metrics",
        response_class=PlainTextResponse,
        responses=errors(only=(408, 413, 500, 503)),
        operation_id="metrics",
    )
    async def show_metrics() -> Response:
        """Counts for Prometheus."""
        return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    return router


if __name__ == "__main__":
    sys.exit(0 if is_healthy(sys.argv[1]) else 1)
