"""What Prometheus reads of requests: by route and status, how long they took, how many are in flight.

Routes and statuses are fixed lists: no label ever holds a text of a user's, and there are never more of them.
"""

from collections.abc import Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest

STATUSES = (200, 204, 303, 304, 307, 400, 401, 403, 404, 405, 408, 413, 422, 429, 499, 500, 503, 504)
"""499 stands for a client that left before its answer."""
OTHER = "other"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6)
_OF_ROUTE = ("method", "route")

disable_created_metrics()  # type: ignore[no-untyped-call]  # else as many lines again, of when each was first counted


class Metrics:
    """Counts of the service since it started; what else is to be shown is registered in `registry`."""

    def __init__(self, routes: Sequence[str]) -> None:
        self.registry = CollectorRegistry()
        self._routes = frozenset(routes)
        self._requests = Counter(
            "typed_sts_requests", "Requests answered.", (*_OF_ROUTE, "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "typed_sts_request_seconds", "Time from request to answer.", _OF_ROUTE, registry=self.registry,
            buckets=BUCKETS,
        )  # fmt: skip
        self._in_flight = Gauge(
            "typed_sts_requests_in_flight", "Requests not answered yet.", registry=self.registry
        )  # fmt: skip

    def begin(self) -> None:
        """Count a request that has come in."""
        self._in_flight.inc()

    def end(self, route: str, status: int, seconds: float) -> None:
        """Count a request that has been answered."""
        method, _, path = (route if route in self._routes else OTHER).rpartition(" ")
        self._in_flight.dec()
        self._requests.labels(method, path, str(status) if status in STATUSES else OTHER).inc()
        self._seconds.labels(method, path).observe(seconds)

    def text(self) -> bytes:
        """Return everything in Prometheus' text format."""
        return generate_latest(self.registry)
