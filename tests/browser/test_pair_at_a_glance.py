"""A pair in a real Chromium: grasped at once, aligned on a phone, told by more than colour, in six languages."""

from collections.abc import Callable, Iterator

import pytest
from selenium.webdriver.common.action_chains import ActionChains

from tests.browser.conftest import Browser, chromium_at
from tests.processes import command
from tests.service.pages.standin_answers import HOSTILE
from tests.service.process import serving
from typed_sts.messages.catalogue import languages

pytestmark = pytest.mark.browser

TURNER, DEVIS = "/sample/turner-trafalgar", "/sample/devis-death-of-nelson"
WIDTHS = (390, 1440)
SEEN = (
    ("trafalgar", "/sample/turner-trafalgar", "/sample/devis-death-of-nelson"),
    ("augustus", "/sample/augustus-meroe", "/sample/augustus-aureus"),
    ("fire", "/sample/great-fire-painting", "/sample/pepys-diary"),
    ("coats", "/sample/nelson-coat", "/sample/gustav-adolf-coat"),
    ("apart", "/sample/hogarth-gin-lane", "/sample/longhi-rhinoceros"),
)
# For each field the name's, A's and B's boxes: top, bottom, left and right.
_ROWS = """return [...document.querySelectorAll('.aligned tbody tr')].map(row => [...row.cells].map(cell => {
    const box = cell.getBoundingClientRect();
    return [box.top, box.bottom, box.left, box.right];
}))"""


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Yield Chromium beside `typed-sts serve --sample`."""
    with (
        serving("", command("serve", "--sample", "--port", "0")) as service,
        chromium_at(tmp_path_factory.mktemp("profile")) as driver,
    ):
        yield Browser(driver, service.url)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("name", "a", "b"), SEEN, ids=[name for name, _, _ in SEEN])
def test_heading_sentence_titles_and_first_chip_are_seen_without_scrolling(
    visitor: Browser, picture: Callable[[Browser, str], None], name: str, a: str, b: str, width: int, scheme: str
) -> None:
    visitor.width(width)
    visitor.scheme(scheme)
    visitor.open("pair", a=a, b=b)
    picture(visitor, f"glance-{name}-{width}-{scheme}")
    for selector in ("h1", ".lead", '.card[data-side="a"] h2', '.card[data-side="b"] h2', ".point"):
        for found in visitor.all(selector)[:1]:
            assert found.rect["y"] + found.rect["height"] <= 800, selector
    assert visitor.js("return document.documentElement.scrollWidth") <= width
    assert visitor.complaints() == []


@pytest.mark.parametrize("language", languages())
def test_a_pair_is_told_wholly_in_a_language(
    visitor: Browser, picture: Callable[[Browser, str], None], language: str
) -> None:
    visitor.width(WIDTHS[1])
    visitor.scheme("light")
    visitor.open("pair", a=TURNER, b=DEVIS, language=language)
    picture(visitor, f"glance-trafalgar-{language}")
    assert visitor.one("html").get_attribute("lang") == language
    text = visitor.one("main").text
    for words in ("Much alike", "In common", "What the records say", "How is this computed?", "only in one record"):
        assert (words in text) == (language == "en")
    assert "{" not in text


@pytest.mark.parametrize("pair", [(TURNER, DEVIS), (HOSTILE[3].id, HOSTILE[0].id)], ids=["sample", "hostile"])
def test_on_a_phone_a_and_b_stand_below_the_name_of_each_field(browser: Browser, pair: tuple[str, str]) -> None:
    browser.width(WIDTHS[0])
    browser.open("pair", a=pair[0], b=pair[1])
    rows = browser.js(_ROWS)
    assert len(rows) > 3
    for name, a, b in rows:
        assert name[1] <= a[0] + 1
        assert a[1] <= b[0] + 1
        assert a[2] == b[2]
    bottoms = [b[1] for _, _, b in rows]
    assert all(above <= below[0][0] for above, below in zip(bottoms, rows[1:], strict=False))
    assert browser.js("return document.documentElement.scrollWidth") <= WIDTHS[0]


def test_on_a_desk_both_stand_beside_each_other_in_one_row(browser: Browser) -> None:
    browser.width(WIDTHS[1])
    browser.open("pair", a=TURNER, b=DEVIS)
    for name, a, b in browser.js(_ROWS):
        assert name[0] == a[0] == b[0]
        assert name[3] <= a[2] + 1
        assert a[3] <= b[2] + 1


def test_what_agrees_differs_or_is_one_sided_is_told_by_shape_and_word_too(browser: Browser) -> None:
    browser.open("pair", a=TURNER, b=DEVIS)
    looks = browser.js(
        """return [...document.querySelectorAll('.aligned mark')].map(mark => {
            const look = getComputedStyle(mark);
            return [mark.dataset.state, look.backgroundColor !== 'rgba(0, 0, 0, 0)', look.boxShadow !== 'none',
                look.textDecorationLine === 'underline'];
        })"""
    )
    drawn = {"agrees": [True, False, False], "differs": [False, True, False], "one": [False, False, True]}
    assert {state for state, *_ in looks} >= {"agrees", "differs"}
    assert all(look == drawn[state] for state, *look in looks)
    words = {"agrees": "In common", "differs": "Different"}
    for chip in browser.all(".point"):
        state = str(chip.get_attribute("class")).split()[1]
        assert words[state] in str(chip.get_attribute("textContent"))
        assert chip.find_elements("css selector", "svg.icon")


def test_pointing_at_a_chip_lights_up_its_words_in_both_records(browser: Browser) -> None:
    browser.open("pair", a=TURNER, b=DEVIS)
    ActionChains(browser.driver).move_to_element(browser.one(".point.agrees")).perform()
    browser.until(lambda: len(browser.all("mark.linked")) > 1)
    sides = {
        mark.find_element("xpath", "ancestor::td").get_attribute("data-side") for mark in browser.all("mark.linked")
    }
    assert sides == {"a", "b"}


def test_the_numbers_wait_behind_a_question(browser: Browser) -> None:
    browser.open("pair", a=TURNER, b=DEVIS)
    assert not browser.one(".waterfall").is_displayed()
    browser.one("#computed > summary").click()
    assert browser.one("#why-general .waterfall").is_displayed()
    browser.open("pair", a=TURNER, b=DEVIS, type="event")
    assert browser.one("#why-event .waterfall").is_displayed()


def test_on_paper_there_is_the_pair_and_no_controls(browser: Browser) -> None:
    browser.open("pair", a=TURNER, b=DEVIS)
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert browser.one(".aligned").is_displayed()
        assert not browser.one(".choose").is_displayed()
        assert not browser.one(".swap").is_displayed()
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_the_line_of_years_can_be_read_aloud(visitor: Browser) -> None:
    visitor.open("pair", a="/sample/augustus-meroe", b="/sample/augustus-aureus")
    told = visitor.one("#years-told").get_attribute("textContent")
    assert told == "A: 27–25 BC. B: 27 BC to AD 14. dated 27–25 BC, within 27 BC to AD 14"
    assert visitor.one("svg.years").get_attribute("aria-labelledby") == "years-title years-told"
