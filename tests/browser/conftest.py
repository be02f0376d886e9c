"""A real Chromium, and the page it looks at.

Environment: TYPED_STS_REQUIRE_BROWSER=1 fails where Chromium is missing instead of skipping, AXE_CORE_JS is the path of
axe.min.js, TYPED_STS_SCREENSHOTS a folder that gets a picture of every page.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from tests.processes import PATIENCE, end_group, watch
from tests.service.pages.serving import page_app, served
from tests.service.pages.standin_answers import StandInAnswers

PHONE, DESKTOP = 360, 1280


@dataclass
class Browser:
    """Chromium, looking at the page."""

    driver: webdriver.Chrome
    site: str

    def open(self, path: str = "", **query: Any) -> None:
        self.complaints()  # those of the page before
        self.driver.get(f"{self.site}/{path}" + (f"?{urlencode(query, doseq=True)}" if query else ""))

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def js(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds, also over the change to another page.

        Chromium's driver has several errors for an element whose page is going, some of them "unknown": they pass.
        """
        WebDriverWait(self.driver, PATIENCE, ignored_exceptions=[WebDriverException]).until(lambda _: holds())

    def width(self, pixels: int) -> None:
        size = {"width": pixels, "height": 800, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def scheme(self, name: str) -> None:
        features = [{"name": "prefers-color-scheme", "value": name}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def complaints(self) -> list[str]:
        """Return what the console says since the page was opened: script errors, blocked or failed loads."""
        entries: list[dict[str, Any]] = self.driver.get_log("browser")  # type: ignore[no-untyped-call]
        return [str(entry["message"]) for entry in entries]


def chromium() -> tuple[str, str]:
    """Return the paths of Chromium and its driver; skip or fail where one is missing."""
    found = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
    if found[0] and found[1]:
        return found[0], found[1]
    reason = "no Chromium with its driver (Debian: apt-get install chromium chromium-driver)"
    if os.environ.get("TYPED_STS_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@contextmanager
def chromium_at(profile: Path, *, javascript: bool = True) -> Iterator[webdriver.Chrome]:
    """Give a Chromium without a window; it, its driver and all they have started are gone when the block ends."""
    binary, driver = chromium()
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
        options.add_argument(argument)
    options.add_argument(f"--user-data-dir={profile}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    if not javascript:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    service = webdriver.ChromeService(driver, popen_kw={"start_new_session": True})
    try:
        running = webdriver.Chrome(options=options, service=service)  # starts the driver
        watch(service.process.pid)
        yield running
        running.quit()
    finally:
        if process := getattr(service, "process", None):
            end_group(process.pid)
            process.wait(PATIENCE)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of the page over the sample and the hostile records."""
    with served(page_app(StandInAnswers(tmp_path_factory.mktemp("site")))) as address:
        yield address


@pytest.fixture(scope="session")
def opened(site: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium_at(tmp_path_factory.mktemp("profile")) as driver:
        yield Browser(driver, site)


@pytest.fixture
def browser(opened: Browser) -> Browser:
    """Return Chromium as a desktop in daylight."""
    opened.width(DESKTOP)
    opened.scheme("light")
    return opened


@pytest.fixture
def without_javascript(site: str, tmp_path: Path) -> Iterator[Browser]:
    """Yield a Chromium that runs no script of the page's."""
    with chromium_at(tmp_path / "profile", javascript=False) as driver:
        yield Browser(driver, site)


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the source of axe-core."""
    path = os.environ.get("AXE_CORE_JS", "")
    if path:
        return Path(path).read_text(encoding="utf-8")
    reason = "no axe-core (npm install axe-core, and AXE_CORE_JS=node_modules/axe-core/axe.min.js)"
    if os.environ.get("TYPED_STS_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def picture() -> Callable[[Browser, str], None]:
    """Return what saves a picture of a page, where a folder for pictures is given."""
    folder = os.environ.get("TYPED_STS_SCREENSHOTS", "")

    def save(browser: Browser, name: str) -> None:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            browser.driver.save_screenshot(str(Path(folder) / f"{name}.png"))

    return save
