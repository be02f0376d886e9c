"""The application: routes over one collection and one model, inside the layers that guard them."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response

from typed_sts import __version__
from typed_sts.errors import USER_ERRORS
from typed_sts.service.api import api_routes
from typed_sts.service.computing.work import Work
from typed_sts.service.http.access import PROBES, Door, Keys, RateLimit
from typed_sts.service.http.errors import Problem, json_response, problem_of
from typed_sts.service.http.metrics import Metrics
from typed_sts.service.http.request_log import Outside, Respond
from typed_sts.service.pages.routes import page_routes, render_error
from typed_sts.service.probes import Readiness, probe_routes
from typed_sts.service.schemas import SUMMARY, describe
from typed_sts.service.settings import ServiceSettings

ErrorPage = Callable[[Request, int, str], Response]


def create_app(work: Work, settings: ServiceSettings) -> FastAPI:
    """Return the application over what computes for it."""
    readiness = Readiness(work, settings.work_seconds)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await readiness.look()
        yield

    app = FastAPI(
        title="typed-sts",
        summary=SUMMARY,
        version=__version__,
        lifespan=lifespan,
        docs_url=None,  # these pages load their scripts from the network
        redoc_url=None,
    )
    api = api_routes(work, settings)
    pages = page_routes(work.ask) if settings.page else APIRouter()
    routes = [*route_names(api), *route_names(pages), *(f"GET {path}" for path in (*PROBES, "/openapi.json"))]
    metrics = Metrics(routes)
    for router in (api, pages, probe_routes(work, readiness, metrics)):
        app.include_router(router)
    describe(app, settings)
    respond = responder(render_error if settings.page else None)
    _handle_errors(app, respond, routes)
    keys = Keys(settings.keys) if settings.keys else None
    rate = RateLimit(settings.rate) if settings.rate else None
    # Each layer is put around the ones before it.
    app.add_middleware(Door, keys, rate, settings.body_bytes, settings.body_seconds)
    app.add_middleware(Outside, metrics, routes, respond, settings.in_flight)
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
        if problem.status == 405 and (allowed := methods.get(request.url.path)):
            problem.headers["Allow"] = ", ".join(allowed)  # the router names those of the first route alone
        return respond(request, problem)

    for kind in (HTTPException, RequestValidationError, *USER_ERRORS):
        app.add_exception_handler(kind, handle)
