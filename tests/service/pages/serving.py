"""The page on a real socket, behind the header that keeps it from loading anything from elsewhere."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import cast

import uvicorn
from fastapi import FastAPI, Request, Response

from tests.processes import PATIENCE, wait_until
from typed_sts.answers.collection import Answers
from typed_sts.service.computing.process import Content, Question
from typed_sts.service.pages.routes import page_routes, render_error
from typed_sts.service.pictures import Pictures
from typed_sts.service.refreshing_answers import FreshAnswers

POLICY = "default-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"


def page_app(answers: Answers, pictures: Pictures | None = None) -> FastAPI:
    """Return an app with nothing but the page, and the pictures of records if they are to be had."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)

    async def ask(_: Request, question: Question) -> Content:
        return await asyncio.to_thread(question, cast(FreshAnswers, answers))

    app.include_router(page_routes(ask, pictures))

    @app.middleware("http")
    async def with_policy(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
        response = await call_next(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response

    @app.exception_handler(404)
    async def not_found(request: Request, _: Exception) -> Response:
        return render_error(request, 404, f"There is no page {request.url.path}.")

    return app


@contextmanager
def served(app: FastAPI) -> Iterator[str]:
    """Yield the address of the app, served from a thread until the end."""
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        wait_until(lambda: server.started or not thread.is_alive())
        assert server.started, "the server did not start"
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
