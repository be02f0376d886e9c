"""How an answer leaves: in which language, for how long it may be kept, whole or line by line, zipped or not.

ETag             names what an answer depends on: collection, model, overrides, language, and what was asked
If-None-Match    with that name is answered 304, without computing, while none of these has changed
Cache-Control    says that answers may be kept but have to be asked for again, or kept for some seconds
"""

import hashlib
import re
import zlib
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from typed_sts.service.computing.process import Content, Question
from typed_sts.service.http.paths import inner_path
from typed_sts.service.refreshing_answers import FreshAnswers
from typed_sts.service.settings import ServiceSettings

_MOST_TAGS = 50
_TAG = re.compile(r'(?:W/)?"([^"]*)"|(\*)')
ZIPPED_FROM = 1_000
"""Bytes from which on an answer is zipped: smaller ones fit into one packet anyway."""
_ZIP_LEVEL = 5
NDJSON = "application/x-ndjson"


def unless_known(
    answers: FreshAnswers, question: Question, asked: str, known: frozenset[str], language: str
) -> Content:
    """The answer to a question, with its ETag; 304 where the client has it already."""
    state = answers.state
    etag = hashlib.blake2b(f"{state}\0{language}\0{asked}".encode(), digest_size=16).hexdigest() if state else ""
    not_modified = Content(b"", status=304, language=language, etag=etag)
    if etag and etag in known:
        return not_modified
    content = question(answers)
    if not etag or content.status != 200 or not content.lasting or answers.state != state:
        return content
    return not_modified if "*" in known else replace(content, etag=etag)


def conditional(request: Request, question: Question, language: str = "") -> Question:
    """Return the question as it is asked for a request that may know the answer already."""
    found = _TAG.findall(request.headers.get("if-none-match", ""))[:_MOST_TAGS]
    known = frozenset(tag or star for tag, star in found)
    query = request.scope.get("query_string", b"").decode("latin-1")
    asked = f"{inner_path(request.scope)}?{query}"
    return partial(unless_known, question=question, asked=asked, known=known, language=language)


def sent(content: Content, settings: ServiceSettings | None = None) -> Response:
    """Return an answer as it is sent; one with sentences says which language they are in."""
    headers = {"Content-Language": content.language} if content.language else {}
    headers |= {"Link": content.links} if content.links else {}
    vary = ["Accept-Language"] if content.language else []
    if content.etag and settings is not None:
        whose = "private" if settings.keys else "public"
        headers["Cache-Control"] = f"{whose}, max-age={settings.max_age}" if settings.max_age else f"{whose}, no-cache"
        headers["ETag"] = f'W/"{content.etag}"'
        vary += ["Origin"] if settings.origins else []
    if vary:
        headers["Vary"] = ", ".join(vary)
    return Response(content.body, content.status, headers, content.media_type)


class Lines(Response):
    """Lines of JSON, sent as they come; zipped, each part whole, where the client takes that."""

    media_type = NDJSON

    def __init__(self, request: Request, parts: AsyncIterator[bytes]) -> None:
        self._parts = parts
        self._zip = zlib.compressobj(_ZIP_LEVEL, wbits=31) if takes_gzip(request.scope) else None
        # A proxy that gathers an answer before it passes it on is asked not to (nginx knows the header).
        headers = {"Vary": "Accept-Encoding", "X-Accel-Buffering": "no"}
        super().__init__(headers=headers | ({"Content-Encoding": "gzip"} if self._zip else {}))
        del self.headers["content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for part in self._parts:
            if self._zip:
                part = self._zip.compress(part) + self._zip.flush(zlib.Z_SYNC_FLUSH)
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": self._zip.flush() if self._zip else b""})


class Zipped:
    """Zips answers for clients that take gzip; not small ones, and not the survey, whose pages hold keys of forms."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._zipping = GZipMiddleware(app, ZIPPED_FROM, _ZIP_LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        plain = scope["type"] != "http" or inner_path(scope).startswith("/survey")
        if not plain and not takes_gzip(scope):  # what is left says that the answer depends on it
            headers = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
            scope = {**scope, "headers": headers}
        await (self._plain if plain else self._zipping)(scope, receive, send)


def takes_gzip(scope: Scope) -> bool:
    """Say whether a client takes gzip: names it, and not with a weight of 0."""
    given = ",".join(value.decode("latin-1") for name, value in scope["headers"] if name == b"accept-encoding")
    entries = (entry.replace(" ", "").lower().partition(";") for entry in given[:1_000].split(","))
    return any(name == "gzip" and not re.fullmatch(r"q=0(\.0*)?", weight) for name, _, weight in entries)
