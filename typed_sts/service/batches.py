"""Scores of many pairs: computed part by part, and sent line by line as they come, or all together in the end.

    {"a": "/1", "b": "/2", "types": [...], "model": "...", "version": "..."}      a line for each pair, in their order
    {"error": {"status": 404, ...}, "a": "/1", "b": "/none"}                      what is wrong with one, and it alone
    {"end": {"complete": true, "pairs": 1000}}                                    the last line

Each part is a question of its own: it takes its turn, and has the time that any question has. So a request may take
longer than one question may, and others have their turns between its parts. There is nothing to keep, to look up later
or to clean away, as there would be for a job.

What goes wrong before the first line is the status of the whole. Later, what a part fails with is the error of each of
its pairs, and where nothing more can be had (503) the last line says so, and the rest can be asked for later.
"""

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Any

import orjson

from typed_sts.answers.collection import Answers
from typed_sts.domain.scores import PairScores, TypeScore
from typed_sts.reading.unreadable import UnreadableRecord
from typed_sts.service.computing.process import Content, Failed
from typed_sts.service.http.errors import Problem, problem_of, unexpected
from typed_sts.service.http.request_log import log
from typed_sts.service.http.sending import NDJSON
from typed_sts_fetch.item import Item, item_from_dict
from typed_sts_index.errors import ItemMissing

PART_PAIRS = 50
"""Pairs of a part: a few seconds when none of their records was ever read."""
PART_TEXT = 50_000
"""Characters of records sent in from which on a part is full."""

Side = str | dict[str, Any]
"""One side of a pair: an id, or the fields of a record sent in."""
Pair = tuple[Side, Side]
Part = list[Pair]
AskPart = Callable[[Part], Awaitable[Content]]


def parts_of(pairs: Sequence[Pair], sizes: Sequence[int]) -> Iterator[Part]:
    """Yield the pairs in parts, by their number and by how many characters of records each brings."""
    part: Part = []
    text = 0
    for pair, size in zip(pairs, sizes, strict=True):
        if part and (len(part) == PART_PAIRS or text + size > PART_TEXT):
            yield part
            part, text = [], 0
        part.append(pair)
        text += size
    if part:
        yield part


# In the process that computes.


def score_part(answers: Answers, pairs: Part) -> Content:
    """The lines of some pairs."""
    sides = [_sides(answers, pair) for pair in pairs]
    scored = iter(_scored(answers, [both for both in sides if not isinstance(both, Problem)]))
    found = [both if isinstance(both, Problem) else next(scored) for both in sides]
    lines = [
        _failed(pair, one) if isinstance(one, Problem) else _line(one) for pair, one in zip(pairs, found, strict=True)
    ]
    return Content(b"".join(lines), NDJSON)


def item_of(answers: Answers, side: Side, where: str) -> Item:
    """Return the item of an id, or of a record sent in; raise Problem when it cannot be one."""
    if isinstance(side, str):
        return answers.item(side)
    try:
        return item_from_dict(side)
    except ValueError as error:
        raise Problem(422, "invalid", f"{where}: {error}") from error


def _sides(answers: Answers, pair: Pair) -> tuple[Item, Item] | Problem:
    found: list[Item] = []
    missing = []
    for where, side in zip("ab", pair, strict=True):
        try:
            found.append(item_of(answers, side, where))
        except ItemMissing:
            missing.append({"where": where, "problem": "not in the collection"})
        except Problem as problem:
            return problem
    if missing:
        named = " and ".join(entry["where"] for entry in missing)
        return Problem(404, "no_such_item", f"the collection has no item with the id of {named}", missing)
    return found[0], found[1]


def _scored(answers: Answers, pairs: Sequence[tuple[Item, Item]]) -> list[PairScores | Problem]:
    """Return the scores of pairs; where a record cannot be read, each pair is asked for alone, and that is told."""
    try:
        return [*answers.predict(pairs)]
    except UnreadableRecord as error:
        if len(pairs) == 1 and (problem := problem_of(error)):
            return [problem]
    return [one for pair in pairs for one in _scored(answers, [pair])]


def _line(pair: PairScores) -> bytes:
    types = [_type(entry) for entry in pair.types]
    shown = {"a": pair.a, "b": pair.b, "types": types, "model": pair.model, "version": pair.version}
    return orjson.dumps(shown, option=orjson.OPT_SERIALIZE_NUMPY | orjson.OPT_APPEND_NEWLINE)


def _type(entry: TypeScore) -> dict[str, Any]:
    shown = {"type": entry.type, "score": entry.score, "estimate": entry.estimate, "stated": entry.stated}
    return shown if entry.not_stated is None else shown | {"not_stated": entry.not_stated}


def _failed(pair: Pair, problem: Problem) -> bytes:
    a, b = (side if isinstance(side, str) else side["id"] for side in pair)
    return orjson.dumps(problem.to_dict() | {"a": a, "b": b}, option=orjson.OPT_APPEND_NEWLINE)


# In the service.


async def as_lines(first: Content, ask: AskPart, parts: Sequence[Part], request_id: str) -> AsyncIterator[bytes]:
    """Yield the lines of the first part, which is there already, those of the others, and the last line."""
    yield first.body
    done = first.body.count(b"\n")
    stopped: Problem | None = None
    for part in parts:
        try:
            yield await _lines_of(ask, part, request_id)
        except Problem as problem:
            stopped = problem
            break
        done += len(part)
    end: dict[str, Any] = {"complete": stopped is None, "pairs": done}
    yield orjson.dumps({"end": end | (stopped.to_dict() if stopped else {})}, option=orjson.OPT_APPEND_NEWLINE)


async def all_together(
    first: Content, ask: AskPart, parts: Sequence[Part], request_id: str, began: float, seconds: float
) -> Content:
    """Return one answer with all pairs; so many seconds after it was begun, each that is not there yet has an error."""
    lines = [first.body]
    longest = time.monotonic() - began
    stopped: Problem | None = None
    for part in parts:
        asked = time.monotonic()
        if stopped is None and asked - began + longest > seconds:
            message = (
                f"not reached within {seconds:g} s; ask for this pair again, or for {NDJSON} to get pairs as they come"
            )
            stopped = Problem(504, "too_slow", message)
        if stopped is None:
            try:
                lines.append(await _lines_of(ask, part, request_id))
            except Problem as problem:
                stopped = problem
        if stopped is not None:
            lines += [_failed(pair, stopped) for pair in part]
        longest = max(longest, time.monotonic() - asked)
    body = b"".join(lines)[:-1].replace(b"\n", b",")  # there is none inside a line
    return Content(b'{"pairs":[' + body + b"]}")


async def _lines_of(ask: AskPart, part: Part, request_id: str) -> bytes:
    """Return the lines of a part, also when it fails; raise the Problem when the next one would fail as well."""
    try:
        return (await ask(part)).body
    except Problem as problem:
        if problem.status == 503 and problem.code != "interrupted":
            raise
        told = problem
    except Failed as error:
        log("failure", 40, request=request_id, **error.facts)
        told = unexpected(request_id)
    return b"".join(_failed(pair, told) for pair in part)
