"""The application: routes over one collection and one model, inside the layers that guard them."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import anyio.to_thread
from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response

from typed_sts import __version__
from typed_sts.answers.collection import Answers
from typed_sts.errors import USER_ERRORS
from typed_sts.service.api import api_routes
from typed_sts.service.http.access import PROBES, Door, Keys, RateLimit
from typed_sts.service.http.errors import Problem, json_response, problem_of
from typed_sts.service.http.metrics import Metrics
from typed_sts.service.http.request_log import Outside, Respond, log
from typed_sts.service.http.worker_threads import Work
from typed_sts.service.pages.routes import page_routes, render_error
from typed_sts.service.probes import Readiness, probe_routes
from typed_sts.service.refreshing_answers import FreshAnswers
from typed_sts.service.schemas import SUMMARY, describe
from typed_sts.service.settings import ServiceSettings
from typed_sts_index.contract import Collection
from typed_sts_index.errors import CollectionError, ItemMissing

ErrorPage = Callable[[Request, int, str], Response]


def create_app(answers: Answers, collection: Collection, settings: ServiceSettings) -> FastAPI:
    """Return the application; `collection` is the one the answers come from, watched for changes."""
    fresh = FreshAnswers(answers, collection, settings.refresh_seconds)
    work = Work(settings.threads, settings.queue, settings.work_seconds)
    readiness = Readiness(fresh)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        # The page's routes are plain functions: they compute in threads too, and no more than the API's.
        anyio.to_thread.current_default_thread_limiter().total_tokens = settings.threads
        yield
        work.close()
        readiness.close()
        metrics.close()

    app = FastAPI(
        title="typed-sts",
        summary=SUMMARY,
        version=__version__,
        lifespan=lifespan,
        docs_url=None,  # these pages load their scripts from the network
        redoc_url=None,
    )
    api = api_routes(fresh, work, settings)
    pages = page_routes(fresh) if settings.page else APIRouter()
    routes = [*route_names(api), *route_names(pages), *(f"GET {path}" for path in (*PROBES, "/openapi.json"))]
    metrics = Metrics(routes, settings.counts)
    for router in (api, pages, probe_routes(fresh, readiness, metrics)):
        app.include_router(router)
    describe(app, settings)
    respond = responder(render_error if settings.page else None)
    _handle_errors(app, respond, routes)
    keys = Keys(settings.keys) if settings.keys else None
    rate = RateLimit(settings.rate) if settings.rate else None
    # Each layer is put around the ones before it.
    app.add_middleware(Door, keys, rate, settings.body_bytes, settings.body_seconds)
    app.add_middleware(Outside, metrics, routes, respond, settings.in_flight, settings.counts is not None)
    if settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=[origin.rstrip("/") for origin in settings.origins],
            allow_methods=["GET", "POST"],
            allow_headers=["Content-Type", "X-Api-Key"],
            expose_headers=["Retry-After", "X-Request-Id"],
        )
    return app


def route_names(router: APIRouter) -> list[str]:
    """Return the routes as logs and metrics name them; the files of the page share one name."""
    return [
        f"{method} {'/static' if route.path.startswith('/static/') else route.path}"
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in sorted(route.methods or ())
    ]


def responder(error_page: ErrorPage | None) -> Respond:
    """Return what answers with an error: a page for browsers outside /api, JSON for everybody else."""

    def respond(request: Request, problem: Problem) -> Response:
        browser = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api")
        if error_page is None or not browser:
            return json_response(problem)
        page = error_page(request, problem.status, problem.message)
        page.headers.update(problem.headers)
        return page

    return respond


def _handle_errors(app: FastAPI, respond: Respond, routes: Sequence[str]) -> None:
    methods: dict[str, list[str]] = {}
    for method, _, path in (route.partition(" ") for route in routes):
        methods.setdefault(path, []).append(method)

    async def handle(request: Request, error: Exception) -> Response:
        problem = problem_of(error)
        if problem is None:
            raise error
        if isinstance(error, CollectionError) and not isinstance(error, ItemMissing):
            log("collection", 30, request=request.state.request_id, error=type(error).__name__, message=str(error))
        if problem.status == 405 and (allowed := methods.get(request.url.path)):
            problem.headers["Allow"] = ", ".join(allowed)  # the router names those of the first route alone
        return respond(request, problem)

    for kind in (HTTPException, RequestValidationError, *USER_ERRORS):
        app.add_exception_handler(kind, handle)
