"""JSON-LD of any known kind to Items: told apart by the context, else by the keys."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from typed_sts_fetch.formats.linked_art import is_linked_art, items_from_linked_art
from typed_sts_fetch.formats.omeka import is_omeka, items_from_omeka
from typed_sts_fetch.formats.schema_org import is_schema_org, items_from_schema_org
from typed_sts_fetch.item import Item

Read = Iterator[Item | ValueError]
_KINDS: tuple[tuple[Callable[[Mapping[str, Any]], bool], Callable[[Mapping[str, Any]], Read]], ...] = (
    (is_omeka, items_from_omeka),
    (is_linked_art, items_from_linked_art),
    (is_schema_org, items_from_schema_org),
)


def items_from_linked_data(node: Mapping[str, Any]) -> Read | None:
    """Return the Items of a JSON object when it is linked data, or a ValueError for each that cannot be read."""
    for is_kind, read in _KINDS:
        if is_kind(node):
            return read(node)
    if "@context" in node or "@graph" in node:
        told = ValueError("JSON-LD of no known kind; known are schema.org, Linked Art and Omeka-S")
        return iter([told])
    return None
