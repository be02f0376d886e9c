"""The pages as plain HTML over a real socket: what they say, how they answer bad requests, that nothing is raw."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest
import requests

from tests.processes import PATIENCE
from tests.service.pages.serving import page_app, served
from tests.service.pages.standin_answers import HOSTILE, StandInAnswers
from typed_sts.domain.limits import unread
from typed_sts.messages.wording import say
from typed_sts.service.pages.item_page import chosen_weights
from typed_sts.service.pages.pair_view import pair_view
from typed_sts.service.pages.record_view import language_of, record_view, shortened
from typed_sts.service.pages.rendering import render
from typed_sts_fetch.item import LIST_FIELDS, Item
from typed_sts_index.contract import NO_FILTERS, Filters, Hit
from typed_sts_index.errors import ItemMissing

TRAFALGAR, DEVIS = "/sample/turner-trafalgar", "/sample/devis-death-of-nelson"
ALLOWED_ATTRIBUTES = re.compile(r"on\w+$|style$")


class Tags(HTMLParser):
    """Collects the elements, the attributes and the texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def get(site: str, path: str, **query: Any) -> requests.Response:
    return requests.get(f"{site}/{path}", params=query, timeout=PATIENCE)


def read(html: str) -> Tags:
    tags = Tags()
    tags.feed(html)
    return tags


def test_the_first_page_shows_an_example_of_every_type_and_a_search_box(site: str) -> None:
    page = read(get(site, "").text)
    pairs = [attrs["href"] for tag, attrs in page.tags if tag == "a" and (attrs.get("href") or "").startswith("/pair?")]
    assert len(pairs) == 1 + 8
    for address in pairs:
        assert requests.get(f"{site}{address}", timeout=PATIENCE).status_code == 200
    assert ("form", "search") in [(tag, attrs.get("role")) for tag, attrs in page.tags]


def test_search_lists_items_and_pages_through_them(site: str) -> None:
    first = get(site, "search", q="painting oil on canvas")
    assert first.text.count('<h2 class="short-title">') == 20
    onward = re.search(r'rel="next" href="([^"]+)"', first.text)
    assert onward
    second = requests.get(site + onward[1].replace("&amp;", "&"), timeout=PATIENCE).text
    assert 'rel="prev"' in second
    assert not set(re.findall(r'href="(/item[^"]+)"', first.text)) & set(re.findall(r'href="(/item[^"]+)"', second))


@pytest.mark.parametrize("offset", ["-1", "x", "99999999999999999999", "٣", ""])
def test_an_offset_that_is_none_is_the_first_page(site: str, offset: str) -> None:
    assert get(site, "search", q="nelson", offset=offset).status_code == 200


def test_nothing_asked_and_nothing_found_are_said_so(site: str) -> None:
    assert "Type a name" in get(site, "search").text
    assert "Nothing found" in get(site, "search", q="zzzqqq").text
    limited = get(site, "search", q="nelson", holder="Nowhere").text
    assert "Nothing found" in limited
    assert 'href="/search?q=nelson">Without any limit' in limited


def test_a_search_to_compare_leads_to_pairs_with_that_item(site: str) -> None:
    page = get(site, "search", q="nelson", **{"with": TRAFALGAR}).text
    assert "/pair?a=%2Fsample%2Fturner-trafalgar&amp;b=%2Fsample%2F" in page


def test_an_item_shows_every_field_it_has_and_related_items_without_itself(site: str, answers: StandInAnswers) -> None:
    page = read(get(site, "item", id=TRAFALGAR).text)
    item = answers.item(TRAFALGAR)
    for field in LIST_FIELDS:
        for value in getattr(item, field):
            assert value in page.text
    addresses = [attrs.get("href") or "" for tag, attrs in page.tags if tag == "a"]
    related = [address for address in addresses if address.startswith("/item?") and "turner-trafalgar" not in address]
    assert len(related) == len(set(related)) == 12


def test_chips_choose_types_and_a_type_named_twice_counts_twice(site: str) -> None:
    page = get(site, "item", id=TRAFALGAR, by=["author", "author", "time"]).text
    assert "the best by author (twice), time first" in page
    assert page.count(" checked") == 3
    assert "by=author%3A2%2Ctime" in page
    assert chosen_weights(["time,author", "author", "author", "nonsense"]) == {"author": 2, "time": 1}


def test_a_pair_names_all_eight_scores_and_draws_how_each_adds_up(site: str, answers: StandInAnswers) -> None:
    html = get(site, "pair", a=TRAFALGAR, b=DEVIS).text
    why = answers.why(answers.item(TRAFALGAR), answers.item(DEVIS))
    assert html.count('<table class="waterfall" role="table">') == 8
    for kind in why.types:
        assert f'id="why-{kind.type}"' in html
        assert html.count(f"{kind.estimate:.2f}") >= 1


def test_a_pair_shows_the_id_of_what_its_words_name(site: str) -> None:
    html = get(site, "pair", a=TRAFALGAR, b=DEVIS).text
    assert '<code class="concept">own:&lt;i&gt;nelson</code>' in html


def test_what_is_not_stated_is_said_so_and_has_no_bar(site: str) -> None:
    html = get(site, "pair", a="/hostile/empty", b="/hostile/empty").text
    assert html.count('<span class="number unstated">not stated</span>') == 8
    assert html.count('class="fill"') == 0
    assert "neither record says anything about this" in html
    assert "[untitled]" in html


def test_a_record_too_long_to_be_read_to_its_end_says_so(answers: StandInAnswers) -> None:
    long = Item(id="/long/1", dcTitle=("A list",), dcDescription=("ship and harbour " * 2_000,))
    pair = pair_view(long, long, answers.why(long, long))
    page = render("", "pair.html", pair=pair, chosen="all", about="").body.decode()
    assert page.count("read to 20,000 of 34,000 characters") == 2
    assert "of 34,000" in say(unread(long)[0].told())


def test_a_type_chosen_in_the_address_hides_the_other_panels(site: str) -> None:
    html = get(site, "pair", a=TRAFALGAR, b=DEVIS, type="event").text
    assert 'data-chosen="event"' in html
    assert len(re.findall(r"<details[^>]* hidden>", html)) == 7
    assert 'data-chosen="all"' in get(site, "pair", a=TRAFALGAR, b=DEVIS, type='"><script>').text


def test_swapping_sides_leads_to_the_same_pair_the_other_way_round(site: str) -> None:
    html = get(site, "pair", a=TRAFALGAR, b=DEVIS, type="event").text
    assert "/pair?a=%2Fsample%2Fdevis-death-of-nelson&amp;b=%2Fsample%2Fturner-trafalgar&amp;type=event" in html


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("item", {}, 422),
        ("item", {"id": "/no/such"}, 404),
        ("item", {"id": "x" * 3000}, 422),
        ("pair", {"a": TRAFALGAR}, 422),
        ("pair", {"a": TRAFALGAR, "b": "<script>alert(1)</script>"}, 404),
        ("nowhere/<script>", {}, 404),
        ("static/../pages.py", {}, 404),
        ("static/pages.py", {}, 404),
    ],
)
def test_a_bad_request_gets_a_page_with_its_status(site: str, path: str, query: dict[str, str], status: int) -> None:
    answer = get(site, path, **query)
    assert answer.status_code == status
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize("item", HOSTILE, ids=lambda item: item.id[:20])
def test_records_of_strangers_reach_no_page_unescaped(site: str, item: Item) -> None:
    for html in (
        get(site, "item", id=item.id).text,
        get(site, "pair", a=item.id, b=HOSTILE[0].id).text,
        get(site, "search", q="Nelson").text,
        get(site, "search", q=(item.dcTitle or ("",))[0]).text,
    ):
        page = read(html)
        scripts = [attrs for tag, attrs in page.tags if tag == "script" and attrs.get("type") != "application/ld+json"]
        assert [(attrs.get("src") or "")[:16] for attrs in scripts] == ["/static/page.js?"]
        assert not [tag for tag, _ in page.tags if tag in ("b", "i", "iframe", "style")]
        assert all(
            (attrs["src"] or "").startswith("/picture?id=%2Fsample%2F") for tag, attrs in page.tags if tag == "img"
        )
        assert not [name for _, attrs in page.tags for name in attrs if ALLOWED_ATTRIBUTES.match(name)]
        for tag, attrs in page.tags:
            assert re.match(r"/|#|https://example\.org/", attrs.get("href") or "/"), attrs
            if (attrs.get("href") or "").startswith("https:"):
                assert attrs["rel"] == ("canonical" if tag == "link" else "noopener noreferrer nofollow")


def test_links_lead_only_to_the_web_and_languages_are_real() -> None:
    hostile = record_view(HOSTILE[0])
    assert (hostile.landing_page, hostile.rights_link, hostile.language) == ("", "", "")
    assert hostile.picture.startswith("https://example.org/")
    assert record_view(HOSTILE[1]).landing_page == "https://example.org/scroll%20one"
    assert [language_of(Item(id="/x", language=code)) for code in ("en", "DE", "pt-BR", "mul", "xx")] == [
        "en",
        "de",
        "pt",
        "",
        "",
    ]


def test_long_texts_are_cut_at_a_word_where_there_is_one() -> None:
    assert shortened("one two three", 8) == "one two…"
    assert shortened("x" * 20, 8) == "x" * 8 + "…"
    assert shortened("short", 8) == "short"


def test_every_address_lies_under_the_root_the_service_is_behind(answers: StandInAnswers) -> None:
    app = page_app(answers)
    app.root_path = "/why"
    with served(app) as site:
        page = read(get(site, "why/item", id=TRAFALGAR).text)
    addresses = [attrs.get(name) or "" for _, attrs in page.tags for name in ("href", "src", "action") if name in attrs]
    assert [address for address in addresses if not address.startswith(("/why/", "#"))] == []


def test_static_files_are_kept_for_good_only_under_their_digest(site: str) -> None:
    page = read(get(site, "").text)
    addresses = [attrs["href"] for tag, attrs in page.tags if attrs.get("rel") == "stylesheet"]
    assert len(addresses) == 3
    for address in addresses:
        assert "immutable" in requests.get(f"{site}{address}", timeout=PATIENCE).headers["Cache-Control"]
    assert get(site, "static/page.css").headers["Cache-Control"] == "no-cache"


class Elsewhere(StandInAnswers):
    """Answers over a collection without the sample."""

    def item(self, item_id: str) -> Item:
        if item_id.startswith("/sample/"):
            raise ItemMissing(item_id)
        return super().item(item_id)

    def search(self, text: str, k: int = 10, offset: int = 0, filters: Filters = NO_FILTERS) -> list[Hit]:
        return [Hit(Item(id=f"/{text}", dcTitle=(f"{text} \ud800",)), 1.0)]  # half a character, as broken exports have


def test_another_collection_begins_with_items_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    with served(page_app(Elsewhere(tmp_path_factory.mktemp("elsewhere")))) as site:
        page = get(site, "").text
    assert "/pair?" not in page
    assert "/item?id=%2Fportrait" in page
    assert "portrait ?" in page
