"""The page in the same process: served, guarded and failing like everything else, in HTML for browsers."""

from pathlib import Path

import pytest

from tests.service.conftest import A, B
from tests.service.process import Service, serving
from tests.service.test_refusals import check_error
from typed_sts.service.http.access import new_key

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_the_page_is_served_beside_the_api_with_the_same_headers(service: Service) -> None:
    for path in ("/", "/search?q=battle", f"/item?id={A}", f"/pair?a={A}&b={B}", "/static/page.css"):
        answer = service.get(path, headers=BROWSER)
        assert answer.status_code == 200, path
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'self';")
    metrics = service.get("/metrics").text
    assert 'route="/pair",status="200"' in metrics
    assert 'route="/static",status="200"' in metrics


def test_browsers_are_told_what_went_wrong_on_a_page_and_programs_in_json(service: Service) -> None:
    shown = service.get("/nothing", headers=BROWSER)
    assert (shown.status_code, shown.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    for path in ("/nothing", "/static/nothing"):
        check_error(service.get(path), 404, "not_found")
    check_error(service.get("/api/item?id=/no/such", headers=BROWSER), 404, "no_such_item")


@pytest.mark.slow
def test_a_collection_that_is_gone_is_said_on_a_page_too(tmp_path: Path) -> None:
    with serving(tmp_path / "none", wait=True) as service:
        answer = service.get(f"/item?id={A}", headers=BROWSER)
        assert (answer.status_code, answer.headers["Content-Type"]) == (503, "text/html; charset=utf-8")
        assert int(answer.headers["Retry-After"]) > 0
        assert str(tmp_path) not in answer.text


@pytest.mark.slow
def test_without_the_page_there_is_only_the_api(sample: Path, tmp_path: Path) -> None:
    new_key(tmp_path / "keys", "portal")
    with serving(sample, settings={"keys": str(tmp_path / "keys"), "page": False}) as service:
        check_error(service.get("/", headers=BROWSER), 404, "not_found")
        check_error(service.get(f"/pair?a={A}&b={B}", headers=BROWSER), 404, "not_found")
