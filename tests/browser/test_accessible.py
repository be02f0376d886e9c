"""axe-core finds no serious problem on any page, by day and by night, on a phone and on a desktop."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Browser
from tests.service.pages.standin_answers import HOSTILE

pytestmark = pytest.mark.browser

TRAFALGAR, DEVIS = "/sample/turner-trafalgar", "/sample/devis-death-of-nelson"
PAGES: dict[str, tuple[str, dict[str, Any]]] = {
    "home": ("", {}),
    "search": ("search", {"q": "nelson"}),
    "nothing-found": ("search", {"q": "zzzqqq"}),
    "item": ("item", {"id": TRAFALGAR, "by": ["author", "time", "time"]}),
    "item-hostile": ("item", {"id": HOSTILE[0].id}),
    "item-right-to-left": ("item", {"id": HOSTILE[1].id}),
    "item-empty": ("item", {"id": HOSTILE[2].id}),
    "item-long": ("item", {"id": HOSTILE[3].id}),
    "pair": ("pair", {"a": TRAFALGAR, "b": DEVIS}),
    "pair-event": ("pair", {"a": TRAFALGAR, "b": DEVIS, "type": "event"}),
    "pair-not-stated": ("pair", {"a": HOSTILE[3].id, "b": HOSTILE[2].id}),
    "error": ("item", {"id": "/no/such"}),
}
_RUN = """const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ["violations"]}).then(found => done(found.violations.map(
    rule => [rule.impact, rule.id, rule.nodes.slice(0, 3).map(node => node.html.slice(0, 200))])))"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_serious_accessibility_problem(
    browser: Browser, axe: str, picture: Callable[[Browser, str], None], name: str, width: int, scheme: str
) -> None:
    browser.width(width)
    browser.scheme(scheme)
    path, query = PAGES[name]
    browser.open(path, **query)
    picture(browser, f"{name}-{'phone' if width == PHONE else 'desktop'}-{scheme}")
    browser.js("for (const panel of document.querySelectorAll('details')) panel.open = true")
    browser.js(axe)
    found = browser.driver.execute_async_script(_RUN)
    assert [rule for rule in found if rule[0] in ("serious", "critical")] == []


def test_axe_would_find_a_problem_if_there_were_one(browser: Browser, axe: str) -> None:
    browser.open()
    browser.js("document.querySelector('label[for=home-q]').remove(); document.documentElement.lang = ''")
    browser.js("document.querySelector('#home-q').removeAttribute('placeholder')")
    browser.js(axe)
    found = {rule[1] for rule in browser.driver.execute_async_script(_RUN)}
    assert {"label", "html-has-lang"} <= found


@pytest.mark.parametrize("name", PAGES)
def test_headings_go_down_one_step_at_a_time(browser: Browser, name: str) -> None:
    path, query = PAGES[name]
    browser.open(path, **query)
    levels = [int(heading.tag_name[1]) for heading in browser.all("h1, h2, h3, h4, h5, h6")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels)), levels
