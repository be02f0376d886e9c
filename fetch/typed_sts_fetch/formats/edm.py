"""EDM RDF/XML to Items, by way of the JSON shape of the same model, so that both are read alike.

<rdf:RDF>
  <edm:ProvidedCHO rdf:about="...">          the thing; in providers' own files it holds the dc fields
  <ore:Proxy> <ore:proxyFor>                 what a provider, or Europeana, says about it
  <ore:Aggregation>, <edm:EuropeanaAggregation> <edm:aggregatedCHO>   links, rights, providers
  <edm:Agent>, <edm:Place>, <skos:Concept>, <edm:TimeSpan>, <foaf:Organization> <skos:prefLabel>,
                                             <skos:altLabel>, <owl:sameAs>, <skos:exactMatch>

The parts of a record may stand anywhere in their rdf:RDF, so it is read whole before its first record is given. Most
hold one record, or some. One of a whole collection is sorted in a temporary file, so that memory stays flat.
"""

import sqlite3
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import orjson

from typed_sts_fetch.formats.europeana_json import ITEM_ADDRESS
from typed_sts_fetch.formats.xml_stream import LANG, RDF
from typed_sts_fetch.texts import tidy

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
_PARTS = ("oreProxy", "oreAggregation", "edmEuropeanaAggregation")
_ENTITY = "entity"
_Node = tuple[str, str, dict[str, Any]]
"""What kind of node it is, the address it is about, and its fields."""
_Find = Callable[[str, str | None], Iterator[tuple[str, dict[str, Any]]]]
"""Gives the nodes of a kind that are about an address, or all of them, as (address, fields)."""
_TABLE = "create table nodes (id integer primary key, kind text, about text, fields blob)"


MOST_NODES = 5_000
"""Nodes of one rdf:RDF that are kept in memory; of a larger one, all are sorted in a temporary file."""


class EdmNodes:
    """The nodes of an rdf:RDF, in whatever order they come; `records` puts together what belongs to each thing."""

    def __init__(self) -> None:
        self._kept: list[_Node] = []
        self._shelf: sqlite3.Connection | None = None

    def add(self, node: ET.Element) -> None:
        """Take one child of the rdf:RDF."""
        name = _name(node.tag)
        if name == "edmProvidedCHO" and (about := _about(node)):
            self._keep((name, about, _fields(node)))
        elif name in _ENTITIES:
            self._keep((_ENTITY, _about(node), _entity(node)))
        elif name in _PARTS:
            fields = _fields(node)
            self._keep((name, _first(fields.get("oreProxyFor") or fields.get("edmAggregatedCHO")), fields))

    def __bool__(self) -> bool:
        return bool(self._kept) or self._shelf is not None

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield each thing in the shape of Europeana's JSON, with the entities that it names; then forget all."""
        find = self._on_shelf() if self._shelf else self._in_memory()
        for about, things in find("edmProvidedCHO", None):
            own = {kind: [fields for _, fields in find(kind, about)] for kind in _PARTS}
            proxies = [things, *own["oreProxy"]]
            for proxy in proxies:
                proxy["europeanaProxy"] = _first(proxy.get("edmEuropeanaProxy")) == "true"
            named = dict.fromkeys(chain.from_iterable(_addresses(part) for part in chain(proxies, *own.values())))
            yield {
                "about": ITEM_ADDRESS.sub("", about),
                "proxies": proxies,
                "aggregations": [_flat(part) for part in own["oreAggregation"]],
                "europeanaAggregation": next((_flat(part) for part in own["edmEuropeanaAggregation"]), {}),
                "concepts": [entity for address in named for _, entity in find(_ENTITY, address)],
            }
        self._kept = []
        if self._shelf:
            self._shelf.close()
            self._shelf = None

    def _keep(self, node: _Node) -> None:
        self._kept.append(node)
        if len(self._kept) < MOST_NODES:
            return
        if self._shelf is None:
            self._shelf = sqlite3.connect("")  # a file of SQLite's own, that is gone with the connection
            self._shelf.executescript("pragma journal_mode = off; pragma synchronous = off; " + _TABLE)
        self._put_on_shelf(self._shelf)

    def _put_on_shelf(self, shelf: sqlite3.Connection) -> None:
        rows = ((kind, about, orjson.dumps(fields)) for kind, about, fields in self._kept)
        shelf.executemany("insert into nodes (kind, about, fields) values (?, ?, ?)", rows)
        self._kept = []

    def _on_shelf(self) -> _Find:
        shelf = self._shelf
        assert shelf is not None
        self._put_on_shelf(shelf)
        shelf.execute("create index places on nodes (about, kind)")

        def find(kind: str, about: str | None) -> Iterator[tuple[str, dict[str, Any]]]:
            if about is None:
                rows = shelf.execute(
                    "select about, max(id), fields from nodes where kind = ? group by about order by min(id)", (kind,)
                )
            else:
                rows = shelf.execute(
                    "select about, id, fields from nodes where about = ? and kind = ? order by id", (about, kind)
                )
            for found, _, fields in rows:
                yield found, orjson.loads(fields)

        return find

    def _in_memory(self) -> _Find:
        things: dict[str, dict[str, Any]] = {}
        others: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for kind, about, fields in self._kept:
            if kind == "edmProvidedCHO":
                things[about] = fields
            else:
                others.setdefault((kind, about), []).append(fields)

        def find(kind: str, about: str | None) -> Iterator[tuple[str, dict[str, Any]]]:
            if about is None:
                yield from things.items()
            else:
                yield from ((about, fields) for fields in others.get((kind, about), ()))

        return find


def _addresses(fields: dict[str, Any]) -> Iterator[str]:
    for by_language in fields.values():
        if isinstance(by_language, dict):
            for values in by_language.values():
                yield from (tidy(value) for value in values)


def _entity(node: ET.Element) -> dict[str, Any]:
    fields = _fields(node)
    return {"about": _about(node)} | {name: fields.get(theirs) for name, theirs in _OF_ENTITY.items()}


def _fields(node: ET.Element) -> dict[str, Any]:
    """Return the properties of a node as language maps, named as in Europeana's JSON (dcTitle, edmIsShownAt)."""
    fields: dict[str, dict[str, list[str]]] = {}
    for child in node:
        reference = child.get(f"{RDF}resource")
        by_language = fields.setdefault(_name(child.tag), {})
        value = _absolute(reference) if reference else "".join(child.itertext())
        by_language.setdefault(child.get(LANG) or "def", []).append(value)
    return fields


def _flat(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields with single addresses as plain texts, as Europeana's JSON has them."""
    addresses = ("edmIsShownAt", "edmLandingPage", "edmPreview", "edmObject")
    return {name: _first(value) if name in addresses else value for name, value in fields.items()}


def _first(by_language: dict[str, list[str]] | None) -> str:
    return next((value.strip() for values in (by_language or {}).values() for value in values), "")


def _about(node: ET.Element) -> str:
    return _absolute(node.get(f"{RDF}about") or "")


def _absolute(reference: str) -> str:
    """Return a reference so that it is never taken for a text: "auth_2" would read like a name."""
    reference = reference.strip()
    return reference if not reference or reference[0] in "/#" or ":" in reference else f"#{reference}"


def _name(tag: str) -> str:
    namespace, _, local = tag.removeprefix("{").rpartition("}")
    return f"{_PREFIXES.get(namespace, '')}{local[:1].upper()}{local[1:]}"
