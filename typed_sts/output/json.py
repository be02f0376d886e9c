"""Related items as JSON: all of an item's for `--json` and the service, and the short form of the nightly batch."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import orjson

from typed_sts.domain.explanation import Related, RelatedItems


def related_json(
    item_id: str, by: Mapping[str, float], found: Sequence[Related], model: str, version: str, language: str
) -> dict[str, Any]:
    """Return the answer about one item, as GET /api/v1/related gives it; `complete` is what RelatedItems says."""
    return {
        "id": item_id,
        "by": dict(by),
        "related": [_entry(entry) for entry in found],
        "complete": found.complete if isinstance(found, RelatedItems) else True,
        "model": model,
        "version": version,
        "language": language,
    }


def batch_line(item_id: str, found: Sequence[Related], *, unread: str | None = None) -> bytes:
    """Return the line of an item in the batch; `types` maps each type to its score, null where it is not stated.

    `unread` is why the item has no related ones: it could not be read.
    """
    related = [_head(entry) | {"types": {score.type: score.score for score in entry.types}} for entry in found]
    line = {"id": item_id, "related": related} | ({} if unread is None else {"unread": unread})
    return orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE)


def _entry(entry: Related) -> dict[str, Any]:
    types = [
        {name: value for name, value in asdict(score).items() if name != "not_stated" or value is not None}
        for score in entry.types
    ]
    return _head(entry) | {"types": types, "item": entry.item.to_dict()}


def _head(entry: Related) -> dict[str, Any]:
    """Return what is said of a related item everywhere; `more` is there only where something is folded behind it."""
    shown = {
        "id": entry.item.id,
        "title": " ".join("".join(entry.item.dcTitle[:1]).split()),
        "score": entry.score,
        "best": entry.best,
        "reason": entry.reason,
        "statements": [asdict(statement) for statement in entry.statements],
    }
    if entry.more is not None:
        shown["more"] = asdict(entry.more)
    return shown | ({"pinned": True} if entry.pinned else {})
