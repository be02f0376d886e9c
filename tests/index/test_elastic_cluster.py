"""Three real nodes, one killed while records come in and one while questions are answered.

Starting them takes minutes on a small machine, so it is asked for: TYPED_STS_CLUSTER=1, and ELASTICSEARCH_HOME with the
program's folder (tests/elastic_cluster.py).
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.elastic_cluster import SHARDS, ask_in_a_row, elected_master, index_through_a_kill, run_cli, service_over
from tests.elastic_cluster import Nodes, cluster, need_elastic
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.opening import open_collection

pytestmark = [
    pytest.mark.elastic,
    pytest.mark.slow,
    pytest.mark.skipif(
        os.environ.get("TYPED_STS_CLUSTER") != "1", reason="starts three nodes (set TYPED_STS_CLUSTER=1)"
    ),
]


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    need_elastic()
    with cluster(3) as found:
        yield found


@pytest.mark.timeout(1200)
def test_a_node_killed_while_indexing_loses_nothing_and_doubles_nothing(nodes: Nodes, tmp_path: Path) -> None:
    items = [Item(id=f"/made/{number}", dcTitle=(f"Drawing {number}",)) for number in range(3_000)]
    with (tmp_path / "log").open("w+b") as log:
        indexed, killed = index_through_a_kill(nodes, items, "drawings", log)
    assert indexed.whole, f"{indexed}\n{(tmp_path / 'log').read_text()}"
    nodes.start(killed)
    nodes.wait_for("green")
    collection = open_collection(f"{nodes.base}/drawings")
    assert collection.n_docs == len(items)
    assert collection.doc_freq("text", ["drawing", "17"]) == [len(items), 1]
    (settings,) = nodes.ask("GET", "/drawings/_settings").values()
    assert settings["settings"]["index"]["number_of_shards"] == str(SHARDS)
    assert settings["settings"]["index"]["number_of_replicas"] == "1"


@pytest.mark.timeout(1200)
def test_a_node_killed_while_serving_changes_no_answer(
    nodes: Nodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    where = f"{nodes.base}/sample"
    run_cli("index", SAMPLE_ITEMS, "--to", where, "--shards", str(SHARDS), "--quiet")
    nodes.wait_for("green")
    asked, before = [*read_items(SAMPLE_ITEMS)], dict[str, bytes]()
    with service_over(where, tmp_path / "serve.log") as url:
        told = [ask_in_a_row(url, asked, before)]
        killed = elected_master(nodes)
        told.append(ask_in_a_row(url, asked, before, lambda: nodes.kill(killed)))
        told.append(ask_in_a_row(url, asked, before))
        nodes.start(killed)
        nodes.wait_for("green")
        told.append(ask_in_a_row(url, asked, before))
    assert [dict(served.statuses) for served in told] == [{200: 2 * len(asked)}] * 4
    assert [served.changed for served in told] == [0] * 4
