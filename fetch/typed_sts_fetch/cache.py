"""Answers kept on disk as they came (minus the key), one file each, so that nothing is asked for twice.

cache/record/3f/09405u_427691F4-3f9ac0d1b2c3d4e5.200.json
      kind   |  readable part   hash of the question  status
"""

import hashlib
import re
from pathlib import Path

import orjson

from typed_sts_fetch.client import Answer
from typed_sts_fetch.writing import write_bytes

_UNSAFE = re.compile(r"[^A-Za-z0-9]+")
_STATUSES = (200, 404, 410)


class AnswerCache:
    """A folder of answers; safe for several threads and for being killed at any moment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, kind: str, question: str) -> Answer | None:
        """Return the answer kept for a question, or None; a damaged file counts as none."""
        for status in _STATUSES:
            try:
                body = self._path(kind, question, status).read_bytes()
                orjson.loads(body.decode(errors="replace"))
            except (OSError, orjson.JSONDecodeError):
                continue
            return Answer(status, body)
        return None

    def put(self, kind: str, question: str, answer: Answer) -> None:
        """Keep an answer, in the place of any earlier one to the same question."""
        write_bytes(self._path(kind, question, answer.status), answer.body)
        for status in _STATUSES:
            if status != answer.status:
                self._path(kind, question, status).unlink(missing_ok=True)

    def _path(self, kind: str, question: str, status: int) -> Path:
        # The question comes from strangers: only its hash decides where it goes, the readable part is for people.
        digest = hashlib.sha256(question.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        readable = _UNSAFE.sub("_", question).strip("_")[:80]
        return self.folder / kind / digest[:2] / f"{readable}-{digest}.{status}.json"
