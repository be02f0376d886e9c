"""Work on many parts, in several processes when asked, with what comes out in the order of what went in."""

import os
import signal
import sys
import threading
import traceback
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from queue import SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

from threadpoolctl import threadpool_limits

from typed_sts.errors import TypedStsError
from typed_sts.running.stopping import held_back

Part = TypeVar("Part")
Result = TypeVar("Result")


class Mapper(Protocol):
    """A way to map a function over parts: local processes (`map_in_order`), a cluster (`typed_sts.running.spark`)."""

    def __call__(self, function: Callable[[Part], Result], parts: Iterable[Part], /) -> Iterator[tuple[Part, Result]]:
        """Yield each part with what the function makes of it, in the order of the parts."""


def in_processes(workers: int) -> Mapper:
    """Return the mapper of so many processes on this machine."""
    return partial(map_in_order, workers=workers)


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
    They end with this process, even when it is killed; one that is killed itself raises WorkerLost here. Linear algebra
    runs on one thread, for any number of workers: its last digits hang on how it is split.
    """
    if workers <= 1:
        for part in parts:
            yield part, on_one_thread(function, part)
        return
    if fork and sys.platform != "linux":
        crew: _Crew[Part, Result] | None = None
        ask: Callable[[Part], Result] = partial(on_one_thread, function)
    else:
        ask = crew = _Crew(function, workers, fork=fork)
    threads = ThreadPoolExecutor(workers)
    try:
        waiting: deque[tuple[Part, Future[Result]]] = deque()
        for part in parts:
            if crew:
                crew.grow()
            waiting.append((part, threads.submit(ask, part)))
            if len(waiting) > 2 * workers:
                done, result = waiting.popleft()
                yield done, result.result()
        for done, result in waiting:
            yield done, result.result()
    finally:
        if crew:
            crew.dismiss()
        threads.shutdown(cancel_futures=True)


def one_thread() -> threadpool_limits:
    """Return a context in which linear algebra runs on one thread: its last digits hang on how it is split."""
    return threadpool_limits(limits=1, user_api="blas")


def on_one_thread(function: Callable[[Part], Result], part: Part) -> Result:
    """Return what a function makes of a part, linear algebra on one thread."""
    with one_thread():
        return function(part)


# Worker processes. Each answers over a pipe of its own; they share no lock and no queue, so whoever dies hangs nobody
# and leaves nothing behind.


class WorkerLost(TypedStsError):
    """A worker process that ended in the middle of its work: somebody killed it, most often for want of memory."""


class _Crew(Generic[Part, Result]):
    """Worker processes; called with a part, from as many threads as there are processes, it asks an idle one."""

    def __init__(self, function: Callable[[Part], Result], workers: int, *, fork: bool) -> None:
        self._function = function
        self._most = workers
        self._context: Any = get_context("fork" if fork else "spawn")
        self._processes: list[BaseProcess] = []
        self._idle: SimpleQueue[tuple[BaseProcess, Connection]] = SimpleQueue()
        for _ in range(workers if fork else 0):  # copies are made before there are threads
            self.grow()

    def grow(self) -> None:
        """Start one more process, unless there are enough; to be called from the thread that made this."""
        if len(self._processes) == self._most:
            return
        with held_back(), warnings.catch_warnings(), _signals_blocked():
            # Python 3.12 warns of forks beside threads; the only ones now are those of libraries, and idle.
            warnings.simplefilter("ignore", DeprecationWarning)
            ours, theirs = self._context.Pipe()
            process = self._context.Process(target=_work, args=(self._function, theirs), daemon=True)
            try:
                process.start()
            except OSError as error:
                traceback.clear_frames(error.__traceback__)
                self.dismiss()
                raise WorkerLost(f"cannot start a worker process: {error.strerror}; give fewer --workers") from error
            theirs.close()  # so that its end is seen here
            self._processes.append(process)
            self._idle.put((process, ours))

    def __call__(self, part: Part) -> Result:
        """Return what a worker makes of a part, or raise what it raised."""
        process, pipe = self._idle.get()
        try:
            pipe.send(part)
            result, error = pipe.recv()
        except (EOFError, OSError) as lost:
            traceback.clear_frames(lost.__traceback__)  # else what was to be sent is let go of in the wrong order
            process.join()
            raise WorkerLost(_how_it_ended(process.exitcode or 0)) from lost
        finally:
            self._idle.put((process, pipe))
        if error is not None:
            raise error
        return result  # type: ignore[no-any-return]

    def dismiss(self) -> None:
        """End the processes, whatever they are doing."""
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()


def _how_it_ended(code: int) -> str:
    if code == -signal.SIGKILL:
        end = "was killed, perhaps because memory ran out"
    else:
        end = f"ended by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"
    return f"a worker process {end}; run the command again, with fewer --workers if memory is short"


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """Have processes started inside not hear Ctrl-C and SIGTERM before they can tell what to do about them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it unblocks them when it starts, as it would with the first process
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(function: Callable[[Any], Any], pipe: Connection) -> None:
    """Answer until the other end closes: this is what a worker process does."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to workers too; the parent ends them
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))
    with suppress(EOFError, OSError):  # nobody is there any more
        while True:
            part = pipe.recv()
            pipe.send_bytes(_answer(function, part))


def _answer(function: Callable[[Any], Any], part: Any) -> Any:
    """Return what the function makes of a part or what it raised, ready to be sent."""
    try:
        return ForkingPickler.dumps((on_one_thread(function, part), None))
    except Exception as error:
        told = "".join(traceback.format_exception(error))
        error.add_note(f"in a worker process:\n{told}")
        try:
            sent = ForkingPickler.dumps((None, error))
            ForkingPickler.loads(sent)
            return sent
        except Exception:  # it cannot be sent: its text can
            return ForkingPickler.dumps((None, RuntimeError(told)))


def end_with_parent() -> None:
    """End this worker as soon as its parent has gone; it would otherwise work, or wait for work, on."""
    if parent := parent_process():
        threading.Thread(target=_wait_and_end, args=(parent.sentinel,), daemon=True).start()


def _wait_and_end(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
