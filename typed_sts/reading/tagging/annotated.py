"""Labelled spans: as the tags of tokens that stand for them, and as the file format of annotated records.

{"id": ..., "values": [{"field": "dcTitle", "value": 0, "text": "...", "spans": [[7, 13, "EVENT"], ...]}, ...]}
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from typed_sts.domain.labels import LABELS
from typed_sts.domain.span import Span
from typed_sts.errors import TypedStsError
from typed_sts_fetch.formats.read import open_binary
from typed_sts_fetch.item import LIST_FIELDS, Item

OUTSIDE = "O"

Place = tuple[int, int, str]
"""Where a span begins and ends in its value, and its label."""
Token = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class LabelledSpan:
    """A span and its label: what a tagger finds."""

    span: Span
    label: str


def tags_of(tokens: Sequence[Token], places: Sequence[Place]) -> list[str]:
    """Return the tag of each token, given the spans; a token that a span touches belongs to it."""
    tags = [OUTSIDE] * len(tokens)
    for start, end, label in places:
        prefix = "B-"
        for position, (_, token_start, token_end) in enumerate(tokens):
            if token_start < end and token_end > start:
                tags[position] = prefix + label
                prefix = "I-"
    return tags


def places_of(tokens: Sequence[Token], tags: Sequence[str]) -> list[Place]:
    """Return the spans that the tags stand for; a tag that continues nothing begins a span."""
    places: list[Place] = []
    start = end = 0
    label = ""
    for (_, token_start, token_end), tag in zip(tokens, tags, strict=True):
        if tag != OUTSIDE and tag[0] == "I" and tag[2:] == label:
            end = token_end
            continue
        if label:
            places.append((start, end, label))
        start, end, label = token_start, token_end, tag[2:]
    if label:
        places.append((start, end, label))
    return places


def balanced(text: str, places: Sequence[Place]) -> list[Place]:
    """Return the spans cut so that none holds one bracket of a pair without the other."""
    kept = []
    for start, end, label in places:
        for opening, closing in ("()", "[]"):
            opened = text.count(opening, start, end) - text.count(closing, start, end)
            if opened > 0:
                end = text.rindex(opening, start, end)
            elif opened < 0:
                end = text.rindex(closing, start, end)
        end = start + len(text[start:end].rstrip())
        if start < end:
            kept.append((start, end, label))
    return kept


class BadSpans(TypedStsError):
    """A file of annotated spans that breaks its format: names file and line."""


@dataclass(frozen=True, slots=True)
class TaggedItem:
    """A record and its spans, where it comes from, and the language of its texts; "" where the file does not say."""

    item: Item
    spans: tuple[LabelledSpan, ...]
    source: str = ""
    language: str = ""


def read_tagged(path: Path) -> Iterator[TaggedItem]:
    """Yield the records of a file of annotated spans."""
    with open_binary(path) as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    yield _tagged(orjson.loads(line))
                except (ValueError, KeyError, TypeError, AttributeError) as error:
                    raise BadSpans(f"{path}, line {number}: not a record with spans ({error!r:.100})") from error


def _tagged(record: dict[str, Any]) -> TaggedItem:
    texts: dict[str, list[str]] = {}
    spans = []
    for value in record["values"]:
        field, place, text = value["field"], value["value"], value["text"]
        values = texts.setdefault(field, [])
        if field not in LIST_FIELDS or place < len(values):
            raise ValueError(f"value {place} of {field}")
        values += [""] * (place - len(values)) + [text]  # values without a text are left out of the file
        for start, end, label in value["spans"]:
            if label not in LABELS or not 0 <= start < end <= len(text):
                raise ValueError(f"span {start} {end} {label} of {text!r:.60}")
            spans.append(LabelledSpan(Span(field, place, start, end, text[start:end]), label))
    fields: dict[str, Any] = {field: tuple(values) for field, values in texts.items()}
    item = Item(id=record["id"], **fields)
    return TaggedItem(item, tuple(spans), record.get("source", ""), record.get("lang", ""))


# A word goes on after an apostrophe unless what follows is the genitive s.
_TOKEN = re.compile(r"\d+|[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)*|['’]s\b|\S")


def tokenise(text: str) -> list[tuple[str, int, int]]:
    """Return the tokens of a text, each with the places where it begins and ends."""
    return [(match.group(), match.start(), match.end()) for match in _TOKEN.finditer(text)]


def words_of(text: str) -> list[str]:
    """Return the tokens of a text without their places."""
    return _TOKEN.findall(text)
