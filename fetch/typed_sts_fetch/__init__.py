"""Records of cultural-heritage items: the Item, its file formats, and the Europeana client."""

from typed_sts_fetch.client import Answer, EuropeanaClient
from typed_sts_fetch.errors import ApiError, BadInput, BadRecord, FetchError, KeyMissing
from typed_sts_fetch.ids import europeana_id
from typed_sts_fetch.item import Item, item_from_dict
from typed_sts_fetch.reading import read_items
from typed_sts_fetch.settings import ApiKey, Settings
from typed_sts_fetch.writing import write_items

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
    "item_from_dict",
    "read_items",
    "write_items",
]
