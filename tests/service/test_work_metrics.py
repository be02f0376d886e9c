"""What Prometheus is told of queues, processes, memory, cold reads and the collection."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.processes import PATIENCE, command, wait_until
from tests.service.conftest import A, B, build_sample
from tests.service.process import Service, serving
from tests.service.standin_answers import open_gate
from tests.service.test_limits import SLOW


def figures(service: Service) -> dict[str, float]:
    """Return every figure by its name and the values of its labels, as Prometheus' own parser reads them."""
    families = text_string_to_metric_families(service.get("/metrics").text)
    return {
        " ".join([sample.name, *map(str, sample.labels.values())]): sample.value
        for family in families
        for sample in family.samples
    }


@pytest.mark.slow
def test_what_waits_and_what_runs_is_shown(sample: Path, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    settings = {"work_seconds": PATIENCE, "queue": 7}
    with serving(sample, gate=gate, workers=2, settings=settings) as service, ThreadPoolExecutor(5) as pool:
        asked = [pool.submit(service.post, "/api/v1/why", json=SLOW) for _ in range(5)]
        wait_until(lambda: figures(service)["typed_sts_queue_waiting quick"] >= 3)
        shown = figures(service)
        assert shown["typed_sts_queue_limit quick"] == 7
        assert shown["typed_sts_queue_waiting long"] == 0
        assert shown["typed_sts_processes quick"] == 2
        assert shown["typed_sts_processes long"] == 0  # it is started when it is needed
        assert min(shown[f"typed_sts_memory_bytes {name}"] for name in ("http", "quick")) > 10_000_000
        open_gate(gate)
        assert [answer.result(PATIENCE).status_code for answer in asked] == [200] * 5
        assert figures(service)["typed_sts_queue_waiting quick"] == 0


@pytest.mark.slow
def test_the_collection_is_shown_as_it_is(tmp_path: Path) -> None:
    index = tmp_path / "collection"
    build_sample(index)
    with serving(index, settings={"refresh_seconds": 0.0}) as service:
        shown = figures(service)
        assert (shown["typed_sts_collection_ready"], shown["typed_sts_model_info standin 1"]) == (1, 1)
        assert shown["typed_sts_collection_items"] == service.get("/readyz").json()["items"]
        changed = shown["typed_sts_collection_changed_timestamp_seconds"]
        build_sample(index)
        wait_until(lambda: figures(service)["typed_sts_collection_changed_timestamp_seconds"] > changed)
        shutil.rmtree(index)
        wait_until(lambda: figures(service)["typed_sts_collection_ready"] == 0)
        assert "typed_sts_collection_items" not in figures(service)


@pytest.mark.slow
def test_records_are_counted_when_they_are_read_and_not_when_they_are_known(tmp_path: Path) -> None:
    build_sample(tmp_path / "collection")  # words alone: nothing was read
    told = command("serve", "--index", tmp_path / "collection", "--port", "0")
    with serving(tmp_path, told) as service:
        assert figures(service)["typed_sts_records_read_total"] == 0
        for _ in range(3):
            assert service.get(f"/api/v1/why?a={A}&b={B}").status_code == 200
        assert figures(service)["typed_sts_records_read_total"] == 2
        pair = {"a": {"id": "/x/1", "dcTitle": "Boat"}, "b": A}
        for _ in range(2):
            assert service.post("/api/v1/predict", json={"pairs": [pair]}).status_code == 200
        assert figures(service)["typed_sts_records_read_total"] == 4  # a record sent in is kept nowhere
