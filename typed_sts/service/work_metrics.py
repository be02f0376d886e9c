"""What Prometheus reads of the work behind the requests: queues, processes, memory, cold reads, the collection.

Looked at when it is asked for, and kept nowhere.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import orjson
from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily
from prometheus_client.registry import Collector

from typed_sts.service.computing.process import Content
from typed_sts.service.computing.work import Work


class WorkMetrics(Collector):
    """Figures of what computes, and of the collection as readiness saw it last."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._facts: dict[str, str | int] = {}
        self._state: object = None
        self._changed = time.time()

    def saw(self, ready: Content | None) -> None:
        """Note what readiness has found: the facts of the collection, or None when it does not answer."""
        self._facts = orjson.loads(ready.body) if ready else {}
        if ready and self._facts["state"] != self._state:
            self._changed = time.time()
            self._state = self._facts["state"]

    def collect(self) -> Iterator[Metric]:
        """Yield the figures as they are now."""
        waiting = GaugeMetricFamily(
            "typed_sts_queue_waiting", "Requests that wait for a process: ordinary and long ones.", labels=["lane"]
        )
        most = GaugeMetricFamily("typed_sts_queue_limit", "How many may wait.", labels=["lane"])
        processes = GaugeMetricFamily("typed_sts_processes", "Processes that compute.", labels=["lane"])
        memory = GaugeMetricFamily(
            "typed_sts_memory_bytes",
            "Resident memory of the processes that speak HTTP and that compute; what they share counts in each.",
            labels=["process"],
        )
        memory.add_metric(["http"], _resident(os.getpid()))
        for lane, facts in self._work.lanes().items():
            waiting.add_metric([lane], facts.waiting)
            most.add_metric([lane], facts.most)
            processes.add_metric([lane], len(facts.pids))
            memory.add_metric([lane], sum(map(_resident, facts.pids)))
        yield from (waiting, most, processes, memory)
        yield CounterMetricFamily(
            "typed_sts_processes_replaced",
            "Computing processes that were ended, or had ended, and were replaced.",
            self._work.replaced,
        )
        yield CounterMetricFamily(
            "typed_sts_records_read",
            "Cold reads: records that had to be read for an answer, because neither memory nor disk had them.",
            self._work.records_read,
        )
        yield from self._collection()

    def _collection(self) -> Iterator[Metric]:
        ready = GaugeMetricFamily("typed_sts_collection_ready", "Whether the collection answers.", bool(self._facts))
        yield ready
        if not self._facts:
            return
        yield GaugeMetricFamily("typed_sts_collection_items", "Items of the collection.", float(self._facts["items"]))
        yield GaugeMetricFamily(
            "typed_sts_collection_changed_timestamp_seconds",
            "When this service first saw the collection (or the model) as it is now.",
            self._changed,
        )
        made_by = {name: str(self._facts[name]) for name in ("model", "version")}
        yield InfoMetricFamily("typed_sts_model", "What scores are computed by.", made_by)


def _resident(pid: int) -> int:
    """Return the resident memory of a process in bytes; 0 when it has gone, or where that cannot be told."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
