"""What Prometheus reads: requests by route and status, how long they took, how many are in flight.

Routes and statuses are fixed lists, so every count has its place in one row of numbers. Each worker process has a row
of its own in a file they share, and what is shown is the sum. No label ever holds a text of a user's.
"""

import bisect
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import numpy as np

from typed_sts.domain.arrays import Floats

STATUSES = (200, 204, 304, 307, 400, 401, 404, 405, 408, 413, 422, 429, 499, 500, 503, 504)
"""499 stands for a client that left before its answer."""
OTHER = "other"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6)
MOST_WORKERS = 64
_LABELS = (*map(str, STATUSES), OTHER)
_SIZE = len(_LABELS) + len(BUCKETS) + 2  # statuses, buckets with the one to infinity, seconds in all


class Metrics:
    """Counts of one process, summed with those of its siblings when they are read."""

    def __init__(self, routes: Sequence[str], shared: Path | None = None) -> None:
        self._routes = {route: 1 + number * _SIZE for number, route in enumerate((*routes, OTHER))}
        width = 1 + len(self._routes) * _SIZE
        self._lock: BinaryIO | None = None
        self._rows = np.zeros((1, width)) if shared is None else _shared_rows(shared, width)
        self._row: Floats = self._rows[0] if shared is None else self._rows[self._claim(shared)]
        self._row[0] = 0  # what a process that died had in flight

    def begin(self) -> None:
        """Count a request that has come in."""
        self._row[0] += 1

    def end(self, route: str, status: int, seconds: float) -> None:
        """Count a request that has been answered."""
        start = self._routes.get(route, self._routes[OTHER])
        label = STATUSES.index(status) if status in STATUSES else len(STATUSES)
        self._row[0] -= 1
        self._row[start + label] += 1
        self._row[start + len(_LABELS) + bisect.bisect_left(BUCKETS, seconds)] += 1
        self._row[start + _SIZE - 1] += seconds

    def text(self) -> str:
        """Return all counts in Prometheus' text format."""
        total = self._rows.sum(axis=0)
        requests = "typed_sts_requests_total"
        lines = [f"# HELP {requests} Requests answered.", f"# TYPE {requests} counter"]
        for route, start in self._routes.items():
            for label, count in zip(_LABELS, total[start:], strict=False):
                if count:
                    lines.append(f'{requests}{{{_labels(route)},status="{label}"}} {count:.0f}')
        seconds = "typed_sts_request_seconds"
        lines += [f"# HELP {seconds} Time from request to answer.", f"# TYPE {seconds} histogram"]
        for route, start in self._routes.items():
            counts = total[start + len(_LABELS) : start + _SIZE - 1].cumsum()
            if counts[-1]:
                for bound, count in zip((*map(str, BUCKETS), "+Inf"), counts, strict=True):
                    lines.append(f'{seconds}_bucket{{{_labels(route)},le="{bound}"}} {count:.0f}')
                lines.append(f"{seconds}_sum{{{_labels(route)}}} {total[start + _SIZE - 1]:.6f}")
                lines.append(f"{seconds}_count{{{_labels(route)}}} {counts[-1]:.0f}")
        flight = "typed_sts_requests_in_flight"
        lines += [f"# HELP {flight} Requests not answered yet.", f"# TYPE {flight} gauge", f"{flight} {total[0]:.0f}"]
        return "\n".join(lines) + "\n"

    def close(self) -> None:
        """Give the row up for another process to go on with."""
        if self._lock:
            self._lock.close()

    def _claim(self, shared: Path) -> int:
        """Return a row no living process has; the lock on it goes with the process, its counts stay."""
        if sys.platform == "win32":  # no such locks; each start takes its chance
            return np.random.default_rng().integers(MOST_WORKERS).item()
        import fcntl

        self._lock = shared.open("r+b")
        for row in range(MOST_WORKERS):
            try:
                fcntl.lockf(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, row)
            except OSError:
                continue
            return row
        return MOST_WORKERS - 1


def _shared_rows(path: Path, width: int) -> Floats:
    with path.open("ab") as stream:  # every worker wants the same size, so it does not matter who comes first
        stream.truncate(MOST_WORKERS * width * 8)
    return np.memmap(path, dtype=np.float64, mode="r+", shape=(MOST_WORKERS, width))


def _labels(route: str) -> str:
    method, _, path = route.rpartition(" ")
    return f'method="{method}",route="{path}"'
