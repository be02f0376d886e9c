"""The report of related items in a real Chromium, as a file that somebody opens."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.browser.conftest import DESKTOP, PHONE, Browser
from tests.browser.test_accessible import _RUN
from tests.output.lists_made import BRIDGE, ENTRY, MILL
from typed_sts.output.lists import Extent, RelatedList
from typed_sts.output.report import Look, report_pieces
from typed_sts_fetch.item import Item

pytestmark = pytest.mark.browser

HOSTILE = Item(
    id="x" * 300,
    provider="<script>document.title = 'taken'</script>",
    dcTitle=("<img src=x onerror=\"document.title = 'taken'\">" + "W" * 200,),
    dcCreator=("מאור, עדה",),
    dcDate=("1850",),
    isShownAt="https://museum.example/?a=\"onmouseover=\"document.title='taken'",
)
DRAWN = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>'


@pytest.fixture
def holder() -> Iterator[tuple[str, list[str]]]:
    """Give the address of a server of pictures, and what it was asked for."""
    asked: list[str] = []

    class Pictures(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            found = self.path == "/mill.svg"
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", "image/svg+xml" if found else "text/html")
            self.end_headers()
            self.wfile.write(DRAWN if found else b"<p>gone</p>")

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Pictures)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join(timeout=10)
        server.server_close()


def opened_report(browser: Browser, folder: Path, pictures_at: str = "", look: Look = Look()) -> None:  # noqa: B008
    """Write a report of three lists, and open it."""
    mill = replace(MILL, preview=f"{pictures_at}/mill.svg")
    bridge = replace(BRIDGE, preview=f"{pictures_at}/gone.svg")
    entries = (replace(ENTRY, item=bridge), replace(ENTRY, item=HOSTILE, rank=2, sentence=HOSTILE.dcTitle[0]))
    found = [RelatedList(mill, entries), RelatedList(HOSTILE, (ENTRY,)), RelatedList(bridge, (ENTRY,))]
    file = folder / "report.html"
    file.write_text("".join(report_pieces(found, look, Extent(3))), encoding="utf-8")
    browser.complaints()
    browser.driver.get(file.as_uri())


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_it_is_accessible_and_fits_its_window(
    browser: Browser, axe: str, picture: Callable[[Browser, str], None], tmp_path: Path, width: int, scheme: str
) -> None:
    browser.width(width)
    browser.scheme(scheme)
    opened_report(browser, tmp_path)
    browser.js("for (const panel of document.querySelectorAll('details')) panel.open = true")
    assert browser.js("return document.documentElement.scrollWidth") <= width
    picture(browser, f"report-{'phone' if width == PHONE else 'desktop'}-{scheme}")
    browser.js(axe)
    found = browser.driver.execute_async_script(_RUN)
    assert [rule for rule in found if rule[0] in ("serious", "critical")] == []


def test_nothing_of_a_record_runs_and_nothing_is_loaded(
    browser: Browser, holder: tuple[str, list[str]], tmp_path: Path
) -> None:
    address, asked = holder
    opened_report(browser, tmp_path, address)
    assert browser.js("return document.title") == "Related items – typed-sts"
    assert browser.js("return performance.getEntriesByType('resource').length") == 0
    assert browser.complaints() == []
    assert asked == []
    assert len(browser.all("article")) == 3
    assert browser.js("return getComputedStyle(document.querySelector('article')).borderTopWidth") == "1px"


def test_pictures_are_fetched_when_they_are_asked_for_and_a_missing_one_leaves_the_drawing(
    browser: Browser, holder: tuple[str, list[str]], tmp_path: Path
) -> None:
    address, asked = holder
    opened_report(browser, tmp_path, address, Look(pictures=True))
    browser.until(lambda: browser.js("return [...document.images].every(image => image.complete)"))
    assert set(asked) == {"/mill.svg", "/gone.svg"}
    assert browser.js("return document.images[0].naturalWidth") == 40
    assert not [line for line in browser.complaints() if "Content Security Policy" in line]
    assert browser.js(
        "return document.querySelectorAll('.picture').length === document.querySelectorAll('.picture > svg').length"
    )


def test_the_words_are_a_click_away(browser: Browser, tmp_path: Path) -> None:
    opened_report(browser, tmp_path)
    assert not browser.one("mark").is_displayed()
    browser.one("summary").click()
    assert browser.one("mark").is_displayed()
    assert browser.one("mark").text == "Köln"
