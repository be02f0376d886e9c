"""Worker processes that do not outlive whoever started them, not even when that is killed."""

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


def batches(parts: Iterable[Part], size: int) -> Iterator[list[Part]]:
    """Yield what is given in lists of that length, taken as they are needed; the last may be shorter."""
    remaining = iter(parts)
    while batch := list(islice(remaining, size)):
        yield batch


def worker_pool(workers: int) -> ProcessPoolExecutor:
    """Return a pool of fresh processes; those of a pool whose owner is killed would otherwise wait for work forever."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=end_with_parent)


def end_with_parent() -> None:
    """End this worker process as soon as its parent has gone."""
    if parent := parent_process():
        threading.Thread(target=_wait_and_end, args=(parent.sentinel,), daemon=True).start()


def _wait_and_end(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


# Work on many parts in several processes at once, with what comes out in the order of what went in.

Result = TypeVar("Result")
_inherited: list[Callable[[Any], Any]] = []
"""The work of a fork; it comes over with the memory, since a function that holds arrays cannot be sent."""


def in_order(work: Callable[[Part], Result], parts: Iterable[Part], workers: int = 1) -> Iterator[tuple[Part, Result]]:
    """Yield each part with what was made of it; few more parts are taken ahead than there are workers.

    Linear algebra runs on one thread, for any number of workers: its last digits hang on how it is split.
    """
    with threadpool_limits(limits=1, user_api="blas"):
        if workers <= 1:
            for part in parts:
                yield part, work(part)
            return
        pool, run = _pool(work, workers)
        with pool:
            waiting: deque[tuple[Part, Future[Result]]] = deque()
            for part in parts:
                waiting.append((part, pool.submit(run, part)))
                if len(waiting) > workers:
                    done, result = waiting.popleft()
                    yield done, result.result()
            for done, result in waiting:
                yield done, result.result()


def _pool(work: Callable[[Part], Result], workers: int) -> tuple[Executor, Callable[[Part], Result]]:
    if sys.platform != "linux":
        return ThreadPoolExecutor(workers), work
    forks = ProcessPoolExecutor(workers, mp_context=get_context("fork"), initializer=_inherit, initargs=(work,))
    with warnings.catch_warnings():
        # Python 3.12 warns of forks beside threads; the only ones now are those of libraries, and idle.
        warnings.simplefilter("ignore", DeprecationWarning)
        forks.submit(int).result()  # all forks are made now
    return forks, _run


def _inherit(work: Callable[[Any], Any]) -> None:
    end_with_parent()
    _inherited.append(work)


def _run(part: Any) -> Any:
    return _inherited[0](part)
