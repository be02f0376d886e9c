"""Serves the stand-in's answers as `typed-sts serve` serves the real ones; what to do comes as JSON on stdin."""

import json
import sys
from functools import partial
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

from tests.service.standin_answers import open_standin
from typed_sts.service.http import slow_clients
from typed_sts.service.server import Plan, serve
from typed_sts.service.settings import ServiceSettings


def main() -> None:
    told: dict[str, Any] = json.loads(sys.stdin.read())
    settings = told.pop("settings", {})
    settings |= {name: Path(settings[name]) for name in ("keys", "survey") if name in settings}
    opener = partial(open_standin, gate=Path(told.pop("gate")) if "gate" in told else None)
    slow_clients.HEAD_SECONDS = slow_clients.UNREAD_SECONDS = told.pop("connection_seconds", 10.0)
    if told.pop("no_temporary_folder", False):
        forkserver.ensure_running = _no_folder
    plan = Plan(port=0, settings=ServiceSettings(**settings), **told)
    serve(plan, lambda line: print(f"typed-sts: {line}", file=sys.stderr, flush=True), opener)  # noqa: T201


def _no_folder() -> None:
    raise FileNotFoundError("No usable temporary directory found")


if __name__ == "__main__":
    main()
