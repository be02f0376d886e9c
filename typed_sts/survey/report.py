"""Where a survey stands: progress, agreement, who was stopped and why; and its ratings as a ratings file."""

import sqlite3
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from json import loads
from statistics import median
from typing import Any

from typed_sts.domain.types import type_of
from typed_sts.survey.agreement import Agreement, agreement, agreement_of_raters, mean_agreement
from typed_sts.survey.survey_file import ACTIVE, DROPPED, FINISHED, PAIR, BadSurvey, Survey
from typed_sts.survey.turns import accuracy, as_cells
from typed_sts.task_files.ratings import HEADER, Rating


@dataclass(frozen=True, slots=True)
class RaterReport:
    """One rater: how far, how accurate, how fast, how much like the others, and why they were stopped if they were."""

    number: int
    state: str
    reason: str
    pairs: int
    right: int
    checked: int
    seconds: float | None
    """What half of the answers took at most."""
    r: float | None = None
    """Mean over the types of the correlation with the mean of the rest; None for one who was stopped."""


@dataclass(frozen=True, slots=True)
class SurveyReport:
    """Where a survey stands. Answers of raters who were stopped count nowhere but in their own rows."""

    title: str
    pairs: int
    wanted: int
    """Ratings wanted for each pair."""
    done: int
    """Pairs that have as many."""
    begun: int
    """Pairs that have some."""
    ratings: int
    missing: int
    """Ratings still to come."""
    invited: int
    """Raters who could have joined by the invitations there are."""
    agreement: tuple[Agreement, ...]
    mean_r: float | None
    raters: tuple[RaterReport, ...]

    def in_state(self, state: str) -> int:
        """Return how many raters are active, finished or dropped."""
        return sum(rater.state == state for rater in self.raters)

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values."""
        return {"format_version": 1, **asdict(self)}

    def lines(self) -> list[str]:
        """Return the report as text."""
        share = f"{self.done} of {self.pairs} pairs have {self.wanted} ratings"
        states = ", ".join(f"{self.in_state(state)} {state}" for state in (ACTIVE, FINISHED, DROPPED))
        lines = [
            self.title,
            f"{share}, {self.begun - self.done} some; {self.ratings} ratings, {self.missing} to come",
            f"{len(self.raters)} raters of {self.invited} invited: {states}",
            "",
            f"{'each rater with the mean of the rest':<40} {'r':>6} {'raters':>7} {'pooled':>7} {'points':>7}",
        ]
        for each in self.agreement:
            told = f"{_r(each.r):>6} {each.raters:>7} {_r(each.pooled):>7} {each.points:>7}"
            lines.append(f"{type_of(each.type).title:<40} {told}")
        lines += [f"{'Mean':<40} {_r(self.mean_r):>6}"]
        if self.raters:
            lines += ["", f"{'rater':>5}  {'state':<9} {'pairs':>5} {'known answers':>14} {'seconds':>8} {'r':>6}  why"]
        lines += [_rater_line(rater) for rater in self.raters]
        return [line.rstrip() for line in lines]


def report(survey: Survey) -> SurveyReport:
    """Return where a survey stands."""
    with survey.read() as db:
        counted = list(_ratings(db, dropped=False))
        raters = [
            _rater(db, survey.settings.tolerance, *row)
            for row in db.execute("SELECT number, state, reason FROM raters ORDER BY number").fetchall()
        ]
        (pairs,) = db.execute("SELECT COUNT(*) FROM questions WHERE kind = ?", (PAIR,)).fetchone()
        (invited,) = db.execute("SELECT COALESCE(SUM(seats), 0) FROM invitations").fetchone()
    wanted = survey.settings.raters  # from here on nobody who writes has to wait
    per_pair: dict[int, int] = {}
    for rating in counted:
        per_pair[rating.pair] = per_pair.get(rating.pair, 0) + 1
    found, each = agreement(counted), agreement_of_raters(counted)
    return SurveyReport(
        title=survey.settings.title,
        pairs=pairs,
        wanted=wanted,
        done=sum(count >= wanted for count in per_pair.values()),
        begun=len(per_pair),
        ratings=len(counted),
        missing=pairs * wanted - sum(min(count, wanted) for count in per_pair.values()),
        invited=invited,
        agreement=tuple(found),
        mean_r=mean_agreement(found),
        raters=tuple(replace(rater, r=each.get(str(rater.number))) for rater in raters),
    )


def ratings_of(survey: Survey, *, dropped: bool = False) -> list[Rating]:
    """Return the ratings of the pairs, those of raters who were stopped only when asked for; by pair, then by rater."""
    with survey.read() as db:
        return list(_ratings(db, dropped=dropped))


def ratings_file(survey: Survey, *, dropped: bool = False) -> str:
    """Return the ratings as a ratings file; raise BadSurvey when there are none yet."""
    ratings = ratings_of(survey, dropped=dropped)
    if not ratings:
        raise BadSurvey(f"nobody has rated a pair of {survey.path} yet; invite raters with: typed-sts survey invite")
    rows = [HEADER, *((str(each.pair), each.annotator, *as_cells(each.values)) for each in ratings)]
    return "".join("\t".join(row) + "\n" for row in rows)


def _ratings(db: sqlite3.Connection, *, dropped: bool) -> Iterable[Rating]:
    rows = db.execute(
        "SELECT place, rater, given FROM answers JOIN questions ON questions.number = question"
        " JOIN raters ON raters.number = rater WHERE kind = ? AND given IS NOT NULL AND (? OR state != ?)"
        " ORDER BY place, rater",
        (PAIR, dropped, DROPPED),
    )
    for place, rater, given in rows:
        yield Rating(place, str(rater), tuple(loads(given)))


def _rater(db: sqlite3.Connection, tolerance: float, number: int, state: str, reason: str) -> RaterReport:
    rows = db.execute(
        "SELECT kind, answered - asked FROM answers JOIN questions ON questions.number = question"
        " WHERE rater = ? AND given IS NOT NULL",
        (number,),
    ).fetchall()
    known = accuracy(db, number, tolerance)
    pairs = sum(kind == PAIR for kind, _ in rows)
    seconds = median(took for _, took in rows) if rows else None
    return RaterReport(number, state, reason, pairs, known.right, known.checked, seconds)


def _r(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _rater_line(rater: RaterReport) -> str:
    known = f"{rater.right} of {rater.checked}"
    seconds = "-" if rater.seconds is None else f"{rater.seconds:.0f}"
    done = f"{rater.number:>5}  {rater.state:<9} {rater.pairs:>5} {known:>14} {seconds:>8}"
    return f"{done} {_r(rater.r):>6}  {rater.reason}"
