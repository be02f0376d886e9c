"""The net under the readers: a record that cannot be read is named and counted, and everything else goes on.

    many records --together--> what each gave
                 --that failed--> one by one: what it gave, or UnreadableRecord

No reader is meant to fail on any record; where one does, the fault is ours, and ten million other records must not wait
until it is mended. What is wrong with a disk, a collection or a model is no record's fault, and ends the work.
"""

import logging
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from typed_sts.errors import USER_ERRORS, TypedStsError

NOT_THE_RECORDS = (*USER_ERRORS, OSError, ImportError)
"""Errors that say nothing about the record that was being read."""
_LOG = logging.getLogger(__name__)
T = TypeVar("T")
R = TypeVar("R")


class UnreadableRecord(TypedStsError):
    """A record that a reader fails on: names it, and what went wrong where."""

    def __init__(self, item_id: str, reason: str) -> None:
        super().__init__(item_id, reason)
        self.item_id = item_id
        self.reason = reason

    def __str__(self) -> str:
        return f'the record "{self.item_id:.200}" cannot be read ({self.reason}); please report it, with the record'


OnUnread = Callable[[UnreadableRecord], None]


def say_unread(problem: UnreadableRecord) -> None:
    """Log a record that is done without."""
    _LOG.warning("%s; going on without it", problem)


def raise_unread(problem: UnreadableRecord) -> None:
    """Raise it: for work that needs every record."""
    raise UnreadableRecord(problem.item_id, problem.reason)  # a new one: a kept one would gather tracebacks


def one_by_one(
    work: Callable[[Sequence[T]], Sequence[R]], things: Sequence[T], name: Callable[[T], str]
) -> list[R | UnreadableRecord]:
    """Return what `work` makes of each thing: of all together, or, should that fail, of each by itself."""
    try:
        return list(work(things))
    except NOT_THE_RECORDS:
        raise
    except Exception:
        return [_alone(work, thing, name(thing)) for thing in things]


def _alone(work: Callable[[Sequence[T]], Sequence[R]], thing: T, item_id: str) -> R | UnreadableRecord:
    try:
        (made,) = work([thing])
    except NOT_THE_RECORDS:
        raise
    except Exception as error:
        return unreadable(item_id, error)
    return made


def unreadable(item_id: str, error: Exception) -> UnreadableRecord:
    """Return what is said of a record that an error came up with; its message is left out: it may quote the record."""
    _LOG.debug("while reading %s", item_id, exc_info=error)
    place = traceback.extract_tb(error.__traceback__, limit=-1)
    where = f" in {Path(place[0].filename).name}, line {place[0].lineno}" if place else ""
    return UnreadableRecord(item_id, f"{type(error).__name__}{where}")
