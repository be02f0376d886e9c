"""The nightly run on a real Spark cluster of two workers on this machine: the same bytes, whoever is killed."""

import importlib.util
import json
import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen
from typing import Any

import pytest

from tests.processes import PATIENCE, command, environment, ran, started, typed_sts, wait_until
from typed_sts_fetch.formats.write import write_items
from typed_sts_fetch.item import Item

RECORDS = 1_000
LONG = 4 * PATIENCE  # a thousand records are read three times, beside whatever else the machine does
BAD = "/made/0500"
PLACES = ["Leith", "Hull", "Dover", "Genoa", "Bergen", "Cork", "Bristol", "Venice", "Ostend", "Riga"]
KINDS = ["Fishing boat", "Regatta", "Storm", "Lighthouse", "Launch of a ship", "Wreck", "Customs house"]
MAKERS = ["Smith, Ann (1820-1890)", "Jones, Owen", "Rossi, Carla", "Berg, Nils (1799-1860)", "Keane, Mary"]
_SITE = f"""
import typed_sts.reading.reader as reader
whole = reader.detect_language
def fails(item):
    if item.id == {BAD!r}:
        raise RecursionError("a stage that fails")
    return whole(item)
reader.detect_language = fails
"""
_SETTINGS = """
spark.executor.memory 512m
spark.driver.host 127.0.0.1
spark.driver.bindAddress 127.0.0.1
"""
_LOGGING = """
rootLogger.level = info
rootLogger.appenderRef.stdout.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.target = SYSTEM_ERR
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %m%n
"""


def _missing() -> str:
    if importlib.util.find_spec("pyspark") is None:
        return "pyspark is not installed (pip install 'typed-sts[spark]')"
    return "" if shutil.which("java") else "there is no Java (apt-get install openjdk-17-jre-headless)"


@pytest.fixture(scope="module", autouse=True)
def _spark_is_here() -> None:
    if reason := _missing():
        if os.environ.get("TYPED_STS_REQUIRE_SPARK") == "1":
            pytest.fail(reason)
        pytest.skip(reason)


@dataclass(frozen=True, slots=True)
class Cluster:
    """A master, its workers, and the environment in which it is asked."""

    url: str
    workers: list[Popen[Any]]
    env: dict[str, str]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Give a cluster of two workers with one core each, all on loopback; it is gone after the tests."""
    import pyspark

    home, folder = Path(pyspark.__file__).parent, tmp_path_factory.mktemp("spark")
    (folder / "conf").mkdir()
    (folder / "conf" / "spark-defaults.conf").write_text(_SETTINGS)
    (folder / "conf" / "log4j2.properties").write_text(_LOGGING)
    (folder / "site").mkdir()
    (folder / "site" / "sitecustomize.py").write_text(_SITE)
    root = Path(__file__).parent.parent.parent
    paths = [str(folder / "site"), *map(str, (root, root / "fetch", root / "index")), os.environ.get("PYTHONPATH", "")]
    env = environment(
        {
            "SPARK_HOME": str(home),
            "SPARK_CONF_DIR": str(folder / "conf"),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_LOCAL_DIRS": str(folder / "local"),
            "SPARK_WORKER_DIR": str(folder / "work"),
            "PYSPARK_PYTHON": sys.executable,
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        }
    )
    run = [str(home / "bin" / "spark-class")]
    with ExitStack() as stack:

        def start(name: str, *arguments: str) -> Popen[Any]:
            log = stack.enter_context((folder / f"{name}.log").open("wb"))
            return stack.enter_context(started([*run, *arguments], env=env, stdout=log, stderr=log))

        def said(name: str, pattern: str) -> str:
            found = re.search(pattern, (folder / f"{name}.log").read_text(errors="replace"))
            return found[1] if found else ""

        host = ("--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
        master = start("master", "org.apache.spark.deploy.master.Master", *host)
        at = r"Starting Spark master at (spark://127\.0\.0\.1:[1-9]\d*)"
        wait_until(lambda: said("master", at) != "", master)
        url = said("master", at)
        names = ("first", "second")
        of_one = ("--cores", "1", "--memory", "1g", url)
        workers = [start(name, "org.apache.spark.deploy.worker.Worker", *host, *of_one) for name in names]
        for name, worker in zip(names, workers, strict=True):
            wait_until(lambda name=name: said(name, "(Successfully registered)") != "", worker)  # type: ignore[misc]
        yield Cluster(url, workers, env)


def records(count: int) -> list[Item]:
    """Return records that have much in common."""
    return [
        Item(
            id=f"/made/{number:04}",
            dcTitle=(f"{KINDS[number % 7]} at {PLACES[number % 10]}",),
            dcCreator=(MAKERS[number % 5],),
            dcDate=(str(1800 + number % 90),),
            dcDescription=(f"{KINDS[(number // 7) % 7]} before the quay of {PLACES[(number // 10) % 10]}.",),
        )
        for number in range(count)
    ]


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_a_cluster_gives_the_same_bytes_though_the_driver_and_a_worker_are_killed(
    cluster: Cluster, tmp_path: Path
) -> None:
    items = records(RECORDS)
    write_items(tmp_path / "items.jsonl", items)
    collection, here, there = tmp_path / "collection", tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    index = command("index", tmp_path / "items.jsonl", "--to", collection, "--workers", "2")
    made = ran(index, env=cluster.env, seconds=LONG)
    assert made.returncode == 0, made.stderr
    (collection / "documents.sqlite").unlink()  # both read anew

    def lines() -> int:
        return sum(path.read_bytes().count(b"\n") for path in tmp_path.glob("there.jsonl.*.part"))

    asked = ("related", "--all", "--index", collection, "-k", "5")
    on_spark = command(*asked, "-o", there, "--engine", "spark", "--master", cluster.url)
    with (tmp_path / "log").open("w+b") as log:
        with started(on_spark, env=cluster.env, stderr=log) as running:
            wait_until(lambda: lines() >= RECORDS // 4, running)
        kept = lines()
        assert RECORDS // 4 <= kept < RECORDS
        with started(on_spark, env=cluster.env, stderr=log) as running:
            wait_until(lambda: lines() >= RECORDS // 2, running)
            os.killpg(cluster.workers[0].pid, signal.SIGKILL)  # with its executor, in the middle of a part
            assert running.wait(LONG) == 0, (tmp_path / "log").read_text(errors="replace")[-3_000:]
    told = (tmp_path / "log").read_text(errors="replace")
    assert told.count(f'not read: the record "{BAD}"') == 1
    locally = ran(command(*asked, "-o", here, "--workers", "2"), env=cluster.env, seconds=LONG)
    assert locally.returncode == 0, locally.stderr
    assert there.read_bytes() == here.read_bytes()
    found = {line["id"]: line for line in map(json.loads, there.read_bytes().splitlines())}
    assert list(found) == [item.id for item in items]
    assert found[BAD]["unread"].startswith("RecursionError")
    assert sum(1 for line in found.values() if line["related"]) > RECORDS / 2


@pytest.mark.slow
@pytest.mark.elastic
def test_candidates_come_from_elasticsearch(cluster: Cluster, tmp_path: Path, elastic_name: Callable[[], str]) -> None:
    write_items(tmp_path / "items.jsonl", records(150))
    where, env = elastic_name(), cluster.env | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    made = typed_sts("index", tmp_path / "items.jsonl", "--to", where, "--shards", "3", env=env)
    assert made.returncode == 0, made.stderr
    written = []
    for name, options in (("there", ("--engine", "spark", "--master", cluster.url)), ("here", ())):
        output = tmp_path / f"{name}.jsonl"
        told = typed_sts("related", "--all", "--index", where, "-k", "3", "-o", output, *options, env=env)
        assert told.returncode == 0, told.stderr
        written.append(output.read_bytes())
    assert written[0] == written[1]
    assert written[0].count(b"\n") == 150


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_said_in_a_line(cluster: Cluster, tmp_path: Path) -> None:
    told = typed_sts(
        "related", "--all", "--sample", "-o", tmp_path / "out.jsonl", "--engine", "spark", "--master", "nonsense",
        env=cluster.env,
    )  # fmt: skip
    assert told.returncode == 1
    assert "Spark does not start" in told.stderr.splitlines()[-1]
