"""The bytes an entry is stored as, in either engine: its item, and what its texts do not give."""

from typing import Any

from typed_sts_fetch.item import Item
from typed_sts_index.views import Entry


def to_stored(entry: Entry) -> dict[str, Any]:
    """Return the JSON object that `entry_from_stored` reads."""
    stored: dict[str, Any] = {"item": entry.item.to_dict()}
    if entry.extra_views:
        stored["views"] = {name: list(tokens) for name, tokens in entry.extra_views.items()}
    if entry.years:
        stored["years"] = list(entry.years)
    return stored


def entry_from_stored(stored: dict[str, Any]) -> Entry:
    """Return the entry; what is stored was checked when it went in, so nothing is checked again."""
    years = stored.get("years")
    return Entry(item_from_stored(stored), stored.get("views", {}), (years[0], years[1]) if years else None)


def item_from_stored(stored: dict[str, Any]) -> Item:
    """Return the item of a stored object."""
    fields: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in stored["item"].items()}
    return Item(**fields)
