"""What an answer of OAI-PMH says: records with headers, the token of the next page, an error; however damaged it is.

<OAI-PMH>
  <error code="noRecordsMatch">
  <ListRecords> <record> <header status="deleted"> <metadata> ...
                <resumptionToken completeListSize="1200">

Servers send bytes that are not in their encoding, and control characters; such an answer is mended. What is no XML even
then is read up to where it breaks.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from xml.parsers import expat

from typed_sts_fetch.formats.xml_records import OaiHeader, header_of
from typed_sts_fetch.formats.xml_stream import XmlStream, attribute, encoding_of, local, text_at, text_in

_WANTED = frozenset(["record", "resumptionToken", "error", "set", "metadataFormat", "Identify"])
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f￾￿]")
_CONTROL_REFERENCE = re.compile(r"&#(?:x0*([0-9a-f]{1,2})|0*(\d{1,2}));", re.IGNORECASE)
_STRAY = re.compile("[\udc80-\udcff]")
_TOKEN = re.compile(rb"<(?:\w{1,20}:)?resumptionToken\b[^<>]{0,500}>([^<>]{1,5000})</")
_DECLARED = re.compile(r"^\s*<\?xml[^>]{0,200}\?>")


@dataclass(frozen=True, slots=True)
class Page:
    """An answer: the headers of its records, the token of the next page ("" for none), and what is wrong with it."""

    headers: tuple[OaiHeader, ...] = ()
    token: str = ""
    announced: int = 0
    error: str = ""
    told: str = ""
    problem: str = ""
    is_oai: bool = True


@dataclass
class _Scan:
    headers: list[OaiHeader] = field(default_factory=list)
    token: str = ""
    announced: int = 0
    error: str = ""
    told: str = ""


def page_of(body: bytes) -> Page:
    """Return what an answer says."""
    scan = _Scan()
    stream = XmlStream(lambda tag: local(tag) in _WANTED)
    problem = ""
    try:
        for tree in _trees(body, stream):
            _take(scan, tree)
    except (ET.ParseError, ValueError) as error:
        problem = f"not valid XML ({error})"
        if not scan.token and (later := _TOKEN.findall(body)):
            scan.token = unescape(later[-1].decode(errors="replace")).strip()
    is_oai = local(stream.root) == "OAI-PMH"
    return Page(tuple(scan.headers), scan.token, scan.announced, scan.error, scan.told, problem, is_oai)


def records_in(body: bytes) -> Iterator[ET.Element]:
    """Yield the tree of each record of an answer, in the order of its headers; raise like `XmlStream.parts`."""
    stream = XmlStream(lambda tag: local(tag) in _WANTED)
    yield from (tree for tree in _trees(body, stream) if local(tree.tag) == "record")


def told_in(body: bytes, element: str, *paths: str) -> list[tuple[str, ...]]:
    """Return texts of each element of a name: of the sets of a server, of its formats."""
    stream = XmlStream(lambda tag: local(tag) in _WANTED)
    try:
        trees = [tree for tree in _trees(body, stream) if local(tree.tag) == element]
    except (ET.ParseError, ValueError):
        return []
    return [tuple(text_at(tree, path) for path in paths) for tree in trees]


def _trees(body: bytes, stream: XmlStream) -> Iterator[ET.Element]:
    yield from (part.tree for part in stream.parts([_sound(body)]) if part.tree is not None)


def _take(scan: _Scan, tree: ET.Element) -> None:
    name = local(tree.tag)
    if name == "record":
        scan.headers.append(header_of(tree) or OaiHeader(""))
    elif name == "error":
        scan.error, scan.told = attribute(tree, "code") or "an error", text_in(tree)[:300]
    elif name == "resumptionToken":
        size = attribute(tree, "completeListSize")
        scan.token = text_in(tree)
        scan.announced = int(size) if size.isdecimal() and len(size) < 12 else 0


def _sound(body: bytes) -> bytes:
    """Return an answer as it came when it is XML, else mended as far as that can be; always without its declaration."""
    recoded = encoding_of(body, False)
    if recoded is None and _is_xml(body):
        return body
    text = body.decode("utf-16" if recoded else "utf-8", "surrogateescape" if not recoded else "replace")
    text = _STRAY.sub(lambda stray: bytes([ord(stray[0]) - 0xDC00]).decode("cp1252", "replace"), text)
    text = _CONTROL_REFERENCE.sub(_reference, _CONTROL.sub(" ", text))
    return _DECLARED.sub("", text.lstrip("\ufeff"), count=1).encode("utf-8", "replace")


def _reference(found: re.Match[str]) -> str:
    code = int(found[1], 16) if found[1] else int(found[2])
    return found[0] if code in (9, 10, 13) or code >= 32 else " "


def _is_xml(body: bytes) -> bool:
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _no_doctype
    try:
        parser.Parse(body, True)
    except (expat.ExpatError, LookupError, ValueError):
        return False
    return True


def _no_doctype(*_: object) -> None:
    raise ValueError("a document type declaration")
