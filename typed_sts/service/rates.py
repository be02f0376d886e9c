"""How often one client may ask: a bucket that refills at the rate and holds a minute's worth."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable

_MOST_CLIENTS = 20_000


class RateLimit:
    """Buckets by client; the one unused the longest is forgotten first, so that memory is bounded."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_minute / 60
        self._most = float(per_minute)
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> int:
        """Take one from the client's bucket and return 0, or the seconds until there is one to take."""
        now = self._clock()
        left, seen = self._buckets.pop(client, (self._most, now))
        left = min(self._most, left + (now - seen) * self._per_second)
        allowed = left >= 1
        self._buckets[client] = (left - 1 if allowed else left, now)
        if len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return 0 if allowed else math.ceil((1 - left) / self._per_second)
