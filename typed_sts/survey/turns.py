"""What a rater is asked next, what becomes of the answer, and when it ends.

    training     all training questions, in their order; after each the rater reads what was right
    then         pairs, and after every few of them a gold question, until there are enough pairs

The accuracy of a rater is the share of right answers, type by type, to all questions with known answers so far. When
training is over and it falls under the least, the rater is stopped; the better it is, the rarer gold questions become:

    gap = shortest + floor((accuracy - least) / (100 - least) * (longest - shortest + 1)),  longest at most

Pairs that others have begun come first, so that each is soon rated by as many as are wanted; of equals a rater gets one
in an order of their own. A question that was put to a rater stays theirs until it is answered, through any restart.
"""

import hashlib
import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass

from typed_sts.domain.types import HIGHEST, LOWEST, TYPES
from typed_sts.survey.questions import Values, n_right
from typed_sts.survey.raters import Rater
from typed_sts.survey.survey_file import (
    ACTIVE,
    DROPPED,
    FINISHED,
    GOLD,
    PAIR,
    TRAINING,
    Survey,
    SurveySettings,
    items_of,
)
from typed_sts_fetch.item import Item

HELD_SECONDS = 3600.0
"""For how long a question that was put to a rater, and is not answered, counts as one rating to come."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A question put to a rater: its number, its records, and what was chosen so far or, after training, answered."""

    question: int
    kind: str
    a: Item
    b: Item
    known: tuple[str, ...]
    why: str
    chosen: tuple[str, ...]
    """For each type "" where nothing was chosen, a number, or "NA"."""
    answered: bool
    done: int
    """Questions answered so far, this one not counted; in training those of training."""
    in_all: int
    """About how many there will be in all."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How many of the known answers somebody gave, of how many."""

    right: int = 0
    checked: int = 0

    @property
    def percent(self) -> float:
        """The share of right answers, to a tenth as it is compared; 100 before anything was checked."""
        return round(100 * self.right / self.checked, 1) if self.checked else 100.0


@dataclass(frozen=True, slots=True)
class _Asked:
    """One row of what a rater was asked."""

    question: int
    kind: str
    given: Values | None
    known: tuple[str, ...]


def current_turn(survey: Survey, rater: Rater, now: float | None = None) -> Turn | None:
    """Return what the rater is to do now: a question, or what was right in training; None when it is over."""
    with survey.write() as db:
        row = _open_row(db, rater.number)
        if row is None and _put_next(db, survey.settings, rater.number, time.time() if now is None else now):
            row = _open_row(db, rater.number)
        if row is None:
            return None
        question, kind, a, b, known, why, given, draft = row
        asked = [each for each in _asked(db, rater.number) if (each.kind == TRAINING) == (kind == TRAINING)]
        done = sum(each.given is not None and each.question != question for each in asked)
        left, right = items_of(db, (a, b))
        chosen = as_cells(json.loads(given)) if given else tuple(json.loads(draft)) if draft else ("",) * len(TYPES)
        in_all = _n_training(db) if kind == TRAINING else done + _to_come(db, survey.settings, rater.number)
        return Turn(question, kind, left, right, tuple(json.loads(known)), why, chosen, bool(given), done, in_all)


def answer(survey: Survey, rater: Rater, question: int, values: Values, now: float | None = None) -> bool:
    """Store an answer, and stop a rater who is not accurate enough; False when this question waits for none."""
    with survey.write() as db:
        waiting = db.execute(
            "SELECT question FROM answers WHERE rater = ? AND given IS NULL", (rater.number,)
        ).fetchone()
        state = db.execute("SELECT state FROM raters WHERE number = ?", (rater.number,)).fetchone()[0]
        if waiting != (question,) or state != ACTIVE:
            return False
        at = time.time() if now is None else now
        db.execute(
            "UPDATE answers SET given = ?, answered = ?, draft = NULL, seen = (SELECT kind != ? FROM questions"
            " WHERE number = question) WHERE rater = ? AND question = ?",
            (json.dumps(values), at, TRAINING, rater.number, question),
        )
        _stop_if_careless(db, survey.settings, rater.number)
        return True


def keep_draft(survey: Survey, rater: Rater, question: int, chosen: Sequence[str]) -> None:
    """Keep what is chosen in a form that is not sent yet; nothing happens when the question is not the rater's."""
    with survey.write() as db:
        db.execute(
            "UPDATE answers SET draft = ? WHERE rater = ? AND question = ? AND given IS NULL",
            (json.dumps(list(chosen)), rater.number, question),
        )


def mark_seen(survey: Survey, rater: Rater, question: int) -> None:
    """Note that the rater has read what was right in training."""
    with survey.write() as db:
        where = "WHERE rater = ? AND question = ? AND given IS NOT NULL"
        db.execute(f"UPDATE answers SET seen = 1 {where}", (rater.number, question))


def accuracy(db: sqlite3.Connection, rater: int, tolerance: float) -> Accuracy:
    """Return how many known answers a rater gave so far."""
    counts = [
        n_right(each.known, each.given, tolerance)
        for each in _asked(db, rater)
        if each.given is not None and each.kind != PAIR
    ]
    return Accuracy(sum(right for right, _ in counts), sum(checked for _, checked in counts))


def gold_gap(settings: SurveySettings, percent: float) -> int:
    """Return how many pairs there are between two gold questions for somebody so accurate."""
    shortest, longest = settings.gold_every
    above = max(0.0, percent - settings.least) / max(1e-9, 100 - settings.least)
    return min(longest, shortest + int(above * (longest - shortest + 1)))


def as_cells(values: Sequence[float | None]) -> tuple[str, ...]:
    """Return values as a form and a file have them."""
    return tuple("NA" if value is None else f"{value:g}" for value in values)


def parse_chosen(cells: Sequence[str]) -> tuple[str, ...]:
    """Return what was chosen for each type; what is no choice counts as nothing chosen."""
    choices = {"NA", *(str(number) for number in range(int(LOWEST), int(HIGHEST) + 1))}
    return tuple(cell if cell in choices else "" for cell in cells)


def as_values(chosen: Sequence[str]) -> Values | None:
    """Return the values of a whole answer, None while something is not chosen."""
    if "" in chosen:
        return None
    return tuple(None if cell == "NA" else float(cell) for cell in chosen)


def _open_row(db: sqlite3.Connection, rater: int) -> sqlite3.Row | None:
    """Return the question that waits for an answer, or the one of training whose outcome is to be read."""
    row: sqlite3.Row | None = db.execute(
        "SELECT number, kind, a, b, known, why, given, draft FROM answers JOIN questions ON number = question"
        " WHERE rater = ? AND (given IS NULL OR NOT seen)"
        " AND (SELECT state FROM raters WHERE number = rater) = ? ORDER BY turn LIMIT 1",
        (rater, ACTIVE),
    ).fetchone()
    return row


def _asked(db: sqlite3.Connection, rater: int) -> list[_Asked]:
    rows = db.execute(
        "SELECT question, kind, given, known FROM answers JOIN questions ON number = question"
        " WHERE rater = ? ORDER BY turn",
        (rater,),
    )
    return [
        _Asked(question, kind, tuple(json.loads(given)) if given else None, tuple(json.loads(known)))
        for question, kind, given, known in rows
    ]


def _put_next(db: sqlite3.Connection, settings: SurveySettings, rater: int, now: float) -> bool:
    """Put the next question to a rater; False, and the rater has finished, when there is none.

    Who finished because no pair was left goes on when there are pairs again, since another was stopped.
    """
    if db.execute("SELECT state FROM raters WHERE number = ?", (rater,)).fetchone()[0] == DROPPED:
        return False
    asked = _asked(db, rater)
    question = _next_training(db, rater) or _next_question(db, settings, rater, asked, now)
    db.execute("UPDATE raters SET state = ? WHERE number = ?", (ACTIVE if question else FINISHED, rater))
    if question is None:
        return False
    row = (rater, question, len(asked) + 1, now)
    db.execute("INSERT INTO answers (rater, question, turn, asked) VALUES (?, ?, ?, ?)", row)
    return True


def _next_training(db: sqlite3.Connection, rater: int) -> int | None:
    row = db.execute(
        "SELECT number FROM questions WHERE kind = ? AND number NOT IN (SELECT question FROM answers WHERE rater = ?)"
        " ORDER BY place LIMIT 1",
        (TRAINING, rater),
    ).fetchone()
    return int(row[0]) if row else None


def _next_question(
    db: sqlite3.Connection, settings: SurveySettings, rater: int, asked: Sequence[_Asked], now: float
) -> int | None:
    if sum(each.kind == PAIR for each in asked) >= settings.pairs_each:
        return None
    pair = _next_pair(db, settings, rater, now)
    if pair is None:
        return None
    gap = gold_gap(settings, accuracy(db, rater, settings.tolerance).percent)
    if _since_gold(asked) >= gap and (gold := _next_gold(db, rater)):
        return gold
    return pair


def _since_gold(asked: Sequence[_Asked]) -> int:
    """Return how many pairs came after the last question with a known answer."""
    count = 0
    for each in reversed(asked):
        if each.kind != PAIR:
            break
        count += 1
    return count


def _next_gold(db: sqlite3.Connection, rater: int) -> int | None:
    rows = db.execute(
        "SELECT number FROM questions WHERE kind = ? AND number NOT IN (SELECT question FROM answers WHERE rater = ?)",
        (GOLD, rater),
    )
    return min((int(number) for (number,) in rows), key=lambda number: _own_order(rater, number), default=None)


def _next_pair(db: sqlite3.Connection, settings: SurveySettings, rater: int, now: float) -> int | None:
    """Return the pair that has the most ratings, given or to come, and still too few; none the rater has had."""
    rows = db.execute(
        "SELECT number, COUNT(counted.question) FROM questions LEFT JOIN ("
        "   SELECT question FROM answers JOIN raters ON raters.number = rater"
        "   WHERE state != ? AND (given IS NOT NULL OR (state = ? AND asked > ?))"
        ") AS counted ON counted.question = number "
        "WHERE kind = ? AND number NOT IN (SELECT question FROM answers WHERE rater = ?) "
        "GROUP BY number HAVING COUNT(counted.question) < ?",
        (DROPPED, ACTIVE, now - HELD_SECONDS, PAIR, rater, settings.raters),
    ).fetchall()
    best = min(rows, key=lambda row: (-row[1], _own_order(rater, row[0])), default=None)
    return int(best[0]) if best else None


def _own_order(rater: int, question: int) -> bytes:
    """Return a key by which each rater's questions are in another order, always the same one."""
    return hashlib.sha256(f"{rater} {question}".encode()).digest()


def _n_training(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT COUNT(*) FROM questions WHERE kind = ?", (TRAINING,)).fetchone()[0])


def _to_come(db: sqlite3.Connection, settings: SurveySettings, rater: int) -> int:
    """Return about how many questions are left for a rater, the one that waits among them."""
    asked = _asked(db, rater)
    had = sum(each.kind == PAIR and each.given is not None for each in asked)
    (pairs,) = db.execute("SELECT COUNT(*) FROM questions WHERE kind = ?", (PAIR,)).fetchone()
    left = max(0, min(settings.pairs_each, pairs) - had)
    (unused,) = db.execute(
        "SELECT COUNT(*) FROM questions WHERE kind = ? AND number NOT IN"
        " (SELECT question FROM answers WHERE rater = ? AND given IS NOT NULL)",
        (GOLD, rater),
    ).fetchone()
    gap = gold_gap(settings, accuracy(db, rater, settings.tolerance).percent)
    since = _since_gold([each for each in asked if each.given is not None])
    return int(left + min(unused, max(0, since + left - 1) // gap))


def _stop_if_careless(db: sqlite3.Connection, settings: SurveySettings, rater: int) -> None:
    asked = _asked(db, rater)
    if sum(each.kind == TRAINING and each.given is not None for each in asked) < _n_training(db):
        return
    known = accuracy(db, rater, settings.tolerance)
    if known.percent < settings.least:
        reason = (
            f"{known.right} of {known.checked} known answers right, {known.percent:g}% of {settings.least:g}% asked"
        )
        db.execute("UPDATE raters SET state = ?, reason = ? WHERE number = ?", (DROPPED, reason, rater))
