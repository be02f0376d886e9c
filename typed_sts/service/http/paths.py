"""The address the service is under: behind a proxy it need not be the root of a site.

    --root-path /heritage     https://portal.example/heritage/api/v1/why is ours

A proxy may pass such a path on whole, or without its beginning; both are taken, and so is what comes past the proxy.
"""

import re

from starlette.types import ASGIApp, Receive, Scope, Send

from typed_sts.errors import BadOptions

_ROOT = re.compile(r"(/[A-Za-z0-9_.~-]{1,100}){1,10}")
_OURS = (
    "api", "embed", "healthz", "item", "metrics", "openapi.json", "pair", "picture", "readyz", "reconcile", "search",
    "static", "survey",
)  # fmt: skip
"""How our own paths begin; under a root of the same name one could not tell whether the proxy has taken it away."""


def checked_root(given: str) -> str:
    """Return a root without the slash at its end, "" for the root of the site; raise BadOptions when it is none."""
    root = given.rstrip("/")
    if not root:
        return ""
    if not _ROOT.fullmatch(root) or root.split("/")[1] in _OURS or {".", ".."} & set(root.split("/")):
        raise BadOptions(
            f"--root-path {given!r:.100} cannot be used: give the path that the proxy serves this under, such as"
            f" /heritage, which begins with none of {', '.join(_OURS)}"
        )
    return root


def inner_path(scope: Scope) -> str:
    """Return the path of a request below the root."""
    path, root = str(scope["path"]), str(scope.get("root_path", "")).rstrip("/")
    return path[len(root) :] if root and path.startswith(f"{root}/") else path


class Under:
    """Tells the application below which root it is asked."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self._app = app
        self._root = root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            path = scope["path"]
            below = path if path == self._root or path.startswith(f"{self._root}/") else self._root + path
            scope = {**scope, "root_path": self._root, "path": f"{self._root}/" if below == self._root else below}
        await self._app(scope, receive, send)
