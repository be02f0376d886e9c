"""The related items of every item of a collection, a line each: resumable, in several processes when asked.

    related.jsonl.<settings>.part    lines as they are done; becomes related.jsonl when all are

Killed at any moment, it goes on after the last whole line. The name of the part holds a digest of all that decides the
lines, so that a run with another model or other weights does not go on with it. First every record is read and kept
beside the collection, where it is not yet: the same chunks whatever was done before, so the same lines.
"""

import hashlib
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import BinaryIO

import orjson

from typed_sts.answers.collection import CollectionAnswers, open_answers
from typed_sts.knowledge.pack import in_use
from typed_sts.output.json import batch_line
from typed_sts.reading.batches import CHUNK, read_chunks
from typed_sts.reading.store import DocumentStore
from typed_sts.reading.unreadable import NOT_THE_RECORDS, OnUnread, UnreadableRecord, say_unread, unreadable
from typed_sts.running.progress import OnProgress, progress
from typed_sts.running.workers import batches, map_in_order
from typed_sts.scoring.scorer import uses_vectors
from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.item import Item

_PART = 16
"""Items that a process relates at a time."""


@dataclass(frozen=True, slots=True)
class RelatedSettings:
    """What is asked of each item."""

    index: str
    model: str = "evidence"
    provider: bool = True
    k: int = 10
    by: tuple[tuple[str, float], ...] = ()
    background: bool = False
    """Whether words are weighed by the shipped statistics."""
    tagger: str | None = None
    """What reads the records; without, what read the collection."""


def relate_all(
    settings: RelatedSettings, output: Path, *, workers: int = 1, quiet: bool = False, on_unread: OnUnread = say_unread
) -> int:
    """Write the related items of every item; return how many items there are.

    Of an item that cannot be read `on_unread` is told, and its line has no related items but the reason.
    """
    answers = answers_for(settings, _told_with_its_line)
    part = part_file(settings, output)
    _remove_other_parts(output, part)
    total = answers.collection.n_docs
    if answers.store is not None and answers.store.keeps:
        with progress("reading", quiet=quiet) as report:
            _read_all(answers, answers.store, workers, _rated(report, total))
    try:
        with _opened(part) as (stream, done):
            left = (item for item in answers.collection.all_items() if item.id not in done)
            with progress("relating", quiet=quiet) as report:
                count = _write(
                    stream, _lines(settings, left, workers, on_unread), len(done), _rated(report, total, len(done))
                )
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(part, output)
    except OSError as error:
        raise BadInput(f"cannot write {output}: {error.strerror or error}; run this again to go on") from error
    return count


def _write(stream: BinaryIO, parts: Iterable[list[bytes]], count: int, report: Callable[[int], None]) -> int:
    for lines in parts:
        stream.write(b"".join(lines))
        stream.flush()
        count += len(lines)
        report(count)
    return count


def _read_all(answers: CollectionAnswers, store: DocumentStore, workers: int, report: Callable[[int], None]) -> None:
    encode = uses_vectors(answers.scorer)
    seen = 0

    def unread() -> Iterator[Item]:
        nonlocal seen
        for chunk in batches(answers.collection.all_items(), CHUNK):
            seen += len(chunk)
            if len(store.read_before(chunk, encoded=encode)) < len(chunk):
                yield from chunk

    for _ in read_chunks(unread(), tagger=answers.tagger, workers=workers, store=store, encode=encode):
        report(seen)  # what cannot be read is told when its line is written
    report(seen)


def _lines(
    settings: RelatedSettings, items: Iterable[Item], workers: int, on_unread: OnUnread
) -> Iterator[list[bytes]]:
    """Yield the lines of items, in their order."""
    # Not forks: an open index has threads and files of its own.
    for part, made in map_in_order(partial(_relate, settings), batches(items, _PART), workers):
        for problem in (line for line in made if isinstance(line, UnreadableRecord)):
            on_unread(problem)
        yield [
            batch_line(item.id, (), unread=line.reason) if isinstance(line, UnreadableRecord) else line
            for item, line in zip(part, made, strict=True)
        ]


def _relate(settings: RelatedSettings, items: list[Item]) -> list[bytes | UnreadableRecord]:
    answers = answers_for(settings, _told_with_its_line)
    return [_line(answers, item, settings) for item in items]


def _line(answers: CollectionAnswers, item: Item, settings: RelatedSettings) -> bytes | UnreadableRecord:
    try:
        return batch_line(item.id, answers.related(item, settings.k, dict(settings.by) or None))
    except UnreadableRecord as problem:
        return UnreadableRecord(problem.item_id, problem.reason)
    except NOT_THE_RECORDS:
        raise
    except Exception as error:
        return unreadable(item.id, error)


@cache
def answers_for(settings: RelatedSettings, on_unread: OnUnread = say_unread) -> CollectionAnswers:
    """Return the answers of the collection that is asked; they read every candidate, and are the same every time."""
    return open_answers(
        settings.index,
        model=settings.model,
        provider=settings.provider,
        background=settings.background,
        tagger=settings.tagger,
        unread=None,
        on_unread=on_unread,
    )


def _told_with_its_line(problem: UnreadableRecord) -> None:
    """Say nothing of a candidate that cannot be read: every item has a line of its own."""


def _rated(report: OnProgress, total: int, first: int = 0) -> Callable[[int], None]:
    """Return a report that also tells how many items a second there are, those done before left out."""
    started = time.monotonic()

    def rated(count: int) -> None:
        rate = (count - first) / max(time.monotonic() - started, 1e-9)
        report(count, total, f"{rate:,.1f} items/s")

    return rated


def part_file(settings: RelatedSettings, output: Path) -> Path:
    """Return where lines are kept until all are done."""
    answers = answers_for(settings, _told_with_its_line)
    read_by = f"{answers.tagger}{in_use().digest}"
    decides = (settings.k, settings.by, answers.version, answers.about, read_by, answers.collection.state())
    return output.with_name(f"{output.name}.{hashlib.sha256(repr(decides).encode()).hexdigest()[:12]}.part")


def _remove_other_parts(output: Path, part: Path) -> None:
    for other in output.parent.glob(f"{_escaped(output.name)}.{'[0-9a-f]' * 12}.part"):
        if other != part:
            other.unlink(missing_ok=True)


def _escaped(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


@contextmanager
def _opened(part: Path) -> Iterator[tuple[BinaryIO, set[str]]]:
    """Give the part to write on, cut after its last whole line, and the ids of the items in it."""
    part.parent.mkdir(parents=True, exist_ok=True)
    with part.open("a+b") as stream:
        stream.seek(0)
        done: set[str] = set()
        whole = 0
        for line in stream:
            if (item_id := _id_of(line)) is None:
                break
            done.add(item_id)
            whole += len(line)
        stream.truncate(whole)
        stream.seek(whole)
        yield stream, done


def _id_of(line: bytes) -> str | None:
    """Return the item a whole line is about; None for what was torn."""
    if not line.endswith(b"\n"):
        return None
    try:
        return str(orjson.loads(line)["id"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return None
