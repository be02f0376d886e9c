"""The related items of items, line by line: the function that every engine of the nightly run maps over its parts.

    lines of items --related_lines--> lines of related items, one each, in their order

It hangs on nothing but the settings, the lines and the collection: wherever it runs, the same bytes come out. An item
that cannot be read has a line with the reason, from which `unread_in` tells. A line may name the only items that are
looked at ("among"), which is much less work than to look through the collection.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import orjson

from typed_sts.answers.collection import CollectionAnswers, open_answers
from typed_sts.domain.explanation import Related
from typed_sts.messages.catalogue import ENGLISH
from typed_sts.output.json import batch_line
from typed_sts.reading.unreadable import NOT_THE_RECORDS, OnUnread, UnreadableRecord, say_unread, unreadable
from typed_sts_fetch.item import Item, item_from_dict

_AMONG = "among"
_FILL = "fill"
_NOTHING_BUT = b',"related":[],"unread":'


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
    language: str = ENGLISH
    """What the sentences are in."""
    at_least: float | None = None
    """The score that one of the types reaches in each; None for the threshold of each type, 0 for no floor."""
    other_holder: bool = True
    """Whether a place is kept for a good item of another holder."""


def related_as(
    answers: CollectionAnswers, item: Item, settings: RelatedSettings, among: Sequence[str] | None = None
) -> list[Related]:
    """Return what is related to an item, as the settings ask for it; of these only, when some are given."""
    by = dict(settings.by) or None
    return answers.related(
        item,
        settings.k,
        by,
        language=settings.language,
        at_least=settings.at_least,
        other_holder=settings.other_holder,
        among=among,
    )


def item_to_relate(item: Item, among: Sequence[str] | None = None, *, fill: bool = False) -> bytes:
    """Return the line of an item, with the ids of the only ones that are looked at when some are given.

    With `fill` all are after all, should fewer be listed than may be.
    """
    return orjson.dumps(item.to_dict() | ({} if among is None else {_AMONG: among, _FILL: fill}))


def related_lines(settings: RelatedSettings, lines: Sequence[bytes]) -> list[bytes]:
    """Return the line of related items of each item, given as lines."""
    answers = answers_for(settings, told_with_its_line)
    given = map(orjson.loads, lines)
    return [
        _line(answers, item_from_dict(record), settings, record.get(_AMONG), record.get(_FILL, False))
        for record in given
    ]


def _line(
    answers: CollectionAnswers, item: Item, settings: RelatedSettings, among: Sequence[str] | None, fill: bool
) -> bytes:
    try:
        found = related_as(answers, item, settings, among)
        if fill and len(found) < settings.k:
            found = related_as(answers, item, settings)
        return batch_line(item.id, found)
    except UnreadableRecord as problem:
        return batch_line(item.id, (), unread=problem.reason)
    except NOT_THE_RECORDS:
        raise
    except Exception as error:
        return batch_line(item.id, (), unread=unreadable(item.id, error).reason)


def unread_in(line: bytes) -> UnreadableRecord | None:
    """Return what a line tells of an item that could not be read; None where it could."""
    if _NOTHING_BUT not in line:
        return None
    found = orjson.loads(line)
    return UnreadableRecord(found["id"], found["unread"]) if "unread" in found else None


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


def told_with_its_line(problem: UnreadableRecord) -> None:
    """Say nothing of a candidate that cannot be read: every item has a line of its own."""
