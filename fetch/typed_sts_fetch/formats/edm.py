"""EDM RDF/XML to Items, by way of the JSON shape of the same model, so that both are read alike.

<rdf:RDF>
  <edm:ProvidedCHO rdf:about="...">          the thing; in providers' own files it holds the dc fields
  <ore:Proxy> <ore:proxyFor>                 what a provider, or Europeana, says about it
  <ore:Aggregation>, <edm:EuropeanaAggregation> <edm:aggregatedCHO>   links, rights, providers
  <edm:Agent>, <edm:Place>, <skos:Concept>, <edm:TimeSpan>, <foaf:Organization> <skos:prefLabel>,
                                             <skos:altLabel>, <owl:sameAs>, <skos:exactMatch>
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any

from typed_sts_fetch.formats.europeana_json import item_from_record
from typed_sts_fetch.item import Item

_PREFIXES = {
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://purl.org/dc/terms/": "dcterms",
    "http://www.europeana.eu/schemas/edm/": "edm",
    "http://www.openarchives.org/ore/terms/": "ore",
    "http://www.w3.org/2004/02/skos/core#": "skos",
    "http://www.w3.org/2002/07/owl#": "owl",
    "http://xmlns.com/foaf/0.1/": "foaf",
}
_ENTITIES = ("edmAgent", "edmPlace", "edmTimeSpan", "skosConcept", "foafOrganization")
_OF_ENTITY = {
    "prefLabel": "skosPrefLabel",
    "altLabel": "skosAltLabel",
    "owlSameAs": "owlSameAs",
    "exactMatch": "skosExactMatch",
}
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_ITEM_ADDRESS = re.compile(r"^https?://data\.europeana\.eu/item(?=/)")


class _NoDoctype(ET.TreeBuilder):
    """Builds the tree, but refuses the declarations that entity bombs and file inclusion need."""

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        raise ValueError("a document type declaration is not allowed in a record")


def items_from_edm(document: bytes, *, all_languages: bool = False) -> Iterator[Item]:
    """Yield the Item of each ProvidedCHO; raise ValueError (or ParseError, with its line) on other XML."""
    parser = ET.XMLParser(target=_NoDoctype())
    try:
        root = ET.fromstring(document, parser=parser)
    except LookupError as error:
        raise ValueError(f"the XML names an unknown encoding: {error}") from error
    found = False
    for rdf in root.iter(f"{_RDF}RDF"):
        for record in _records(rdf):
            found = True
            yield item_from_record({"object": record}, all_languages=all_languages)
    if not found:
        raise ValueError(
            'XML without an edm:ProvidedCHO: not an EDM record; "typed-sts inspect FILE" proposes a mapping'
        )


def _records(rdf: ET.Element) -> Iterator[dict[str, Any]]:
    nodes = [(_name(node.tag), node) for node in rdf]
    things = {about: node for name, node in nodes if name == "edmProvidedCHO" and (about := _about(node))}
    entities = [_entity(node) for name, node in nodes if name in _ENTITIES]
    parts: dict[str, dict[str, list[dict[str, Any]]]] = {about: {} for about in things}
    for name, node in nodes:
        if name in ("oreProxy", "oreAggregation", "edmEuropeanaAggregation"):
            fields = _fields(node)
            about = _first(fields.get("oreProxyFor") or fields.get("edmAggregatedCHO"))
            parts.get(about, {}).setdefault(name, []).append(fields)
    for about, thing in things.items():
        own = parts[about]
        proxies = [_fields(thing), *own.get("oreProxy", [])]
        for proxy in proxies:
            proxy["europeanaProxy"] = _first(proxy.get("edmEuropeanaProxy")) == "true"
        yield {
            "about": _ITEM_ADDRESS.sub("", about),
            "proxies": proxies,
            "aggregations": [_flat(part) for part in own.get("oreAggregation", [])],
            "europeanaAggregation": next((_flat(p) for p in own.get("edmEuropeanaAggregation", [])), {}),
            "concepts": entities,
        }


def _entity(node: ET.Element) -> dict[str, Any]:
    fields = _fields(node)
    return {"about": _about(node)} | {name: fields.get(theirs) for name, theirs in _OF_ENTITY.items()}


def _fields(node: ET.Element) -> dict[str, Any]:
    """Return the properties of a node as language maps, named as in Europeana's JSON (dcTitle, edmIsShownAt)."""
    fields: dict[str, dict[str, list[str]]] = {}
    for child in node:
        reference = child.get(f"{_RDF}resource")
        by_language = fields.setdefault(_name(child.tag), {})
        value = _absolute(reference) if reference else "".join(child.itertext())
        by_language.setdefault(child.get(_LANG) or "def", []).append(value)
    return fields


def _flat(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields with single addresses as plain texts, as Europeana's JSON has them."""
    addresses = ("edmIsShownAt", "edmLandingPage", "edmPreview", "edmObject")
    return {name: _first(value) if name in addresses else value for name, value in fields.items()}


def _first(by_language: dict[str, list[str]] | None) -> str:
    return next((value.strip() for values in (by_language or {}).values() for value in values), "")


def _about(node: ET.Element) -> str:
    return _absolute(node.get(f"{_RDF}about") or "")


def _absolute(reference: str) -> str:
    """Return a reference so that it is never taken for a text: "auth_2" would read like a name."""
    reference = reference.strip()
    return reference if not reference or reference[0] in "/#" or ":" in reference else f"#{reference}"


def _name(tag: str) -> str:
    namespace, _, local = tag.removeprefix("{").rpartition("}")
    return f"{_PREFIXES.get(namespace, '')}{local[:1].upper()}{local[1:]}"
