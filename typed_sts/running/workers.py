"""Work on many parts, in several processes when asked, with what comes out in the order of what went in."""

import os
import sys
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import Any, TypeVar

from threadpoolctl import threadpool_limits

Part = TypeVar("Part")
Result = TypeVar("Result")


def batches(parts: Iterable[Part], size: int) -> Iterator[list[Part]]:
    """Yield what is given in lists of that length, taken as they are needed; the last may be shorter."""
    remaining = iter(parts)
    while batch := list(islice(remaining, size)):
        yield batch


def map_in_order(
    function: Callable[[Part], Result], parts: Iterable[Part], workers: int = 1, *, fork: bool = False
) -> Iterator[tuple[Part, Result]]:
    """Yield each part with what the function makes of it; a few parts a worker are taken ahead.

    Workers are fresh processes, to which function and parts are sent. With `fork` they are copies of this one, for
    functions that hold large arrays, which cannot be sent; where nothing else runs or is open that a copy could harm.
    They end with this process, even when it is killed. Linear algebra runs on one thread, for any number of workers:
    its last digits hang on how it is split.
    """
    if workers <= 1:
        for part in parts:
            yield part, _on_one_thread(function, part)
        return
    pool, submit = _forks(function, workers) if fork else _fresh(function, workers)
    try:
        waiting: deque[tuple[Part, Future[Result]]] = deque()
        for part in parts:
            waiting.append((part, submit(part)))
            if len(waiting) > 2 * workers:
                done, result = waiting.popleft()
                yield done, result.result()
        for done, result in waiting:
            yield done, result.result()
    finally:
        pool.shutdown(cancel_futures=True)


def one_thread() -> threadpool_limits:
    """Return a context in which linear algebra runs on one thread: its last digits hang on how it is split."""
    return threadpool_limits(limits=1, user_api="blas")


def _on_one_thread(function: Callable[[Part], Result], part: Part) -> Result:
    with one_thread():
        return function(part)


_Submit = Callable[[Part], "Future[Result]"]


def _fresh(function: Callable[[Part], Result], workers: int) -> tuple[Executor, "_Submit[Part, Result]"]:
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=end_with_parent)
    return pool, lambda part: pool.submit(_on_one_thread, function, part)


_inherited: list[Callable[[Any], Any]] = []
"""The function of a fork; it comes over with the memory."""


def _forks(function: Callable[[Part], Result], workers: int) -> tuple[Executor, "_Submit[Part, Result]"]:
    if sys.platform != "linux":
        threads = ThreadPoolExecutor(workers)
        return threads, lambda part: threads.submit(_on_one_thread, function, part)
    pool = ProcessPoolExecutor(workers, mp_context=get_context("fork"), initializer=_inherit, initargs=(function,))
    with warnings.catch_warnings():
        # Python 3.12 warns of forks beside threads; the only ones now are those of libraries, and idle.
        warnings.simplefilter("ignore", DeprecationWarning)
        pool.submit(int).result()  # all forks are made now
    return pool, lambda part: pool.submit(_run_inherited, part)


def _inherit(function: Callable[[Any], Any]) -> None:
    end_with_parent()
    _inherited.append(function)


def _run_inherited(part: Any) -> Any:
    return _on_one_thread(_inherited[0], part)


def end_with_parent() -> None:
    """End this worker as soon as its parent has gone; it would otherwise wait for work forever."""
    if parent := parent_process():
        threading.Thread(target=_wait_and_end, args=(parent.sentinel,), daemon=True).start()


def _wait_and_end(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
