"""What OpenAPI says beyond the shapes: every error a route can answer with, lines of JSON, and what the service is."""

from typing import Any

from fastapi import FastAPI

from typed_sts.service.http.sending import NDJSON
from typed_sts.service.schemas import ErrorShape
from typed_sts.service.settings import ServiceSettings

_WHEN = {
    400: ("not_json", "The body is not JSON."),
    401: ("no_key", "The service asks for a key, and none or a wrong one was sent."),
    404: ("no_such_item", "An item asked for is not in the collection."),
    408: ("too_slow_a_client", "The request did not come in whole in time."),
    413: ("too_large", "The body is larger than the service takes."),
    422: ("invalid", "A parameter or the body is not as described here; `detail` says where."),
    429: ("too_many_requests", "This client asks too often. Retry-After says when to come back."),
    500: ("internal", "A bug. The message names the request in the service's log."),
    503: ("busy", "Too much to do, or the collection cannot be read. Retry-After says when to come back."),
    504: ("too_slow", "The answer takes longer to compute than a request may."),
}
_ANYWHERE = (401, 408, 413, 422, 429, 500, 503, 504)
AS_LINES: dict[int | str, dict[str, Any]] = {
    200: {
        "content": {
            NDJSON: {
                "schema": {"type": "string"},
                "example": '{"a":"/1","b":"/2","types":[],"model":"evidence","version":"1"}\n'
                '{"end":{"complete":true,"pairs":1}}\n',
            }
        }
    }
}
"""The other form of the scores of many pairs."""
KEPT: dict[int | str, dict[str, Any]] = {
    304: {"description": "The client has the answer already: `If-None-Match` names its `ETag`. There is no body."}
}
"""What a route answers whose answers may be kept."""
SUMMARY = "How similar two cultural-heritage records are in eight respects, and why."


def errors(*further: int, only: tuple[int, ...] | None = None) -> dict[int | str, dict[str, Any]]:
    """Return the errors of a route: those of every route, or only some, and further ones."""
    return {status: _described(status) for status in sorted({*(_ANYWHERE if only is None else only), *further})}


def _described(status: int) -> dict[str, Any]:
    code, when = _WHEN[status]
    example = {"error": {"status": status, "code": code, "message": when, "detail": None}}
    described: dict[str, Any] = {
        "model": ErrorShape,
        "description": when,
        "content": {"application/json": {"example": example}},
    }
    if status in (429, 503):
        described["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}}
    return described


def describe(app: FastAPI, settings: ServiceSettings) -> None:
    """Make the description say what these settings allow: how many pairs, and whether a key is asked for."""
    plain = app.openapi

    def described() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = plain()
            schema["components"]["schemas"]["PairsToScore"]["properties"]["pairs"]["maxItems"] = settings.pairs
            if settings.keys:
                scheme = {"type": "apiKey", "in": "header", "name": "X-Api-Key"}
                schema["components"]["securitySchemes"] = {"key": scheme}
                for path, operations in schema["paths"].items():
                    for operation in operations.values() if path.startswith("/api/") else ():
                        operation["security"] = [{"key": []}]
        return app.openapi_schema or schema

    app.openapi = described  # type: ignore[method-assign]
