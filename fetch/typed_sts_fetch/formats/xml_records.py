"""XML of any known format to Items: what a record is, is told from its element and what is in it.

<rdf:RDF> EDM     <lido:lido> LIDO     <oai_dc:dc> Dublin Core     <marc:record> MARCXML
<record> <header> <metadata>           of OAI-PMH: the header, and any of these in the metadata
"""

import xml.etree.ElementTree as ET
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from typed_sts_fetch.formats.dublin_core import is_dublin_core, item_from_dublin_core
from typed_sts_fetch.formats.edm import EdmNodes
from typed_sts_fetch.formats.europeana_json import item_from_record
from typed_sts_fetch.formats.lido import item_from_lido
from typed_sts_fetch.formats.marcxml import is_marc, item_from_marcxml
from typed_sts_fetch.formats.xml_stream import RDF, XmlStream, attribute, found, local, text_at, text_in
from typed_sts_fetch.item import Item

KNOWN = "EDM, LIDO, MARCXML, Dublin Core (oai_dc), and answers of OAI-PMH with any of them"
_HINT = '; "typed-sts inspect FILE" proposes a mapping for others'
_RDF_TAGS = (f"{RDF}RDF", "{http://www.europeana.eu/schemas/edm/}RDF")
_RECORDS = frozenset(["record", "lido", "dc", "qualifieddc", "simpledc"])
_ERROR = "{http://www.openarchives.org/OAI/2.0/}error"
Read = Item | ValueError
"""A record as an Item, or what is wrong with it."""


@dataclass(frozen=True, slots=True)
class OaiHeader:
    """What a server says of a record beside it: its identifier there, when it last changed, whether it is gone."""

    identifier: str
    datestamp: str = ""
    deleted: bool = False


class XmlRecords:
    """The Items of an XML document, as its bytes come; `n_deleted` records are marked as deleted in it.

    `cut_rdf` tells whether the XML ended to be any inside of an rdf:RDF, whose records are not read then.
    """

    def __init__(self, *, all_languages: bool = False, encoding: str | None = None) -> None:
        self.n_deleted = 0
        self.cut_rdf = False
        self._all_languages = all_languages
        self._stream = XmlStream(is_record, encoding)
        self._count = 0

    def items(self, pieces: Iterable[bytes]) -> Iterator[Read]:
        """Yield an Item of each record, and a ValueError for one that cannot be read.

        Raise ValueError or ParseError where the XML cannot be read on.
        """
        nodes = EdmNodes()
        try:
            for part in self._stream.parts(pieces):
                if part.tree is None:
                    yield from self._of_edm(nodes)
                elif part.of_rdf:
                    nodes.add(part.tree)
                else:
                    yield from self._of_record(part.tree)
        finally:
            self.cut_rdf = bool(nodes)
        if not self._count and not self.n_deleted:
            yield ValueError(
                f"XML whose root is <{local(self._stream.root)}>, without a record; known are {KNOWN}{_HINT}"
            )

    def _of_edm(self, nodes: EdmNodes) -> Iterator[Read]:
        for record in nodes.records():
            self._count += 1
            try:
                yield item_from_record({"object": record}, all_languages=self._all_languages)
            except ValueError as error:
                yield ValueError(f"EDM record {self._count}: {error}")

    def _of_record(self, tree: ET.Element) -> Iterator[Read]:
        self._count += 1
        if tree.tag == _ERROR:
            yield ValueError(f"an answer of OAI-PMH that says {attribute(tree, 'code')}: {text_in(tree)[:200]}")
            return
        header = header_of(tree)
        if header and header.deleted:
            self.n_deleted += 1
            return
        for read in items_of(tree, all_languages=self._all_languages):
            yield read if isinstance(read, Item) else ValueError(f"record {self._count}: {read}")


def is_record(tag: str) -> bool:
    """Tell whether an element is a record, or what an OAI-PMH server says instead of one."""
    return local(tag) in _RECORDS or tag == _ERROR


def header_of(tree: ET.Element) -> OaiHeader | None:
    """Return the header of a record of OAI-PMH; None for other records."""
    header = next(found(tree, "header"), None) if local(tree.tag) == "record" else None
    if header is None:
        return None
    return OaiHeader(
        text_at(header, "identifier"), text_at(header, "datestamp"), attribute(header, "status").lower() == "deleted"
    )


def items_of(tree: ET.Element, *, all_languages: bool = False) -> Iterator[Read]:
    """Yield the Items in the tree of one record, and a ValueError when it is of no known format, or says nothing."""
    header = header_of(tree)
    held = next(found(tree, "metadata"), None) if header else tree
    identifier = header.identifier if header else ""
    told = f"{identifier}: " if identifier else ""
    if held is None:
        yield ValueError(f"{told}a record of OAI-PMH without metadata")
        return
    read_any = False
    for name, read in _readings(held, identifier, all_languages):
        read_any = True
        try:
            yield from read()
        except ValueError as error:
            yield ValueError(f"{told}{name}: {error}")
    if not read_any:
        inside = local(held[0].tag) if header and len(held) else local(held.tag)
        yield ValueError(f"{told}<{inside}> is of no known format; known are {KNOWN}")


def _readings(
    held: ET.Element, identifier: str, all_languages: bool
) -> Iterator[tuple[str, Callable[[], Iterator[Item]]]]:
    """Yield how to read what is in an element: the name of the format, and its reader; wrappers are opened."""
    waiting = deque([held])
    while waiting:
        node = waiting.popleft()
        if node.tag in _RDF_TAGS:
            yield "EDM", lambda node=node: _edm(node, all_languages)  # type: ignore[misc]
        elif local(node.tag) == "lido":
            yield "LIDO", lambda node=node: iter([item_from_lido(node, identifier)])  # type: ignore[misc]
        elif is_marc(node):
            yield "MARCXML", lambda node=node: iter([item_from_marcxml(node, identifier)])  # type: ignore[misc]
        elif is_dublin_core(node):
            yield "Dublin Core", lambda node=node: iter([item_from_dublin_core(node, identifier)])  # type: ignore[misc]
        else:
            waiting.extend(node)


def _edm(node: ET.Element, all_languages: bool) -> Iterator[Item]:
    nodes = EdmNodes()
    for child in node:
        nodes.add(child)
    records = list(nodes.records())
    if not records:
        raise ValueError("no edm:ProvidedCHO in it")
    for record in records:
        yield item_from_record({"object": record}, all_languages=all_languages)
