"""The page as a visitor gets it: the real service over the sample, the real model, a real Chromium."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import Browser, chromium_at
from tests.processes import command
from tests.service.process import serving

pytestmark = pytest.mark.browser
TURNER, DEVIS = "/sample/turner-trafalgar", "/sample/devis-death-of-nelson"


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Yield Chromium beside `typed-sts serve --sample`."""
    with (
        serving("", command("serve", "--sample", "--port", "0")) as service,
        chromium_at(tmp_path_factory.mktemp("profile")) as driver,
    ):
        yield Browser(driver, service.url)


def test_a_pair_is_explained_with_words_of_both_records(visitor: Browser) -> None:
    visitor.open("pair", a=TURNER, b=DEVIS)
    chips = {state: [chip.text for chip in visitor.all(f".point.{state}")] for state in ("agrees", "differs")}
    assert "In common: People Horatio Nelson" in [" ".join(text.split()) for text in chips["agrees"]]
    assert [" ".join(text.split()[:2]) for text in chips["differs"]] == ["Different: Maker"]
    visitor.one("#computed > summary").click()
    text = visitor.one("main").text
    assert "both name Horatio Nelson" in text
    assert "different makers" in text
    assert visitor.complaints() == []


def test_words_are_marked_by_what_they_are_about(visitor: Browser) -> None:
    visitor.open("pair", a=TURNER, b=DEVIS)
    looks = {mark.text: mark.get_attribute("class") for mark in visitor.all("main mark")}
    assert looks["Devis, Arthur William"] == "t-author"
    assert looks["1807"] == "t-time"
    assert looks["Nelson, Horatio"] == "t-people"


def test_related_items_come_with_reasons(visitor: Browser) -> None:
    visitor.open("item", id=TURNER)
    assert "Both are about the same event: Battle of Trafalgar." in visitor.one("main").text
    visitor.open("item", id=TURNER, by="author")
    assert "Also by Joseph Mallord William Turner." in visitor.one("main").text


def test_the_sample_can_be_searched(visitor: Browser) -> None:
    visitor.open("search", q="great wave")
    assert "Kanagawa" in visitor.one("main").text
