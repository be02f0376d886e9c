"""A survey as one SQLite file: what raters are asked, who takes part, and every answer from the moment it is given.

    facts        settings, the secret that forms are signed with, the hash of the organiser's key
    items        the records of all questions
    questions    a pair of the pairs file (its line is its number), or a question with known answers
    invitations  hashes of codes, and for how many raters each is
    raters       a number and the hash of a code; nothing else is known of anybody
    answers      a question put to a rater, and the answer once there is one

What is written is on the disk before anybody is told so: a process that is killed loses nothing that was answered.
"""

import json
import os
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from typed_sts.errors import TypedStsError
from typed_sts.survey.questions import Question
from typed_sts_fetch.formats.write import write_bytes
from typed_sts_fetch.item import Item, item_from_dict

_MARK = 0x54535356
"""Written into the file, to tell a survey from any other SQLite file."""
FORMAT = 1
_BUSY_SECONDS = 20.0
PAIR, TRAINING, GOLD = "pair", "training", "gold"
"""The kinds of questions."""
ACTIVE, FINISHED, DROPPED = "active", "finished", "dropped"
"""The states of a rater."""
_SCHEMA = f"""
PRAGMA application_id = {_MARK};
PRAGMA user_version = {FORMAT};
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE items (id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE questions (
    number INTEGER PRIMARY KEY, kind TEXT NOT NULL, place INTEGER NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL,
    known TEXT NOT NULL, why TEXT NOT NULL
);
CREATE TABLE invitations (code TEXT PRIMARY KEY, seats INTEGER NOT NULL, shared INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE raters (
    number INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, invitation TEXT NOT NULL, state TEXT NOT NULL,
    reason TEXT NOT NULL
);
CREATE TABLE answers (
    rater INTEGER NOT NULL, question INTEGER NOT NULL, turn INTEGER NOT NULL, asked REAL NOT NULL, answered REAL,
    given TEXT, draft TEXT, seen INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (rater, question)
) WITHOUT ROWID;
CREATE INDEX answers_by_question ON answers (question);
"""


class BadSurvey(TypedStsError):
    """A file that is no survey, or cannot be used as one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveySettings:
    """Everything an organiser can change; pairs each, gold questions and least accuracy are as in the TYPED task."""

    title: str = "How similar are these two?"
    raters: int = 5
    """Ratings wanted for each pair."""
    pairs_each: int = 20
    """Pairs a rater is asked about, at most; questions with known answers come on top."""
    gold_every: tuple[int, int] = (2, 4)
    """Pairs between two gold questions: the first for raters hardly accurate enough, the second for the best."""
    least: float = 66.7
    """The share of right answers, in percent, under which a rater is stopped."""
    tolerance: float = 1.0
    """How far from a known number an answer may be."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a survey is made of: pairs with the numbers of their lines, questions, and the records of all, by id."""

    pairs: Sequence[tuple[int, str, str]]
    training: Sequence[Question]
    gold: Sequence[Question]
    items: Mapping[str, Item]
    known: int = 0
    """Pairs of the pairs file that are left out, being questions already."""


def make_survey(path: Path, settings: SurveySettings, content: Content) -> None:
    """Write a new survey."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(_SCHEMA)
        told = {"settings": json.dumps(asdict(settings)), "secret": secrets.token_hex(32)}
        db.executemany("INSERT INTO facts VALUES (?, ?)", told.items())
        records = ((name, json.dumps(item.to_dict(), ensure_ascii=False)) for name, item in content.items.items())
        db.executemany("INSERT INTO items VALUES (?, ?)", records)
        rows = [(PAIR, line, a, b, "[]", "") for line, a, b in content.pairs]
        for kind, questions in ((TRAINING, content.training), (GOLD, content.gold)):
            rows += [
                (kind, place, each.a, each.b, json.dumps(each.right), each.why)
                for place, each in enumerate(questions, 1)
            ]
        db.executemany("INSERT INTO questions (kind, place, a, b, known, why) VALUES (?, ?, ?, ?, ?, ?)", rows)
        db.commit()
        write_bytes(path, db.serialize())


class Survey:
    """A survey file: opened anew for everything that is asked of it, so that several processes can work on it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self.read() as db:
            told = dict(db.execute("SELECT name, value FROM facts"))
        known = {field.name for field in fields(SurveySettings)}
        given = {name: value for name, value in json.loads(told["settings"]).items() if name in known}
        low, high = given.pop("gold_every")
        self.settings = SurveySettings(**given, gold_every=(low, high))
        self.secret = bytes.fromhex(told["secret"])

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """Give a connection for looking at one state of the survey."""
        with self._opened() as db:
            db.execute("BEGIN")
            yield db

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """Give a connection that nobody else writes beside; what was written is kept when the block ends well."""
        with self._opened() as db:
            db.execute("BEGIN IMMEDIATE")
            yield db
            db.execute("COMMIT")

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        if not self.path.is_file():
            raise BadSurvey(f"there is no survey {self.path}; make one with: typed-sts survey make")
        try:
            with closing(sqlite3.connect(self.path, timeout=_BUSY_SECONDS, isolation_level=None)) as db:
                db.execute("PRAGMA synchronous = FULL")
                mark, version = (
                    db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
                )
                if mark != _MARK:
                    raise BadSurvey(f"{self.path} is not a survey; make one with: typed-sts survey make")
                if version != FORMAT:
                    raise BadSurvey(f"{self.path} is a survey of format {version}; this version reads {FORMAT}")
                yield db
        except sqlite3.DatabaseError as error:
            raise BadSurvey(_said(self.path, error)) from error


def _said(path: Path, error: sqlite3.DatabaseError) -> str:
    if "readonly" in str(error) or "unable to open" in str(error):
        return f"{path} cannot be written to ({error}); a survey and its folder must be the user's who runs it"
    if isinstance(error, sqlite3.OperationalError):
        return f"{path} cannot be used at the moment ({error}); is its disk full, or another process busy with it?"
    return f"{path} is not a survey, or is damaged ({error}); take a copy that is whole"


def set_fact(survey: Survey, name: str, value: str) -> None:
    """Keep a fact about the survey."""
    with survey.write() as db:
        db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))


def fact(survey: Survey, name: str) -> str:
    """Return a fact about the survey, "" when there is none of the name."""
    with survey.read() as db:
        row = db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
    return str(row[0]) if row else ""


def items_of(db: sqlite3.Connection, names: Iterable[str]) -> list[Item]:
    """Return the records of these names."""
    rows = [db.execute("SELECT record FROM items WHERE id = ?", (name,)).fetchone() for name in names]
    return [item_from_dict(json.loads(row[0])) for row in rows]


def is_writable(path: Path) -> bool:
    """Say whether answers can be stored: in the file, and in its folder, where the journal stands for a moment."""
    return os.access(path, os.W_OK) and os.access(path.resolve().parent, os.W_OK)
