"""Lists of items that go together, as they are written out for people and for other systems.

    RelatedList
    |-- item         the item asked about
    |-- unread       why it could not be read; "" where it could
    `-- entries      what is related to it, the best first, or what it is compared with
        |-- item, rank
        |-- score    by the chosen types, None where nothing is stated; `best` is the type that speaks most for it
        |-- scores   of each of the eight types, None where it is not stated
        |-- sentence, statements
        `-- more     what is folded behind it, in words

They come from answers (`list_of_answer`), from an explained pair (`list_of_pair`), or from the lines of a nightly run
and the records they are about (`lists_of_lines`). A table, a page and annotations are made of them, one at a time.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import orjson

from typed_sts.domain.explanation import Related, Why
from typed_sts.domain.statement import Statement
from typed_sts.domain.types import GENERAL
from typed_sts.output.from_json import Found, statements_of
from typed_sts_fetch.item import Item

_LINES = 100
"""Lines whose records are asked for together."""


@dataclass(frozen=True, slots=True)
class Listed:
    """An item in a list, with what is said of it and of the item asked about."""

    item: Item
    rank: int
    score: float | None
    best: str
    sentence: str
    scores: tuple[tuple[str, float | None], ...]
    statements: tuple[Statement, ...] = ()
    more: str = ""


@dataclass(frozen=True, slots=True)
class RelatedList:
    """An item, and those that are listed with it."""

    item: Item
    entries: tuple[Listed, ...] = ()
    unread: str = ""


@dataclass(frozen=True, slots=True)
class Extent:
    """How many lists there are in all, how many of them hold nothing, and of these, how many for a fault of ours."""

    lists: int
    empty: int = 0
    unread: int = 0


def list_of_answer(item: Item, found: Sequence[Related]) -> RelatedList:
    """Return what is related to an item as a list."""
    return RelatedList(
        item,
        tuple(
            [
                Listed(
                    item=entry.item,
                    rank=rank,
                    score=entry.score,
                    best=entry.best,
                    sentence=" ".join(entry.reason.split()),
                    scores=tuple([(score.type, score.score) for score in entry.types]),
                    statements=entry.statements,
                    more=entry.more.text if entry.more else "",
                )
                for rank, entry in enumerate(found, start=1)
            ]
        ),
    )


def list_of_pair(left: Item, right: Item, why: Why) -> RelatedList:
    """Return an explained pair as a list of one; its score is the general one."""
    scores = tuple([(entry.type, entry.score) for entry in why.types])
    sentence = " ".join(why.sentence.split())
    return RelatedList(left, (Listed(right, 1, dict(scores)[GENERAL], GENERAL, sentence, scores, why.statements),))


def lists_of_lines(lines: Iterable[bytes], items: Callable[[Sequence[str]], Iterable[Item]]) -> Iterator[RelatedList]:
    """Yield the lists of a nightly run, a few in memory at a time; `items` gives the records of ids, where known."""
    rest = iter(lines)
    while part := [orjson.loads(line) for line in islice(rest, _LINES)]:
        ids = {line["id"] for line in part} | {entry["id"] for line in part for entry in line["related"]}
        known = {item.id: item for item in items(sorted(ids))}
        for line in part:
            entries = [_listed(entry, rank, known) for rank, entry in enumerate(line["related"], start=1)]
            yield RelatedList(_item(line["id"], known), tuple(entries), line.get("unread", ""))


def extent_of_lines(lines: Iterable[bytes]) -> Extent:
    """Return how many lines of a nightly run there are, and how many of them list nothing."""
    count = empty = unread = 0
    for line in lines:
        count += 1
        if _EMPTY in line:
            found = orjson.loads(line)
            empty += not found["related"]
            unread += "unread" in found
    return Extent(count, empty, unread)


_EMPTY = b',"related":[]'


def _listed(found: Found, rank: int, known: dict[str, Item]) -> Listed:
    return Listed(
        item=_item(found["id"], known, found["title"]),
        rank=rank,
        score=found["score"],
        best=found["best"],
        sentence=" ".join(found["reason"].split()),
        scores=tuple(found["types"].items()),
        statements=statements_of(found["statements"]),
        more=found["more"]["text"] if "more" in found else "",
    )


def _item(item_id: str, known: dict[str, Item], title: str = "") -> Item:
    """Return a record; of one that has gone meanwhile, what the line says of it."""
    return known.get(item_id) or Item(id=item_id, dcTitle=(title,) if title else ())
