"""Omeka-S to Items: what its API gives (/api/items), and its exports of the same shape.

{"o:id": 12, "@id": "https://museum.example/api/items/12",           the id is 12, the address an alias
 "dcterms:title": [{"type": "literal", "@value": "Hafen", "@language": "de"}],
 "dcterms:creator": [{"type": "uri", "@id": "http://www.wikidata.org/entity/Q5598", "o:label": "Rembrandt"}],
 "dcterms:isPartOf": [{"type": "resource:item", "@id": "...", "display_title": "Harbours"}],
 "thumbnail_display_urls": {"medium": "..."}}

Texts of Dublin Core go where those of XML go. A value that is marked private is left out.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from typed_sts_fetch.authority import short_id
from typed_sts_fetch.formats.dublin_core import field_of, links_in, stated_rights
from typed_sts_fetch.formats.json_ld import address_in, listed, text_of, types_of
from typed_sts_fetch.formats.values import Draft
from typed_sts_fetch.item import Item

_DUBLIN_CORE = ("dcterms:", "dc:")
_NOT_ITEMS = ("Media", "ItemSet", "Site", "SitePage", "User", "ResourceTemplate")


def is_omeka(node: Mapping[str, Any]) -> bool:
    """Tell whether a JSON object is a resource of Omeka-S."""
    return "o:id" in node


def items_from_omeka(node: Mapping[str, Any]) -> Iterator[Item | ValueError]:
    """Yield the Item of a resource, or a ValueError when it is no item, or says nothing."""
    kinds = [kind for kind in types_of(node) if kind in _NOT_ITEMS]
    try:
        if kinds:
            raise ValueError(f"{node['o:id']!r:.40} is not an item but a {kinds[0]}; export the items alone")
        yield _item(node)
    except ValueError as error:
        yield ValueError(f"Omeka-S: {error}")


def _item(node: Mapping[str, Any]) -> Item:
    draft = Draft()
    identifiers, rights, languages = [], [], []
    holders = []
    for key, values in node.items():
        if not key.startswith(_DUBLIN_CORE):
            continue
        name = key.partition(":")[2]
        for value in listed(values):
            if not isinstance(value, dict) or value.get("is_public") is False:
                continue
            language, text, address = _read(value)
            if field := field_of(name, text):
                draft.add(field, text or address, language, [short_id(address)] if text and address else [])
            elif name in ("identifier", "bibliographicCitation"):
                identifiers.append(text or address)
            elif name in ("rights", "license", "accessRights"):
                rights.append(address or text)
            elif name == "language":
                languages.append(text)
            elif name == "rightsHolder":
                holders.append(text)
    for whole in listed(node.get("o:item_set")):
        draft.add("dctermsIsPartOf", _name(whole), ids=[short_id(address_in(whole))])
    page, picture = links_in(identifiers)
    own, address = node["o:id"], address_in(node)
    if isinstance(own, bool) or not isinstance(own, int | str):
        raise ValueError(f"an o:id that is none: {own!r:.40}")
    return draft.item(
        str(own),
        aliases=(address,) if address else (),
        provider=next((text for text in holders if text), ""),
        isShownAt=page,
        preview=_thumbnail(node) or picture,
        rights=stated_rights(rights),
        language=languages[0] if len(set(languages)) == 1 else "",
    )


def _read(value: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return the language, the text and the address of a value: of a literal, of a link, or of another resource."""
    text = text_of(value.get("@value")) or _name(value)
    return str(value.get("@language") or value.get("o:lang") or ""), text, address_in(value)


def _name(value: object) -> str:
    if not isinstance(value, dict):
        return ""
    return next((text for key in ("o:label", "display_title", "o:title") if (text := text_of(value.get(key)))), "")


def _thumbnail(node: Mapping[str, Any]) -> str:
    shown = node.get("thumbnail_display_urls")
    sizes = shown if isinstance(shown, dict) else {}
    return next((found for size in ("medium", "large", "square") if (found := address_in(sizes.get(size)))), "")
