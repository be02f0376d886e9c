"""OpenRefine asks the service in its own form, as its back end and its page send it; answers keep the specification."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import requests

from tests.service.conftest import ODD, A
from tests.service.process import Service, serving
from tests.service.test_refusals import check_error
from typed_sts.service.http.access import new_key
from typed_sts.service.reconcile.queries import MOST_QUERIES

SERVICES = ("items", "knowledge")
DRESS = "/sample/victoria-wedding-dress"
OPENREFINE = "http://127.0.0.1:3333"
TRAFALGAR = "wikidata:Q171416"


def refine(service: Service, name: str, queries: object, field: str = "queries") -> requests.Response:
    """Send a batch as OpenRefine's back end does: a form, JSON in one field, no header that could be a key."""
    return service.post(
        f"/reconcile/{name}",
        data=f"{field}={quote(json.dumps(queries, separators=(',', ':')))}",
        headers={
            "Content-Type": "application/x-www-form-urlencoded",
            "User-Agent": "OpenRefine",
            "Accept": "*/*",
            "Accept-Encoding": "gzip,deflate",
        },
    )


def results(service: Service, name: str, **query: Any) -> list[dict[str, Any]]:
    """Return the candidates of one query."""
    answer = refine(service, name, {"q0": query})
    assert answer.status_code == 200, answer.text
    check_batch(answer.json())
    found: list[dict[str, Any]] = answer.json()["q0"]["result"]
    return found


def check_batch(batch: Any) -> None:
    """Assert that a batch of results keeps the rules of the specification."""
    for entry in batch.values():
        assert set(entry) == {"result"}
        scores = [candidate["score"] for candidate in entry["result"]]
        assert scores == sorted(scores, reverse=True)
        for candidate in entry["result"]:
            assert isinstance(candidate["id"], str)
            assert candidate["id"]
            assert isinstance(candidate["name"], str)
            assert candidate["name"]
            assert isinstance(candidate["description"], str)
            assert isinstance(candidate["match"], bool)
            assert isinstance(candidate["score"], float)
            assert all(set(kind) == {"id", "name"} for kind in candidate["type"])
            names = [feature["id"] for feature in candidate["features"]]
            assert len(names) == len(set(names))
            assert all(isinstance(feature["value"], float) for feature in candidate["features"])
        assert sum(candidate["match"] for candidate in entry["result"]) <= 1


@pytest.mark.parametrize("name", SERVICES)
def test_without_a_question_there_is_the_manifest_and_its_addresses_answer(service: Service, name: str) -> None:
    manifest = service.get(f"/reconcile/{name}").json()
    assert "0.2" in manifest["versions"]
    assert all(isinstance(manifest[field], str) for field in ("name", "identifierSpace", "schemaSpace", "logo"))
    assert manifest["defaultTypes"]
    assert all(set(kind) == {"id", "name"} for kind in manifest["defaultTypes"])
    assert manifest["batchSize"] == MOST_QUERIES
    paths = [*manifest["suggest"].values(), manifest["extend"]["propose_properties"]]
    for path in paths:
        assert requests.get(path["service_url"] + path["service_path"], timeout=60).status_code == 200
    known = {"items": A, "knowledge": TRAFALGAR}[name]
    for template in (manifest["view"]["url"], manifest["preview"]["url"]):
        assert requests.get(template.replace("{{id}}", quote(known, safe="")), timeout=60).status_code == 200
    assert isinstance(manifest["preview"]["width"], int)


def test_a_batch_of_openrefine_is_answered_by_its_keys(service: Service) -> None:
    batch = {
        "q0": {"query": "Queen Victoria's wedding dress", "type": "item", "type_strict": "should"},
        "q1": {
            "query": "Queen Victoria's wedding dress",
            "type": "item",
            "type_strict": "should",
            "limit": 1,
            "properties": [{"pid": "date", "v": "1840"}],
        },
        "q2": {"query": "zzqqxx", "type": "item", "type_strict": "should"},
    }
    answer = refine(service, "items", batch)
    check_batch(answer.json())
    found = {key: entry["result"] for key, entry in answer.json().items()}
    assert list(found) == list(batch)
    assert found["q0"][0]["id"] == DRESS
    assert [len(found["q1"]), len(found["q2"])] == [1, 0]
    assert answer.json() == service.get("/reconcile/items", params={"queries": json.dumps(batch)}).json()


def test_a_title_alone_is_never_a_match_and_with_something_that_agrees_it_is(service: Service) -> None:
    title = "Queen Victoria's wedding dress"
    assert not results(service, "items", query=title)[0]["match"]
    agreeing = results(service, "items", query=title, properties=[{"pid": "date", "v": "about 1840"}])
    assert (agreeing[0]["id"], agreeing[0]["match"], agreeing[0]["score"]) == (DRESS, True, 100.0)
    other = results(service, "items", query=title, properties=[{"pid": "date", "v": "1950"}])
    assert not any(candidate["match"] for candidate in other)
    assert other[0]["score"] < agreeing[0]["score"]
    language = results(service, "items", query=title, properties=[{"pid": "type", "v": "dress"}])
    assert not any(candidate["match"] for candidate in language)


def test_a_record_is_found_by_its_id_and_by_properties_alone(service: Service) -> None:
    by_id = results(service, "items", query=DRESS)
    assert (by_id[0]["id"], by_id[0]["match"]) == (DRESS, True)
    by_maker = results(service, "items", properties=[{"pid": "creator", "v": {"id": "x", "name": "J. M. W. Turner"}}])
    assert all("Turner" in candidate["description"] for candidate in by_maker[:2])
    assert not any(candidate["match"] for candidate in by_maker)
    assert results(service, "items", query="battle", type="painting", limit=25)
    for candidate in results(service, "items", query="battle", type="painting", limit=25):
        assert {"id": "painting", "name": "painting"} in candidate["type"]


def test_a_record_full_of_trouble_is_only_text(service: Service) -> None:
    found = results(service, "items", query="Zqxv script alert")
    assert ODD.id in {candidate["id"] for candidate in found}
    page = service.get("/reconcile/items/preview", params={"id": ODD.id})
    assert "<script" not in page.text
    assert "&lt;script&gt;" in page.text


def test_things_are_told_from_their_namesakes_by_properties(service: Service) -> None:
    towns = results(service, "knowledge", query="Paris", type="place", limit=10)
    assert len(towns) > 3
    assert not any(town["match"] for town in towns)
    french = results(service, "knowledge", query="Paris", type="place", properties=[{"pid": "country", "v": "France"}])
    assert (french[0]["id"], french[0]["match"]) == ("geonames:2988507", True)
    reconciled = {"id": "geonames:3017382", "name": "France"}
    again = results(service, "knowledge", query="Paris", type="place", properties=[{"pid": "country", "v": reconciled}])
    assert again == french


def test_a_person_is_sure_only_with_years_that_agree(service: Service) -> None:
    name = "Turner, Joseph Mallord William"
    assert [results(service, "knowledge", query=query, type="person")[0]["match"] for query in (name, "Turner")] == [
        False,
        False,
    ]
    for query, properties in (
        (f"{name} (1775-1851)", []),
        (name, [{"pid": "birth", "v": 1775}]),
        ("Joseph Mallord William Turner", [{"pid": "death", "v": ["1851", "1852"]}]),
    ):
        found = results(service, "knowledge", query=query, type=["person"], properties=properties)
        assert (found[0]["id"], found[0]["match"]) == ("saam:4893", True), query
    wrong = results(service, "knowledge", query=name, properties=[{"pid": "birth", "v": "1901"}])
    assert not wrong[0]["match"]


@pytest.mark.parametrize("query", [TRAFALGAR, "https://www.wikidata.org/wiki/Q171416", "Battle of Trafalgar"])
def test_an_event_is_found_by_id_address_and_name_in_any_language(service: Service, query: str) -> None:
    found = results(service, "knowledge", query=query)
    assert (found[0]["id"], found[0]["match"]) == (TRAFALGAR, True)
    assert {"id": "event", "name": "Event"} in found[0]["type"]
    assert results(service, "knowledge", query=query, type="person") == []


def test_what_is_typed_is_completed(service: Service) -> None:
    def suggested(path: str, **query: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = service.get(f"/reconcile/{path}", params=query).json()["result"]
        assert all(isinstance(entry["id"], str) and entry["name"] for entry in found)
        return found

    assert suggested("knowledge/suggest/entity", prefix="rembr")[0]["id"] == "saam:4000"
    assert suggested("knowledge/suggest/entity", prefix=TRAFALGAR)[0]["id"] == TRAFALGAR
    first, second = (suggested("knowledge/suggest/entity", prefix="san", cursor=cursor) for cursor in (0, 10))
    assert not {entry["id"] for entry in first} & {entry["id"] for entry in second}
    assert [entry["id"] for entry in suggested("knowledge/suggest/type", prefix="per")] == ["person", "period"]
    assert "birth" in [entry["id"] for entry in suggested("knowledge/suggest/property", prefix="born")]
    assert suggested("items/suggest/entity", prefix="queen victoria")[0]["id"] == DRESS
    assert suggested("items/suggest/entity", prefix=DRESS)[0]["id"] == DRESS
    assert {"item", "painting"} & {entry["id"] for entry in suggested("items/suggest/type", prefix="painting")}
    assert suggested("items/suggest/property", prefix="crea")[0]["id"] == "creator"
    assert suggested("items/suggest/entity", prefix="") == []


def test_columns_are_filled_with_properties(service: Service) -> None:
    asked = {"ids": [DRESS, "/no/such"], "properties": [{"id": "date"}, {"id": "provider"}, {"id": "colour"}]}
    answer = refine(service, "items", asked, "extend").json()
    assert [entry["id"] for entry in answer["meta"]] == ["date", "provider", "colour"]
    assert answer["rows"][DRESS] == {
        "date": [{"str": "1840"}],
        "provider": [{"str": "Royal Collection Trust"}],
        "colour": [],
    }
    assert answer["rows"]["/no/such"] == {"date": [], "provider": [], "colour": []}
    asked = {
        "ids": ["geonames:2988507", "saam:4893"],
        "properties": [{"id": "country"}, {"id": "birth"}, {"id": "name:it"}],
    }
    rows = refine(service, "knowledge", asked, "extend").json()["rows"]
    assert rows["geonames:2988507"]["country"] == [{"id": "geonames:3017382", "name": "France"}]
    assert rows["geonames:2988507"]["name:it"][0] == {"str": "Parigi"}
    assert rows["saam:4893"]["birth"] == [{"int": 1775}]


@pytest.mark.parametrize(
    ("queries", "status", "code"),
    [
        ("{", 400, "not_json"),
        ("[]", 422, "invalid"),
        ('{"q0": "text"}', 422, "invalid"),
        ('{"q0": {}}', 422, "invalid"),
        ('{"q0": {"query": 5}}', 422, "invalid"),
        ('{"q0": {"query": "x", "limit": 0}}', 422, "invalid"),
        ('{"q0": {"query": "x", "limit": true}}', 422, "invalid"),
        ('{"q0": {"query": "x", "type": [1]}}', 422, "invalid"),
        ('{"q0": {"query": "x", "type_strict": "perhaps"}}', 422, "invalid"),
        ('{"q0": {"query": "x", "properties": [{"v": "y"}]}}', 422, "invalid"),
        ('{"q0": {"query": "x", "properties": [{"pid": "date", "v": {"name": "y"}}]}}', 422, "invalid"),
        (json.dumps({str(n): {"query": "x"} for n in range(MOST_QUERIES + 1)}), 413, "too_large"),
    ],
)
def test_a_batch_that_breaks_the_rules_is_refused(service: Service, queries: str, status: int, code: str) -> None:
    for name in SERVICES:
        check_error(service.post(f"/reconcile/{name}", data={"queries": queries}), status, code)


def test_a_form_without_a_question_is_refused_and_a_long_cell_costs_nothing(service: Service) -> None:
    check_error(service.post("/reconcile/items", data={"other": "x"}), 422, "invalid")
    for name in SERVICES:
        batch = {
            "q0": {"query": "battle " * 20_000},
            "q1": {"query": "Paris", "properties": [{"pid": "date", "v": None}]},
        }
        answer = refine(service, name, batch)
        assert answer.status_code == 200
        check_batch(answer.json())


def test_the_older_single_query_is_answered_too(service: Service) -> None:
    plain = service.get("/reconcile/knowledge", params={"query": "Battle of Trafalgar"}).json()
    assert plain["result"][0]["id"] == TRAFALGAR
    as_json = service.get(
        "/reconcile/knowledge", params={"query": '{"query": "Battle of Trafalgar", "limit": 1}'}
    ).json()
    assert as_json["result"] == plain["result"][:1]


def test_there_is_no_jsonp(service: Service) -> None:
    answer = service.get("/reconcile/items", params={"callback": "alert"})
    assert answer.headers["Content-Type"] == "application/json"
    assert not answer.text.startswith("alert")


def test_openrefine_on_this_machine_may_ask_and_frame_and_no_other_site(service: Service) -> None:
    for origin, allowed in ((OPENREFINE, OPENREFINE), ("https://elsewhere.example", None)):
        for path in ("/reconcile/items", "/reconcile/knowledge/suggest/entity?prefix=par"):
            answer = service.get(path, headers={"Origin": origin})
            assert answer.headers.get("Access-Control-Allow-Origin") == allowed
    assert (
        "Access-Control-Allow-Origin" not in service.get("/api/v1/search?q=x", headers={"Origin": OPENREFINE}).headers
    )
    for name, known in (("items", A), ("knowledge", TRAFALGAR)):
        page = service.get(f"/reconcile/{name}/preview", params={"id": known})
        policy = page.headers["Content-Security-Policy"]
        assert f"frame-ancestors 'self' {OPENREFINE} http://localhost:3333" in policy
        assert "script-src 'none'" in policy
        assert "X-Frame-Options" not in page.headers
    missing = service.get("/reconcile/items/preview", params={"id": "/no/such"})
    assert (missing.status_code, missing.headers["Content-Type"]) == (404, "text/html; charset=utf-8")


@pytest.mark.slow
def test_with_keys_reconciliation_is_off_unless_asked_for_and_needs_none(sample: Path, tmp_path: Path) -> None:
    new_key(tmp_path / "keys", "portal")
    keys = str(tmp_path / "keys")
    with serving(sample, settings={"keys": keys, "page": False, "reconcile": False}) as closed:
        check_error(closed.get("/reconcile/items"), 404, "not_found")
    settings = {"keys": keys, "page": False, "reconcile": True, "rate": 6}
    with serving(sample, settings=settings, quiet=False) as opened:
        assert opened.get("/reconcile/items").json()["view"]["url"].endswith("/reconcile/items/preview?id={{id}}")
        check_error(opened.get(f"/api/v1/item?id={A}"), 401, "no_key")
        assert opened.get("/static/embed.css").status_code == 200
        statuses = {refine(opened, "items", {"q0": {"query": "Zqsecret"}}).status_code for _ in range(6)}
        assert statuses == {200, 429}
        opened.end()
        assert not any("Zqsecret" in line for line in opened.lines)
        assert {"GET /reconcile/items", "POST /reconcile/items"} <= {
            f"{event['method']} {event['route']}" for event in opened.events("request")
        }
