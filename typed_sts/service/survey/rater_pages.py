"""The pages of a survey, from what is to be shown to bytes: every text escaped, nothing for a cache to keep."""

from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import Request
from fastapi.responses import Response

from typed_sts.domain.types import SIMILARITY_TYPES, SimilarityType
from typed_sts.service.pages.record_view import record_view
from typed_sts.service.pages.rendering import IN_ENGLISH, render
from typed_sts.service.pages.routes import root_of
from typed_sts.survey.questions import parse_known
from typed_sts.survey.raters import shown_code
from typed_sts.survey.report import SurveyReport
from typed_sts.survey.survey_file import DROPPED, TRAINING, SurveySettings
from typed_sts.survey.turns import Turn

SCALE = (
    "nothing in common",
    "only slightly related",
    "somewhat similar",
    "clearly similar",
    "very similar",
    "the same",
)
"""What the numbers of the scale mean."""
NOT_APPLICABLE = "NA"


@dataclass(frozen=True, slots=True)
class Asked:
    """One type as a rater is asked about it: what is chosen, and after training what was right."""

    type: SimilarityType
    chosen: str
    missing: bool = False
    right: str = ""
    is_right: bool = True

    @property
    def answer(self) -> str:
        """What was chosen, in words."""
        return "not applicable" if self.chosen == NOT_APPLICABLE else self.chosen


def page(request: Request, template: str, settings: SurveySettings, status: int = 200, **values: object) -> Response:
    """Return a page of the survey."""
    shown: dict[str, object] = {"settings": settings, "scale": SCALE, **values}
    content = render(root_of(request), f"survey_{template}.html", status, speech=IN_ENGLISH, here=None, **shown)
    return Response(content.body, content.status, {"Cache-Control": "no-store"}, content.media_type)


def welcome_page(
    request: Request, settings: SurveySettings, code: str, *, problem: str = "", status: int = 200
) -> Response:
    """Return what a rater sees first: what it is about, and where the code goes."""
    return page(request, "welcome", settings, status, code=code, problem=problem, types=SIMILARITY_TYPES)


def question_page(
    request: Request,
    settings: SurveySettings,
    turn: Turn,
    code: str,
    token: str,
    *,
    chosen: Sequence[str] | None = None,
    status: int = 200,
) -> Response:
    """Return a question; with choices that were sent and are not all, it says which are missing."""
    cells = turn.chosen if chosen is None else chosen
    asked = [
        Asked(row, cell, missing=chosen is not None and not cell)
        for row, cell in zip(SIMILARITY_TYPES, cells, strict=True)
    ]
    return _turn_page(request, "question", settings, turn, asked, code, token, status)


def outcome_page(request: Request, settings: SurveySettings, turn: Turn, code: str, token: str) -> Response:
    """Return what was right in a training question, beside what was answered."""
    asked = []
    for row, cell, known in zip(SIMILARITY_TYPES, turn.chosen, map(parse_known, turn.known), strict=True):
        value = None if cell == NOT_APPLICABLE else float(cell)
        right = known.told() if known.checked else ""
        asked.append(Asked(row, cell, right=right, is_right=known.accepts(value, settings.tolerance)))
    return _turn_page(request, "outcome", settings, turn, asked, code, token)


def end_page(request: Request, settings: SurveySettings, state: str, code: str, token: str) -> Response:
    """Return what a rater sees when it is over."""
    return page(request, "end", settings, stopped=state == DROPPED, code=shown_code(code), token=token)


def dashboard_page(request: Request, settings: SurveySettings, report: SurveyReport) -> Response:
    """Return where the survey stands."""
    return page(request, "dashboard", settings, report=report)


def key_page(request: Request, settings: SurveySettings, *, has_key: bool, problem: str, status: int) -> Response:
    """Return the page that asks the organiser for the key."""
    return page(request, "key", settings, status, has_key=has_key, problem=problem)


def render_survey_error(request: Request, status: int, message: str) -> Response:
    """Return the page of an error, with the way back to the survey."""
    return page(request, "error", SurveySettings(), status, code=status, message=message)


def _turn_page(
    request: Request,
    template: str,
    settings: SurveySettings,
    turn: Turn,
    asked: Sequence[Asked],
    code: str,
    token: str,
    status: int = 200,
) -> Response:
    return page(
        request,
        template,
        settings,
        status,
        turn=turn,
        training=turn.kind == TRAINING,
        left=record_view(turn.a),
        right=record_view(turn.b),
        asked=asked,
        code=shown_code(code),
        token=token,
    )
