"""Small surveys, and raters who answer as a test wants them to."""

from collections.abc import Callable
from pathlib import Path

from typed_sts.domain.types import TYPES
from typed_sts.survey.questions import Question, Values, parse_known
from typed_sts.survey.raters import Rater, invite, join, rater_of
from typed_sts.survey.survey_file import PAIR, TRAINING, Content, Survey, SurveySettings, make_survey
from typed_sts.survey.turns import Turn, answer, current_turn, mark_seen
from typed_sts_fetch.item import Item

KNOWN = ("5", "0", "NA", "3-5", "0|NA", "*", "2", "4-5")
Answering = Callable[[Turn], Values]


def make(path: Path, n_pairs: int = 3, *, n_gold: int = 4, n_training: int = 2, **settings: object) -> Survey:
    """Return a survey of made-up items."""
    n_items = 2 * (n_pairs + n_gold + n_training)
    items = {f"/t/{n}": Item(id=f"/t/{n}", dcTitle=(f"Thing {n}",)) for n in range(1, n_items + 1)}
    couples = [(f"/t/{n}", f"/t/{n + 1}") for n in range(1, n_items, 2)]
    pairs = [(line, *couple) for line, couple in enumerate(couples[:n_pairs], 1)]
    known = [Question(*couple, KNOWN, "Because.") for couple in couples[n_pairs:]]
    content = Content(pairs=pairs, training=known[:n_training], gold=known[n_training:], items=items)
    make_survey(path, SurveySettings(**settings), content)  # type: ignore[arg-type]
    return Survey(path)


def newcomer(survey: Survey) -> Rater:
    """Return a rater who has just joined."""
    code = join(survey, invite(survey, 1)[0])
    assert code
    found = rater_of(survey, code)
    assert found
    return found


def right(turn: Turn) -> Values:
    """Answer as is expected; pairs by their number."""
    if turn.kind == PAIR:
        return tuple(float((turn.question + column) % 6) for column in range(len(TYPES)))
    return tuple(_right(cell) for cell in turn.known)


def wrong(turn: Turn) -> Values:
    """Answer otherwise than is expected, wherever that is possible."""
    return tuple(
        next(value for value in (1.0, 5.0, 0.0, None, 3.0) if not known.checked or not known.accepts(value, 1.0))
        for known in map(parse_known, turn.known or ("*",) * len(TYPES))
    )


def take_turn(survey: Survey, rater: Rater, answering: Answering = right, now: float | None = None) -> Turn | None:
    """Answer what is asked, and read what was right; return the question, None when it is over."""
    turn = current_turn(survey, rater, now)
    if turn is not None:
        assert answer(survey, rater, turn.question, answering(turn), now)
        if turn.kind == TRAINING:
            mark_seen(survey, rater, turn.question)
    return turn


def take_all(survey: Survey, rater: Rater, answering: Answering = right) -> list[str]:
    """Answer until it is over; return the kinds of the questions."""
    kinds = []
    while turn := take_turn(survey, rater, answering):
        kinds.append(turn.kind)
    return kinds


def _right(cell: str) -> float | None:
    known = parse_known(cell)
    if not known.checked:
        return 3.0
    return known.near[0] if known.near else known.ranges[0][0] if known.ranges else None
