"""How answers leave: what may be kept and for how long, what is zipped, and under which path of a proxy."""

import gzip
from pathlib import Path

import pytest
import requests

from tests.processes import PATIENCE, wait_until
from tests.service.conftest import A, B, build_sample
from tests.service.process import Service, serving
from tests.service.raw import connect
from tests.service.test_refusals import check_error
from typed_sts.errors import BadOptions
from typed_sts.service.http.access import new_key
from typed_sts.service.http.paths import checked_root, inner_path
from typed_sts.service.http.sending import ZIPPED_FROM, takes_gzip
from typed_sts_fetch.item import Item
from typed_sts_index.entry import entry_of
from typed_sts_index.opening import open_collection

KEPT = (f"/api/v1/why?a={A}&b={B}", f"/api/v1/related?id={A}&k=3", f"/api/v1/item?id={A}", "/api/v1/search?q=battle")


@pytest.mark.parametrize("path", KEPT)
def test_an_answer_that_is_known_is_not_sent_again(service: Service, path: str) -> None:
    first = service.get(path)
    assert first.headers["Cache-Control"] == "public, no-cache"
    tag = first.headers["ETag"]
    for known in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*"):
        again = service.get(path, headers={"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert (again.headers["ETag"], again.headers["Cache-Control"]) == (tag, "public, no-cache")
    for unknown in ("", '"other"', "nonsense", tag.strip('W/"')):
        assert service.get(path, headers={"If-None-Match": unknown}).status_code == 200


def test_another_question_or_language_has_another_tag(service: Service) -> None:
    paths = [*KEPT, f"/api/v1/why?a={B}&b={A}", f"/api/v1/why?a={A}&b={B}&language=de", "/api/v1/search?q=battle&k=2"]
    tags = [service.get(path).headers["ETag"] for path in paths]
    german = service.get(KEPT[0], headers={"Accept-Language": "de"})
    assert german.headers["Vary"].startswith("Accept-Language")
    assert len({*tags, german.headers["ETag"]}) == len(paths) + 1
    known = service.get(KEPT[0], headers={"If-None-Match": tags[0], "Accept-Language": "de"})
    assert (known.status_code, known.headers["Content-Language"]) == (200, "de")


def test_errors_and_what_is_posted_are_not_kept(service: Service) -> None:
    pair = {"a": {"id": "1", "dcTitle": "x"}, "b": {"id": "2"}}
    answers = [
        service.get("/api/v1/item?id=/no/such", headers={"If-None-Match": "*"}),
        service.get("/api/v1/item"),
        service.post("/api/v1/why", json=pair),
        service.post("/api/v1/predict", json={"pairs": [pair]}),
    ]
    assert [answer.status_code for answer in answers] == [404, 422, 200, 200]
    for answer in answers:
        assert answer.headers["Cache-Control"] == "no-store"
        assert "ETag" not in answer.headers


@pytest.mark.slow
def test_a_tag_holds_until_the_collection_changes_and_over_a_restart(tmp_path: Path) -> None:
    index = tmp_path / "collection"
    build_sample(index)
    settings = {"refresh_seconds": 0.0, "max_age": 60, "origins": ["https://portal.example"]}
    with serving(index, settings=settings) as service:
        first = service.get(KEPT[3])
        assert first.headers["Cache-Control"] == "public, max-age=60"
        assert "Origin" in first.headers["Vary"]
        known = {"If-None-Match": first.headers["ETag"]}
        state = service.get("/readyz").json()["state"]
    with serving(index, settings=settings, workers=2) as service:
        assert service.get("/readyz").json()["state"] == state
        assert [service.get(KEPT[3], headers=known).status_code for _ in range(4)] == [304] * 4
        open_collection(index).add([entry_of(Item(id="/new/1", dcTitle=("The battle of Nowhere",)))])
        wait_until(lambda: service.get("/readyz").json()["state"] != state)
        later = service.get(KEPT[3], headers=known)
        assert later.status_code == 200
        assert later.json()["total"] == first.json()["total"] + 1
        assert later.headers["ETag"] != first.headers["ETag"]


def test_large_answers_are_zipped_for_clients_that_take_it_and_small_ones_for_nobody(service: Service) -> None:
    plain = service.get(KEPT[0], headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert len(plain.content) > ZIPPED_FROM
    with service.get(KEPT[0], headers={"Accept-Encoding": "br, gzip;q=0.5"}, stream=True) as zipped:
        raw = zipped.raw.read(decode_content=False)
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert int(zipped.headers["Content-Length"]) == len(raw) < len(plain.content) / 3
    assert gzip.decompress(raw) == plain.content
    assert zipped.headers["ETag"] == plain.headers["ETag"]
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in (plain, zipped))
    for path in ("/healthz", "/api/v1/item?id=/no/such"):
        assert "Content-Encoding" not in service.get(path, headers={"Accept-Encoding": "gzip"}).headers
    refused = service.get(KEPT[0], headers={"Accept-Encoding": "gzip;q=0, br"})
    assert "Content-Encoding" not in refused.headers


@pytest.mark.parametrize(
    ("given", "taken"),
    [("gzip", True), ("GZIP ; q=1", True), ("", False), ("br", False), ("gzip;q=0.000", False), ("xgzip", False)],
)
def test_who_takes_gzip(given: str, taken: bool) -> None:
    assert takes_gzip({"headers": [(b"accept-encoding", given.encode())]}) is taken


@pytest.mark.slow
def test_under_the_path_of_a_proxy_everything_is_where_it_says_with_and_without_that_path(
    sample: Path, tmp_path: Path
) -> None:
    key = new_key(tmp_path / "keys", "portal")
    settings = {"root_path": "/heritage", "keys": str(tmp_path / "keys"), "page": True}
    with serving(sample, settings=settings) as service:
        for before in ("", "/heritage"):
            assert service.get(f"{before}/healthz").status_code == 200
            check_error(service.get(f"{before}/api/v1/item?id={A}"), 401, "no_key")
            answer = service.get(f"{before}/api/v1/item?id={A}", headers={"X-Api-Key": key})
            assert answer.json()["id"] == A
            assert answer.headers["Cache-Control"] == "private, no-cache"
            check_error(service.get(f"{before}/api/v1/predict", headers={"X-Api-Key": key}), 405, "method_not_allowed")
            page = service.get(f"{before}/item?id={A}", headers={"Accept": "text/html"})
            assert page.status_code == 200
            assert 'href="/heritage/' in page.text
            assert 'href="/static' not in page.text
            assert service.get(f"{before}/static/page.css").status_code == 200
            missing = service.get(f"{before}/nothing", headers={"Accept": "text/html"})
            assert missing.headers["Content-Type"].startswith("text/html")
        assert service.get("/heritage").status_code == 200
        assert service.get("/openapi.json").json()["servers"] == [{"url": "/heritage"}]
        assert service.get("/heritagex/healthz").status_code == 404
        metrics = service.get("/heritage/metrics").text
        assert 'typed_sts_requests_total{method="GET",route="/api/v1/item",status="401"} 2.0' in metrics
        assert service.end() == 0
        assert {event["route"] for event in service.events("request")} >= {"/healthz", "/item", "/static", "other"}


@pytest.mark.parametrize(
    ("given", "root"), [("", ""), ("/", ""), ("/heritage", "/heritage"), ("/a/b-c/", "/a/b-c"), ("/Apis", "/Apis")]
)
def test_a_root_path_loses_its_last_slash(given: str, root: str) -> None:
    assert checked_root(given) == root


@pytest.mark.parametrize(
    "given", ["heritage", "/api", "/api/v2", "/a//b", "/a b", "/..", "http://x/y", "/ü", "/survey"]
)
def test_a_path_that_cannot_be_a_root_is_refused(given: str) -> None:
    with pytest.raises(BadOptions, match="--root-path"):
        checked_root(given)


def test_a_path_below_a_root_is_told_from_one_that_begins_alike() -> None:
    assert inner_path({"path": "/a/api/why", "root_path": "/a"}) == "/api/why"
    assert inner_path({"path": "/ab/api", "root_path": "/a"}) == "/ab/api"
    assert inner_path({"path": "/api"}) == "/api"


def test_a_connection_serves_on_after_304(service: Service) -> None:
    with requests.Session() as session:
        tag = session.get(service.url + KEPT[2], timeout=PATIENCE).headers["ETag"]
        for _ in range(3):
            found = session.get(service.url + KEPT[2], headers={"If-None-Match": tag}, timeout=PATIENCE)
            assert found.status_code == 304
    with connect(service) as connection:
        head = f"GET {KEPT[2]} HTTP/1.1\r\nHost: x\r\nIf-None-Match: {tag}\r\n\r\n"
        connection.sendall(head.encode() * 2 + b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        received = b""
        while part := connection.recv(65_536):
            received += part
    assert [line.split()[1] for line in received.split(b"\r\n") if line.startswith(b"HTTP/1.1")] == [
        b"304",
        b"304",
        b"200",
    ]
