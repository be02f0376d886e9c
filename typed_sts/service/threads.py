"""A few threads that compute, and that the end of the process does not wait for.

The pool of the standard library holds a process open until its last thread is done; one that hangs on a server would
hold it for ever.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

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
