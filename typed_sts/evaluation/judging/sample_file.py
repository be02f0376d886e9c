"""A sample to be judged: one file that keeps records and statements as they were shown.

    {"format": "typed-sts judging 1", "seed": 7, "model": ..., "version": ..., "collection": ...}
    {"key": "A1", "kind": "related", "group": "Tate", "item": {...}, "others": [{"item": {...}, "statements": [...]}]}

JSON lines: the head, then a card each. A card is an item and others beside it: its related items (A), the one other
of a pair whose `why` it is (B), or what several systems found, pooled (C).
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import orjson

from typed_sts.errors import BadScores
from typed_sts.evaluation.judging.statements import Said
from typed_sts.task_files.lines import Wrong, parse_lines, read_lines
from typed_sts_fetch.formats.write import replacing
from typed_sts_fetch.item import Item, item_from_dict

FORMAT = "typed-sts judging 1"
RELATED, WHY, POOL = "related", "why", "pool"
LETTER = {RELATED: "A", WHY: "B", POOL: "C"}
"""What the keys of a kind of card begin with."""


@dataclass(frozen=True, slots=True)
class Other:
    """An item beside that of a card, and what is said of the two; the score is that of the list it is from."""

    item: Item
    statements: tuple[Said, ...] = ()
    score: float | None = None
    line: str = ""
    """The whole line that is shown of it."""


@dataclass(frozen=True, slots=True)
class Card:
    """An item with others beside it, under a key; `group` is the row of the tables it counts in."""

    key: str
    kind: str
    group: str
    item: Item
    others: tuple[Other, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """The cards of a file, what they were drawn from and how, and a digest of it all."""

    head: Mapping[str, Any]
    cards: tuple[Card, ...]
    digest: str = ""


def write_sample(path: Path, head: Mapping[str, Any], cards: Iterable[Card]) -> int:
    """Write the head and the cards, a line each; return how many cards."""
    count = 0
    with replacing(path) as stream:
        stream.write(_line({"format": FORMAT, **head}))
        for card in cards:
            stream.write(_line(_to_json(card)))
            count += 1
    return count


def read_sample(path: Path) -> Sample:
    """Return the sample of a file; raise BadScores with line numbers for what is none."""
    lines = read_lines(path)
    head = parse_lines(path, lines[:1], _head, expected="a sample, as `typed-sts judge draw` writes it")[0]
    cards = parse_lines(path, lines[1:], _card, first=2, expected="cards")
    keys = [card.key for card in cards]
    for number, key in enumerate(keys):
        if key in keys[:number]:
            raise BadScores(f"{path}, line {number + 2}: the key {key} stands there twice; draw the sample again")
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
    return Sample(head, tuple(cards), digest)


def _line(content: Mapping[str, Any]) -> bytes:
    return orjson.dumps(content, option=orjson.OPT_APPEND_NEWLINE)


def _to_json(card: Card) -> dict[str, Any]:
    others = []
    for other in card.others:
        shown: dict[str, Any] = {"item": other.item.to_dict()}
        if other.statements or other.line:
            shown |= {"line": other.line, "statements": [asdict(said) for said in other.statements]}
        if other.score is not None:
            shown["score"] = other.score
        others.append(shown)
    return {
        "key": card.key,
        "kind": card.kind,
        "group": card.group,
        "item": card.item.to_dict(),
        "others": others,
    }


def _head(line: str) -> dict[str, Any]:
    found = _object(line)
    if found.get("format") != FORMAT:
        raise Wrong(
            ("", f'not a sample of this version: "format" is to be "{FORMAT}"; draw it with typed-sts judge draw')
        )
    return found


def _card(line: str) -> Card:
    found = _object(line)
    try:
        others = tuple(
            Other(
                item_from_dict(other["item"]),
                tuple(Said(**said) for said in other.get("statements", ())),
                other.get("score"),
                other.get("line", ""),
            )
            for other in found["others"]
        )
        card = Card(found["key"], found["kind"], found["group"], item_from_dict(found["item"]), others)
        LETTER[card.kind]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Wrong(("", f"not a card: {type(error).__name__} {error}; draw the sample again")) from error
    return card


def _object(line: str) -> dict[str, Any]:
    try:
        found = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise Wrong(("", f"not JSON: {error}")) from error
    if not isinstance(found, dict):
        raise Wrong(("", "not a JSON object"))
    return found
