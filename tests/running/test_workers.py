"""Work in several processes: in order, few parts ahead, errors as they are."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from pickle import PicklingError

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from typed_sts.errors import BadModel
from typed_sts.running.workers import WorkerLost, batches, map_in_order


@pytest.mark.parametrize("workers", [1, 3])
def test_results_come_in_the_order_of_the_parts(workers: int) -> None:
    def work(part: int) -> int:
        time.sleep(0.05 if part % 3 == 0 else 0)  # the first is the last to end
        return part * part

    assert list(map_in_order(work, range(10), workers, fork=True)) == [(part, part * part) for part in range(10)]


def test_large_arrays_are_shared_and_not_sent() -> None:
    numbers = np.arange(1_000)
    assert [result for _, result in map_in_order(lambda part: int(numbers[part]), [3, 5], 2, fork=True)] == [3, 5]


@pytest.mark.skipif(sys.platform != "linux", reason="forks are used on Linux only")
def test_the_work_is_done_in_other_processes() -> None:
    found = {result for _, result in map_in_order(lambda part: os.getpid(), range(4), 2, fork=True)}
    assert os.getpid() not in found


@pytest.mark.parametrize("workers", [1, 2])
def test_parts_are_taken_as_they_are_needed(workers: int) -> None:
    taken: list[int] = []

    def parts() -> Iterator[int]:
        while True:
            taken.append(len(taken))
            yield len(taken)

    results = map_in_order(lambda part: part, parts(), workers, fork=True)
    assert [next(results)[1] for _ in range(5)] == [1, 2, 3, 4, 5]
    assert len(taken) <= 5 + 2 * workers
    results.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_the_work_is_raised_here(workers: int) -> None:
    def work(part: int) -> int:
        raise BadModel(f"part {part}")

    with pytest.raises(BadModel, match="part 7"):
        list(map_in_order(work, [7], workers, fork=True))


@pytest.mark.skipif(sys.platform != "linux", reason="forks are used on Linux only")
@pytest.mark.parametrize(("sign", "told"), [(signal.SIGKILL, "was killed, perhaps"), (signal.SIGUSR1, "by SIGUSR1")])
def test_a_worker_that_is_killed_is_told_of(sign: signal.Signals, told: str) -> None:
    def work(part: int) -> int:
        if part == 5:
            os.kill(os.getpid(), sign)
        return part

    with pytest.raises(WorkerLost, match=told):
        list(map_in_order(work, range(50), 2, fork=True))


class OddError(Exception):
    """An error that cannot be made again from what it says."""

    def __init__(self, name: str, number: int) -> None:
        super().__init__(f"{name} {number}")


@pytest.mark.skipif(sys.platform != "linux", reason="forks are used on Linux only")
def test_an_error_says_where_it_happened_also_when_it_cannot_be_sent() -> None:
    def fail(part: int) -> int:
        raise OddError("odd", part) if part else BadModel("bad")

    with pytest.raises(RuntimeError, match="OddError: odd 7"):
        list(map_in_order(fail, [7], 2, fork=True))
    with pytest.raises(BadModel, match="bad") as bad:
        list(map_in_order(fail, [0], 2, fork=True))
    assert "in fail" in bad.value.__notes__[0]


def test_a_result_that_cannot_be_sent_is_an_error_and_nothing_hangs() -> None:
    with pytest.raises((TypeError, AttributeError, PicklingError)):
        list(map_in_order(lambda part: lambda: part, range(9), 2, fork=True)) and pytest.skip("threads send nothing")


def square(part: int) -> tuple[int, int]:
    """Return the square of a number and who made it."""
    time.sleep(0.05 if part == 0 else 0)
    return part * part, os.getpid()


@pytest.mark.slow
def test_fresh_processes_give_results_in_order_too() -> None:
    found = list(map_in_order(square, range(8), 2))
    assert [(part, result) for part, (result, _) in found] == [(part, part * part) for part in range(8)]
    assert os.getpid() not in {process for _, (_, process) in found}


def blas_threads(_: int) -> set[int]:
    """Return on how many threads linear algebra runs."""
    return {library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"}


@pytest.mark.slow
@pytest.mark.parametrize("fork", [False, True])
@pytest.mark.parametrize("workers", [1, 2])
def test_linear_algebra_runs_on_one_thread_wherever_the_work_is_done(workers: int, fork: bool) -> None:
    with threadpool_limits(limits=2, user_api="blas"):
        assert [result for _, result in map_in_order(blas_threads, range(2), workers, fork=fork)] == [{1}, {1}]
        assert blas_threads(0) == {2}


def test_batches_are_full_but_for_the_last_and_taken_as_they_are_needed() -> None:
    numbers = iter(range(8))
    found = batches(numbers, 3)
    assert next(found) == [0, 1, 2]
    assert next(numbers) == 3
    assert list(found) == [[4, 5, 6], [7]]
    assert list(batches([], 3)) == []
