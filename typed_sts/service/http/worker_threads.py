"""Computing for requests: a few threads, a bounded queue, a time limit, and nothing done for a client that left.

The end of the process does not wait for these threads.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

from starlette.requests import Request

from typed_sts.service.http.errors import Problem, busy

T = TypeVar("T")
_Task = tuple["Future[Any]", Callable[[], Any]]


class Threads:
    """Computes what it is handed, in the order it came, a few at a time."""

    def __init__(self, count: int, name: str) -> None:
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._count = count
        for number in range(count):
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True).start()

    def submit(self, function: Callable[[], T]) -> "Future[T]":
        """Return the future of a function's result; cancelled before its turn, it is never computed."""
        future: Future[T] = Future()
        self._tasks.put((future, function))
        return future

    def close(self) -> None:
        """Let each thread end after what came before."""
        for _ in range(self._count):
            self._tasks.put(None)

    def _work(self) -> None:
        while task := self._tasks.get():
            future, function = task
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(function())
                except BaseException as error:
                    future.set_exception(error)
            del task, future, function  # nothing of a request is kept while waiting for the next


class ClientGone(Exception):
    """Nobody waits for the answer any more."""


class Work:
    """What is computed for requests, and what waits to be."""

    def __init__(self, threads: int, queue: int, seconds: float) -> None:
        self._threads = Threads(threads, "typed-sts-work")
        self._most = threads + queue
        self._seconds = seconds
        self._pending: set[Future[Any]] = set()

    async def run(self, request: Request, function: Callable[[], T]) -> T:
        """Return what the function returns; raise Problem when it cannot be waited for, ClientGone when nobody does."""
        self._pending = {future for future in self._pending if not future.done()}
        if len(self._pending) >= self._most:
            raise busy()
        future = self._threads.submit(function)
        self._pending.add(future)
        answer = asyncio.wrap_future(future)
        leaving = asyncio.ensure_future(_left(request))
        try:
            both: set[asyncio.Future[Any]] = {answer, leaving}
            await asyncio.wait(both, timeout=self._seconds, return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                return answer.result()
            if leaving.done():
                raise ClientGone
            raise _too_late(future)
        finally:
            # What still waits for a thread is never computed; what is being computed ends unheard.
            leaving.cancel()
            answer.cancel()

    def close(self) -> None:
        """Let the threads end."""
        self._threads.close()


def _too_late(future: "Future[Any]") -> Problem:
    if future.running():
        return Problem(504, "too_slow", "this takes longer than a request may; ask for less at once")
    return busy(5)


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
