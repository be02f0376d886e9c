"""Who computes what: requests wait their turn, are computed in processes for as long as they may, and can be given up.

    quick    as many processes as the operator chose: ordinary requests
    long     one more, at a low priority, started when it is first needed: requests with much text or many pairs

So whoever sends a thousand long records waits for others who do, and everybody else is answered as before.
"""

import asyncio
import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from typed_sts.service.computing.ahead import block_signals, start_ahead
from typed_sts.service.computing.process import Computer, Content, Ended, Failed, NotOpened, Overdue, Question, Source
from typed_sts.service.computing.turns import Full, Task, Turns
from typed_sts.service.following_overrides import FollowedOverrides
from typed_sts.service.http.errors import ClientGone, Problem, busy
from typed_sts.service.http.request_log import log
from typed_sts.service.settings import ServiceSettings

LONG_NICENESS = 10
LONG_QUEUE = 32
"""Long requests that may wait: each may hold two megabytes."""
_AGAIN_SECONDS = 1.0
"""How long a process that did not start is left alone."""
_Task = Task[Question, Content]


class Work:
    """Everything that is computed for requests."""

    def __init__(self, source: Source, settings: ServiceSettings, processes: int, *, wait: bool = False) -> None:
        """Start the processes; raise NotOpened when there is nothing to answer from, unless told to wait for it."""
        start_ahead(warm=False)
        self.replaced = 0
        """How many processes were killed or had ended."""
        self.records_read = 0
        """How many records had to be read anew for answers."""
        self._seconds = settings.work_seconds
        self.overrides = FollowedOverrides(settings.refresh_seconds)
        self.overrides.open()
        self._quick = _Lane(self, source, settings, processes, settings.queue, 0)
        self._long = _Lane(self, source, settings, 1, min(settings.queue, LONG_QUEUE), LONG_NICENESS)
        try:
            self._quick.start(wait)
        except BaseException:
            self.close()
            raise
        self._long.start(None)

    async def ask(
        self, request: Request | None, question: Question, *, is_long: bool = False, first: bool = False
    ) -> Content:
        """Return the answer to a question; raise Problem when it cannot be had, ClientGone when nobody waits for it."""
        lane = self._long if is_long else self._quick
        client = request.scope.get("state", {}).get("client", "") if request else ""
        task: _Task = Task(client, question)
        try:
            given_way = lane.turns.put(task, first=first)
        except Full:
            raise busy() from None
        if given_way:
            given_way.answer.set_exception(busy())
        answer = asyncio.wrap_future(task.answer)
        leaving = asyncio.ensure_future(_left(request))
        try:
            both: set[asyncio.Future[Any]] = {answer, leaving}
            await asyncio.wait(both, timeout=self._seconds, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done() and not leaving.done():
                if task.answer.cancel():  # its turn has not come
                    raise busy(5)
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)  # there is an end to computing
            if answer.done():
                return answer.result()
            raise ClientGone
        finally:
            task.is_left = True
            leaving.cancel()
            answer.cancel()
            lane.turns.drop(task)

    def lanes(self) -> dict[str, "LaneFacts"]:
        """Return how it stands with the ordinary and the long requests."""
        return {"quick": self._quick.facts(), "long": self._long.facts()}

    def close(self) -> None:
        """End all processes, whatever they do."""
        for lane in (self._quick, self._long):
            lane.close()


@dataclass(frozen=True, slots=True)
class LaneFacts:
    """How many requests wait and may wait, and the processes that run."""

    waiting: int
    most: int
    pids: tuple[int, ...]


class _Lane:
    """Some processes, each with a thread that hands it what is next and waits for it."""

    def __init__(
        self, work: Work, source: Source, settings: ServiceSettings, count: int, queue: int, niceness: int
    ) -> None:
        self.turns: Turns[Question, Content] = Turns(queue)
        self._most = queue
        self._work = work
        self._source = source
        self._settings = settings
        self._niceness = niceness
        self._computers: list[Computer | None] = [None] * count
        self._tried = [0.0] * count
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._is_closed = False

    def start(self, wait: bool | None) -> None:
        """Start the threads, and their processes unless `wait` is None: these start with their first question."""
        opened: list[Future[None]] = [Future() for _ in self._computers]
        for number, future in enumerate(opened):
            thread = threading.Thread(target=self._serve, args=(number, wait, future), daemon=True)
            self._threads.append(thread)
            thread.start()
        for future in opened:
            future.result()

    def facts(self) -> LaneFacts:
        """Return how it stands."""
        pids = (computer.pid for computer in list(self._computers) if computer)
        return LaneFacts(self.turns.waiting, self._most, tuple(pid for pid in pids if pid))

    def close(self) -> None:
        """End the processes and the threads."""
        with self._lock:
            self._is_closed = True
            computers = [computer for computer in self._computers if computer]
        self.turns.close()
        for computer in computers:
            computer.kill()
        for thread in self._threads:
            thread.join(5)

    def _serve(self, number: int, wait: bool | None, opened: "Future[None]") -> None:
        block_signals()
        try:
            if wait is not None:
                self._start(number, wait)
        except BaseException as error:
            opened.set_exception(error)
            return
        opened.set_result(None)
        while task := self.turns.take():
            if task.answer.set_running_or_notify_cancel():
                try:
                    task.answer.set_result(self._answer(number, task))
                except BaseException as error:
                    task.answer.set_exception(error)
                self._replace_if_gone(number)
            del task  # nothing of a request is kept while waiting for the next

    def _answer(self, number: int, task: _Task) -> Content:
        computer = self._computers[number]
        if computer is None or not computer.is_alive:
            self._drop(number)
            computer = self._started(number)
        if computer is None:
            raise _interrupted()
        settings = self._settings

        def is_overdue(seconds: float) -> bool:
            return seconds > (settings.left_seconds if task.is_left else settings.work_seconds)

        before = computer.records_read
        try:
            return computer.ask(task.question, is_overdue, self._work.overrides.now())
        except Overdue:
            self._drop(number)
            raise Problem(504, "too_slow", "this takes longer than a request may; ask for less at once") from None
        except Ended:
            self._drop(number)
            raise _interrupted() from None
        except (Problem, Failed):
            raise
        except BaseException:
            self._drop(number)  # who knows what is in the pipe
            raise
        finally:
            self._work.records_read += computer.records_read - before

    def _replace_if_gone(self, number: int) -> None:
        if self._computers[number] is None and not self._is_closed:
            self._started(number)

    def _started(self, number: int) -> Computer | None:
        """Return a new process, or None when it does not start, or did not a moment ago."""
        if time.monotonic() - self._tried[number] < _AGAIN_SECONDS:
            return None
        try:
            return self._start(number, wait=True)
        except (NotOpened, Ended, OSError) as error:
            self._tried[number] = time.monotonic()
            log("computing", 40, message="a process does not start", error=type(error).__name__, reason=str(error))
            return None

    def _start(self, number: int, wait: bool) -> Computer:
        told = self._work.overrides.now()
        computer = Computer(self._source, wait=wait, told=told, niceness=self._niceness)
        with self._lock:
            if not self._is_closed:
                self._computers[number] = computer
                return computer
        computer.kill()
        raise Ended

    def _drop(self, number: int) -> None:
        """Kill a process and forget it."""
        computer, self._computers[number] = self._computers[number], None
        if computer:
            code = computer.kill()
            self._work.replaced += 1
            if not self._is_closed:
                log("computing", 30, message="a process was ended or had ended; another takes its place", code=code)


def _interrupted() -> Problem:
    message = "what computed this has ended; come back in a moment"
    return Problem(503, "interrupted", message, headers={"Retry-After": "1"})


async def _left(request: Request | None) -> None:
    """Come back when the client has gone; where there is none, never."""
    if request is None:
        await asyncio.Event().wait()
        return
    while (await request.receive())["type"] != "http.disconnect":
        pass
