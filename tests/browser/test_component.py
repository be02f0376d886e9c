"""The component and the frame on a page of another site, in a real Chromium: the site named, and one that is not."""

import http.server
import itertools
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Browser, chromium_at
from tests.browser.test_accessible import _RUN
from tests.processes import PATIENCE
from tests.service.conftest import A, build_sample
from tests.service.process import Service, serving
from typed_sts_fetch.item import Item
from typed_sts_index.entry import entry_of
from typed_sts_index.opening import open_collection

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HELD = Item(
    id="/made/trafalgar",
    provider="A <b>museum</b>",
    dcTitle=('The Battle <img src=x onerror="document.title=1"> of Trafalgar',),
    dcCreator=("Turner",),
    dcDate=("1806",),
    isShownAt="https://museum.example/objects/1",
    preview="https://museum.example/1.jpg",
    language="en",
)
WRONG = Item(id="/made/wrong", dcTitle=("The Battle of Trafalgar again",), isShownAt="javascript:alert(1)")
PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>A library</title>
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'unsafe-inline' {service};
 connect-src {service}; img-src {service}; frame-src {service}; style-src 'none'">
<script>
window.told = [];
for (const name of ["typed-sts-load", "typed-sts-error", "typed-sts-select"])
  addEventListener(name, event => {{
    told.push([name, event.detail]);
    if (name === "typed-sts-select") event.preventDefault();
  }});
</script>
<script src="{service}/static/typed-sts-related.js" defer></script></head>
<body><main><h1>The Battle of Trafalgar</h1>{body}</main></body></html>"""


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """Yield a folder and the site that shows it: another origin than the service."""
    folder = tmp_path_factory.mktemp("foreign")

    class Files(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments: object, **options: object) -> None:
            super().__init__(*arguments, directory=str(folder), **options)  # type: ignore[arg-type]

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield folder, f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join(PATIENCE)


@pytest.fixture(scope="module")
def portal(foreign: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Yield a service whose pages and answers that site may have."""
    where = tmp_path_factory.mktemp("portal") / "collection"
    build_sample(where)
    open_collection(where).add(entry_of(item) for item in (HELD, WRONG))
    with serving(where, settings={"origins": [foreign[1]]}) as running:
        yield running


@pytest.fixture
def visit(foreign: tuple[Path, str], portal: Service, browser: Browser) -> Callable[..., None]:
    """Return what opens a page of that site with something of the service's on it."""
    folder, site = foreign
    numbers = itertools.count(time.monotonic_ns())

    def visited(body: str, language: str = "en", at: str = site) -> None:
        text = PAGE.format(service=portal.url, language=language, body=body.replace("SERVICE", portal.url))
        (folder / "index.html").write_text(text, encoding="utf-8")
        browser.complaints()
        browser.driver.get(f"{at}/index.html?{next(numbers)}")  # a page of its own, which no cache has

    return visited


def inside(browser: Browser, script: str, *arguments: Any) -> Any:
    """Return what a script gives that looks into the component, as `root`."""
    return browser.js(f"const root = document.querySelector('typed-sts-related').shadowRoot; {script}", *arguments)


def shown(browser: Browser, selector: str, what: str = "textContent") -> list[str]:
    """Return the texts, or another property, of what the component shows."""
    script = "return [...root.querySelectorAll(arguments[0])].map(found => found[arguments[1]])"
    texts: list[str] = inside(browser, script, selector, what)
    return texts


def test_the_component_lists_related_items_on_a_page_of_another_site(
    browser: Browser, visit: Callable[..., None]
) -> None:
    visit(f'<typed-sts-related item="{A}" k="4"></typed-sts-related>')
    browser.until(lambda: len(shown(browser, "li")) == 4)
    assert shown(browser, "h2") == ["Related items"]
    assert all(shown(browser, "h3 a"))
    assert browser.js("return told") == [["typed-sts-load", {"count": 4}]]
    assert [line for line in browser.complaints() if "favicon" not in line] == []
    assert browser.js("return document.cookie") == ""


def test_texts_of_records_stay_texts_and_links_lead_to_the_holder_else_to_us(
    browser: Browser, portal: Service, visit: Callable[..., None]
) -> None:
    visit(f'<typed-sts-related item="{A}" k="50" pictures></typed-sts-related>')
    browser.until(lambda: bool(shown(browser, "li")))
    assert HELD.dcTitle[0] in shown(browser, "h3 a")
    assert browser.js("return document.title") == "A library"
    links = dict(zip(shown(browser, "h3 a"), shown(browser, "h3 a", "href"), strict=True))
    assert links[HELD.dcTitle[0]] == HELD.isShownAt
    assert links[WRONG.dcTitle[0]].startswith(f"{portal.url}/pair?a=")
    assert not any(link.startswith("javascript") for link in links.values())
    sources = shown(browser, "img", "src")
    assert all(source.startswith(f"{portal.url}/picture?id=") for source in sources)


def test_choosing_an_item_is_told_to_the_page_which_may_keep_its_visitor(
    browser: Browser, visit: Callable[..., None]
) -> None:
    visit(f'<typed-sts-related item="{A}" k="2"></typed-sts-related>')
    browser.until(lambda: len(shown(browser, "li")) == 2)
    inside(browser, "root.querySelector('h3 a').click()")
    name, detail = browser.js("return told.at(-1)")
    assert name == "typed-sts-select"
    assert {"id", "href", "item"} == set(detail)
    assert "/index.html" in browser.driver.current_url


def test_the_component_speaks_the_language_of_the_page_or_the_one_it_is_told(
    browser: Browser, visit: Callable[..., None]
) -> None:
    visit(f'<typed-sts-related item="{A}" k="2"></typed-sts-related>', language="de-AT")
    browser.until(lambda: len(shown(browser, "li")) == 2)
    assert shown(browser, "h2") == ["Verwandte Objekte"]
    browser.js("document.querySelector('typed-sts-related').setAttribute('language', 'fr')")
    browser.until(lambda: shown(browser, "h2") == ["Objets apparentés"] and len(shown(browser, "li")) == 2)
    browser.js("document.querySelector('typed-sts-related').setAttribute('heading', 'See also')")
    browser.until(lambda: shown(browser, "h2") == ["See also"])


def test_what_fails_is_said_and_can_be_tried_again(browser: Browser, visit: Callable[..., None]) -> None:
    visit('<typed-sts-related item="/no/such"></typed-sts-related>')
    browser.until(lambda: shown(browser, "[role=status] p") == ["Related items cannot be shown at the moment."])
    assert browser.js("return told")[-1][1]["status"] == 404
    browser.js(f"document.querySelector('typed-sts-related').setAttribute('item', '{A}')")
    browser.until(lambda: bool(shown(browser, "li")))
    browser.js("document.querySelector('typed-sts-related').removeAttribute('item')")
    browser.until(lambda: shown(browser, "*") == [])


def test_a_site_that_is_not_named_gets_neither_answers_nor_the_frame(
    browser: Browser, foreign: tuple[Path, str], visit: Callable[..., None]
) -> None:
    strange = foreign[1].replace("127.0.0.1", "localhost")
    visit(f'<typed-sts-related item="{A}"></typed-sts-related>', at=strange)
    browser.until(lambda: bool(shown(browser, "[role=status] button")))
    visit(f'<iframe src="SERVICE/embed?item={A}" title="Related items"></iframe>', at=strange)
    assert any("frame-ancestors" in line for line in browser.complaints())


def test_the_frame_is_shown_on_a_page_of_the_site_that_is_named(browser: Browser, visit: Callable[..., None]) -> None:
    visit(f'<iframe src="SERVICE/embed?item={A}&amp;k=3" title="Related items" width="600" height="500"></iframe>')
    browser.driver.switch_to.frame(browser.one("iframe"))
    assert len(browser.all(".card")) == 3
    assert all(link.get_attribute("target") == "_top" for link in browser.all("a"))
    browser.driver.switch_to.default_content()
    assert [line for line in browser.complaints() if "favicon" not in line] == []


def test_the_frame_needs_no_javascript(portal: Service, tmp_path: Path) -> None:
    with chromium_at(tmp_path / "profile", javascript=False) as driver:
        driver.get(f"{portal.url}/embed?item={A}&k=3")
        assert len(driver.find_elements("css selector", ".card")) == 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_neither_has_a_serious_accessibility_problem(
    browser: Browser,
    portal: Service,
    visit: Callable[..., None],
    axe: str,
    picture: Callable[[Browser, str], None],
    width: int,
    scheme: str,
) -> None:
    browser.width(width)
    browser.scheme(scheme)
    visit(f'<typed-sts-related item="{A}" pictures></typed-sts-related>')
    browser.until(lambda: bool(shown(browser, "li")))
    pages = {
        "component": "",
        "embed": f"embed?item={A}&pictures=1",
        "preview": f"reconcile/items/preview?id={A}",
        "preview-thing": "reconcile/knowledge/preview?id=geonames:2988507",
    }
    for name, path in pages.items():
        if path:
            browser.driver.get(f"{portal.url}/{path}")
        picture(browser, f"{name}-{width}-{scheme}")
        assert problems(browser, axe) == [], name


def problems(browser: Browser, axe: str) -> list[Any]:
    """Return what axe-core finds serious; the policies of these pages would not let it in."""
    browser.driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
    try:
        # axe takes what is painted by nobody for white; by night it is dark.
        browser.js("document.documentElement.style.background = 'Canvas'")
        browser.js(axe)
        found = browser.driver.execute_async_script(_RUN)
    finally:
        browser.driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": False})
    return [rule for rule in found if rule[0] in ("serious", "critical")]
