"""The one shape of every error, and how an exception becomes one.

    {"error": {"status": 404, "code": "not_found", "message": "...", "detail": null}}

A message is for the one who asked; it names no path, no address and nothing else of the machine's.
"""

import traceback
from dataclasses import dataclass, field
from typing import Any

import orjson
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from typed_sts.errors import TypedStsError
from typed_sts.reading.store import StoreFailed
from typed_sts.reading.unreadable import UnreadableRecord
from typed_sts.service.http.validation import faults_of
from typed_sts.survey.survey_file import BadSurvey
from typed_sts_index.errors import BadQuery, CollectionError, ItemMissing

_MOST_FRAMES = 30
_OF_HTTP = {
    400: ("bad_request", "the request cannot be read"),
    404: ("not_found", "there is nothing at this address; /openapi.json lists what there is"),
    405: ("method_not_allowed", "this address does not answer to this method"),
}


@dataclass(eq=False)
class Problem(TypedStsError):
    """An answer that is an error: its status, a code for programs and a message for people."""

    status: int
    code: str
    message: str
    detail: Any = None
    headers: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.status} {self.code}: {self.message}"

    def fields(self) -> dict[str, Any]:
        """Return all there is to it, to make the same again in another process."""
        return {name: getattr(self, name) for name in ("status", "code", "message", "detail", "headers")}

    def to_dict(self) -> dict[str, Any]:
        """Return the body."""
        shown = {"status": self.status, "code": self.code, "message": self.message, "detail": self.detail}
        return {"error": shown}


class ClientGone(Exception):
    """Nobody waits for the answer any more."""


def busy(seconds: int = 1) -> Problem:
    """Return the answer when there is more to do than can wait."""
    message = "too many requests are waiting; come back in a moment"
    return Problem(503, "busy", message, headers={"Retry-After": str(seconds)})


def unexpected(request_id: str) -> Problem:
    """Return the answer to a bug of ours: nothing but the number it is logged under."""
    return Problem(500, "internal", f"something went wrong here; it is logged as request {request_id}")


def code_path(error: BaseException) -> dict[str, Any]:
    """Return where an error came from: its class and the code it passed through, never its message."""
    frames = traceback.extract_tb(error.__traceback__)[-_MOST_FRAMES:]
    return {
        "error": type(error).__qualname__,
        "trace": [f"{frame.filename.rpartition('site-packages/')[2]}:{frame.lineno} {frame.name}" for frame in frames],
    }


def json_response(problem: Problem) -> Response:
    """Return the problem as JSON."""
    body = orjson.dumps(problem.to_dict())
    return Response(body, problem.status, dict(problem.headers), "application/json")


def problem_of(error: Exception) -> Problem | None:
    """Return what a caller is told about an error that can happen; None when it is a bug."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, ItemMissing):
        return Problem(404, "no_such_item", "the collection has no item with this id")
    if isinstance(error, BadQuery):
        return Problem(422, "invalid", "the collection cannot answer this query")
    if isinstance(error, CollectionError | StoreFailed):
        message = "the collection cannot be read at the moment; come back later"
        return Problem(503, "collection_unavailable", message, headers={"Retry-After": "5"})
    if isinstance(error, BadSurvey):
        message = "the survey cannot be read or written at the moment, and what you sent last was not kept; try again"
        return Problem(503, "survey_unavailable", message, headers={"Retry-After": "10"})
    if isinstance(error, UnreadableRecord):
        return Problem(422, "unreadable", "one of these records cannot be read, through a fault of ours; it is logged")
    if isinstance(error, RequestValidationError):
        return _of_validation(error)
    if isinstance(error, HTTPException):
        code, message = _OF_HTTP.get(error.status_code, ("error", str(error.detail)))
        return Problem(error.status_code, code, message, headers=dict(error.headers or {}))
    return None


def _of_validation(error: RequestValidationError) -> Problem:
    if any(entry.get("type") == "json_invalid" for entry in error.errors()):
        return Problem(400, "not_json", "the body is not JSON")
    faults = faults_of(error)
    first = f"{faults[0]['where']}: {faults[0]['problem']}" if faults else "the request is not valid"
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return Problem(422, "invalid", first + more, faults)
