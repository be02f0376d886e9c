"""The service as a process, or several: opened answers, a socket, uvicorn, an end that lets requests finish."""

import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Protocol

import uvicorn
from fastapi import FastAPI
from threadpoolctl import threadpool_limits
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

import typed_sts.answers.collection as answering
from typed_sts.answers.collection import Answers
from typed_sts.errors import USER_ERRORS, TypedStsError
from typed_sts.running.workers import end_with_parent
from typed_sts.service.app import create_app
from typed_sts.service.http.request_log import configure_logs, log
from typed_sts.service.http.slow_clients import PatientProtocol
from typed_sts.service.settings import ServiceSettings
from typed_sts_index.contract import Collection

SILENT_SECONDS = 30
"""How long a worker process may say nothing before it is taken for hung and killed; on a busy machine one that only
imports its modules is silent for longer than uvicorn's five."""

# From the place of a collection and the name of a model to what the service answers with.


@dataclass(frozen=True, slots=True)
class Opened:
    """Answers, and the collection they come from."""

    answers: Answers
    collection: Collection


def open_served_answers(
    index: str, *, model: str = "evidence", provider: bool = True, background: bool = False, wait: bool = False
) -> Opened:
    """Return the answers of a collection by a model, safe to ask from several threads at once.

    Without a collection there, or without a way to reach it, raise what is wrong; with `wait` leave that to the
    requests, which are told to come back until there is one.
    """
    answers = answering.open_answers(index, model=model, provider=provider, background=background, wait=wait)
    # For good, in this process: requests run beside each other, and with threads of their own took three times as long.
    threadpool_limits(limits=1, user_api="blas")
    return Opened(answers, answers.collection)


class CannotServe(TypedStsError):
    """An address that cannot be listened at, or workers that do not start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to serve, where, and how."""

    index: str
    model: str = "evidence"
    provider: bool = True
    background: bool = False
    """Whether words are weighed by the shipped statistics instead of the collection's."""
    wait: bool = False
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    trusted_proxies: tuple[str, ...] = ()
    quiet: bool = False
    settings: ServiceSettings = field(default_factory=ServiceSettings)


class Opener(Protocol):
    """How a collection and a model become answers."""

    def __call__(self, index: str, *, model: str, provider: bool, background: bool, wait: bool) -> Opened: ...


Say = Callable[[str], None]


def serve(plan: Plan, say: Say, opener: Opener = open_served_answers) -> None:
    """Serve until SIGTERM or SIGINT, then let requests in flight end and leave with exit code 0."""
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, _leave)
    with _bound(plan.host, plan.port) as sock:
        app = make_app(plan, opener)  # several workers make their own, but what is wrong shows here, once
        where = f"http://{f'[{plan.host}]' if ':' in plan.host else plan.host}:{sock.getsockname()[1]}"
        if plan.workers == 1:
            configure_logs(quiet=plan.quiet)
            _Server(_config(plan, lambda: app), lambda: say(f"listening at {where}")).run([sock])
        else:
            sock.listen()
            say(f"listening at {where} with {plan.workers} workers")
            with tempfile.TemporaryDirectory(prefix="typed-sts-") as folder:
                shared = replace(plan.settings, counts=Path(folder) / "counts")
                _run_workers(_config(plan, partial(_worker, replace(plan, settings=shared), opener)), sock)


def make_app(plan: Plan, opener: Opener) -> FastAPI:
    """Return the application of a plan."""
    opened = opener(plan.index, model=plan.model, provider=plan.provider, background=plan.background, wait=plan.wait)
    return create_app(opened.answers, opened.collection, plan.settings)


def _worker(plan: Plan, opener: Opener) -> FastAPI:
    end_with_parent()  # else a worker whose parent is killed would serve on, and hold the port
    configure_logs(quiet=plan.quiet)
    try:
        return make_app(plan, opener)
    except USER_ERRORS as error:
        log("start", 40, message=str(error))
        sys.exit(STARTUP_FAILURE)  # tells the parent not to try again


class _Workers(Multiprocess):
    """Closes the socket when told to end: the workers do, and whoever came now would wait for nobody."""

    def terminate_all(self) -> None:
        super().terminate_all()
        for sock in self.sockets:
            sock.close()


def _run_workers(config: uvicorn.Config, sock: socket.socket) -> None:
    workers = _Workers(config, [sock])
    workers.run()
    if any(process.exitcode == STARTUP_FAILURE for process in workers.processes):
        raise CannotServe("a worker did not start; its reason is logged above")


def _config(plan: Plan, factory: Callable[[], FastAPI]) -> uvicorn.Config:
    return uvicorn.Config(
        factory,
        factory=True,
        http=PatientProtocol,
        ws="none",
        lifespan="on",
        workers=plan.workers,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(plan.trusted_proxies),
        forwarded_allow_ips=list(plan.trusted_proxies),
        backlog=1024,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=round(plan.settings.grace_seconds),
        timeout_worker_healthcheck=SILENT_SECONDS,
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
