"""What machines are told of a record beside the page: schema.org in its head, typed links in the header of the answer.

    <script type="application/ld+json">{"@type": "CreativeWork", "name": "The Night Watch", ...}</script>
    Link: </api/v1/item?id=...>; rel="alternate describedby"; type="application/json", <...>; rel="canonical", ...

A record is what strangers wrote: in the JSON nothing that HTML would read is left as it is, and an address that is none
becomes no link.
"""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlencode

import orjson
from markupsafe import Markup

from typed_sts_fetch.authority import address_of
from typed_sts_fetch.item import Item, ids_of, language_of, web_address

_MOST_VALUES = 20
_LONGEST_LINKS = 3_000
"""Characters of all links of an answer: proxies take heads of a few thousand."""
_AS_THEY_ARE = "/:?#[]@!$&'()*+,;=%~-._"
_ESCAPED = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_KEYS = (
    ("alternateName", "dcTitle", 1),
    ("description", "dcDescription", 0),
    ("dateCreated", "dcDate", 0),
    ("material", "dctermsMedium", 0),
    ("artform", "dcType", 0),
    ("keywords", "dcSubject", 0),
)
"""Keys of schema.org, the field each has, and from which value on."""


def json_ld(*items: Item) -> Markup:
    """Return one record, or several as what the page is about, as JSON-LD that may stand in a script element."""
    works = [_work(item) for item in items]
    shown = works[0] if len(works) == 1 else {"@type": "WebPage", "about": works}
    text = orjson.dumps({"@context": "https://schema.org", **shown}).decode("utf-8", "replace")
    for letter, escaped in _ESCAPED.items():
        text = text.replace(letter, escaped)
    return Markup(text)  # nothing is left in it that HTML would read


def typed_links(root: str, item: Item, related: Sequence[Item]) -> str:
    """Return the header Link of an item's page: as JSON, its holder's page, its licence, what is related."""
    links = [
        _link(_ours(root, "api/v1/item", item), "alternate describedby", "application/json"),
        _link(_ours(root, "api/v1/related", item), "related", "application/json"),
    ]
    links += [_link(page, "canonical")] if (page := web_address(item.isShownAt)) else []
    links += [_link(rights, "license")] if (rights := web_address(item.rights)) else []
    links += [_link(_ours(root, "item", other), "related", "text/html") for other in related]
    kept: list[str] = []
    for link in links:
        if sum(map(len, kept)) + len(link) <= _LONGEST_LINKS:
            kept.append(link)
    return ", ".join(kept)


def _ours(root: str, path: str, item: Item) -> str:
    return f"{root}/{path}?{urlencode({'id': item.id}, errors='replace')}"


def _link(address: str, relation: str, media_type: str = "") -> str:
    typed = f'; type="{media_type}"' if media_type else ""
    return f'<{quote(address, safe=_AS_THEY_ARE, errors="replace")}>; rel="{relation}"{typed}'


def _work(item: Item) -> dict[str, Any]:
    """Return a record as schema.org has it; what it does not state is left out."""
    shown: dict[str, Any] = {"@type": "CreativeWork", "identifier": item.id, "name": (*item.dcTitle, item.id)[0]}
    for key, field, first in _KEYS:
        if values := getattr(item, field)[first : first + _MOST_VALUES]:
            shown[key] = values[0] if len(values) == 1 else list(values)
    if item.dcCreator:
        shown["creator"] = [_named(item, "Person", "dcCreator", number) for number in _numbers(item.dcCreator)]
    if item.dctermsSpatial:
        shown["spatialCoverage"] = [_named(item, "Place", "dctermsSpatial", n) for n in _numbers(item.dctermsSpatial)]
    if item.provider:
        shown["provider"] = {"@type": "Organization", "name": item.provider}
    if language := language_of(item, "dcTitle", 0):
        shown["inLanguage"] = language
    for key, text in (("url", item.isShownAt), ("thumbnailUrl", item.preview), ("license", item.rights)):
        if address := web_address(text):
            shown[key] = address
    return shown


def _numbers(values: Sequence[str]) -> range:
    return range(min(len(values), _MOST_VALUES))


def _named(item: Item, kind: str, field: str, number: int) -> dict[str, Any]:
    named: dict[str, Any] = {"@type": kind, "name": getattr(item, field)[number]}
    same = [address for known in ids_of(item, field, number) if (address := web_address(address_of(known)))]
    return named | ({"sameAs": same} if same else {})
