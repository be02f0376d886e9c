"""The page in a real Chromium: finding, choosing, comparing; by mouse, by keyboard and without JavaScript."""

from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.browser.conftest import PHONE, Browser
from tests.service.pages.standin_answers import HOSTILE
from typed_sts_fetch.item import LIST_FIELDS

pytestmark = pytest.mark.browser

TRAFALGAR, DEVIS = "/sample/turner-trafalgar", "/sample/devis-death-of-nelson"
# Whether the marks of a type are drawn (filled, outlined or underlined), read from what the browser computed.
_DRAWN = """return [...document.querySelectorAll('.aligned mark')].map(mark => {
    const look = getComputedStyle(mark);
    return [mark.dataset.types.split(' ').includes(arguments[0]), look.textDecorationLine === 'underline' ||
        look.boxShadow !== 'none' || look.backgroundColor !== 'rgba(0, 0, 0, 0)'];
})"""


def wait(browser: Browser, script: str, *arguments: Any) -> None:
    browser.until(
        lambda: bool(browser.js(script, *arguments)) and browser.js("return document.readyState") == "complete"
    )


def drawn(browser: Browser, kind: str) -> tuple[set[bool], set[bool]]:
    """Return whether the marks of a type are drawn, and whether the others are."""
    marks = browser.js(_DRAWN, kind)
    assert marks
    return {line for of_type, line in marks if of_type}, {line for of_type, line in marks if not of_type}


def test_a_visitor_finds_an_item_and_asks_why_another_is_related(browser: Browser) -> None:
    browser.open()
    browser.one("#home-q").send_keys("trafalgar battle turner" + Keys.ENTER)
    wait(browser, "return location.pathname === '/search'")
    first = browser.one(".results a")
    assert "Trafalgar" in first.text
    first.click()
    wait(browser, "return location.pathname === '/item'")
    assert "The Battle of Trafalgar" in browser.one("h1").text
    assert len(browser.all(".related-item")) >= 5
    browser.one(".related-item .why a").click()
    wait(browser, "return location.pathname === '/pair'")
    assert len(browser.all(".card")) == 2
    assert browser.all(".point")
    assert len(browser.all(".panel")) == 8
    assert browser.complaints() == []


def test_chips_change_the_related_items_at_once_and_the_address_with_them(browser: Browser) -> None:
    browser.open("item", id=TRAFALGAR)
    before = [title.text for title in browser.all(".related-item .short-title")]
    browser.one(".chip.t-author input").click()
    wait(browser, "return document.getElementById('related-count').textContent.includes('best by author')")
    after = [title.text for title in browser.all(".related-item .short-title")]
    assert after != before
    assert "by=author" in browser.driver.current_url
    browser.one(".chip.t-author .twice input").click()
    wait(browser, "return document.getElementById('related-count').textContent.includes('author (twice)')")
    browser.driver.refresh()
    assert [box.is_selected() for box in browser.all(".chip.t-author input")] == [True, True]
    assert browser.complaints() == []


def test_choosing_a_type_shows_its_evidence_alone_and_how_it_adds_up(browser: Browser) -> None:
    browser.open("pair", a=TRAFALGAR, b=DEVIS)
    assert drawn(browser, "event") == ({True}, {True})
    browser.one('[data-choose="event"]').click()
    wait(browser, "return document.getElementById('pair').dataset.chosen === 'event'")
    assert drawn(browser, "event") == ({True}, {False})
    assert [panel.get_attribute("data-panel") for panel in browser.all(".panel") if panel.is_displayed()] == ["event"]
    assert browser.one("#why-event .waterfall").is_displayed()
    assert "type=event" in browser.driver.current_url
    assert "type=event" in str(browser.one(".swap").get_attribute("href"))
    assert browser.one('[aria-current="true"]').get_attribute("data-choose") == "event"
    browser.one('[data-choose="all"]').click()
    assert drawn(browser, "event") == ({True}, {True})


def test_words_that_answer_each_other_light_up_together(browser: Browser) -> None:
    browser.open("pair", a=TRAFALGAR, b=DEVIS)
    word = next(mark for mark in browser.all('.dcDescription [data-side="a"] mark') if mark.text == "deck")
    ActionChains(browser.driver).move_to_element(word).perform()
    wait(browser, "return document.querySelectorAll('[data-side=b] mark.linked').length > 0")
    assert {mark.text for mark in browser.all('[data-side="b"] mark.linked')} == {"deck"}


def test_without_javascript_everything_can_be_read_and_chosen(without_javascript: Browser) -> None:
    browser = without_javascript
    browser.open("item", id=TRAFALGAR)
    assert browser.all("html.scripted") == []
    browser.one(".chip.t-time input").click()
    browser.one(".chips .apply").click()
    browser.until(lambda: "best by time" in browser.one("#related-count").text)
    assert "by=time" in browser.driver.current_url
    browser.open("pair", a=TRAFALGAR, b=DEVIS)
    browser.one('[data-choose="author"]').click()
    browser.until(lambda: "type=author" in browser.driver.current_url and browser.one("#why-author").is_displayed())
    marks = browser.all(".aligned mark")
    filled = {mark for mark in marks if mark.value_of_css_property("background-color") != "rgba(0, 0, 0, 0)"}
    assert filled == {mark for mark in marks if "author" in str(mark.get_attribute("data-agrees")).split()}
    assert filled
    assert browser.one("#why-author .waterfall").is_displayed()
    browser.one(".swap").click()
    browser.until(lambda: browser.one('.card[data-side="a"] h2').text.endswith("The Death of Nelson, 21 October 1805"))
    browser.one(".point.agrees").click()
    browser.until(lambda: "#" in browser.driver.current_url and len(browser.all("mark:target")) == 1)


def test_the_keyboard_alone_reaches_and_works_everything(browser: Browser) -> None:
    browser.open("pair", a=TRAFALGAR, b=DEVIS)
    active = browser.driver.switch_to
    ActionChains(browser.driver).send_keys(Keys.TAB).perform()
    assert active.active_element.text == "Skip to the content"
    assert active.active_element.rect["y"] >= 0
    ActionChains(browser.driver).send_keys(Keys.ENTER).perform()
    reached = []
    for _ in range(60):
        ActionChains(browser.driver).send_keys(Keys.TAB).perform()
        element = active.active_element
        is_chip = "point" in str(element.get_attribute("class")).split()
        reached.append("chip" if is_chip else element.get_attribute("data-choose") or element.tag_name)
        if is_chip and element.get_attribute("data-evidence"):
            assert browser.all("mark.linked")
        assert browser.js("return getComputedStyle(arguments[0]).outlineStyle", element) != "none"
        if element.get_attribute("data-choose") == "people":
            ActionChains(browser.driver).send_keys(Keys.ENTER).perform()
            break
    assert list(dict.fromkeys(reached)) == ["a", "chip", "all", "general", "author", "people"]
    assert reached.count("a") == 2
    assert browser.one("#pair").get_attribute("data-chosen") == "people"
    browser.open("item", id=TRAFALGAR)
    browser.js("document.querySelector('.chip.t-event input').focus()")
    ActionChains(browser.driver).send_keys(Keys.SPACE).perform()
    wait(browser, "return document.getElementById('related-count').textContent.includes('best by event')")
    assert browser.js("return document.activeElement.value") == "event"


@pytest.mark.parametrize("item", HOSTILE, ids=lambda item: item.id[:24])
def test_a_hostile_record_is_shown_as_the_text_it_is(browser: Browser, item: Any) -> None:
    pages = (
        ("item", {"id": item.id}, ".label .value"),
        ("pair", {"a": item.id, "b": TRAFALGAR}, ".aligned [data-side=a] .value"),
    )
    for path, query, values in pages:
        browser.open(path, **query)
        shown = browser.js(
            "return [...document.querySelectorAll(arguments[0])].map(e =>"
            " [e.dataset.field, Number(e.dataset.value), e.textContent])",
            values,
        )
        expected = {(name, n): text for name in LIST_FIELDS for n, text in enumerate(getattr(item, name))}
        place = dict.fromkeys(LIST_FIELDS, 0)
        for name, _, text in shown:
            assert text == expected[name, place[name]]
            place[name] += 1
        assert sum(place.values()) == len(expected)
        assert browser.js("return document.querySelectorAll('script:not([type*=json])').length") == 1
        assert browser.complaints() == []
        if item.dcTitle:
            assert " ".join(item.dcTitle[0].split()) in browser.driver.title
    browser.open("search", q=item.dcTitle[0] if item.dcTitle else "Nelson")
    assert browser.complaints() == []


def test_right_to_left_text_runs_right_to_left(browser: Browser) -> None:
    browser.open("item", id=HOSTILE[1].id)
    direction = "return getComputedStyle(document.querySelector('h1 .value')).direction"
    assert browser.js(direction) == "rtl"
    browser.open("item", id=TRAFALGAR)
    assert browser.js(direction) == "ltr"


def test_no_page_asks_anything_of_another_host(browser: Browser) -> None:
    for path, query in (
        ("", {}),
        ("search", {"q": "nelson"}),
        ("item", {"id": HOSTILE[0].id}),
        ("pair", {"a": HOSTILE[0].id, "b": HOSTILE[1].id}),
    ):
        browser.open(path, **query)
        loaded = browser.js("return performance.getEntriesByType('resource').map(entry => entry.name)")
        assert loaded
        ours = (f"{browser.site}/static/", f"{browser.site}/picture?")
        assert [address for address in loaded if not address.startswith(ours)] == []
        assert browser.complaints() == []


@pytest.mark.parametrize("width", [320, PHONE])
def test_no_page_scrolls_sideways_on_a_phone(browser: Browser, width: int) -> None:
    browser.width(width)
    pairs = [(TRAFALGAR, DEVIS), (HOSTILE[0].id, HOSTILE[1].id), (HOSTILE[3].id, HOSTILE[2].id)]
    opened: list[tuple[str, dict[str, str]]] = [("", {}), ("search", {"q": "nelson"})]
    opened += [("item", {"id": item_id}) for item_id in (TRAFALGAR, *(item.id for item in HOSTILE))]
    opened += [("pair", {"a": a, "b": b, "type": kind}) for a, b in pairs for kind in ("", "general")]
    for path, query in opened:
        browser.open(path, **query)
        browser.js("for (const panel of document.querySelectorAll('details')) panel.open = true")
        assert browser.js("return document.documentElement.scrollWidth") <= width, (path, query)
