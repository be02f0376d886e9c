"""What work costs, told the same on a fast machine and on a slow one, idle or busy."""

import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any


def steps(work: Callable[[], object]) -> int:
    """Return how many functions are called by some work, those written in Python and in C."""
    count = 0

    def called(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def growth(work: Callable[[int], object], size: int, times: int, tries: int = 5) -> float:
    """Return how many times as much CPU the work on `times * size` takes as that on `size`, the least of some tries."""

    def seconds(amount: int) -> float:
        start = time.thread_time()
        work(amount)
        return time.thread_time() - start

    work(size)
    return min(seconds(times * size) / max(seconds(size), 1e-6) for _ in range(tries))
