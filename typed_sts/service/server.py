"""The service as a process: a socket, uvicorn, processes that compute, an end that lets requests finish."""

import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from types import FrameType

import uvicorn
from fastapi import FastAPI

from typed_sts.errors import TypedStsError
from typed_sts.service.app import create_app, create_survey_app
from typed_sts.service.computing.process import Opener, Source, open_served_answers
from typed_sts.service.computing.work import Work
from typed_sts.service.http.request_log import configure_logs
from typed_sts.service.http.slow_clients import PatientProtocol
from typed_sts.service.settings import ServiceSettings
from typed_sts.survey.survey_file import Survey


class CannotServe(TypedStsError):
    """An address that cannot be listened at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to serve, where, and how."""

    index: str = ""
    model: str = "evidence"
    provider: bool = True
    background: bool = False
    """Whether words are weighed by the shipped statistics instead of the collection's."""
    tagger: str | None = None
    """What reads the records; without, what read the collection."""
    wait: bool = False
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    trusted_proxies: tuple[str, ...] = ()
    quiet: bool = False
    settings: ServiceSettings = field(default_factory=ServiceSettings)


Say = Callable[[str], None]


def serve(
    plan: Plan, say: Say, opener: Opener = open_served_answers, *, listening: Say | None = None, ended_by: bool = False
) -> None:
    """Serve until SIGTERM or SIGINT, then let requests in flight end and leave with exit code 0.

    With `ended_by` the exit code is that of the signal. `listening`, where given, is told the address instead of `say`.
    """
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, _leave_by if ended_by else _leave)
    refresh_seconds = plan.settings.refresh_seconds
    source = Source(opener, plan.index, plan.model, plan.provider, plan.background, plan.tagger, refresh_seconds)
    with (
        _bound(plan.host, plan.port) as sock,
        closing(Work(source, plan.settings, plan.workers, wait=plan.wait)) as work,
    ):
        several = f" with {plan.workers} workers" if plan.workers > 1 else ""
        told = listening or (lambda where: say(f"listening at {where}{several}"))
        _run(plan, create_app(work, plan.settings), sock, told)


def serve_survey(plan: Plan, survey: Survey, say: Say) -> None:
    """Serve a survey alone, until SIGTERM or SIGINT; of the plan, the address and the settings count."""
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, _leave)
    with _bound(plan.host, plan.port) as sock:
        app = create_survey_app(survey, plan.settings)
        _run(plan, app, sock, lambda where: say(f"listening at {where}; raters go to {where}/survey"))


def _run(plan: Plan, app: FastAPI, sock: socket.socket, listening: Say) -> None:
    configure_logs(quiet=plan.quiet)
    host = f"[{plan.host}]" if ":" in plan.host else plan.host
    where = f"http://{host}:{sock.getsockname()[1]}"
    _Server(_config(plan, app), lambda: listening(where)).run([sock])


def _config(plan: Plan, app: FastAPI) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=PatientProtocol,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(plan.trusted_proxies),
        forwarded_allow_ips=list(plan.trusted_proxies),
        backlog=1024,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=round(plan.settings.grace_seconds),
    )


class _Server(uvicorn.Server):
    """Tells when it listens."""

    def __init__(self, config: uvicorn.Config, listening: Callable[[], None]) -> None:
        super().__init__(config)
        self._listening = listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._listening()


@contextmanager
def _bound(host: str, port: int) -> Iterator[socket.socket]:
    """Give a socket with the address taken, so that one in use is noticed before anything is loaded."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small answers at once only on sockets that say they are TCP; on others they wait 40 ms.
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, port))
        except OSError as error:
            reason = error.strerror or str(error)
            raise CannotServe(
                f"cannot listen at {host}, port {port}: {reason}; try another --port or --host"
            ) from error
        yield sock


def _leave(sign: int, frame: FrameType | None) -> None:
    sys.exit(0)


def _leave_by(sign: int, frame: FrameType | None) -> None:
    sys.exit(128 + sign)
