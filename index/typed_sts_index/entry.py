"""An entry of a collection: the views of one record, token lists with document frequencies of their own, and its bytes.

Five come from the record's texts. Any other ("people", "verbs") is handed in by whoever can make it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from typed_sts_fetch.item import LIST_FIELDS, Item
from typed_sts_fetch.value_facts import FACTS, to_tuples
from typed_sts_index.analyser import DEFAULT_LANGUAGE, MAX_TOKEN_LENGTH, terms
from typed_sts_index.errors import BadQuery

ALL_TEXT = "text"
FIELD_VIEWS = {"title": "dcTitle", "creator": "dcCreator", "subject": "dcSubject", "description": "dcDescription"}
Vector = npt.NDArray[np.float32]
TEXT_VIEWS = (ALL_TEXT, *FIELD_VIEWS)
"""The views every collection has."""

_VIEW_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_LARGEST_BYTE = 127
_YEAR = re.compile(r"(?<!\d)(?:1\d|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class Entry:
    """An item as it goes into a collection, with the views and the years its text alone does not give.

    Who has analysed its texts already hands in their views as well (`own_views`), so that nobody does it again; who
    has a vector of what the record is about hands it in, and what else is to be kept with it as bytes (`reading`).
    """

    item: Item
    extra_views: Mapping[str, Sequence[str]] = field(default_factory=dict)
    years: tuple[int, int] | None = None
    own_views: Mapping[str, Sequence[str]] | None = field(default=None, compare=False, repr=False)
    vector: Vector | None = field(default=None, compare=False, repr=False)
    reading: bytes = field(default=b"", compare=False, repr=False)

    def views(self) -> dict[str, list[str]]:
        """Return every view of the entry, ready to be indexed."""
        extra = {name: [indexable(token) for token in tokens] for name, tokens in self.extra_views.items()}
        if self.own_views is None:
            return text_views(self.item) | extra
        return {view: list(self.own_views[view]) for view in TEXT_VIEWS} | extra


def entry_of(item: Item) -> Entry:
    """Return the entry of an item with nothing but its own texts, and the four-digit years of its dates."""
    return Entry(item, years=plain_years(item))


def text_views(item: Item) -> dict[str, list[str]]:
    """Return the five views of an item's texts; each value is analysed once."""
    language = item.language or DEFAULT_LANGUAGE
    return views_of_terms(
        {name: [t for text in getattr(item, name) for t in terms(text, language)] for name in LIST_FIELDS}
    )


def views_of_terms(by_field: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return the five views of texts whose terms are known, by field."""
    all_text = [term for name in LIST_FIELDS for term in by_field.get(name, ())]
    return {ALL_TEXT: all_text} | {view: list(by_field.get(name, ())) for view, name in FIELD_VIEWS.items()}


def plain_years(item: Item) -> tuple[int, int] | None:
    """Return the first and last four-digit year of the item's dates; reading dates properly is the caller's."""
    years = [int(year) for text in item.dcDate for year in _YEAR.findall(text)]
    return (min(years), max(years)) if years else None


KEPT_FILTERS = ("language", "type")
"""What new collections keep of each item, beside provider and years, to filter by; older ones have neither."""
_LONGEST_FILTER = 200


def filter_values(item: Item) -> dict[str, list[str]]:
    """Return what an item is found by when it is filtered by its language and its types."""
    found = {"language": [item.language], "type": item.dcType}
    return {name: list(dict.fromkeys(filter(None, map(filter_value, texts)))) for name, texts in found.items()}


def filter_value(text: str) -> str:
    """Return a text as it is compared in a filter: without case, needless white space, and the end of a long one."""
    return " ".join(text.casefold().split())[:_LONGEST_FILTER]


@lru_cache(maxsize=1 << 16)
def indexable(token: str) -> str:
    """Return a token both engines keep whole: no white space inside ("claude monet"), not too long."""
    return "␣".join(token.split())[:MAX_TOKEN_LENGTH]


def check_view_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of further views, sorted; refuse those an engine could not store."""
    extra = tuple(sorted(set(names)))
    for name in extra:
        if name in TEXT_VIEWS or not _VIEW_NAME.fullmatch(name):
            raise BadQuery(
                f'"{name}" cannot name a further view: use lower-case letters, digits and _, not {TEXT_VIEWS}'
            )
    return extra


def check_entry(entry: Entry, extra_views: tuple[str, ...], name: str) -> None:
    """Refuse an entry with a view its collection was not made with."""
    unknown = sorted(set(entry.extra_views) - set(extra_views))
    if unknown:
        raise BadQuery(f"{name} has no view {', '.join(unknown)}; rebuild it with that view")


def in_bytes(vectors: Vector) -> npt.NDArray[np.int8]:
    """Return vectors with a byte for each dimension, each of its own scale, which no cosine depends on."""
    largest = np.abs(vectors).max(axis=-1, keepdims=True, initial=0.0)
    rounded: npt.NDArray[np.int8] = np.rint(vectors / np.maximum(largest, 1e-30) * _LARGEST_BYTE).astype(np.int8)
    return rounded


# The bytes an entry is stored as, in either engine: its item, and what its texts do not give.


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
    fields |= {name: to_tuples(fields[name], LIST_FIELDS) for name in FACTS if name in fields}
    return Item(**fields)
