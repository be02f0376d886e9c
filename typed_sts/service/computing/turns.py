"""What waits to be computed. Clients take turns: however much one asks, another is not kept waiting by it."""

import threading
from collections import OrderedDict, deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")


@dataclass(eq=False, slots=True)
class Task(Generic[T, R]):
    """Something asked by a client, and its answer to come."""

    client: str
    question: T
    answer: "Future[R]" = field(default_factory=Future)
    is_left: bool = False
    """Whether the client has gone."""


class Full(Exception):
    """As much waits as may."""


class Turns(Generic[T, R]):
    """A queue of tasks, safe to use from several threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: OrderedDict[str, deque[Task[T, R]]] = OrderedDict()
        self._size = 0
        self._idle = 0
        self._changed = threading.Condition()
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """How many tasks wait for their turn."""
        return self._size

    def put(self, task: Task[T, R], *, first: bool = False) -> Task[T, R] | None:
        """Add a task, at the end of its client's or before everything else; raise Full when too many wait.

        `most` counts those that wait beyond the takers that wait for them. Where one client has more waiting than this
        one would have, its last task gives way, and is returned: nobody takes all the room.
        """
        with self._changed:
            given_way = None
            if self._size >= self._most + self._idle and not first:
                theirs = max(self._waiting.values(), key=len, default=deque())
                if len(theirs) <= len(self._waiting.get(task.client, ())) + 1:
                    raise Full
                given_way = theirs.pop()
                self._size -= 1
            self._waiting.setdefault(task.client, deque()).append(task)
            if first:
                self._waiting.move_to_end(task.client, last=False)
            self._size += 1
            self._changed.notify()
            return given_way

    def drop(self, task: Task[T, R]) -> None:
        """Take a task out again if its turn has not come."""
        with self._changed:
            theirs = self._waiting.get(task.client)
            if theirs and task in theirs:
                theirs.remove(task)
                self._size -= 1
                if not theirs:
                    del self._waiting[task.client]

    def take(self) -> Task[T, R] | None:
        """Wait for the next task and return it; None when the queue is closed."""
        with self._changed:
            self._idle += 1
            try:
                self._changed.wait_for(lambda: self._size or self._is_closed)
            finally:
                self._idle -= 1
            if self._is_closed:
                return None
            client, theirs = self._waiting.popitem(last=False)
            task = theirs.popleft()
            if theirs:
                self._waiting[client] = theirs  # behind the others
            self._size -= 1
            return task

    def close(self) -> None:
        """Let everybody who takes go home."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
