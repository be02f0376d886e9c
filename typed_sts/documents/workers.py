"""Worker processes that do not outlive whoever started them, not even when that is killed."""

import os
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait


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
