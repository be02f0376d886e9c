"""Work on many parts by several threads at once, with what comes out in the order of what went in."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")


def in_order(work: Callable[[Part], Result], parts: Iterable[Part], workers: int = 1) -> Iterator[tuple[Part, Result]]:
    """Yield each part with what was made of it; no more parts are taken ahead than there are workers."""
    if workers <= 1:
        for part in parts:
            yield part, work(part)
        return
    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[tuple[Part, Future[Result]]] = deque()
        for part in parts:
            waiting.append((part, pool.submit(work, part)))
            if len(waiting) > workers:
                done, result = waiting.popleft()
                yield done, result.result()
        for done, result in waiting:
            yield done, result.result()
