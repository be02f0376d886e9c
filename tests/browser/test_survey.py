"""A survey in a real Chromium: raters from invitation to export, two at once, a careless one, a server killed."""

import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.browser.conftest import DESKTOP, PHONE, Browser, chromium_at
from tests.browser.test_accessible import _RUN
from tests.processes import PATIENCE, command, environment, started, typed_sts
from tests.service.test_survey_pages import HOSTILE
from tests.survey.world import KNOWN
from typed_sts.domain.types import TYPES
from typed_sts.survey.questions import Question
from typed_sts.survey.raters import invite, new_key
from typed_sts.survey.report import ratings_of, report
from typed_sts.survey.survey_file import Content, Survey, SurveySettings, make_survey
from typed_sts.task_files.ratings import read_ratings
from typed_sts_fetch.item import Item

pytestmark = pytest.mark.browser

RIGHT, WRONG = "50n4n325", "05505050"
"""The keys of an answer to a question with a known answer: as expected, and not."""


def build(folder: Path, n_pairs: int = 24, n_training: int = 4) -> Survey:
    """Return a survey with many pairs, each with a record that is full of code."""
    names = [f"/t/{n}" for n in range(n_pairs + 14)]
    text = ("A thing of wood. " * 8,)
    items = {name: Item(id=name, dcTitle=(f"Thing {name}",), dcDescription=text) for name in names}
    fields = dict.fromkeys(("dcTitle", "dcCreator", "dcSubject", "dcDescription", "dcDate"), HOSTILE)
    items["/t/2"] = Item(id="/t/2", provider=HOSTILE[0], preview=HOSTILE[2], **fields)  # type: ignore[arg-type]
    known = [Question("/t/2", name, KNOWN, f"Because {HOSTILE[0]}") for name in names[-14:]]
    pairs = [(line, "/t/2", name) for line, name in enumerate(names[3 : 3 + n_pairs], 1)]
    content = Content(pairs=pairs, training=known[:n_training], gold=known[4:], items=items)
    make_survey(folder / "my.survey", SurveySettings(raters=2), content)
    return Survey(folder / "my.survey")


@contextmanager
def serving(survey: Survey, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Give `typed-sts survey serve` as a process, and its address."""
    line = command("survey", "serve", survey.path, "--port", str(port), "--quiet")
    with started(line, env=environment({}), stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        told = process.stderr.readline()
        found = re.search(r"listening at (http://[\d.:]+);", told)
        assert found, told
        yield process, found[1]


@pytest.fixture(scope="module")
def survey(tmp_path_factory: pytest.TempPathFactory) -> Survey:
    return build(tmp_path_factory.mktemp("survey"))


@pytest.fixture(scope="module")
def site(survey: Survey) -> Iterator[str]:
    with serving(survey) as (_, url):
        yield url


@pytest.fixture(scope="module")
def window(site: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with chromium_at(tmp_path_factory.mktemp("profile")) as driver:
        yield Browser(driver, site)


@pytest.fixture
def browser(window: Browser) -> Browser:
    """Return Chromium as a desktop in daylight, with nobody in it."""
    window.width(DESKTOP)
    window.scheme("light")
    window.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    return window


def begin(browser: Browser, survey: Survey) -> None:
    """Open a link that invites, and begin."""
    browser.open("survey/join", code=invite(survey, 1)[0])
    browser.one(".code-form button").click()
    browser.until(lambda: bool(browser.all("form.rating")))


def type_answer(browser: Browser, keys: str) -> None:
    """Answer a question by the keyboard alone: to the form by the skip link, then the keys, then Enter."""
    before = browser.one("input[name=question]").get_attribute("value")
    typing = ActionChains(browser.driver)
    typing.send_keys(Keys.TAB, Keys.ENTER, Keys.TAB, *keys).perform()
    assert len(browser.all("form.rating input:checked")) == len(keys)
    if len(keys) == len(TYPES):
        ActionChains(browser.driver).send_keys(Keys.ENTER).perform()
        browser.until(lambda: where(browser) != ("asked", before) and is_loaded(browser))


def is_loaded(browser: Browser) -> bool:
    return bool(browser.js("return document.readyState === 'complete'"))


_WHERE = """
const asked = document.querySelector("form.rating input[name=question]");
const outcome = document.querySelector("#outcome input[name=question]");
if (asked || outcome) return [asked ? "asked" : "outcome", (asked || outcome).value];
return [document.querySelector("main h1.page-title") ? "over" : "loading", null];
"""
"""One look at one page: an element found on a page that goes is not asked for its value on the next."""


def where(browser: Browser) -> tuple[str, str | None]:
    """Return whether something is asked, was right, or it is over; and the number of the question."""
    state, number = browser.js(_WHERE)
    return state, number


def train(browser: Browser, keys: str = RIGHT, n_training: int = 4) -> None:
    """Answer the training questions, and read each outcome; the button that goes on has the focus."""
    for number in range(n_training):
        type_answer(browser, keys)
        if where(browser)[0] == "outcome":
            assert f"Practice {number + 1}" in browser.one("h1").text
            ActionChains(browser.driver).send_keys(Keys.ENTER).perform()
            browser.until(lambda: where(browser)[0] == "asked")


def questions(browser: Browser) -> Iterator[str | None]:
    while where(browser)[0] == "asked":
        yield where(browser)[1]


def test_a_rater_of_twenty_pairs_from_invitation_to_export_by_keyboard_alone(
    browser: Browser, survey: Survey, tmp_path: Path
) -> None:
    begin(browser, survey)
    train(browser)
    for _ in questions(browser):
        type_answer(browser, RIGHT)
    assert browser.one("h1").text == "Done. Thank you!"
    assert browser.complaints() == []
    done = report(survey).raters[0]
    assert (done.state, done.pairs, done.right, done.checked) == ("finished", 20, 56, 56)
    exported = typed_sts("survey", "export", survey.path, "-o", tmp_path / "ratings.tsv")
    assert exported.returncode == 0, exported.stderr
    ratings = read_ratings(tmp_path / "ratings.tsv")
    assert len({rating.pair for rating in ratings}) == 20
    assert {rating.values for rating in ratings} == {(5.0, 0.0, None, 4.0, None, 3.0, 2.0, 5.0)}


def test_a_careless_rater_is_stopped_and_told(browser: Browser, survey: Survey) -> None:
    begin(browser, survey)
    train(browser, WRONG)
    assert browser.one("h1").text == "The survey ends here for you"
    browser.open("survey")
    assert browser.one("h1").text == "The survey ends here for you"
    assert report(survey).raters[-1].reason == "0 of 28 known answers right, 0% of 66.7% asked"


def test_two_raters_at_once_while_the_server_is_killed_in_between(
    tmp_path: Path, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    survey = build(tmp_path, 3, n_training=1)
    with chromium_at(tmp_path_factory.mktemp("second")) as driver:
        other = Browser(driver, "")
        browser_site = browser.site
        with serving(survey) as (process, url):
            browser.site = other.site = url
            for each in (browser, other):
                begin(each, survey)
            for each in (browser, other):
                train(each, n_training=1)
                type_answer(each, RIGHT)
            type_answer(browser, RIGHT[:3])  # three of eight chosen, not sent
            browser.until(lambda: "NA" in (_draft(survey) or ""))
            waiting = [where(each) for each in (browser, other)]
            process.send_signal(signal.SIGKILL)
            process.wait(PATIENCE)
        assert len(ratings_of(survey)) == 2
        with serving(survey, int(url.rpartition(":")[2])):
            for each, question in zip((browser, other), waiting, strict=True):
                each.open("survey")
                assert where(each) == question
            assert [box.get_attribute("id") for box in browser.all("form.rating input:checked")] == [
                "general-5", "author-0", "people-NA",
            ]  # fmt: skip
            for each in (browser, other):
                for _ in questions(each):
                    type_answer(each, RIGHT)
                assert each.one("h1").text == "Done. Thank you!"
        browser.site = browser_site
    assert [(rating.pair, rating.annotator) for rating in ratings_of(survey)] == [
        (pair, rater) for pair in (1, 2, 3) for rater in "12"
    ]


def _draft(survey: Survey) -> str | None:
    with survey.read() as db:
        row = db.execute("SELECT MAX(draft) FROM answers").fetchone()
    return str(row[0]) if row[0] else None


def test_by_mouse_on_a_phone_nothing_is_too_wide_and_what_is_missing_is_shown(browser: Browser, survey: Survey) -> None:
    browser.width(PHONE)
    begin(browser, survey)
    assert browser.js("return document.documentElement.scrollWidth") <= PHONE
    sizes = [label.size for label in browser.all(".choice")]
    assert min(size["height"] for size in sizes) >= 40
    assert min(size["width"] for size in sizes) >= 34
    for label in browser.all(".choice:nth-child(6)")[:7]:
        label.click()
    browser.one(".send button").click()
    assert where(browser)[0] == "asked"  # the browser itself asks for the eighth
    assert browser.js("return document.querySelector('form.rating').checkValidity()") is False
    browser.all(".choice.na")[-1].click()
    browser.one(".send button").click()
    browser.until(lambda: where(browser)[0] == "outcome")


def test_without_javascript_a_rater_gets_from_the_link_to_the_next_question(
    survey: Survey, site: str, tmp_path: Path
) -> None:
    with chromium_at(tmp_path / "profile", javascript=False) as driver:
        browser = Browser(driver, site)
        begin(browser, survey)
        first = where(browser)
        for label in browser.all(".choice:nth-child(3)"):
            label.click()
        browser.one(".send button").click()
        browser.until(lambda: where(browser) == ("outcome", first[1]))
        browser.one("#outcome button").click()
        browser.until(lambda: where(browser)[0] == "asked" and where(browser)[1] != first[1])


def test_a_hostile_record_runs_no_code(browser: Browser, survey: Survey) -> None:
    begin(browser, survey)
    assert browser.one('[data-side="a"] h3').text == HOSTILE[0]
    assert browser.all("main img, main script, form form") == []
    type_answer(browser, RIGHT)
    assert HOSTILE[0] in browser.one(".why-right").text
    assert browser.driver.title != "taken"
    assert browser.complaints() == []


def test_no_page_of_the_survey_has_an_accessibility_problem(
    browser: Browser, survey: Survey, axe: str, picture: Callable[[Browser, str], None]
) -> None:
    def look(name: str) -> None:
        browser.js(axe)
        for scheme, width in (("light", PHONE), ("dark", DESKTOP)):
            browser.scheme(scheme)
            browser.width(width)
            picture(browser, f"survey-{name}-{'phone' if width == PHONE else 'desktop'}-{scheme}")
            assert browser.driver.execute_async_script(_RUN) == [], (name, scheme, width)

    browser.open("survey")
    browser.one("#code").send_keys("AAAA" + Keys.ENTER)
    browser.until(lambda: bool(browser.all(".problem")))
    look("welcome")
    begin(browser, survey)
    look("question")
    type_answer(browser, RIGHT)
    look("outcome")
    browser.open("survey/nothing")
    look("error")
    key = new_key(survey)
    browser.open("survey/dashboard")
    look("key")
    browser.one("#key").send_keys(key + Keys.ENTER)
    browser.until(lambda: bool(browser.all(".report")))
    look("dashboard")
