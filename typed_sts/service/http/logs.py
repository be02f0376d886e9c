"""Logs of the service: one JSON object a line on stderr, without record text, queries, ids or keys.

    {"time": "2026-05-04T10:00:00.123Z", "level": "info", "event": "request", "request": "5f0c...", "method": "GET",
     "route": "/api/why", "status": 200, "ms": 31.2, "bytes": 10231}

Of an error that is a bug, its class and the lines of code it passed through are logged, but not its message: it may
quote a record.
"""

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

import orjson

_LOG = logging.getLogger("typed_sts.service")
_MOST_FRAMES = 30


class JsonLines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        facts: dict[str, Any] = {"time": time, "level": record.levelname.lower()}
        own = getattr(record, "facts", None)
        facts |= own if own is not None else {"event": "log", "logger": record.name, "message": record.getMessage()}
        if record.exc_info and record.exc_info[1]:
            facts |= code_path(record.exc_info[1])
        return orjson.dumps(facts, default=str).decode()


def log(event: str, level: int = logging.INFO, **facts: Any) -> None:
    """Write one line about an event of the service."""
    _LOG.log(level, event, extra={"facts": {"event": event, **facts}})


def code_path(error: BaseException) -> dict[str, Any]:
    """Return where an error came from: its class and the code it passed through, never its message."""
    frames = traceback.extract_tb(error.__traceback__)[-_MOST_FRAMES:]
    return {
        "error": type(error).__qualname__,
        "trace": [f"{frame.filename.rpartition('site-packages/')[2]}:{frame.lineno} {frame.name}" for frame in frames],
    }


def configure_logs(*, quiet: bool = False) -> None:
    """Send every log of this process to stderr in this form; quiet leaves out requests that ended well."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(True)
    _LOG.setLevel(logging.WARNING if quiet else logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)
    logging.getLogger("elastic_transport").setLevel(logging.ERROR)
