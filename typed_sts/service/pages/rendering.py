"""Templates and the files they load: every text escaped, every address under the service's own root.

Static files are read once and served by name from a fixed table, so that no part of a request becomes a path.
"""

import hashlib
from functools import cache
from importlib.resources import files
from urllib.parse import urlencode

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from typed_sts.domain.types import DISPLAY, TYPES
from typed_sts.service.pages.record_view import FIELD_NAMES
from typed_sts.service.pages.waterfall import direction

MEDIA_TYPES = {
    "page.css": "text/css; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
MEANINGS = {
    "general": "how alike they are as a whole",
    "author": "who made them",
    "people": "who is shown or told of",
    "time": "when they were made, or when it happened",
    "location": "where they were made, or the place they show",
    "event": "what happens, or what people do in them",
    "subject": "what they are about",
    "description": "how alike their descriptions are",
}


@cache
def static_file(name: str) -> bytes:
    """Return one of the page's own files."""
    return files("typed_sts.service.pages").joinpath("static", name).read_bytes()


@cache
def static_version() -> str:
    """Return a short digest of all static files, so that browsers may keep them for good."""
    digest = hashlib.sha256(b"".join(static_file(name) for name in MEDIA_TYPES))
    return digest.hexdigest()[:12]


@cache
def environment() -> Environment:
    """Return the templates."""
    made = Environment(
        loader=PackageLoader("typed_sts.service.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"points": points, "score": score}
    made.globals |= {"TYPES": TYPES, "DISPLAY": DISPLAY, "MEANINGS": MEANINGS, "FIELD_NAMES": FIELD_NAMES}
    return made


def render(request: Request, template: str, status: int = 200, **values: object) -> HTMLResponse:
    """Return a page."""
    root = str(request.scope.get("root_path", "")).rstrip("/")

    def url(path: str, **query: object) -> str:
        given = {name: value for name, value in query.items() if value not in ("", None, [], ())}
        tail = urlencode(given, doseq=True, errors="replace")
        return f"{root}/{path}" + (f"?{tail}" if tail else "")

    page = environment().get_template(template).render(url=url, static_version=static_version(), **values)
    return HTMLResponse(page.encode("utf-8", "replace"), status_code=status)


def points(value: float) -> str:
    """Return points with their sign: "+1.20", "−0.35", "0.00"."""
    sign = {"gain": "+", "loss": "−", "none": ""}[direction(value)]
    return f"{sign}{abs(value):.2f}"


def score(value: float) -> str:
    """Return a score with one decimal, never "-0.0"."""
    return f"{value + 0.0:.1f}".replace("-0.0", "0.0").replace("-", "−")
