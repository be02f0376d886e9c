"""What Prometheus reads: requests by route and status, how long they took, how many are in flight.

Routes and statuses are fixed lists: no label ever holds a text of a user's, and there are never more of them.
"""

import bisect
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate

STATUSES = (200, 204, 304, 307, 400, 401, 404, 405, 408, 413, 422, 429, 499, 500, 503, 504)
"""499 stands for a client that left before its answer."""
OTHER = "other"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6)
_LABELS = (*map(str, STATUSES), OTHER)
_BOUNDS = (*map(str, BUCKETS), "+Inf")


class _Route:
    """The counts of one route."""

    def __init__(self) -> None:
        self.statuses: Counter[str] = Counter()
        self.buckets = [0] * len(_BOUNDS)
        self.seconds = 0.0


class Metrics:
    """Counts of the service since it started."""

    def __init__(self, routes: Sequence[str]) -> None:
        self._routes = {route: _Route() for route in (*routes, OTHER)}
        self._in_flight = 0

    def begin(self) -> None:
        """Count a request that has come in."""
        self._in_flight += 1

    def end(self, route: str, status: int, seconds: float) -> None:
        """Count a request that has been answered."""
        counts = self._routes.get(route) or self._routes[OTHER]
        self._in_flight -= 1
        counts.statuses[str(status) if status in STATUSES else OTHER] += 1
        counts.buckets[bisect.bisect_left(BUCKETS, seconds)] += 1
        counts.seconds += seconds

    def text(self, replaced: int) -> str:
        """Return all counts in Prometheus' text format, with the number of processes that had to be replaced."""
        used = {_labels(route): counts for route, counts in self._routes.items() if counts.statuses}
        requests = "typed_sts_requests_total"
        lines = [f"# HELP {requests} Requests answered.", f"# TYPE {requests} counter"]
        for labels, counts in used.items():
            for status in _LABELS:
                if count := counts.statuses[status]:
                    lines.append(f'{requests}{{{labels},status="{status}"}} {count}')
        seconds = "typed_sts_request_seconds"
        lines += [f"# HELP {seconds} Time from request to answer.", f"# TYPE {seconds} histogram"]
        for labels, counts in used.items():
            for bound, count in zip(_BOUNDS, accumulate(counts.buckets), strict=True):
                lines.append(f'{seconds}_bucket{{{labels},le="{bound}"}} {count}')
            lines.append(f"{seconds}_sum{{{labels}}} {counts.seconds:.6f}")
            lines.append(f"{seconds}_count{{{labels}}} {sum(counts.buckets)}")
        lines += _single("typed_sts_requests_in_flight", "gauge", "Requests not answered yet.", self._in_flight)
        ended = "Computing processes that were ended, or had ended, and were replaced."
        lines += _single("typed_sts_processes_replaced_total", "counter", ended, replaced)
        return "\n".join(lines) + "\n"


def _single(name: str, kind: str, described: str, value: int) -> list[str]:
    return [f"# HELP {name} {described}", f"# TYPE {name} {kind}", f"{name} {value}"]


def _labels(route: str) -> str:
    method, _, path = route.rpartition(" ")
    return f'method="{method}",route="{path}"'
