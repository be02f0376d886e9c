"""What JSON-LD of any vocabulary shares: texts with languages, lists or single values, references to other nodes.

"Harbour"     {"@value": "Hafen", "@language": "de"}     {"de": "Hafen", "en": "Harbour"}     a list of any of them
"""

from collections.abc import Iterator, Mapping
from typing import Any

from typed_sts_fetch.value_facts import language_tag

Node = Mapping[str, Any]


def listed(value: object) -> list[Any]:
    """Return a value as a list: JSON-LD writes a list of one without brackets, and Omeka-S the other way round."""
    if isinstance(value, list):
        return value
    if isinstance(value, dict) and ("@list" in value or "@set" in value):
        return listed(value.get("@list", value.get("@set")))
    return [] if value is None else [value]


def texts_of(value: object) -> Iterator[tuple[str, str]]:
    """Yield the texts in a value, as (language, text)."""
    for entry in listed(value):
        if isinstance(entry, str | int | float) and not isinstance(entry, bool):
            yield "", str(entry)
        elif isinstance(entry, dict) and isinstance(text := entry.get("@value"), str | int | float):
            yield str(entry.get("@language") or ""), str(text)
        elif isinstance(entry, dict) and entry and all(language_tag(str(key)) for key in entry):
            for language, inner in entry.items():
                for text in listed(inner):
                    if isinstance(text, str):
                        yield str(language), text


def text_of(value: object) -> str:
    """Return the first text in a value; "" for none."""
    return next((text for _, text in texts_of(value)), "")


def nodes_in(value: object) -> Iterator[dict[str, Any]]:
    """Yield the objects in a value that are nodes, not texts."""
    yield from (entry for entry in listed(value) if isinstance(entry, dict) and "@value" not in entry)


def address_in(value: object) -> str:
    """Return the first address in a value: a text, or the @id or id of a node; "" for none."""
    for entry in listed(value):
        text = entry.get("@id") or entry.get("id") if isinstance(entry, dict) else entry
        if isinstance(text, str) and text.startswith(("http://", "https://")):
            return text
    return ""


def contexts(node: Node) -> Iterator[tuple[str, str]]:
    """Yield the vocabularies that a document names in its @context, as (prefix, address)."""
    for context in listed(node.get("@context")):
        if isinstance(context, str):
            yield "", context
        elif isinstance(context, dict):
            for prefix, address in context.items():
                if isinstance(address, str):
                    yield ("" if prefix == "@vocab" else str(prefix)), address


def types_of(node: Node) -> list[str]:
    """Return the types of a node, without prefix and address: "schema:Book" is Book."""
    types = [*listed(node.get("@type")), *listed(node.get("type"))]
    return [text.rpartition("/")[2].rpartition(":")[2].rpartition("#")[2] for text in types if isinstance(text, str)]
