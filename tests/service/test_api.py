"""What the routes answer, over real sockets."""

import json
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.processes import PATIENCE
from tests.service.conftest import A, B
from tests.service.process import Service, serving
from tests.service.standin_answers import BASELINE, StandinAnswers
from tests.service.test_refusals import check_error
from typed_sts.domain.explanation import to_json
from typed_sts.domain.types import TYPES
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts.service.schemas import NELSON, TRAFALGAR, HitsShape, PredictionsShape, RelatedItemsShape, WhyShape
from typed_sts_fetch.item import Item
from typed_sts_index.entry import entry_of
from typed_sts_index.opening import open_collection


def test_why_gives_all_eight_types_with_reasons_that_add_up(service: Service) -> None:
    answer = service.get("/api/why", params={"a": A, "b": B})
    assert answer.status_code == 200
    why = answer.json()
    WhyShape.model_validate(why, strict=True)
    assert (why["a"], why["b"], why["model"]) == (A, B, "standin")
    assert [entry["type"] for entry in why["types"]] == list(TYPES)
    for entry in why["types"]:
        assert entry["baseline"] == BASELINE
        assert sum(reason["points"] for reason in entry["reasons"]) + BASELINE == pytest.approx(entry["estimate"])
    record = service.get("/api/item", params={"id": A}).json()
    for evidence in why["types"][0]["reasons"][0]["evidence"]:
        span = evidence["a"]
        assert record[span["field"]][span["value"]][span["start"] : span["end"]] == span["text"]


def test_why_is_the_same_json_as_everywhere_else(service: Service, sample: Path) -> None:
    answers = StandinAnswers(open_collection(sample))
    same = to_json(answers.why(answers.item(A), answers.item(B)))
    assert service.get("/api/why", params={"a": A, "b": B}).json() == json.loads(json.dumps(same))


def test_why_of_records_that_are_in_no_collection(service: Service) -> None:
    why = service.post("/api/why", json={"a": TRAFALGAR, "b": NELSON}).json()
    assert (why["a"], why["b"]) == ("/mine/1", "/mine/2")
    assert why["types"][0]["stated"] == "both"
    assert service.post("/api/why", json={"a": {"id": "/x/1"}, "b": {"id": "/x/2"}}).json()["types"][0]["score"] is None


def test_evidence_has_the_id_of_what_it_names_where_that_is_known(service: Service) -> None:
    left, right = {"id": "/x/1", "dcTitle": "Waterloo bridge"}, {"id": "/x/2", "dcTitle": "The bridge of Waterloo"}
    why = service.post("/api/why", json={"a": left, "b": right}).json()
    WhyShape.model_validate(why, strict=True)
    named, word = why["types"][0]["reasons"][0]["evidence"]
    assert (named["a"]["concept"], named["b"]["concept"]) == ("wikidata:Q48314", "wikidata:Q48314")
    assert list(word["a"]) == ["field", "value", "start", "end", "text"]
    described = service.get("/openapi.json").json()["components"]["schemas"]["SpanShape"]
    assert "concept" in described["properties"]
    assert "concept" not in described["required"]


def test_a_single_text_or_number_stands_for_a_list_of_one(service: Service) -> None:
    one = service.post("/api/why", json={"a": {"id": "1", "dcTitle": "Boat"}, "b": {"id": "2", "dcTitle": ["Boat"]}})
    assert one.json()["types"][0]["estimate"] == 5
    assert service.post("/api/why", json={"a": {"id": "1", "dcDate": 1806}, "b": {"id": "2"}}).status_code == 200


def test_fields_of_a_record_may_be_called_otherwise_and_the_rest_is_not_read(service: Service) -> None:
    plain = {"id": "/x", "dcTitle": ["Trafalgar"], "dcCreator": ["Turner"], "dcDate": ["1806"]}
    named = {"Inventarnummer": "/x", "Titel": "Trafalgar", "dc:creator": "Turner", "dated": 1806, "Standort": {"a": 1}}
    other = {"id": "/y", "dcTitle": ["The Battle of Trafalgar"], "dcCreator": ["Turner"]}
    answers = [service.post("/api/v1/why", json={"a": record, "b": other}).json() for record in (plain, named)]
    assert answers[0] == answers[1]
    both = {"pairs": [{"a": plain, "b": other}, {"a": named, "b": other}]}
    first, second = service.post("/api/v1/predict", json=both).json()["pairs"]
    assert first == second


def test_predict_takes_ids_addresses_and_records_and_keeps_their_order(service: Service) -> None:
    address = f"http://www.europeana.eu/portal/record{A}.html"
    pairs = [{"a": A, "b": B}, {"a": address, "b": NELSON}, {"a": B, "b": A}]
    found = service.post("/api/predict", json={"pairs": pairs}).json()
    PredictionsShape.model_validate(found, strict=True)
    assert [(pair["a"], pair["b"]) for pair in found["pairs"]] == [(A, B), (A, "/mine/2"), (B, A)]
    first = found["pairs"][0]["types"][0]
    assert first == {"type": "general", "score": first["estimate"], "estimate": first["estimate"], "stated": "both"}


def test_related_items_come_by_the_types_asked_for_and_never_the_item_itself(service: Service) -> None:
    found = service.get("/api/related", params={"id": A, "by": "author,time:2", "k": 5}).json()
    RelatedItemsShape.model_validate(found, strict=True)
    assert found["by"] == {"author": 1.0, "time": 2.0}
    assert len(found["related"]) == 5
    assert {entry["best"] for entry in found["related"]} == {"time"}
    assert A not in [entry["id"] for entry in found["related"]]
    assert service.get("/api/related", params={"id": A}).json()["by"] == {}
    assert all(entry["title"] == entry["item"]["dcTitle"][0] for entry in found["related"])


def test_the_floor_and_the_place_for_another_holder_are_asked_for(service: Service) -> None:
    asked = {"id": A, "k": 2, "at_least": 0, "other_holder": "false"}
    assert len(service.get("/api/related", params=asked).json()["related"]) == 2
    assert service.get("/api/related", params={"id": A, "at_least": 5.5}).status_code == 422
    assert service.get("/api/related", params={"id": A, "other_holder": "perhaps"}).status_code == 422


def test_search_pages_through_items(service: Service) -> None:
    first = service.get("/api/search", params={"q": "battle", "k": 3}).json()
    HitsShape.model_validate(first, strict=True)
    later = service.get("/api/search", params={"q": "battle", "k": 2, "offset": 1}).json()
    assert [hit["id"] for hit in later["hits"]] == [hit["id"] for hit in first["hits"][1:]]
    assert first["total"] == later["total"] > 3
    assert service.get("/api/search", params={"q": " ☃ "}).json() == {"hits": [], "total": 0, "offset": 0}


def test_a_search_is_filtered_by_provider_years_language_and_type(tmp_path: Path) -> None:
    items = [
        Item(id="/f/1", provider="A", dcTitle=("Ship",), dcDate=("1800",), language="en", dcType=("Print",)),
        Item(id="/f/2", provider="B", dcTitle=("Ship",), dcDate=("1850",), language="nl", dcType=("print", "map")),
        Item(id="/f/3", provider="B", dcTitle=("Ship",), dcDate=("1900",)),
    ]
    open_collection(tmp_path).rebuild(map(entry_of, items))

    with serving(tmp_path) as service:

        def found(**asked: object) -> tuple[list[str], int]:
            answer = service.get("/api/v1/search", params={"q": "ship", **asked})
            assert answer.status_code == 200, answer.text
            return sorted(hit["id"] for hit in answer.json()["hits"]), answer.json()["total"]

        assert found() == (["/f/1", "/f/2", "/f/3"], 3)
        assert found(provider=["A", "none"]) == (["/f/1"], 1)
        assert found(first_year=1840, last_year=1860) == (["/f/2"], 1)
        assert found(type="PRINT") == (["/f/1", "/f/2"], 2)
        assert found(language=["NL", "de"], type="map") == (["/f/2"], 1)
        assert found(k=1)[1] == found(k=1, offset=2)[1] == 3
        for wrong in ({"provider": ""}, {"type": ["x"] * 51}, {"first_year": "soon"}, {"last_year": 10**30}):
            check_error(service.get("/api/v1/search", params={"q": "ship", **wrong}), 422, "invalid")


def test_the_api_is_the_same_with_and_without_its_number(service: Service) -> None:
    for path in (f"/why?a={A}&b={B}", f"/related?id={A}&k=3", f"/item?id={A}", "/search?q=battle", "/item?id=/no/such"):
        numbered, plain = service.get(f"/api/v1{path}"), service.get(f"/api{path}")
        assert (numbered.status_code, numbered.content) == (plain.status_code, plain.content)
    asked = {"json": {"pairs": [{"a": A, "b": B}]}}
    assert service.post("/api/v1/predict", **asked).content == service.post("/api/predict", **asked).content


def test_an_item_is_the_record_as_it_was_indexed(service: Service) -> None:
    record = json.loads(SAMPLE_ITEMS.read_text(encoding="utf-8").splitlines()[0])
    assert service.get("/api/item", params={"id": record["id"]}).json() == record


def test_head_is_answered_like_get_without_the_body(service: Service) -> None:
    import requests

    answer = requests.head(f"{service.url}/api/item?id={quote(A)}", timeout=PATIENCE)
    assert (answer.status_code, answer.content) == (200, b"")
    assert int(answer.headers["Content-Length"]) > 100


def test_openapi_has_examples_and_names_every_error(service: Service) -> None:
    described = service.get("/openapi.json").json()
    assert set(described["paths"]) == {
        *(f"/api/v1/{name}" for name in ("why", "predict", "related", "item", "search")),
        "/healthz",
        "/readyz",
        "/metrics",
        *(f"/reconcile/{what}" for what in ("items", "knowledge")),
        *(
            f"/reconcile/{what}/{route}"
            for what in ("items", "knowledge")
            for route in ("preview", "properties", "suggest/entity", "suggest/property", "suggest/type")
        ),
    }
    for path, operations in described["paths"].items():
        for operation in operations.values():
            errors = {status for status in operation["responses"] if status >= "400"}
            may_be_kept = path.startswith("/api/") and operation is operations.get("get")
            assert ("304" in operation["responses"]) == may_be_kept
            assert errors >= {"500", "503", "408", "413"}
            if path.startswith("/api/"):
                assert errors >= {"401", "422", "429", "504"}
            for status in errors - ({"404"} if path.endswith("/preview") else set()):  # that is a page
                assert operation["responses"][status]["content"]["application/json"]["example"]["error"]
    assert described["components"]["schemas"]["PairsToScore"]["properties"]["pairs"]["maxItems"] == 1000


@pytest.mark.parametrize("path", ["/docs", "/redoc"])
def test_no_page_that_loads_scripts_from_the_network_is_served(service: Service, path: str) -> None:
    assert service.get(path).status_code == 404
