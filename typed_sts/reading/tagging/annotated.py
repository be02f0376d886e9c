"""Records whose spans are known: the file format of the shared annotations.

{"id": ..., "values": [{"field": "dcTitle", "value": 0, "text": "...", "spans": [[7, 13, "EVENT"], ...]}, ...]}
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from typed_sts.errors import TypedStsError
from typed_sts.reading.tagging.bio_tags import LABELS, Span
from typed_sts_fetch.formats.read import open_binary
from typed_sts_fetch.item import LIST_FIELDS, Item


class BadSpans(TypedStsError):
    """A file of annotated spans that breaks its format: names file and line."""


@dataclass(frozen=True, slots=True)
class TaggedItem:
    """A record and its spans."""

    item: Item
    spans: tuple[Span, ...]


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
            spans.append(Span(field, place, start, end, label, text[start:end]))
    fields: dict[str, Any] = {field: tuple(values) for field, values in texts.items()}
    return TaggedItem(Item(id=record["id"], **fields), tuple(spans))
