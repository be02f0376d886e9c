"""schema.org in JSON-LD to Items: one work, a list of them, or a @graph of works with persons and places beside them.

{"@context": "https://schema.org", "@type": "Painting", "@id": ...            the id; else identifier, else url
 "name" "alternateName" "headline"   dcTitle         "description" "abstract"                        dcDescription
 "creator" "author" "artist" ...     dcCreator       "contributor" "editor" "translator" ...         dcContributor
 "about" "keywords" "mentions"       dcSubject       "artform" "genre" "additionalType" "@type"      dcType
 "dateCreated" "datePublished"       dcDate          "temporalCoverage" "temporal"                   dctermsTemporal
 "artMedium" "material" ...          dctermsMedium   "locationCreated" "spatialCoverage" ...         dctermsSpatial
 "isPartOf"                          dctermsIsPartOf "provider" "holdingArchive" "maintainer" ...    provider
 "url" isShownAt   "thumbnailUrl" "image" preview   "license" rights   "inLanguage" language}

A person, place or term may be a text, an object, or the @id of one that the @graph describes; its @id, sameAs and
identifier are its ids, its alternateName its labels.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from typed_sts_fetch.formats.europeana_json import ITEM_ADDRESS
from typed_sts_fetch.formats.json_ld import address_in, contexts, listed, nodes_in, text_of, texts_of, types_of
from typed_sts_fetch.formats.sources import id_from
from typed_sts_fetch.formats.values import Draft
from typed_sts_fetch.item import Item, web_address

_HOME = re.compile(r"https?://(?:www\.)?schema\.org/?#?")
_NOT_WORKS = frozenset(
    """Person Organization Place Event DefinedTerm DefinedTermSet Museum Library ArchiveOrganization City Country
    AdministrativeArea LandmarksOrHistoricalBuildings PropertyValue WebPage WebSite ItemPage CollectionPage ListItem
    BreadcrumbList ItemList DataFeed DataFeedItem Dataset DataDownload DataCatalog QuantitativeValue PostalAddress
    GeoCoordinates Role Collection ArchiveCollection CreativeWorkSeries Periodical PublicationVolume PublicationIssue
    Offer SearchAction Intangible Occupation Language CivicStructure Corporation EducationalOrganization Concept
    CollegeOrUniversity GovernmentOrganization PerformingGroup MusicGroup""".split()
)
"""Types of nodes that stand beside works; a node of any other type is one."""
_MEDIA = frozenset(["ImageObject", "MediaObject", "VideoObject", "AudioObject", "3DModel", "DigitalDocument"])
"""Types of what shows a work, or is one where there is no other."""
_GENERAL = frozenset(["CreativeWork", "VisualArtwork", "Thing", "Product", "ArchiveComponent"])
"""Types that say nothing of what kind of thing it is."""
_LISTS = (("itemListElement", "item"), ("dataFeedElement", "item"), ("mainEntity", ""), ("@graph", ""))
_FIELDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("dcTitle", ("name", "headline", "alternateName", "alternativeHeadline")),
    ("dcDescription", ("description", "abstract", "disambiguatingDescription")),
)
_THINGS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("dcCreator", ("creator", "author", "artist", "photographer", "composer", "architect", "colorist", "penciler")),
    ("dcContributor", ("contributor", "editor", "translator", "illustrator", "sponsor", "funder", "recordedIn")),
    ("dcSubject", ("about", "mentions", "character")),
    ("dcType", ("artform", "genre", "additionalType")),
    ("dctermsMedium", ("artMedium", "material", "artworkSurface", "surface")),
    ("dctermsSpatial", ("locationCreated", "countryOfOrigin", "spatialCoverage", "spatial", "contentLocation")),
    ("dctermsTemporal", ("temporalCoverage", "temporal", "contentReferenceTime")),
    ("dctermsIsPartOf", ("isPartOf",)),
)
_HOLDERS = ("holdingArchive", "provider", "maintainer", "sourceOrganization", "copyrightHolder", "publisher")

Graph = Mapping[str, Mapping[str, Any]]


def is_schema_org(node: Mapping[str, Any]) -> bool:
    """Tell whether a JSON object is written in schema.org: by its context, else by its keys or types."""
    if any(_HOME.match(address) for _, address in contexts(node)):
        return True
    named = [*node, *(text for text in listed(node.get("@type")) if isinstance(text, str))]
    return any(_HOME.match(text) or text.startswith(("schema:", "sdo:")) for text in named)


def items_from_schema_org(document: Mapping[str, Any]) -> Iterator[Item | ValueError]:
    """Yield the Item of each work in a document, and a ValueError for one that says nothing."""
    prefixes = tuple(f"{prefix}:" for prefix, address in contexts(document) if prefix and _HOME.fullmatch(address))
    plain = _plain(document, (*prefixes, "schema:", "sdo:"))
    found: list[Mapping[str, Any]] = []
    graph: dict[str, Mapping[str, Any]] = {}
    waiting: list[tuple[Any, bool]] = [(plain, True)]
    while waiting:
        node, listed_here = waiting.pop()
        if not isinstance(node, dict):
            continue
        inside = [(entry, key, inner) for key, inner in _LISTS for entry in reversed(listed(node.get(key)))]
        for entry, key, inner in inside:
            waiting.append((entry.get(inner, entry) if inner and isinstance(entry, dict) else entry, True))
            if key == "@graph" and isinstance(entry, dict) and isinstance(entry.get("@id"), str):
                graph[entry["@id"]] = entry
        if listed_here and not (inside and not types_of(node)) and _is_work(node):
            found.append(node)
    found = [node for node in found if not _MEDIA.intersection(types_of(node))] or found
    if not found:
        kinds = sorted({kind for node in graph.values() for kind in types_of(node)} or types_of(plain) or ["no type"])
        yield ValueError(f"schema.org without a work in it, only {', '.join(kinds)[:120]}")
    for work in found:
        try:
            yield _item(graph.get(str(work.get("@id")), work), graph)
        except ValueError as error:
            yield ValueError(f"schema.org: {error}")


def _is_work(node: Mapping[str, Any]) -> bool:
    types = types_of(node)
    return any(kind not in _NOT_WORKS for kind in types) if types else "name" in node or "description" in node


def _plain(value: Any, prefixes: tuple[str, ...], depth: int = 0) -> Any:
    """Return a document with the keys of schema.org as they are without address and prefix."""
    if depth > 200:
        return None
    if isinstance(value, list):
        return [_plain(entry, prefixes, depth + 1) for entry in value]
    if isinstance(value, dict):
        return {_key(str(key), prefixes): _plain(inner, prefixes, depth + 1) for key, inner in value.items()}
    return value


def _key(key: str, prefixes: tuple[str, ...]) -> str:
    for prefix in prefixes:
        key = key.removeprefix(prefix)
    return _HOME.sub("", key)


def _item(work: Mapping[str, Any], graph: Graph) -> Item:
    draft = Draft()
    for field, keys in _FIELDS:
        for key in keys:
            for language, text in texts_of(work.get(key)):
                draft.add(field, text, language)
    for field, keys in _THINGS:
        for key in keys:
            for thing in listed(work.get(key)):
                _add(draft, field, thing, graph, key)
    for language, text in texts_of(work.get("keywords")):
        for word in re.split("[,;]", text):
            draft.add("dcSubject", word, language)
    for term in nodes_in(work.get("keywords")):
        _add(draft, "dcSubject", term, graph)
    if "dcType" not in draft:
        for kind in types_of(work):
            draft.add("dcType", "" if kind in _GENERAL else re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind))
    for key in ("dateCreated", "datePublished"):
        for _, text in texts_of(work.get(key) if "dcDate" not in draft else None):
            draft.add("dcDate", text)
    holders = (name for key in _HOLDERS for thing in listed(work.get(key)) for _, name in _named(thing, graph)[0])
    return draft.item(
        _identifier(work),
        provider=next(holders, ""),
        isShownAt=address_in(work.get("url")) or address_in(work.get("mainEntityOfPage")),
        preview=_picture(work, graph),
        rights=next(
            (told for key in ("license", "copyrightNotice", "usageInfo") if (told := _told(work.get(key)))), ""
        ),
        language=next((code for one in listed(work.get("inLanguage")) if (code := _language(one))), ""),
    )


def _add(draft: Draft, field: str, thing: object, graph: Graph, key: str = "") -> None:
    names, ids = _named(thing, graph, key)
    if len(names) > 1 and isinstance(thing, dict):
        names.sort(key=lambda name: name[0] not in ("", "en"))
    draft.add_names(field, names, ids)


def _named(thing: object, graph: Graph, key: str = "") -> tuple[list[tuple[str, str]], list[str]]:
    """Return the names and the ids of a person, a place or a term, however it is written."""
    if not isinstance(thing, dict) or "@value" in thing:
        texts = list(texts_of(thing))
        return texts, [known for _, text in texts if (known := id_from(text))]
    thing = graph.get(str(thing.get("@id")), {}) | thing if "@id" in thing else thing  # type: ignore[operator]
    if key and isinstance(inner := thing.get(key), dict | str) and "Role" in " ".join(types_of(thing)):
        return _named(inner, graph)  # a Role stands between a work and who had it
    names = [name for word in ("name", "alternateName", "label") for name in texts_of(thing.get(word))]
    if not names:
        names = [("", place)] if (place := _address(thing.get("address"))) else []
    ids = [id_from(text) for text in (address_in(thing), *(text for _, text in texts_of(thing.get("sameAs"))))]
    ids += [id_from(address_in(node)) for node in nodes_in(thing.get("sameAs"))]
    for known in listed(thing.get("identifier")):
        source = text_of(known.get("propertyID")) if isinstance(known, dict) else ""
        ids.append(id_from(text_of(known.get("value")) if isinstance(known, dict) else text_of(known), source))
    ids.append(
        id_from(
            text_of(thing.get("termCode")),
            address_in(thing.get("inDefinedTermSet")) or text_of(thing.get("inDefinedTermSet")),
        )
    )
    return names, [known for known in ids if known]


def _address(value: object) -> str:
    for node in nodes_in(value):
        return ", ".join(
            text for key in ("addressLocality", "addressRegion", "addressCountry") if (text := text_of(node.get(key)))
        )
    return text_of(value)


def _identifier(work: Mapping[str, Any]) -> str:
    own = work.get("@id") or work.get("id")
    if isinstance(own, str) and own and not own.startswith("_:"):
        return ITEM_ADDRESS.sub("", own)
    for known in listed(work.get("identifier")):
        if text := text_of(known.get("value")) if isinstance(known, dict) and "@value" not in known else text_of(known):
            return text
    return address_in(work.get("url"))


def _picture(work: Mapping[str, Any], graph: Graph) -> str:
    for key in ("thumbnailUrl", "thumbnail", "image"):
        for shown in listed(work.get(key)):
            node = graph.get(str(shown.get("@id")), {}) | shown if isinstance(shown, dict) else {"url": shown}  # type: ignore[operator]
            for inner in ("thumbnailUrl", "contentUrl", "url", "@id"):
                if address := web_address(text_of(node.get(inner)) or address_in(node.get(inner))):
                    return address
    return ""


def _told(value: object) -> str:
    return address_in(value) or text_of(value) or next((text_of(node.get("name")) for node in nodes_in(value)), "")


def _language(value: object) -> str:
    return text_of(value.get("alternateName") or value.get("name")) if isinstance(value, dict) else text_of(value)
