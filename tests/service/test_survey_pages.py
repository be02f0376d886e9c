"""The pages of a survey over HTTP: who comes in, what is stored, what is refused, and what a record may not do."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path

import pytest
import requests

from tests.processes import PATIENCE
from tests.service.conftest import A
from tests.service.pages.serving import served
from tests.service.process import serving
from tests.survey.world import KNOWN, make
from typed_sts.domain.types import TYPES
from typed_sts.service.app import create_survey_app
from typed_sts.service.http.access import RateLimit
from typed_sts.service.settings import ServiceSettings
from typed_sts.survey.questions import Question
from typed_sts.survey.raters import invite, new_key, plain_code
from typed_sts.survey.report import ratings_of, report
from typed_sts.survey.survey_file import Content, Survey, SurveySettings, make_survey
from typed_sts_fetch.item import Item

BROWSER = {"Accept": "text/html"}
HOSTILE = (
    '<script>document.title = "taken"</script>',
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "{{ 7919 * 7907 }}",
    "</textarea></form><form action=//evil.example>",
)


class Browser:
    """A client that keeps cookies and sends the forms of the pages it gets."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.session = requests.Session()
        self.session.headers.update(BROWSER)

    def get(self, path: str) -> requests.Response:
        return self.session.get(self.site + path, timeout=PATIENCE)

    def post(self, path: str, **fields: str) -> requests.Response:
        return self.session.post(self.site + path, data=fields, timeout=PATIENCE)

    def post_alone(self, path: str, **fields: str) -> requests.Response:
        """Send a form, and do not go where the answer leads."""
        return self.session.post(self.site + path, data=fields, timeout=PATIENCE, allow_redirects=False)

    def join(self, code: str) -> requests.Response:
        return self.post("/survey/join", code=code)

    def answer(self, page: requests.Response, values: str, **other: str) -> requests.Response:
        """Send the form of a page with a value for each type, as in "5 4 NA 0 1 2 3 3"."""
        chosen = dict(zip(TYPES, values.split(), strict=False))
        return self.post("/survey/answer", **{**hidden(page), **chosen, **other})


def hidden(page: requests.Response) -> dict[str, str]:
    """Return the hidden fields of a page's first form that has a question."""
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page.text))
    assert {"question", "token"} <= set(fields), page.text
    return fields


@pytest.fixture
def survey(tmp_path: Path) -> Survey:
    return make(tmp_path / "my.survey", 6, n_training=1)


@pytest.fixture
def site(survey: Survey) -> Iterator[str]:
    with served(create_survey_app(survey, ServiceSettings())) as url:
        yield url


@pytest.fixture
def rater(site: str, survey: Survey) -> Browser:
    """A rater who is past training."""
    browser = Browser(site)
    page = browser.join(invite(survey, 1)[0])
    page = browser.answer(page, "5 0 NA 4 NA 3 2 5")
    assert "7 of 7 as expected" in page.text
    browser.post("/survey/next", **hidden(page))
    return browser


def test_the_first_address_leads_to_the_survey_and_strangers_are_asked_for_a_code(site: str) -> None:
    page = Browser(site).get("/")
    assert page.url == f"{site}/survey"
    assert 'name="code"' in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["Content-Security-Policy"].startswith("default-src 'self';")
    assert requests.get(f"{site}/healthz", timeout=PATIENCE).json()["status"] == "up"


def test_a_link_fills_the_code_in_and_opening_it_alone_changes_nothing(site: str, survey: Survey) -> None:
    (code,) = invite(survey, 1)
    browser = Browser(site)
    assert f'value="{code}"' in browser.get(f"/survey/join?code={code}").text
    assert report(survey).raters == ()
    assert "Practice 1" in browser.join(code).text
    assert browser.get(f"/survey/join?code={code}").url == f"{site}/survey"
    assert 'value=""' in Browser(site).get('/survey/join?code="><script>alert(1)</script>').text


def test_the_cookie_is_for_this_survey_alone_and_not_for_scripts(site: str, survey: Survey) -> None:
    answer = Browser(site).post_alone("/survey/join", code=invite(survey, 1)[0])
    assert (answer.status_code, answer.headers["Location"]) == (303, "/survey")
    cookie = answer.headers["Set-Cookie"]
    assert re.match(r"survey_[0-9a-f]{8}=", cookie)
    assert {"HttpOnly", "Path=/survey", "SameSite=lax"} <= set(cookie.split("; "))


def test_a_wrong_code_is_said_and_nobody_may_try_for_ever(survey: Survey) -> None:
    tries = RateLimit(3, clock=lambda: 0.0)
    with served(create_survey_app(survey, ServiceSettings(), tries)) as site:
        browser = Browser(site)
        page = browser.join("AAAA-BBBB-CCCC-DDDD")
        assert (page.status_code, "This code is not known" in page.text) == (422, True)
        assert browser.post("/survey/dashboard", key="guess").status_code == 422
        assert browser.join("").status_code == 422
        late = [browser.join(invite(survey, 1)[0]), browser.post("/survey/dashboard", key="guess")]
        assert [page.status_code for page in late] == [429, 429]
        assert int(late[0].headers["Retry-After"]) > 0


def test_a_shared_link_gives_each_a_code_of_their_own_until_it_is_full(site: str, survey: Survey) -> None:
    (link,) = invite(survey, 1, shared=2)
    pages = [Browser(site).join(link) for _ in range(3)]
    assert [page.status_code for page in pages] == [200, 200, 409]
    codes = [re.findall(r"<code>([0-9A-Z-]{19})</code>", page.text)[0] for page in pages[:2]]
    assert len({*codes, link}) == 3
    assert "as many people as this invitation is for" in pages[2].text
    assert "Practice 1" in Browser(site).join(codes[0]).text
    assert len(report(survey).raters) == 2


def test_every_answer_is_in_the_file_before_the_browser_is_sent_on(rater: Browser, survey: Survey) -> None:
    page = rater.get("/survey")
    sent = rater.post_alone("/survey/answer", **hidden(page), **dict(zip(TYPES, "01234N54", strict=True)))
    assert sent.status_code == 422  # "N" is no choice
    sent = rater.post_alone("/survey/answer", **hidden(page), **dict.fromkeys(TYPES, "3"))
    assert sent.status_code == 303
    assert [rating.values for rating in ratings_of(survey)] == [(3.0,) * 8]


def test_what_is_left_out_is_named_and_what_was_chosen_stays(rater: Browser) -> None:
    page = rater.get("/survey")
    again = rater.answer(page, "4 NA")
    assert again.status_code == 422
    assert "Still to choose" in again.text
    assert re.findall(r'<a href="#(\w+)-0">', again.text) == list(TYPES[2:])
    for text in (again.text, rater.get("/survey").text):
        assert re.findall(r'id="([\w-]+)"[^>]* checked', text) == ["general-4", "author-NA"]


def test_a_draft_is_kept_for_the_next_browser(rater: Browser, site: str) -> None:
    page = rater.get("/survey")
    assert rater.post("/survey/draft", **hidden(page), general="2").status_code == 204
    code = re.findall(r"<code>([0-9A-Z-]{19})</code>", page.text)[0]
    assert re.findall(r'id="([\w-]+)"[^>]* checked', Browser(site).join(code).text) == ["general-2"]


def test_sending_twice_or_from_two_tabs_stores_one_answer(rater: Browser, survey: Survey) -> None:
    page = rater.get("/survey")
    for value in "35":
        assert "Question 2" in rater.answer(page, " ".join(value * 8)).text
    assert [rating.values for rating in ratings_of(survey)] == [(3.0,) * 8]


@pytest.mark.parametrize("path", ["/survey/answer", "/survey/draft", "/survey/next", "/survey/leave"])
def test_no_form_of_another_site_counts(rater: Browser, survey: Survey, path: str) -> None:
    page = rater.get("/survey")
    fields = {**hidden(page), **dict.fromkeys(TYPES, "3")}
    for forged in ({"token": ""}, {"token": "0" * 64}, {"token": "é"}):
        assert rater.post(path, **{**fields, **forged}).status_code == 403
    rater.session.headers["Sec-Fetch-Site"] = "cross-site"
    assert rater.post(path, **fields).status_code == 403
    assert ratings_of(survey) == []


def test_a_token_of_one_rater_is_of_no_use_to_another(rater: Browser, site: str, survey: Survey) -> None:
    other = Browser(site)
    fields = hidden(rater.get("/survey"))
    other.join(invite(survey, 1)[0])
    assert other.post("/survey/answer", **fields, **dict.fromkeys(TYPES, "3")).status_code == 403
    stranger = Browser(site)
    assert stranger.post("/survey/answer", **fields, **dict.fromkeys(TYPES, "3")).status_code == 403


def test_who_leaves_is_forgotten_by_the_browser_and_not_by_the_survey(rater: Browser, survey: Survey) -> None:
    page = rater.get("/survey")
    code = re.findall(r"<code>([0-9A-Z-]{19})</code>", page.text)[0]
    assert 'name="code"' in rater.post("/survey/leave", token=hidden(page)["token"]).text
    assert "Question 1" in rater.join(code).text


@pytest.mark.parametrize(
    "fields",
    [{}, {"question": "x"}, {"question": "99999999999999999999"}, {"question": "-1"}, {"question": "1' OR '1'='1"}],
)
def test_nonsense_is_refused_and_changes_nothing(rater: Browser, survey: Survey, fields: dict[str, str]) -> None:
    token = hidden(rater.get("/survey"))["token"]
    answer = rater.post("/survey/answer", token=token, **fields, **dict.fromkeys(TYPES, "3"))
    assert answer.status_code == 200
    assert "Question 1" in answer.text
    assert ratings_of(survey) == []
    many = "&".join(f"x{n}=1" for n in range(500))
    assert rater.session.post(f"{rater.site}/survey/answer", data=many, timeout=PATIENCE).status_code == 400


def test_a_careless_rater_reads_that_it_is_over(site: str, survey: Survey) -> None:
    browser = Browser(site)
    page = browser.answer(browser.join(invite(survey, 1)[0]), "0 5 5 0 5 0 5 0")
    assert "The survey ends here for you" in page.text
    assert "The survey ends here for you" in browser.get("/survey").text


def test_gold_questions_look_like_pairs(rater: Browser, survey: Survey) -> None:
    pages = []
    page = rater.get("/survey")
    while 'name="general"' in page.text:
        with closing(sqlite3.connect(survey.path)) as db:
            kinds = dict(db.execute("SELECT number, kind FROM questions"))
        kind = kinds[int(hidden(page)["question"])]
        pages.append((kind, re.sub(r"\d+|[0-9A-Z]{4}-[0-9A-Z-]+|[0-9a-f]{64}", "#", page.text)))
        page = rater.answer(page, "5 0 NA 4 NA 3 2 5")
    assert {kind for kind, _ in pages} == {"pair", "gold"}
    assert len({text for _, text in pages}) == 1
    assert "Thank you" in page.text


@pytest.mark.slow
def test_a_survey_is_served_beside_a_collection_too(sample: Path, survey: Survey) -> None:
    with serving(sample, settings={"survey": str(survey.path), "page": False}) as service:
        browser = Browser(service.url)
        assert browser.get("/static/survey.css").status_code == 200
        assert "Practice 1" in browser.join(invite(survey, 1)[0]).text
        assert browser.get(f"/api/item?id={A}").status_code == 200
        assert "/survey" not in browser.get("/openapi.json").text
        assert 'route="/survey",status="200"' in browser.get("/metrics").text


# The organiser.


def test_the_dashboard_opens_with_the_key_alone(rater: Browser, site: str, survey: Survey) -> None:
    rater.answer(rater.get("/survey"), "3 3 3 3 3 3 3 3")
    browser = Browser(site)
    assert "has no key yet" in browser.get("/survey/dashboard").text
    key = new_key(survey)
    wrong = browser.post("/survey/dashboard", key="wrong")
    assert (wrong.status_code, "Where it stands" in wrong.text) == (422, False)
    for stranger in (browser, rater):
        assert "Where it stands" not in stranger.get("/survey/dashboard").text
        assert stranger.get("/survey/dashboard/ratings.tsv").status_code == 403
    assert "Where it stands" in browser.post("/survey/dashboard", key=f" {key} ").text
    shown = browser.get("/survey/dashboard/ratings.tsv")
    assert shown.text.splitlines()[1].split("\t")[1:] == ["1", *["3"] * 8]
    new_key(survey)
    assert "Where it stands" not in browser.get("/survey/dashboard").text


def test_the_dashboard_says_who_was_stopped_and_why(site: str, survey: Survey) -> None:
    careless = Browser(site)
    careless.answer(careless.join(invite(survey, 1)[0]), "0 5 5 0 5 0 5 0")
    organiser = Browser(site)
    page = organiser.post("/survey/dashboard", key=new_key(survey))
    assert "0 of 7 known answers right, 0% of 66.7% asked" in page.text
    assert organiser.get("/survey/dashboard/ratings.tsv").status_code == 404


# What a record may not do.


class Tags(HTMLParser):
    """What a page has of elements and addresses."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_a_record_full_of_code_is_text_on_every_page(tmp_path: Path) -> None:
    fields = dict.fromkeys(("dcTitle", "dcCreator", "dcSubject", "dcDescription", "dcDate"), HOSTILE)
    items = {
        f"/x/{n}": Item(id=f"/x/{n}", provider=HOSTILE[1], preview=HOSTILE[2], language=HOSTILE[1], **fields)  # type: ignore[arg-type]
        for n in range(4)
    }
    question = Question("/x/0", "/x/1", KNOWN, HOSTILE[0])
    content = Content(pairs=[(1, "/x/2", "/x/3")], training=[question], gold=[], items=items)
    path = tmp_path / "hostile.survey"
    make_survey(path, SurveySettings(title=HOSTILE[0]), content)
    survey = Survey(path)
    with served(create_survey_app(survey, ServiceSettings())) as site:
        browser = Browser(site)
        first = browser.join(invite(survey, 1)[0])
        outcome = browser.answer(first, "5 0 NA 4 NA 3 2 5")
        pair = browser.post("/survey/next", **hidden(outcome))
        organiser = browser.post("/survey/dashboard", key=new_key(survey))
        pages = [Browser(site).get("/survey"), first, outcome, pair, organiser]
        pages += [browser.join(HOSTILE[1]), browser.get("/" + HOSTILE[0])]
    for page in pages:
        assert str(7919 * 7907) not in page.text
        for tag, attributes in Tags(page.text).found:
            assert not [name for name in attributes if name.startswith("on")]
            assert tag not in ("img", "textarea", "iframe")
            assert tag != "script" or (attributes["src"] or "").startswith("/static/")
            for name in ("href", "action"):
                assert (attributes.get(name) or "/").startswith(("/", "#"))
                assert not (attributes.get(name) or "").startswith("//")
    assert "&lt;script&gt;" in pair.text


def test_a_file_that_vanishes_is_a_page_and_not_a_trace(rater: Browser, survey: Survey) -> None:
    page = rater.get("/survey")
    survey.path.rename(survey.path.with_suffix(".away"))
    gone = rater.answer(page, "3 3 3 3 3 3 3 3")
    assert gone.status_code == 503
    assert "was not kept" in gone.text
    assert str(survey.path) not in gone.text
    survey.path.with_suffix(".away").rename(survey.path)
    assert "Question 2" in rater.answer(page, "3 3 3 3 3 3 3 3").text


def test_codes_are_plain_wherever_they_come_from() -> None:
    assert plain_code("7qk2 m0zd-4h8t px1a") == plain_code("7QK2-MOZD-4H8T-PXIA") == "7QK2M0ZD4H8TPX1A"
