"""Long work on a Spark cluster: the same functions over the same parts, in the same order, so the same bytes.

    with spark("spark://host:7077") as mapper:
        for part, result in mapper(function, parts): ...

Each part is a job of one task, and a few parts a core are under way. This process, the driver, hands out the parts and
puts together what comes back; it is what is stopped and started again. Spark gives the task of a lost worker to another
one. A task that ends its worker every time it is tried (four times by default) ends the work, which names the part.

Every worker needs this package, and sees the collection: on Elasticsearch, or in a folder at the same place.
"""

import os
import signal
import sys
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from typed_sts.errors import USER_ERRORS, TypedStsError, needing
from typed_sts.running.workers import Mapper, on_one_thread

_A_CORE = 3
"""Parts under way for each core of the cluster, so that none waits for the slowest."""
_MOST_UNDER_WAY = 512
A_PART = 64
"""Items of a part: a few seconds of work, since every part is a job."""
_HANDED_ON = ("PYTHONPATH", "XDG_CACHE_HOME", "OMP_NUM_THREADS")
_OURS = "TYPED_STS_"
Part = TypeVar("Part")
Result = TypeVar("Result")


class ClusterFailed(TypedStsError):
    """A cluster that cannot be had, or on which a part could not be done however often it was tried."""


@contextmanager
def spark(master: str | None = None) -> Iterator[Mapper]:
    """Give the mapper of a cluster: "spark://host:7077", "yarn", "local[2]"; without, what Spark is set up for."""
    with needing("spark"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it speaks of tables, which are not used
        from pyspark import SparkConf, SparkContext
    conf = SparkConf().setAppName("typed-sts")
    if master:
        conf.setMaster(master)
    conf.setIfMissing("spark.master", "local[*]")
    conf.setIfMissing("spark.ui.enabled", "false")
    conf.setIfMissing("spark.ui.showConsoleProgress", "false")
    conf.setIfMissing("spark.log.level", "ERROR")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    for name, value in os.environ.items():  # credentials are for each worker's own environment
        if name in _HANDED_ON or name.startswith(_OURS):
            conf.setExecutorEnv(name, value)
    handlers = {sign: signal.getsignal(sign) for sign in (signal.SIGINT, signal.SIGTERM)}
    try:
        context = SparkContext(conf=conf)
    except Exception as error:
        reason = str(error).strip().partition("\n")[0]
        raise ClusterFailed(
            f"Spark does not start ({reason}); it needs Java 17, and a --master it can reach"
        ) from error
    if threading.current_thread() is threading.main_thread():
        for sign, handler in handlers.items():  # Spark sets one of its own
            signal.signal(sign, handler)
    try:
        yield _SparkMapper(context)
    finally:
        context.stop()


class _SparkMapper:
    """Maps over parts, each a job; from as many threads as there are parts under way."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def __call__(self, function: Callable[[Part], Result], parts: Iterable[Part], /) -> Iterator[tuple[Part, Result]]:
        threads = ThreadPoolExecutor(_MOST_UNDER_WAY)
        waiting: deque[tuple[Part, Future[Result]]] = deque()
        try:
            for part in parts:
                waiting.append((part, threads.submit(self._ask, function, part)))
                if len(waiting) > min(_A_CORE * self._context.defaultParallelism, _MOST_UNDER_WAY):
                    done, result = waiting.popleft()
                    yield done, result.result()
            for done, result in waiting:
                yield done, result.result()
        finally:
            for _, result in waiting:
                result.cancel()
            if not all(result.done() for _, result in waiting):
                self._context.cancelAllJobs()
            threads.shutdown(cancel_futures=True)

    def _ask(self, function: Callable[[Part], Result], part: Part) -> Result:
        try:
            ((result, problem),) = self._context.parallelize([part], 1).map(partial(_task, function)).collect()
        except Exception as error:
            raise ClusterFailed(f"the cluster could not do {_name(part)}: {_reason(error)}") from error
        if problem is not None:
            raise ClusterFailed(problem)
        return result  # type: ignore[no-any-return]


def _task(function: Callable[[Part], Result], part: Part) -> tuple[Result | None, str | None]:
    """Return what the function makes of a part, or what is wrong: with what is asked, not with the worker."""
    try:
        return on_one_thread(function, part), None
    except USER_ERRORS as error:
        return None, str(error)


def _name(part: object) -> str:
    return f"a part that begins with {part[0]!r:.200}" if isinstance(part, list) and part else "a part"


def _reason(error: Exception) -> str:
    """Return the line of Spark's long story that says what happened."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    told = [line for line in lines if "Error" in line or "lost" in line.lower() or "Exception:" in line]
    return f"{(told or lines or [type(error).__name__])[-1 if told else 0]:.500}"
