"""Records of cultural-heritage items: the Item, its file formats, and the Europeana client."""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typed_sts_fetch.errors import ApiError, BadInput, BadRecord, FetchError, KeyMissing
    from typed_sts_fetch.europeana.client import Answer, EuropeanaClient
    from typed_sts_fetch.europeana.settings import ApiKey, Settings
    from typed_sts_fetch.formats.read import read_items
    from typed_sts_fetch.formats.write import write_items
    from typed_sts_fetch.ids import europeana_id
    from typed_sts_fetch.item import Item, ids_of, item_from_dict, labels_of, language_of

__all__ = [
    "Answer",
    "ApiError",
    "ApiKey",
    "BadInput",
    "BadRecord",
    "EuropeanaClient",
    "FetchError",
    "Item",
    "KeyMissing",
    "Settings",
    "europeana_id",
    "ids_of",
    "item_from_dict",
    "labels_of",
    "language_of",
    "read_items",
    "write_items",
]
_MODULES = {
    "Answer": "europeana.client",
    "ApiError": "errors",
    "ApiKey": "europeana.settings",
    "BadInput": "errors",
    "BadRecord": "errors",
    "EuropeanaClient": "europeana.client",
    "FetchError": "errors",
    "Item": "item",
    "KeyMissing": "errors",
    "Settings": "europeana.settings",
    "europeana_id": "ids",
    "ids_of": "item",
    "item_from_dict": "item",
    "labels_of": "item",
    "language_of": "item",
    "read_items": "formats.read",
    "write_items": "formats.write",
}


def __getattr__(name: str) -> object:
    """Import what the package offers when it is first asked for: importing one of its modules costs no other."""
    if name in _MODULES:
        return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
