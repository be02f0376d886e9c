"""What other sites get: a page for a frame, the component's file, typed links, linked data; and who may have it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.service.conftest import ODD, A, B
from tests.service.process import Service, serving
from tests.service.test_refusals import check_error
from typed_sts.errors import BadOptions
from typed_sts.messages.catalogue import languages
from typed_sts.service.http.origins import checked_origin, framed
from typed_sts.service.pages.embed import weights_of
from typed_sts.service.pages.linked_data import json_ld, typed_links
from typed_sts_fetch.item import Item

PORTAL = "https://portal.example"
HELD = Item(
    id="/made/1",
    provider="A museum",
    dcTitle=("The <i>Night</i> & Day", "Other title"),
    dcCreator=("Ann Smith",),
    dcDate=("1861",),
    dctermsSpatial=("Leith",),
    isShownAt="https://museum.example/objects/1?a=1&b=<2>",
    preview="https://museum.example/1.jpg",
    rights="http://creativecommons.org/publicdomain/zero/1.0/",
    language="en",
    ids=(("dcCreator", (("wikidata:Q5598",),)),),
)


def linked_data(html: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL)
    assert found
    shown: dict[str, Any] = json.loads(found[1])
    return shown


def test_a_frame_shows_related_items_without_a_script_and_nobody_may_frame_it_unless_named(service: Service) -> None:
    page = service.get("/embed", params={"item": A, "k": 3})
    assert page.status_code == 200
    assert page.text.count("<li class") == 3
    assert "<script" not in page.text
    assert "<img" not in page.text
    policy = page.headers["Content-Security-Policy"]
    assert policy.endswith("frame-ancestors 'self'")
    assert "script-src 'none'" in policy
    assert "img-src 'none'" in policy
    assert "X-Frame-Options" not in page.headers
    other = service.get("/item", params={"id": A})
    assert (other.headers["X-Frame-Options"], "frame-ancestors 'none'" in other.headers["Content-Security-Policy"]) == (
        "DENY",
        True,
    )


def test_a_frame_speaks_the_language_asked_for_and_has_pictures_of_our_own_proxy_only(service: Service) -> None:
    page = service.get("/embed", params={"item": A, "language": "de", "pictures": "1"})
    assert '<html lang="de">' in page.text
    assert "Verwandte Objekte" in page.text
    assert page.headers["Content-Language"] == "de"
    assert "img-src 'self'" in page.headers["Content-Security-Policy"]
    assert all(source.startswith("/picture?id=") for source in re.findall(r'<img src="([^"]*)"', page.text))


@pytest.mark.parametrize(
    "query", [{}, {"item": ""}, {"item": A, "k": 0}, {"item": A, "k": 25}, {"item": A, "by": "x" * 201}]
)
def test_a_frame_that_is_asked_for_wrongly_is_refused(service: Service, query: dict[str, Any]) -> None:
    check_error(service.get("/embed", params=query), 422, "invalid")


def test_a_frame_of_an_item_that_is_not_there_says_so(service: Service) -> None:
    page = service.get("/embed", params={"item": "/no/<such>"})
    assert page.status_code == 404
    assert "There is nothing with this id here." in page.text
    assert "<such>" not in page.text


def test_types_named_twice_count_twice_and_others_nothing() -> None:
    assert weights_of("time,author,time,colour,time") == {"author": 1, "time": 2}
    assert weights_of("") == {}


@pytest.mark.slow
def test_sites_that_are_named_may_ask_and_frame_and_others_may_not(sample: Path) -> None:
    with serving(sample, settings={"origins": [PORTAL]}) as service:
        for path in (f"/api/v1/related?id={A}", "/reconcile/items", "/static/typed-sts-related.js"):
            assert service.get(path, headers={"Origin": PORTAL}).headers["Access-Control-Allow-Origin"] == PORTAL
            strange = service.get(path, headers={"Origin": "https://elsewhere.example"})
            assert "Access-Control-Allow-Origin" not in strange.headers
        for path in (f"/embed?item={A}", f"/reconcile/items/preview?id={A}"):
            assert PORTAL in service.get(path).headers["Content-Security-Policy"].rpartition("frame-ancestors")[2]
        assert PORTAL not in service.get(f"/item?id={A}").headers["Content-Security-Policy"]


def test_an_origin_is_a_site_and_nothing_that_could_change_a_policy() -> None:
    assert checked_origin("https://Portal.example/") == PORTAL
    assert [checked_origin(origin) for origin in ("http://127.0.0.1:3333", "http://[::1]:80", "*")] == [
        "http://127.0.0.1:3333",
        "http://[::1]:80",
        "*",
    ]
    for wrong in (
        "portal.example",
        "https://a.example/path",
        "https://a.example; script-src *",
        "https://a b",
        "",
        "null",
    ):
        with pytest.raises(BadOptions, match="--origin"):
            checked_origin(wrong)
    assert framed(["http://[::1]:80"])["Content-Security-Policy"].endswith("frame-ancestors 'self'")


def test_the_component_is_one_file_with_its_words_in_every_language(service: Service) -> None:
    answer = service.get("/static/typed-sts-related.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    words = json.loads(re.match(r"const WORDS = (.*);\n", answer.content.decode())[1])  # type: ignore[index]
    assert set(words) == set(languages())
    assert len({each["heading"] for each in words.values()}) == len(words)
    assert not re.search(
        r"innerHTML|insertAdjacentHTML|outerHTML|document\.write|eval\(|localStorage|cookie =", answer.text
    )


def test_the_head_of_an_item_and_a_pair_tells_other_sites_what_they_are(service: Service) -> None:
    item = service.get("/item", params={"id": A}).text
    assert '<meta property="og:title" content="The Battle of Trafalgar' in item
    shown = linked_data(item)
    assert (shown["@context"], shown["@type"], shown["identifier"]) == ("https://schema.org", "CreativeWork", A)
    assert shown["creator"][0]["name"].startswith("Turner")
    pair = linked_data(service.get("/pair", params={"a": A, "b": B}).text)
    assert [work["identifier"] for work in pair["about"]] == [A, B]


def test_no_record_ends_the_script_it_stands_in(service: Service) -> None:
    html = service.get("/item", params={"id": ODD.id}).text
    assert linked_data(html)["name"] == ODD.dcTitle[0]
    assert "<script>alert" not in html
    text = str(json_ld(Item(id="/x", dcTitle=("</script><!--<script>\u2028&amp;",))))
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text)["name"] == "</script><!--<script>\u2028&amp;"


def test_a_record_with_links_is_linked_by_them() -> None:
    shown = json.loads(str(json_ld(HELD)))
    assert shown["creator"] == [
        {"@type": "Person", "name": "Ann Smith", "sameAs": ["http://www.wikidata.org/entity/Q5598"]}
    ]
    assert (shown["url"], shown["alternateName"], shown["thumbnailUrl"]) == (
        HELD.isShownAt,
        "Other title",
        HELD.preview,
    )
    hostile = Item(id="/x", isShownAt="javascript:alert(1)", preview="data:x", rights="Free to use")
    assert set(json.loads(str(json_ld(hostile)))) == {"@context", "@type", "identifier", "name"}


def test_typed_links_are_addresses_and_never_too_many() -> None:
    links = typed_links("/heritage", HELD, [Item(id=f"/other/{number}" + "x" * 400) for number in range(36)])
    assert len(links) < 3_200
    first, *_ = links.split(", ")
    assert first == '</heritage/api/v1/item?id=%2Fmade%2F1>; rel="alternate describedby"; type="application/json"'
    assert '<https://museum.example/objects/1?a=1&b=%3C2%3E>; rel="canonical"' in links
    assert '<http://creativecommons.org/publicdomain/zero/1.0/>; rel="license"' in links
    assert re.search(r'</heritage/item\?id=%2Fother%2F0x+>; rel="related"; type="text/html"', links)
    odd = typed_links("", Item(id='/x"\r\nSet-Cookie: a', isShownAt="https://a.example/é\r\nX: y>"), [])
    assert odd.isascii()
    assert not set("\r\n") & set(odd)


def test_an_items_page_carries_its_links(service: Service) -> None:
    answer = service.get("/item", params={"id": A})
    relations = {link["rel"] for link in answer.links.values()}
    assert {"alternate describedby", "related"} <= relations
