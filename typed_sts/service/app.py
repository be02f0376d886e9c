"""The application: routes over one collection and one model, or a survey, inside the layers that guard them."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from typed_sts import __version__
from typed_sts.errors import USER_ERRORS
from typed_sts.service import schemas
from typed_sts.service.api import api_routes
from typed_sts.service.computing.work import Work
from typed_sts.service.http.access import PROBES, Door, Keys, RateLimit
from typed_sts.service.http.errors import Problem, json_response, problem_of
from typed_sts.service.http.metrics import Metrics
from typed_sts.service.http.origins import OtherSites
from typed_sts.service.http.paths import Under, inner_path
from typed_sts.service.http.request_log import Outside, Respond
from typed_sts.service.http.sending import Zipped
from typed_sts.service.openapi import SUMMARY, describe
from typed_sts.service.pages.embed import embed_routes
from typed_sts.service.pages.routes import add_static, page_routes, render_error, root_of
from typed_sts.service.picture_cache import PictureCache, pictures_folder
from typed_sts.service.pictures import Pictures
from typed_sts.service.probes import Readiness, probe_routes
from typed_sts.service.reconcile.routes import reconcile_routes
from typed_sts.service.settings import ServiceSettings
from typed_sts.service.survey.rater_pages import render_survey_error
from typed_sts.service.survey.routes import survey_routes
from typed_sts.survey.survey_file import Survey
from typed_sts_fetch.europeana.thumbnails import anywhere, is_public

VERSIONED, UNVERSIONED = "/api/v1", "/api"
"""Where the API is, and where it was before it had a number: the same routes, for those who ask there."""
ErrorPage = Callable[[Request, int, str], Response]


def create_app(work: Work, settings: ServiceSettings) -> FastAPI:
    """Return the application over what computes for it."""
    readiness = Readiness(work, settings.work_seconds)

    pictures = _pictures(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await readiness.look()
        yield
        if pictures:
            pictures.close()

    app = FastAPI(
        title="typed-sts",
        summary=SUMMARY,
        version=__version__,
        lifespan=lifespan,
        docs_url=None,  # these pages load their scripts from the network
        redoc_url=None,
    )
    api = api_routes(work, settings)
    private = settings.keys is not None
    pages = page_routes(work.ask, pictures, private=private) if settings.page else APIRouter()
    survey = survey_routes(Survey(settings.survey)) if settings.survey else APIRouter()
    embedded = embed_routes(work.ask, settings.origins) if settings.page else APIRouter()
    reconcile = reconcile_routes(work, settings) if settings.reconcile else APIRouter()
    files = APIRouter()
    if (settings.survey or settings.reconcile) and not settings.page:
        add_static(files)
    named = [name for prefix in (VERSIONED, UNVERSIONED) for name in route_names(api, prefix)]
    named += [name for router in (pages, embedded, reconcile, survey, files) for name in route_names(router)]
    routes = [*named, *(f"GET {path}" for path in (*PROBES, "/openapi.json"))]
    metrics = Metrics(routes)
    app.include_router(api, prefix=VERSIONED)
    app.include_router(api, prefix=UNVERSIONED, include_in_schema=False)
    for router in (pages, embedded, reconcile, survey, files, probe_routes(work, readiness, metrics)):
        app.include_router(router)
    describe(app, settings)
    guard(app, routes, metrics, settings, render_error if settings.page else None, reconcile=settings.reconcile)
    return app


def _pictures(settings: ServiceSettings) -> Pictures | None:
    """Return what gets the pictures of records, where the operator wants them."""
    if not (settings.page and settings.pictures):
        return None
    return Pictures(PictureCache(pictures_folder()), allowed=anywhere if settings.allow_private else is_public)


def create_survey_app(survey: Survey, settings: ServiceSettings, tries: RateLimit | None = None) -> FastAPI:
    """Return the application that serves a survey and nothing else."""
    app = FastAPI(title="typed-sts survey", version=__version__, docs_url=None, redoc_url=None, openapi_url=None)
    pages = survey_routes(survey, tries)
    add_static(pages)

    @pages.get("/")
    async def home(request: Request) -> Response:
        return RedirectResponse(f"{root_of(request)}/survey", 303)

    @pages.get("/healthz", response_class=JSONResponse)
    async def healthz() -> schemas.UpShape:
        return schemas.UpShape(status="up", version=__version__)

    app.include_router(pages)
    routes = route_names(pages)
    guard(app, routes, Metrics(routes), settings, render_survey_error)
    return app


def guard(
    app: FastAPI,
    routes: Sequence[str],
    metrics: Metrics,
    settings: ServiceSettings,
    error_page: ErrorPage | None,
    *,
    reconcile: bool = False,
) -> None:
    """Put the layers around an application that has its routes."""
    respond = responder(error_page)
    _handle_errors(app, respond, routes)
    keys = Keys(settings.keys) if settings.keys else None
    rate = RateLimit(settings.rate) if settings.rate else None
    # Each layer is put around the ones before it.
    app.add_middleware(Zipped)
    app.add_middleware(Door, keys, rate, settings.body_bytes, settings.body_seconds)
    app.add_middleware(Outside, metrics, routes, respond, settings.in_flight)
    if settings.origins or reconcile:
        app.add_middleware(OtherSites, settings.origins, reconcile)
    if settings.root_path:
        app.add_middleware(Under, settings.root_path)


def route_names(router: APIRouter, prefix: str = "") -> list[str]:
    """Return the routes as logs and metrics name them; the files of the page share one name."""
    return [
        f"{method} {prefix}{'/static' if route.path.startswith('/static/') else route.path}"
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in sorted(route.methods or ())
    ]


def responder(error_page: ErrorPage | None) -> Respond:
    """Return what answers with an error: a page for browsers outside /api and /reconcile, JSON for everybody else."""

    def respond(request: Request, problem: Problem) -> Response:
        for_programs = inner_path(request.scope).startswith(("/api", "/reconcile"))
        browser = "text/html" in request.headers.get("accept", "") and not for_programs
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
        if problem.status == 405 and (allowed := methods.get(inner_path(request.scope))):
            problem.headers["Allow"] = ", ".join(allowed)  # the router names those of the first route alone
        return respond(request, problem)

    for kind in (HTTPException, RequestValidationError, *USER_ERRORS):
        app.add_exception_handler(kind, handle)
