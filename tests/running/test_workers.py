"""Work in several processes: in order, few parts ahead, errors as they are."""

import os
import sys
import time
from collections.abc import Iterator

import numpy as np
import pytest

from typed_sts.errors import BadModel
from typed_sts.running.workers import in_order


@pytest.mark.parametrize("workers", [1, 3])
def test_results_come_in_the_order_of_the_parts(workers: int) -> None:
    def work(part: int) -> int:
        time.sleep(0.05 if part % 3 == 0 else 0)  # the first is the last to end
        return part * part

    assert list(in_order(work, range(10), workers)) == [(part, part * part) for part in range(10)]


def test_large_arrays_are_shared_and_not_sent() -> None:
    numbers = np.arange(1_000)
    assert [result for _, result in in_order(lambda part: int(numbers[part]), [3, 5], 2)] == [3, 5]


@pytest.mark.skipif(sys.platform != "linux", reason="forks are used on Linux only")
def test_the_work_is_done_in_other_processes() -> None:
    assert os.getpid() not in {result for _, result in in_order(lambda part: os.getpid(), range(4), 2)}


@pytest.mark.parametrize("workers", [1, 2])
def test_parts_are_taken_as_they_are_needed(workers: int) -> None:
    taken: list[int] = []

    def parts() -> Iterator[int]:
        while True:
            taken.append(len(taken))
            yield len(taken)

    results = in_order(lambda part: part, parts(), workers)
    assert [next(results)[1] for _ in range(5)] == [1, 2, 3, 4, 5]
    assert len(taken) <= 5 + workers
    results.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_the_work_is_raised_here(workers: int) -> None:
    def work(part: int) -> int:
        raise BadModel(f"part {part}")

    with pytest.raises(BadModel, match="part 7"):
        list(in_order(work, [7], workers))
