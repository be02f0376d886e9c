"""A collection of the format before, made anew while it is served: answers go on, and come from the new one then."""

import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest
from elasticsearch import Elasticsearch

from tests.engines import ENGINES, elastic_name, elastic_url  # noqa: F401  (a fixture)
from tests.processes import command, environment, started, typed_sts, wait_until
from tests.service.conftest import A
from tests.service.process import Service
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts_index.embedded.files import FORMAT_VERSION


@pytest.fixture(params=ENGINES)
def where(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    elastic_name: Callable[[], str],  # noqa: F811
) -> str:
    """Give the address of a collection of the sample, on either engine, as format 2 had it: without vectors."""
    place = str(tmp_path / "collection") if request.param == "embedded" else elastic_name()
    made = typed_sts("index", SAMPLE_ITEMS, "--to", place, env={"XDG_CACHE_HOME": str(tmp_path / "cache")})
    assert made.returncode == 0, made.stderr
    if request.param == "embedded":
        _make_older(Path(place))
    else:
        _make_older_on_elastic(place.rpartition("/")[2])
    return place


def _make_older(folder: Path) -> None:
    header = orjson.loads((folder / "collection.json").read_bytes())
    older = {key: value for key, value in header.items() if key != "vectors"} | {"format_version": 2}
    (folder / "collection.json").write_bytes(orjson.dumps(older))
    for path in folder.glob("gen-*/vectors.*"):
        path.unlink()


def _make_older_on_elastic(name: str) -> None:
    with Elasticsearch(elastic_url()) as client:
        (found,) = client.indices.get_mapping(index=name).values()
        meta = found["mappings"]["_meta"]
        older = {key: value for key, value in meta.items() if key not in ("vectors", "dimensions")} | {"typed_sts": 2}
        client.indices.put_mapping(index=name, meta=older)


@pytest.mark.slow
def test_a_service_answers_while_its_collection_is_brought_to_the_format_of_now(where: str, tmp_path: Path) -> None:
    assert FORMAT_VERSION == 3
    env = environment({"XDG_CACHE_HOME": str(tmp_path / "cache")})
    serve, rebuild = (
        command("serve", "--index", where, "--port", "0"),
        command("index", SAMPLE_ITEMS, "--to", where, "--rebuild", "--quiet"),
    )
    with started(serve, env=env, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        service = Service(process)
        service.listen("")
        statuses, complete = Counter[int](), list[bool]()

        def ask() -> bool:
            for path in (f"/api/v1/related?id={A}&k=3", "/api/v1/search?q=battle", "/readyz"):
                answer = service.get(path)
                statuses[answer.status_code] += 1
                if "related" in path and answer.ok:
                    complete.append(answer.json()["complete"])
            return complete[-1]

        assert not ask()
        with started(rebuild, env=env, stderr=subprocess.DEVNULL) as building:
            wait_until(lambda: (ask(), building.poll() is not None)[1])
            assert building.returncode == 0
        asked_meanwhile = len(complete)
        wait_until(ask)
        assert asked_meanwhile > 1
        assert set(statuses) == {200}
        assert complete == sorted(complete)  # the older one first, and never again
        service.end()
        assert not service.events("failure")
