"""The routes of a survey: for raters, and the dashboard.

    GET  /survey                        what a rater is to do now; without a code, the welcome
    GET  /survey/join?code=             the welcome with the code filled in: a link that invites
    POST /survey/join                   the code, which the browser keeps from then on
    POST /survey/answer                 an answer; it is on the disk before the browser is sent on
    POST /survey/draft                  what is chosen and not sent yet, from the script
    POST /survey/next                   the outcome of a training question was read
    POST /survey/leave                  the browser forgets the code
    GET  /survey/dashboard              for the organiser; POST takes the key
    GET  /survey/dashboard/ratings.tsv  the ratings so far

A code and the key stay in cookies that no script and no other site's form gets at. Every form of a rater carries a
token made of the code besides. Routes are plain functions, so that the server runs them beside each other in threads.
"""

import hashlib
from typing import Annotated
from urllib.parse import parse_qs

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from typed_sts.domain.types import TYPES
from typed_sts.service.http.access import RateLimit
from typed_sts.service.http.errors import Problem
from typed_sts.service.pages.routes import root_of
from typed_sts.service.survey.rater_pages import (
    dashboard_page,
    end_page,
    key_page,
    outcome_page,
    question_page,
    welcome_page,
)
from typed_sts.survey.raters import (
    InvitationFull,
    Rater,
    form_token,
    has_key,
    is_form_token,
    is_key,
    join,
    plain_code,
    rater_of,
    shown_code,
)
from typed_sts.survey.report import ratings_file, ratings_of, report
from typed_sts.survey.survey_file import Survey
from typed_sts.survey.turns import answer, as_values, current_turn, keep_draft, mark_seen, parse_chosen

TRIES = 60
"""Codes and keys that one client may try in a minute."""
_DAYS = 120
_MOST_FIELDS = 40
Form = dict[str, str]


async def sent_form(request: Request) -> Form:
    """Return the fields of a form that was sent; refuse what another site sent, and what is no form."""
    if request.headers.get("sec-fetch-site") == "cross-site":
        raise Problem(403, "another_site", "this form was sent from another site; open the survey itself and try again")
    body = (await request.body()).decode("utf-8", "replace")
    try:
        found = parse_qs(body, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError as error:
        raise Problem(400, "bad_request", "this is not a form of the survey") from error
    return {name: values[0] for name, values in found.items()}


SentForm = Annotated[Form, Depends(sent_form)]


class Doorman:
    """Knows whose request it is: by the cookie of a rater or of the organiser."""

    def __init__(self, survey: Survey, tries: RateLimit) -> None:
        self._survey = survey
        self._tries = tries
        # Ports share cookies, so each survey has names of its own.
        name = hashlib.sha256(survey.secret).hexdigest()[:8]
        self.rater_cookie, self.key_cookie = f"survey_{name}", f"organiser_{name}"

    def rater(self, request: Request) -> tuple[Rater, str] | None:
        """Return the rater of a request, with their code."""
        code = plain_code(request.cookies.get(self.rater_cookie, ""))
        found = rater_of(self._survey, code)
        return (found, code) if found else None

    def sender(self, request: Request, form: Form) -> tuple[Rater, str]:
        """Return the rater who sent a form; raise Problem when it is nobody's, or was not made for them."""
        found = self.rater(request)
        if found is None:
            raise Problem(403, "no_rater", "this browser has no code of the survey any more; enter your code again")
        if not is_form_token(self._survey, found[1], form.get("token", "")):
            raise Problem(
                403, "not_our_form", "this form is not of this survey, or is an old one; open the survey again"
            )
        return found

    def is_organiser(self, request: Request) -> bool:
        """Say whether a request has the key."""
        return is_key(self._survey, request.cookies.get(self.key_cookie, ""))

    def check_tries(self, request: Request) -> None:
        """Raise Problem when a client tries codes or keys too often."""
        if seconds := self._tries.wait(str(getattr(request.state, "client", ""))):
            message = f"too many tries from here; the next one is welcome in {seconds} s"
            raise Problem(429, "too_many_requests", message, headers={"Retry-After": str(seconds)})


def survey_routes(survey: Survey, tries: RateLimit | None = None) -> APIRouter:
    """Return the routes over a survey; `tries` limits codes and keys that are tried."""
    router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
    doorman = Doorman(survey, tries or RateLimit(TRIES))
    _rater_routes(router, survey, doorman)
    _organiser_routes(router, survey, doorman)
    return router


def _rater_routes(router: APIRouter, survey: Survey, doorman: Doorman) -> None:
    settings = survey.settings

    @router.get("/survey")
    def now(request: Request) -> Response:
        if (found := doorman.rater(request)) is None:
            return welcome_page(request, settings, "")
        rater, code = found
        token = form_token(survey, code)
        if turn := current_turn(survey, rater):
            shown = outcome_page if turn.answered else question_page
            return shown(request, settings, turn, code, token)
        ended = rater_of(survey, code)
        return end_page(request, settings, ended.state if ended else rater.state, code, token)

    @router.get("/survey/join")
    def invited(request: Request, code: str = "") -> Response:
        found = doorman.rater(request)
        if found and found[1] == plain_code(code):
            return _to_survey(request)
        return welcome_page(request, settings, shown_code(plain_code(code)))

    @router.post("/survey/join")
    def joined(request: Request, form: SentForm) -> Response:
        doorman.check_tries(request)
        typed = form.get("code", "")
        try:
            code = join(survey, typed)
        except InvitationFull as full:
            return welcome_page(request, settings, typed[:40], problem=f"{full}.", status=409)
        if code is None:
            problem = (
                "This code is not known. Look again: it has sixteen letters and digits, as in 7QK2-M0ZD-4H8T-PX1A."
            )
            return welcome_page(request, settings, typed[:40], problem=problem, status=422)
        return _with_cookie(_to_survey(request), request, doorman.rater_cookie, code, "lax")

    @router.post("/survey/answer")
    def answered(request: Request, form: SentForm) -> Response:
        rater, code = doorman.sender(request, form)
        question = _number(form)
        chosen = parse_chosen([form.get(name, "") for name in TYPES])
        values = as_values(chosen)
        if values is not None:
            answer(survey, rater, question, values)
            return _to_survey(request)
        keep_draft(survey, rater, question, chosen)
        turn = current_turn(survey, rater)
        if turn is None or turn.answered or turn.question != question:
            return _to_survey(request)
        token = form_token(survey, code)
        return question_page(request, settings, turn, code, token, chosen=chosen, status=422)

    @router.post("/survey/draft")
    def drafted(request: Request, form: SentForm) -> Response:
        rater, _ = doorman.sender(request, form)
        keep_draft(survey, rater, _number(form), parse_chosen([form.get(name, "") for name in TYPES]))
        return Response(status_code=204)

    @router.post("/survey/next")
    def understood(request: Request, form: SentForm) -> Response:
        rater, _ = doorman.sender(request, form)
        mark_seen(survey, rater, _number(form))
        return _to_survey(request)

    @router.post("/survey/leave")
    def left(request: Request, form: SentForm) -> Response:
        doorman.sender(request, form)
        gone = _to_survey(request)
        gone.delete_cookie(doorman.rater_cookie, path=f"{root_of(request)}/survey")
        return gone


def _organiser_routes(router: APIRouter, survey: Survey, doorman: Doorman) -> None:
    settings = survey.settings

    @router.get("/survey/dashboard")
    def dashboard(request: Request) -> Response:
        if not doorman.is_organiser(request):
            return key_page(request, settings, has_key=has_key(survey), problem="", status=200)
        return dashboard_page(request, settings, report(survey))

    @router.post("/survey/dashboard")
    def opened(request: Request, form: SentForm) -> Response:
        doorman.check_tries(request)
        key = form.get("key", "").strip()
        if not is_key(survey, key):
            problem = "This is not the key of this survey."
            return key_page(request, settings, has_key=has_key(survey), problem=problem, status=422)
        to = RedirectResponse(f"{root_of(request)}/survey/dashboard", 303)
        return _with_cookie(to, request, doorman.key_cookie, key, "strict")

    @router.get("/survey/dashboard/ratings.tsv")
    def ratings(request: Request) -> Response:
        if not doorman.is_organiser(request):
            raise Problem(403, "no_key", "the ratings are for the organiser: open the dashboard with the key first")
        if not ratings_of(survey):
            raise Problem(404, "no_ratings", "nobody has rated a pair yet")
        headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="ratings.tsv"'}
        return Response(ratings_file(survey), headers=headers, media_type="text/tab-separated-values; charset=utf-8")


def _number(form: Form) -> int:
    text = form.get("question", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _to_survey(request: Request) -> RedirectResponse:
    return RedirectResponse(f"{root_of(request)}/survey", 303, {"Cache-Control": "no-store"})


def _with_cookie(response: Response, request: Request, name: str, value: str, same_site: str) -> Response:
    """Return the response with a cookie that scripts and other sites do not get; over HTTPS it is sent nowhere else."""
    response.set_cookie(
        name,
        value,
        max_age=_DAYS * 86_400 if same_site == "lax" else None,
        path=f"{root_of(request)}/survey",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax" if same_site == "lax" else "strict",
    )
    return response
