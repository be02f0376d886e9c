"""A collection damaged while it is served: told as 503 in our shape, ready again when it is made again."""

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.processes import command, wait_until
from tests.service.conftest import A, B, build_sample
from tests.service.process import Service, serving
from tests.service.test_refusals import check_error
from typed_sts.scoring.open_scorer import SHIPPED

pytestmark = pytest.mark.slow
ROUTES = ("/readyz", f"/api/item?id={A}", "/api/search?q=battle", f"/api/why?a={A}&b={B}", f"/api/related?id={A}")


def damage(folder: Path, kind: str) -> None:
    """Harm every large file of a collection in place, as a failing disk would."""
    for path in (path for path in folder.rglob("*") if path.is_file() and path.stat().st_size > 1_000):
        if kind == "truncated":
            os.truncate(path, path.stat().st_size // 3)
        elif kind == "emptied":
            os.truncate(path, 0)
        else:
            path.unlink()


@pytest.mark.parametrize("kind", ["truncated", "emptied", "removed"])
def test_damage_under_a_running_service_is_503_until_it_is_mended(tmp_path: Path, kind: str) -> None:
    index = tmp_path / "secret-place"
    build_sample(index)
    with serving(index, settings={"refresh_seconds": 0.1}) as service:
        assert [service.get(route).status_code for route in ROUTES] == [200] * 5
        damage(index, kind)
        wait_until(lambda: service.get("/readyz").status_code == 503)
        for route in ROUTES:
            answer = service.get(route)
            assert answer.status_code == 503, route
            check_error(answer, 503, answer.json()["error"]["code"])
            assert "secret-place" not in answer.text
        page = service.get(f"/pair?a={A}&b={B}", headers={"Accept": "text/html"})
        assert (page.status_code, "secret-place" in page.text) == (503, False)
        build_sample(index)
        wait_until(lambda: all_answer(service))
        metrics = service.get("/metrics").text
        assert service.end() == 0
        assert 'route="/api/item",status="503"' in metrics
        assert 'status="499"' not in metrics
        for line in service.lines[1:]:
            json.loads(line)  # every line: no panic, no backtrace


def all_answer(service: Service) -> bool:
    return all(service.get(route).status_code == 200 for route in ROUTES)


def test_neither_readiness_nor_the_page_names_the_place_of_the_collection(tmp_path: Path) -> None:
    index = tmp_path / "secret-place"
    build_sample(index)
    shutil.copytree(SHIPPED / "evidence", tmp_path / "model-place" / "ours")
    told = command("serve", "--index", index, "--model", tmp_path / "model-place" / "ours", "--port", "0")
    with serving(index, told) as service:
        shown = [service.get(path) for path in ("/readyz", "/", f"/item?id={A}", f"/pair?a={A}&b={B}", ROUTES[3])]
    assert [answer.status_code for answer in shown] == [200] * 5
    assert "IDF: this collection" in shown[0].text
    assert not any(place in answer.text for answer in shown for place in ("secret-place", "model-place", str(tmp_path)))
