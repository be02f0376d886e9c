"""Records of cultural-heritage items: the Item, its file formats, and the Europeana client."""

from typed_sts_fetch.errors import ApiError, BadInput, BadRecord, FetchError, KeyMissing
from typed_sts_fetch.europeana.client import Answer, EuropeanaClient
from typed_sts_fetch.europeana.settings import ApiKey, Settings
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import write_items
from typed_sts_fetch.ids import europeana_id
from typed_sts_fetch.item import Item, item_from_dict

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
