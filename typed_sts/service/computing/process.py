"""A process that computes answers: asked through a pipe, one question at a time, and killed when one takes too long.

A question is a function of the answers, with what it needs bound to it, so that it can be sent:

    partial(why_json, a="/sample/turner-trafalgar", b="/sample/devis-death-of-nelson")

Whatever a question does to the process, from a loop without end to a crash in a library, the service is told and goes
on with a new one.
"""

import logging
import os
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Protocol

from starlette.requests import Request
from threadpoolctl import threadpool_limits

import typed_sts.answers.collection as answering
from typed_sts.answers.collection import Answers
from typed_sts.errors import USER_ERRORS, TypedStsError
from typed_sts.reading.overrides import use_content
from typed_sts.reading.reader import records_read
from typed_sts.reading.unreadable import UnreadableRecord
from typed_sts.running.workers import end_with_parent
from typed_sts.service.computing.ahead import way_to_start
from typed_sts.service.following_overrides import Told
from typed_sts.service.http.errors import Problem, code_path, problem_of
from typed_sts.service.http.request_log import configure_logs, log
from typed_sts.service.refreshing_answers import FreshAnswers
from typed_sts_index.contract import Collection
from typed_sts_index.errors import CollectionError, ItemMissing

# From the place of a collection and the name of a model to what the service answers with.


@dataclass(frozen=True, slots=True)
class Opened:
    """Answers, and the collection they come from."""

    answers: Answers
    collection: Collection


class Opener(Protocol):
    """How a collection and a model become answers."""

    def __call__(
        self, index: str, *, model: str, provider: bool, background: bool, tagger: str | None, wait: bool
    ) -> Opened: ...


def open_served_answers(
    index: str,
    *,
    model: str = "evidence",
    provider: bool = True,
    background: bool = False,
    tagger: str | None = None,
    wait: bool = False,
) -> Opened:
    """Return the answers of a collection by a model.

    Without a collection there, or without a way to reach it, raise what is wrong; with `wait` leave that to the
    requests, which are told to come back until there is one.
    """
    answers = answering.open_answers(
        index, model=model, provider=provider, background=background, tagger=tagger, wait=wait, on_unread=_log_unread
    )
    # For good, in this process: others run beside it, and with threads of their own all took three times as long.
    threadpool_limits(limits=1, user_api="blas")
    return Opened(answers, answers.collection)


def _log_unread(problem: UnreadableRecord) -> None:
    log("unreadable", logging.WARNING, reason=problem.reason)  # the log holds no ids


@dataclass(frozen=True, slots=True)
class Source:
    """What a process opens before it computes."""

    opener: Opener
    index: str
    model: str
    provider: bool
    background: bool
    tagger: str | None
    refresh_seconds: float
    """How often, at most, the collection is looked at for changes."""

    def open(self, wait: bool) -> FreshAnswers:
        """Return answers that follow their collection; raise what is wrong unless told to wait for it."""
        opened = self.opener(
            self.index,
            model=self.model,
            provider=self.provider,
            background=self.background,
            tagger=self.tagger,
            wait=wait,
        )
        return FreshAnswers(opened.answers, opened.collection, self.refresh_seconds)


# What goes through the pipe.


@dataclass(frozen=True, slots=True)
class Content:
    """An answer as it is sent to the client."""

    body: bytes
    media_type: str = "application/json"
    status: int = 200
    language: str = ""
    """Of the sentences in it; none where there are none."""
    etag: str = ""
    """Names this answer for as long as the same question has the same one; none where that is not known."""
    links: str = ""
    """Typed links to what belongs to it, as the header Link has them."""
    lasting: bool = True
    """Whether the same question has the same answer until the collection changes."""


Question = Callable[[FreshAnswers], Content]
Ask = Callable[[Request, Question], Awaitable[Content]]
"""How a question is asked for a request."""


@dataclass(frozen=True, slots=True)
class _Refusal:
    """An answer that is an error; `logged` is what the operator is told besides."""

    problem: dict[str, Any]
    logged: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class _Failure:
    """A bug: its class and the code it passed through."""

    facts: dict[str, Any]


_Reply = Content | _Refusal | _Failure
_Sent = tuple[_Reply, int]
"""A reply, and how many records were read anew for it."""


class Failed(Exception):
    """A bug in another process."""

    def __init__(self, facts: dict[str, Any]) -> None:
        super().__init__(facts.get("error"))
        self.facts = facts


class NotOpened(TypedStsError):
    """The answers cannot be opened; the message is that of the process that tried."""


class Overdue(Exception):
    """A question that takes too long."""


class Ended(Exception):
    """The process ended before it answered."""


# In the process.


def _compute(connection: Connection, source: Source, wait: bool, niceness: int, told: Told) -> None:
    end_with_parent()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    _keep_stderr_for_logs()
    try:
        if told.path:
            use_content(told.path, told.content)
        answers = source.open(wait)
        answers.warm_up()
    except USER_ERRORS as error:
        connection.send(str(error))
        return
    connection.send(None)
    told_of = records_read()
    while True:
        try:
            question, new = connection.recv()
        except EOFError:  # nobody is left to ask
            return
        if new is not None:
            answers.override(new.path, new.content)
        reply = reply_to(question, answers)
        connection.send((reply, records_read() - told_of))
        told_of = records_read()
        del reply
        del question  # nothing of a request is kept while waiting for the next


def _keep_stderr_for_logs() -> None:
    """Leave stderr to our own log lines: libraries that panic print there what belongs in no log."""
    own = os.fdopen(os.dup(2), "w", encoding="utf-8", buffering=1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    configure_logs(quiet=True, stream=own)


def reply_to(question: Question, answers: FreshAnswers) -> _Reply:
    """Return what a question is answered with, whatever comes of it."""
    try:
        return question(answers)
    except Exception as error:
        problem = problem_of(error)
        if problem is None:
            return _Failure(code_path(error))
        return _Refusal(problem.fields(), _logged(error))


def _logged(error: Exception) -> dict[str, Any] | None:
    """Return what the operator is told of an error besides its status: nothing of a record's text."""
    if isinstance(error, UnreadableRecord):
        return {"event": "unreadable", **code_path(error.__cause__ or error)}
    if isinstance(error, CollectionError) and not isinstance(error, ItemMissing):
        return {"event": "collection", "error": type(error).__name__, "message": str(error)}
    return None


# In the service.


class Computer:
    """One such process, and the way to it."""

    def __init__(self, source: Source, *, wait: bool, told: Told, niceness: int = 0) -> None:
        """Start it; raise NotOpened when it cannot open what it answers from, Ended when it ends instead."""
        context = way_to_start()
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_compute, args=(theirs, source, wait, niceness, told))
        self._told = told
        self.records_read = 0
        """How many records it has read anew to answer."""
        self._process.start()
        theirs.close()
        try:
            wrong: str | None = self._connection.recv()
        except (EOFError, OSError) as error:
            self.kill()
            raise Ended(self._process.exitcode) from error
        except BaseException:
            self.kill()
            raise
        if wrong is not None:
            self.kill()
            raise NotOpened(wrong)

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._process.is_alive()

    def ask(self, question: Question, is_overdue: Callable[[float], bool], told: Told) -> Content:
        """Return the answer to a question, by these overrides; after Overdue or Ended the process must be killed.

        `is_overdue` is asked a few times a second whether so many seconds of computing are too many.
        """
        try:
            self._connection.send((question, None if told is self._told else told))
            self._told = told
            began = time.monotonic()
            while not self._connection.poll(_LOOK_SECONDS):
                if is_overdue(time.monotonic() - began):
                    raise Overdue
            sent: _Sent = self._connection.recv()
        except (EOFError, OSError) as error:
            traceback.clear_frames(error.__traceback__)  # else what was to be sent is let go of in the wrong order
            raise Ended from None
        reply, records = sent
        self.records_read += records
        if isinstance(reply, Content):
            return reply
        if isinstance(reply, _Failure):
            raise Failed(reply.facts)
        if reply.logged:
            log(level=logging.WARNING, **reply.logged)
        raise Problem(**reply.problem)

    def kill(self) -> int | None:
        """End the process, whatever it does, and return its exit code."""
        self._process.kill()
        self._process.join()
        self._connection.close()
        return self._process.exitcode


_LOOK_SECONDS = 0.2
