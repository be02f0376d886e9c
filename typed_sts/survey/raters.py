"""Who takes part: codes that cannot be guessed, and raters that are a number and nothing else.

A code is 80 random bits, sixteen letters and digits in four groups; capitals, spaces and hyphens do not matter, and
what is easily misread counts as what is meant. The file keeps hashes of codes only. A code of one's own is at the
same time the way back in, from any browser. A shared code lets many raters in, each of whom gets a code of their own.
"""

import hashlib
import hmac
import secrets
import sqlite3
from dataclasses import dataclass

from typed_sts.errors import TypedStsError
from typed_sts.survey.survey_file import ACTIVE, Survey, fact, set_fact

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 16
_MISREAD = str.maketrans({"O": "0", "I": "1", "L": "1", "U": "V", "-": "", " ": ""})
_KEY = "organiser"


class InvitationFull(TypedStsError):
    """An invitation by which as many raters have joined as it is for."""


@dataclass(frozen=True, slots=True)
class Rater:
    """Somebody who rates: a number, and how far they are."""

    number: int
    state: str
    reason: str


def new_code() -> str:
    """Return a code that nobody can guess: "7QK2-M0ZD-..."."""
    return shown_code("".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)))


def plain_code(text: str) -> str:
    """Return a code as it is kept, whatever it was typed like; "" for what cannot be one."""
    if len(text) > 100:
        return ""
    letters = text.strip().upper().translate(_MISREAD)
    return letters if len(letters) == _LENGTH and set(letters) <= set(_LETTERS) else ""


def shown_code(plain: str) -> str:
    """Return a plain code in groups, for people."""
    return "-".join(plain[start : start + 4] for start in range(0, len(plain), 4))


def invite(survey: Survey, n: int, *, shared: int = 0) -> list[str]:
    """Add invitations and return their codes: n for one rater each, or with `shared` one for so many raters."""
    codes = [new_code() for _ in range(1 if shared else n)]
    rows = [(_hash(plain_code(code)), shared or 1, bool(shared)) for code in codes]
    with survey.write() as db:
        db.executemany("INSERT INTO invitations VALUES (?, ?, ?)", rows)
    return codes


def join(survey: Survey, text: str) -> str | None:
    """Let a rater in by an invitation or a code of their own; return the rater's plain code, None for no such code."""
    plain = plain_code(text)
    with survey.write() as db:
        if not plain or _rater(db, plain):
            return plain or None
        found = db.execute("SELECT seats, shared FROM invitations WHERE code = ?", (_hash(plain),)).fetchone()
        if found is None:
            return None
        seats, shared = found
        (taken,) = db.execute("SELECT COUNT(*) FROM raters WHERE invitation = ?", (_hash(plain),)).fetchone()
        if taken >= seats:
            raise InvitationFull("as many people as this invitation is for have joined by it; ask for another one")
        own = plain_code(new_code()) if shared else plain
        row = (_hash(own), _hash(plain), ACTIVE, "")
        db.execute("INSERT INTO raters (code, invitation, state, reason) VALUES (?, ?, ?, ?)", row)
        return own


def rater_of(survey: Survey, text: str) -> Rater | None:
    """Return the rater who has this code, None when nobody has."""
    plain = plain_code(text)
    with survey.read() as db:
        return _rater(db, plain) if plain else None


def new_key(survey: Survey) -> str:
    """Return a new key for the dashboard; the one before it is no longer valid."""
    key = secrets.token_urlsafe(24)
    set_fact(survey, _KEY, _hash(key))
    return key


def has_key(survey: Survey) -> bool:
    """Say whether a key was ever made."""
    return bool(fact(survey, _KEY))


def is_key(survey: Survey, key: str) -> bool:
    """Say whether this is the key of the organiser."""
    known = fact(survey, _KEY)
    return bool(known) and len(key) <= 100 and hmac.compare_digest(known, _hash(key))


def form_token(survey: Survey, secret: str) -> str:
    """Return what a form of this browser carries, so that no other site can send it in its name."""
    return hmac.new(survey.secret, secret.encode("utf-8", "replace"), "sha256").hexdigest()


def is_form_token(survey: Survey, secret: str, token: str) -> bool:
    """Say whether a form was made for this browser."""
    return hmac.compare_digest(form_token(survey, secret).encode(), token.encode("utf-8", "replace"))


def _rater(db: sqlite3.Connection, plain: str) -> Rater | None:
    row = db.execute("SELECT number, state, reason FROM raters WHERE code = ?", (_hash(plain),)).fetchone()
    return Rater(*row) if row else None


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
