"""Other sites: whose pages may call us from a browser (CORS), and whose may show ours in a frame.

    --origin https://portal.example      the API, the component, /embed and /reconcile, for the pages of that site
    OpenRefine on this machine           /reconcile only, without being named

What may be framed has a policy of its own: no script, nothing from elsewhere, and who may frame it.
"""

import re
from collections.abc import Sequence

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from typed_sts.errors import BadOptions
from typed_sts.service.http.paths import inner_path

OPENREFINE = ("http://127.0.0.1:3333", "http://localhost:3333")
"""Where OpenRefine is, on the machine of the one who uses it."""
RECONCILE = "/reconcile"
_ANY = "*"
_ORIGIN = re.compile(
    r"https?://([a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(:[0-9]{1,5})?", re.IGNORECASE
)


def checked_origin(given: str) -> str:
    """Return an origin without the slash at its end; raise BadOptions when it is none."""
    origin = given.strip().rstrip("/")
    if origin != _ANY and not _ORIGIN.fullmatch(origin):
        raise BadOptions(
            f"--origin {given!r:.100} cannot be used: give a site without a path, such as https://portal.example, or *"
            " for every site"
        )
    return origin.lower()


def framed(origins: Sequence[str], scripts: str = "'none'", pictures: str = "'none'") -> dict[str, str]:
    """Return the headers of a page that pages of these origins may frame; of ours nobody else may."""
    named = (origin for origin in origins if "[" not in origin)  # a policy cannot name these
    ancestors = " ".join(("'self'", *named))
    policy = (
        f"default-src 'none'; style-src 'self'; img-src {pictures}; script-src {scripts}; base-uri 'none';"
        f" form-action 'none'; frame-ancestors {ancestors}"
    )
    return {"Content-Security-Policy": policy}


class OtherSites:
    """Marks answers for the pages of other sites, and answers what their browsers ask before."""

    def __init__(self, app: ASGIApp, origins: Sequence[str], reconcile: bool) -> None:
        named = [origin.rstrip("/") for origin in origins]
        self._api = _for(app, named) if named else app
        self._reconcile = _for(app, [*named, *OPENREFINE]) if reconcile else self._api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_ours = scope["type"] == "http" and f"{inner_path(scope)}/".startswith(f"{RECONCILE}/")
        await (self._reconcile if is_ours else self._api)(scope, receive, send)


def _for(app: ASGIApp, origins: list[str]) -> CORSMiddleware:
    return CORSMiddleware(
        app,
        allow_origins=origins,
        allow_methods=["GET", "POST"],
        allow_headers=["Content-Type", "If-None-Match", "X-Api-Key"],
        expose_headers=["ETag", "Retry-After", "X-Request-Id"],
    )
