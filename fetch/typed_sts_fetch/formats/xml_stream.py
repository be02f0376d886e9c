"""XML of any size as a stream of records: a tree for each record, and nothing kept of what is around them.

<OAI-PMH> <ListRecords>         passed through, however deep
  <record> ... </record>        one Part: the tree of the record
  <resumptionToken>             one Part: what a server says beside its records
<rdf:RDF>                       opened: each of its children is a Part, and its end is one too

A record has xml:lang on each element, as it inherits it. DOCTYPE is refused: records need none, attacks do.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from typed_sts_fetch.texts import tidy

RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_OPENED = (f"{RDF}RDF", "{http://www.europeana.eu/schemas/edm/}RDF")
MOST_ELEMENTS = 500_000
MOST_TEXT = 64 * 2**20
"""Elements and characters of one record."""
DEEPEST = 1_000
_ENOUGH = 1 << 16
_DECLARED = re.compile(rb"""^(\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*)(?:"([\w.:-]{1,40})"|'([\w.:-]{1,40})')""")


@dataclass(frozen=True, slots=True)
class Part:
    """A tree that is whole: a record, or a child of an rdf:RDF; or, without a tree, the end of an rdf:RDF."""

    tree: ET.Element | None
    of_rdf: bool = False


class XmlStream:
    """Parts of a document, as its bytes come; `root` is the name of its outermost element, once it came."""

    def __init__(self, wanted: Callable[[str], bool], encoding: str | None = None) -> None:
        self.root = ""
        self._target = _Target(wanted)
        self._parser = ET.XMLParser(target=self._target, encoding=encoding)

    def parts(self, pieces: Iterable[bytes]) -> Iterator[Part]:
        """Yield the parts; raise ParseError or ValueError where the XML ends to be any, after those before it."""
        for piece in _larger(pieces):
            try:
                self._parser.feed(piece)
            except LookupError as error:
                raise ValueError(f"the XML names an unknown encoding: {error}") from error
            finally:
                self.root = self._target.root
                yield from self._target.taken()
        self._parser.close()
        yield from self._target.taken()


class _Target:
    """Builds the tree of each part, and refuses what no record needs."""

    def __init__(self, wanted: Callable[[str], bool]) -> None:
        self.root = ""
        self._wanted = wanted
        self._done: list[Part] = []
        self._around: list[str] = []
        self._languages: list[str] = [""]
        self._builder: ET.TreeBuilder | None = None
        self._depth = self._elements = self._text = 0

    def taken(self) -> list[Part]:
        done, self._done = self._done, []
        return done

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        raise ValueError("a document type declaration is not allowed in a record")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.root = self.root or tag
        in_rdf = bool(self._around) and self._around[-1] in _OPENED
        if self._builder is None and (in_rdf or (tag not in _OPENED and self._wanted(tag))):
            self._builder = ET.TreeBuilder()
            self._elements = self._text = 0
        if len(self._around) + self._depth >= DEEPEST:
            raise ValueError(f"elements within elements, more than {DEEPEST} deep")
        language = attributes.get(LANG, self._languages[-1])
        self._languages.append(language)
        if self._builder is None:
            self._around.append(tag)
            return
        self._depth += 1
        self._elements += 1
        if self._elements > MOST_ELEMENTS:
            raise ValueError(f"a record of more than {MOST_ELEMENTS} elements; is this a file of records?")
        if language and not in_rdf and not self._within_rdf():
            attributes[LANG] = language
        self._builder.start(tag, attributes)

    def data(self, text: str) -> None:
        if self._builder is not None:
            self._text += len(text)
            if self._text > MOST_TEXT:
                raise ValueError(f"a record of more than {MOST_TEXT // 2**20} MB; is this a file of records?")
            self._builder.data(text)

    def end(self, tag: str) -> None:
        self._languages.pop()
        if self._builder is None:
            self._around.pop()
            if tag in _OPENED:
                self._done.append(Part(None, of_rdf=True))
            return
        self._builder.end(tag)
        self._depth -= 1
        if not self._depth:
            self._done.append(Part(self._builder.close(), of_rdf=self._within_rdf()))
            self._builder = None

    def close(self) -> None:
        """Nothing is left to be done."""

    def _within_rdf(self) -> bool:
        return bool(self._around) and self._around[-1] in _OPENED


def _larger(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the bytes in pieces that are neither so small that parsing is slow, nor so large that they fill memory."""
    waiting: list[bytes] = []
    size = 0
    for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size >= _ENOUGH:
            joined = b"".join(waiting)
            yield from (joined[start : start + _ENOUGH] for start in range(0, size, _ENOUGH))
            waiting, size = [], 0
    yield b"".join(waiting)


def encoding_of(first: bytes, recoded: bool) -> str | None:
    """Return the encoding to read XML in when what it declares is not so any more: it has become UTF-8 on the way."""
    declared = _DECLARED.match(first)
    name = (declared[2] or declared[3]).lower() if declared else b""
    return "utf-8" if recoded or name.startswith((b"utf-16", b"utf16", b"ucs-2", b"iso-10646-ucs-2")) else None


# Trees, read by the local names of their elements: prefixes and versions of namespaces differ from house to house.


def local(tag: str) -> str:
    """Return the name of an element without its namespace."""
    return tag.rpartition("}")[2]


def found(node: ET.Element, path: str) -> Iterator[ET.Element]:
    """Yield the descendants at a path of local names ("titleWrap/titleSet"), whatever their namespaces."""
    return node.iterfind(_path(path))


def text_in(node: ET.Element | None) -> str:
    """Return the text in an element and below it, tidy; "" for none."""
    return tidy("".join(node.itertext())) if node is not None else ""


def texts_at(node: ET.Element, path: str) -> Iterator[tuple[str, str]]:
    """Yield what stands at a path, as (language, text), without blank ones."""
    for entry in found(node, path):
        if text := text_in(entry):
            yield entry.get(LANG, ""), text


def text_at(node: ET.Element, path: str) -> str:
    """Return the first text at a path; "" for none."""
    return next((text for _, text in texts_at(node, path)), "")


def attribute(node: ET.Element, name: str) -> str:
    """Return an attribute by its local name, in whatever namespace it stands; "" for none."""
    return next((value.strip() for key, value in node.items() if local(key) == name), "")


@lru_cache(maxsize=500)
def _path(path: str) -> str:
    return "/".join(part if part in ("", ".") else f"{{*}}{part}" for part in path.split("/"))
