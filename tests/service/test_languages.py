"""In which language the service answers: the address says it, or the client prefers it, and the answer says it too."""

import json

import pytest

from tests.service.conftest import A, B
from tests.service.process import Service
from tests.service.standin_answers import SAID
from tests.service.test_refusals import check_error
from typed_sts.messages.catalogue import languages
from typed_sts.service.schemas import TRAFALGAR, RelatedItemsShape, WhyShape

WHY, RELATED = f"/api/why?a={A}&b={B}", f"/api/related?id={A}"
PAIR, ITEM = f"/pair?a={A}&b={B}", f"/item?id={A}"
GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


@pytest.mark.parametrize("path", [WHY, RELATED, PAIR, ITEM])
def test_the_address_says_the_language_and_wins_over_what_the_client_prefers(service: Service, path: str) -> None:
    for asked, headers, language in (
        ("", {}, "en"),
        ("", GERMAN, "de"),
        ("&language=fr", GERMAN, "fr"),
        ("&language=en", GERMAN, "en"),
        ("", {"Accept-Language": "pl"}, "en"),
    ):
        answer = service.get(path + asked, headers=headers)
        assert answer.status_code == 200
        assert answer.headers["Content-Language"] == language
        assert answer.headers["Vary"].startswith("Accept-Language")
        assert SAID[language] in answer.text


def test_answers_name_their_language_and_have_the_shape_that_is_described(service: Service) -> None:
    why, related = (service.get(path, headers=GERMAN).json() for path in (WHY, RELATED))
    WhyShape.model_validate(why, strict=True)
    RelatedItemsShape.model_validate(related, strict=True)
    assert (why["language"], related["language"]) == ("de", "de")
    sent = service.post("/api/why?language=fr", json={"a": TRAFALGAR, "b": TRAFALGAR})
    assert (sent.json()["language"], sent.headers["Content-Language"]) == ("fr", "fr")


@pytest.mark.parametrize("path", [WHY, RELATED, PAIR, ITEM, "/?x=1", "/search?q=ship"])
@pytest.mark.parametrize("language", ["xx", "", "DE", "en-GB", "../de"])
def test_a_language_there_is_not_is_refused(service: Service, path: str, language: str) -> None:
    answer = service.get(path, params={"language": language})
    check_error(answer, 422, "invalid")
    assert "'de'" in answer.json()["error"]["message"]


def test_the_description_lists_the_languages(service: Service) -> None:
    described = service.get("/openapi.json").json()
    parameters = described["paths"]["/api/v1/why"]["get"]["parameters"]
    assert "language" in [parameter["name"] for parameter in parameters]
    assert described["components"]["schemas"]["Language"]["enum"] == list(languages())


def test_pages_are_in_the_language_and_their_links_keep_to_one_that_was_asked_for(service: Service) -> None:
    preferred, asked = (service.get(PAIR + tail, headers=GERMAN).text for tail in ("", "&language=it"))
    assert '<html lang="de">' in preferred
    assert "Was die Datensätze sagen" in preferred
    assert "language=" not in preferred.partition('<footer class="foot">')[0]  # there one may choose another
    assert '<html lang="it">' in asked
    assert "Che cosa dicono le schede" in asked
    assert asked.count("language=it") > 10
    home = service.get("/?language=it").text
    assert '<html lang="it">' in home
    assert "language=it" in home
    assert "static/page.css?v=" in asked
    assert "language" not in asked.partition("static/page.css")[2].partition(">")[0]


def test_what_is_not_in_sentences_has_no_language(service: Service) -> None:
    answer = service.get(f"/api/item?id={A}", headers=GERMAN)
    assert "Content-Language" not in answer.headers
    assert json.loads(answer.text)["id"] == A
