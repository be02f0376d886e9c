"""A collection that changes while it is served: rebuilt, added to, removed, brought back, by another process."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.engines import ENGINES, elastic_name, elastic_url  # noqa: F401  (a fixture)
from tests.processes import typed_sts, wait_until
from tests.service.process import Service, serving
from tests.service.test_refusals import check_error
from typed_sts_fetch.formats.write import write_items
from typed_sts_fetch.item import Item
from typed_sts_index.entry import entry_of
from typed_sts_index.opening import open_collection

pytestmark = pytest.mark.slow
FAST = {"refresh_seconds": 0.1}


def items(word: str, count: int) -> list[Item]:
    return [Item(id=f"/made/{number}", dcTitle=(f"{word} number {number}",)) for number in range(count)]


def index(where: str, found: list[Item], folder: Path, *options: str) -> None:
    """Index items the way a user does, in another process."""
    write_items(folder / "items.jsonl", found)
    done = typed_sts("index", folder / "items.jsonl", "--to", where, "--no-read", *options)
    assert done.returncode == 0, done.stderr


@pytest.fixture(params=ENGINES)
def where(request: pytest.FixtureRequest, tmp_path: Path, elastic_name: Callable[[], str]) -> Iterator[str]:  # noqa: F811
    """Give the address of a collection on either engine."""
    if request.param == "embedded":
        yield str(tmp_path / "collection")
    else:
        elastic_url()
        yield elastic_name()


def found(service: Service, word: str) -> int:
    answer = service.get("/api/search", params={"q": word, "k": 100})
    assert answer.status_code == 200, answer.text
    return len(answer.json()["hits"])


def test_a_rebuilt_collection_is_picked_up_without_a_restart(where: str, tmp_path: Path) -> None:
    open_collection(where).rebuild(map(entry_of, items("harbour", 5)))
    with serving(where, settings=FAST) as service:
        assert (found(service, "harbour"), found(service, "castle")) == (5, 0)
        index(where, items("castle", 7), tmp_path, "--rebuild")
        wait_until(lambda: (found(service, "harbour"), found(service, "castle")) == (0, 7))
        assert service.get("/readyz").json()["items"] == 7
        index(where, [Item(id="/made/new", dcTitle=("A castle by the sea",))], tmp_path)
        wait_until(lambda: found(service, "castle") == 8)
        assert service.get("/api/item?id=/made/new").status_code == 200
        wait_until(lambda: service.get("/readyz").json()["items"] == 8)
        assert service.end() == 0
        assert not service.events("failure")


def test_questions_asked_during_rebuilds_are_all_answered(where: str) -> None:
    collection = open_collection(where)
    collection.rebuild(map(entry_of, items("harbour", 50)))
    with serving(where, settings={"refresh_seconds": 0.0}) as service:
        for _ in range(5):
            collection.rebuild(map(entry_of, items("harbour", 50)))
            for number in range(10):
                answer = service.get(f"/api/related?id=/made/{number}")
                assert answer.status_code == 200, answer.text


def test_a_collection_that_is_gone_is_503_until_it_is_back(tmp_path: Path) -> None:
    where = tmp_path / "collection"
    open_collection(where).rebuild(map(entry_of, items("harbour", 5)))
    with serving(where, settings=FAST) as service:
        assert found(service, "harbour") == 5
        shutil.rmtree(where)
        wait_until(lambda: service.get("/readyz").status_code == 503)
        for path in ("/readyz", "/api/search?q=harbour", "/api/item?id=/made/1", "/api/related?id=/made/1"):
            answer = service.get(path)
            check_error(answer, 503, "collection_unavailable")
            assert int(answer.headers["Retry-After"]) > 0
            assert str(tmp_path) not in answer.text
        assert service.get("/healthz").status_code == 200
        assert service.events("collection")[0]["error"] == "NoCollection"
        where.mkdir()
        (where / "collection.json").write_text("{ half a header")
        assert service.get("/api/search?q=harbour").status_code == 503
        shutil.rmtree(where)
        index(str(where), items("castle", 3), tmp_path)
        wait_until(lambda: service.get("/readyz").status_code == 200)
        assert (found(service, "harbour"), found(service, "castle")) == (0, 3)


def test_a_collection_half_removed_is_503_too(tmp_path: Path) -> None:
    where = tmp_path / "collection"
    open_collection(where).rebuild(map(entry_of, items("harbour", 5)))
    with serving(where, settings=FAST) as service:
        assert found(service, "harbour") == 5
        shutil.rmtree(where / "gen-000001")
        wait_until(lambda: service.get("/readyz").status_code == 503)
        check_error(service.get("/api/search?q=harbour"), 503, "collection_unavailable")


def test_a_service_told_to_wait_starts_without_a_collection(where: str, tmp_path: Path) -> None:
    with serving(where, wait=True, settings=FAST) as service:
        check_error(service.get("/readyz"), 503, "collection_unavailable")
        check_error(service.get("/api/search?q=harbour"), 503, "collection_unavailable")
        index(where, items("harbour", 4), tmp_path)
        wait_until(lambda: service.get("/readyz").status_code == 200)
        assert found(service, "harbour") == 4


@pytest.mark.elastic
def test_an_index_removed_on_the_server_is_503_until_it_is_back(
    elastic_name: Callable[[], str],  # noqa: F811
    tmp_path: Path,
) -> None:
    from elasticsearch import Elasticsearch

    where = elastic_name()
    open_collection(where).rebuild(map(entry_of, items("harbour", 5)))
    with serving(where, settings=FAST) as service, Elasticsearch(elastic_url()) as client:
        assert found(service, "harbour") == 5
        client.indices.delete(index=f"{where.rpartition('/')[2]}-v000001")
        check_error(service.get("/api/search?q=harbour"), 503, "collection_unavailable")
        check_error(service.get("/api/item?id=/made/1"), 503, "collection_unavailable")
        index(where, items("castle", 3), tmp_path)
        wait_until(lambda: service.get("/readyz").status_code == 200)
        assert found(service, "castle") == 3


def test_a_server_that_does_not_answer_is_503(tmp_path: Path) -> None:
    with serving("http://127.0.0.1:9/heritage", wait=True, settings=FAST) as service:
        check_error(service.get("/readyz"), 503, "collection_unavailable")
        answer = service.get("/api/item?id=/made/1")
        check_error(answer, 503, "collection_unavailable")
        assert "127.0.0.1" not in answer.text
        assert service.get("/healthz").status_code == 200
