"""The Europeana client against a local server that behaves like Europeana, well and badly."""

import logging
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.standin import KEY, World, standin
from typed_sts_fetch.errors import ApiError, BadInput, KeyRefused, QuotaSpent, Unreachable
from typed_sts_fetch.europeana.client import EuropeanaClient, same_server
from typed_sts_fetch.europeana.download import Wanted, distinct_ids, download, items_of
from typed_sts_fetch.europeana.http import Stopped
from typed_sts_fetch.europeana.library import AnswerCache, Library
from typed_sts_fetch.europeana.settings import ApiKey, Settings


def client_at(url: str, **settings: Any) -> EuropeanaClient:
    options = {"first_wait": 0.01, "longest_wait": 0.05, **settings}
    return EuropeanaClient(Settings(api_key=ApiKey(KEY), base_url=url, **options))


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def url(world: World) -> Iterator[str]:
    with standin(world) as address:
        yield address


def test_a_record_comes_as_it_is_but_without_the_key(url: str) -> None:
    answer = client_at(url).record("/c/1")
    assert answer.status == 200
    assert KEY.encode() not in answer.body
    assert b'"apikey": "REDACTED"' in answer.body
    assert b"/api/REDACTED/redirect" in answer.body
    assert "café\u2028déjà".encode() in answer.body


def test_the_key_is_sent_in_its_header_and_never_in_an_address(url: str, world: World) -> None:
    client_at(url).record("/c/1")
    assert world.seen_headers[0]["X-Api-Key"] == KEY
    assert not any(KEY in seen for seen in world.seen_urls)


def test_an_id_with_odd_characters_stays_one_path_segment(url: str, world: World) -> None:
    client_at(url).record("/c/a?b#c%2f")
    assert world.seen_urls == ["/record/v2/c/a%3Fb%23c%252f.json"]


def test_a_record_that_is_gone_is_an_answer_of_its_own(url: str, world: World) -> None:
    world.gone = 1.0
    answer = client_at(url).record("/c/1")
    assert answer.status == 404
    assert KEY.encode() not in answer.body


def test_a_page_that_is_not_there_is_not_taken_for_a_record_that_is_gone(url: str) -> None:
    with pytest.raises(ApiError, match="not as Europeana does"):
        client_at(url + "/wrong").record("/c/1")


@pytest.mark.parametrize("fault", ["resets", "unavailable", "truncated"])
def test_a_bad_network_is_tried_again(url: str, world: World, fault: str) -> None:
    setattr(world, fault, 0.5)
    client = client_at(url, tries=30)
    assert [client.record(f"/c/{number}").status for number in range(10)] == [200] * 10
    assert world.served > 10


@pytest.mark.parametrize(("fault", "status"), [("resets", None), ("unavailable", 503), ("truncated", None)])
def test_tries_are_bounded(url: str, world: World, fault: str, status: int | None) -> None:
    setattr(world, fault, 1.0)
    with pytest.raises(Unreachable, match="tried 3 times") as caught:
        client_at(url, tries=3).record("/c/1")
    assert world.served == 3
    assert caught.value.status == status


def test_a_refused_key_is_not_tried_again_and_not_shown(url: str, world: World) -> None:
    client = EuropeanaClient(Settings(api_key=ApiKey("wrong-key-1234"), base_url=url))
    with pytest.raises(KeyRefused, match="Invalid API key") as caught:
        client.record("/c/1")
    assert len(world.seen_urls) == 1
    assert "wrong-key-1234" not in repr(caught.value) + repr(client.settings)


def test_a_429_is_waited_out_as_long_as_the_server_says(url: str, world: World) -> None:
    world.refuse_next = 1
    started = time.monotonic()
    assert client_at(url, tries=1).record("/c/1").status == 200
    assert time.monotonic() - started >= 1.0


def test_a_spent_quota_holds_the_next_request_back(url: str, world: World) -> None:
    world.quota_left = 1
    client = client_at(url)
    started = time.monotonic()
    client.record("/c/1")
    world.quota_left = 100
    client.record("/c/2")
    assert time.monotonic() - started >= 1.0


def test_a_wait_that_is_too_long_is_an_error_that_says_what_to_do(url: str, world: World) -> None:
    world.refuse_next, world.burst_seconds = 1, 7200
    with pytest.raises(QuotaSpent, match=r"wait 7200 s; .* run the same command again later"):
        client_at(url).record("/c/1")


def test_a_long_wait_is_announced(
    url: str, world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.refuse_next, world.burst_seconds = 1, 60
    client = client_at(url)
    closing = logging.Handler()
    closing.emit = lambda record: client.close()  # type: ignore[method-assign]
    monkeypatch.setattr(logging.getLogger("typed_sts_fetch"), "handlers", [closing])
    with caplog.at_level(logging.WARNING), pytest.raises(Stopped):
        client.record("/c/1")
    assert "waiting 60 s" in caplog.text


def test_a_body_that_trickles_is_given_up(url: str, world: World) -> None:
    world.slow_seconds = 0.1
    with pytest.raises(Unreachable, match=r"not finished within 0\.3 s"):
        client_at(url, tries=1, answer_timeout=0.3).record("/c/1")


def test_a_server_that_stalls_is_given_up(url: str, world: World) -> None:
    world.slow_seconds = 3.0
    with pytest.raises(Unreachable, match=r"cut off|no connection"):
        client_at(url, tries=1, read_timeout=0.2).record("/c/1")


def test_an_answer_that_is_too_large_is_refused(url: str) -> None:
    with pytest.raises(ApiError, match="larger than 100 bytes"):
        client_at(url, max_answer_bytes=100).record("/c/1")


def test_a_server_that_is_not_there_is_our_error() -> None:
    with pytest.raises(Unreachable, match="no connection"):
        client_at("http://127.0.0.1:9", tries=2).record("/c/1")


def test_redirects_on_the_same_server_are_followed_with_the_key(url: str, world: World) -> None:
    world.raw_records["/moved/c/1"] = b'{"success": true}'
    world.redirect_to, world.redirects = url, 1
    assert client_at(url).record("/c/1").status == 200
    assert [headers["X-Api-Key"] for headers in world.seen_headers] == [KEY, KEY]


def test_the_key_does_not_follow_a_redirect_to_another_server(url: str, world: World) -> None:
    elsewhere = World()
    with standin(elsewhere) as other:
        world.redirect_to = other
        with pytest.raises(KeyRefused):
            client_at(url).record("/c/1")
    assert elsewhere.seen_headers
    assert not any("X-Api-Key" in headers for headers in elsewhere.seen_headers)


@pytest.mark.parametrize(
    ("home", "url", "same"),
    [
        ("https://api.europeana.eu/x", "https://api.europeana.eu/y", True),
        ("http://api.europeana.eu/x", "https://api.europeana.eu/y", True),
        ("https://api.europeana.eu/x", "http://api.europeana.eu/y", False),
        ("https://api.europeana.eu/x", "https://api.europeana.eu:8443/y", False),
        ("https://api.europeana.eu/x", "https://evil.example/api.europeana.eu", False),
        ("https://api.europeana.eu/x", "https://api.europeana.eu@evil.example/", False),
    ],
)
def test_the_key_goes_to_the_same_server_only(home: str, url: str, same: bool) -> None:
    assert same_server(home, url) is same


def test_endless_redirects_end(url: str, world: World) -> None:
    world.redirect_to = url
    with pytest.raises(ApiError, match="more than 5 redirects"):
        client_at(url).record("/c/1")


def test_no_more_requests_are_in_flight_than_allowed(url: str, world: World) -> None:
    world.think_seconds = 0.02
    client = client_at(url, in_flight=2)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(client.record, [f"/c/{number}" for number in range(16)]))
    assert world.most_in_flight == 2


def test_a_refused_search_says_why(url: str) -> None:
    with pytest.raises(ApiError, match="400: cursor missing"):
        client_at(url).search({"query": "*", "rows": "10"})


@pytest.mark.parametrize("text", ["abc", "with space", "line\nfeed", "quote'", "", "ключ12345"])
def test_a_key_that_could_do_harm_is_refused_unseen(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        ApiKey(text)
    assert not text or text not in str(caught.value)


@pytest.mark.parametrize("base", ["ftp://x", "api.europeana.eu", "https://user:pass@api.example"])
def test_a_base_url_must_be_http_without_a_password(base: str) -> None:
    with pytest.raises(BadInput, match="base URL"):
        Settings(api_key=ApiKey(KEY), base_url=base)


def parses(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets an entry whenever JSON is parsed."""
    parsed: list[int] = []
    loads = orjson.loads

    def counting(content: bytes | str) -> Any:
        parsed.append(len(content))
        return loads(content)

    monkeypatch.setattr(orjson, "loads", counting)
    return parsed


def test_the_json_of_a_fetched_record_is_parsed_once(
    url: str, world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = [Wanted(name, name, number, "") for number, name in enumerate(("/c/1", "/c/2", "/c/1", "/c/3"))]
    library = Library(AnswerCache(tmp_path), client_at(url))
    parsed = parses(monkeypatch)
    assert download(library, distinct_ids(wanted), workers=2, on_done=lambda failure: None) == {}
    assert [item.id for item in items_of(library.kept(), wanted)] == ["/c/1", "/c/2", "/c/3"]
    assert len(parsed) == sum(world.requests.values()) == 3
    assert [item.id for item in items_of(Library(AnswerCache(tmp_path)), wanted)] == ["/c/1", "/c/2", "/c/3"]
    assert len(parsed) == 6  # by another run, from the cache: once again


def test_the_json_of_a_page_of_results_is_parsed_once(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = parses(monkeypatch)
    Library(AnswerCache(tmp_path), client_at(url)).page({"query": "*", "rows": "10", "cursor": "*"})
    assert len(parsed) == 1
    Library(AnswerCache(tmp_path)).page({"query": "*", "rows": "10", "cursor": "*"})
    assert len(parsed) == 2
