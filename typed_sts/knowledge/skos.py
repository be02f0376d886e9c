"""A vocabulary in SKOS, as RDF/XML, to concepts.

<skos:Concept rdf:about="https://example.org/7">
  <skos:prefLabel xml:lang="en">halberd</skos:prefLabel>      the usual name; altLabel and hiddenLabel are others
  <skos:broader rdf:resource="https://example.org/3"/>        what contains it
  <dc:type>object</dc:type>                                   its kind; without one it is a subject
  <wgs84:lat>, <wgs84:long>, <edm:begin>, <edm:end>           where and when
<edm:Agent>, <edm:Place>, <edm:TimeSpan>, <edm:Event>         likewise; a person, a place, a period, an event

Read from front to back: no document type (so no entities), no tree, no recursion.
"""

import re
from typing import Any
from xml.parsers import expat

from typed_sts.domain.limits import MOST_OF_NAME
from typed_sts.knowledge.concepts import Concept, Name
from typed_sts.knowledge.kinds import KINDS

_KIND_OF_ELEMENT = {"Concept": "subject", "Agent": "person", "Place": "place", "TimeSpan": "period", "Event": "event"}
_LABELS = ("prefLabel", "altLabel", "hiddenLabel")
_FIRST = ("begin", "dateOfBirth", "hasBeginning")
_LAST = ("end", "dateOfDeath", "hasEnd")
_YEAR = re.compile(r"\s*+(-?[0-9]{1,5})(?![0-9])")
_MOST_TEXT = 10_000


class _Reader:
    """Takes what the parser meets, and keeps the concept that is open."""

    def __init__(self) -> None:
        self.found: list[Concept] = []
        self.problems: list[str] = []
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self._depth = 0
        self._open = 0
        """How deep the open concept stands; 0 when none is open."""
        self._line = 0
        self._values: dict[str, list[tuple[str, str]]] = {}
        self._attributes: dict[str, str] = {}
        self._texts: list[str] = []
        self._about = self._kind = ""
        self._ids: set[str] = set()

    def _doctype(self, *_: Any) -> None:
        raise ValueError(f"line {self.parser.CurrentLineNumber}: a document type declaration is not allowed")

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        local = {name.rpartition(" ")[2]: value for name, value in attributes.items()}
        name = tag.rpartition(" ")[2]
        if not self._open and name in _KIND_OF_ELEMENT:
            self._open, self._line = self._depth, self.parser.CurrentLineNumber
            self._about, self._kind, self._values = local.get("about", "").strip(), _KIND_OF_ELEMENT[name], {}
        elif self._open and self._depth == self._open + 1:
            self._attributes, self._texts = local, []

    def _text(self, text: str) -> None:
        if self._open and self._depth == self._open + 1 and len(self._texts) < _MOST_TEXT:
            self._texts.append(text[:_MOST_TEXT])

    def _end(self, tag: str) -> None:
        if self._open and self._depth == self._open + 1:
            value = self._attributes.get("resource") or " ".join("".join(self._texts).split())
            language = self._attributes.get("lang", "").lower().partition("-")[0]
            self._values.setdefault(tag.rpartition(" ")[2], []).append((value, language))
        elif self._open == self._depth:
            self._open = 0
            self._keep()
        self._depth -= 1

    def _keep(self) -> None:
        names = [Name(text, lang) for label in _LABELS for text, lang in self._values.get(label, []) if text]
        kind = next((value for value, _ in self._values.get("type", []) if value in KINDS), self._kind)
        where = f"line {self._line}"
        if not self._about or any(letter.isspace() for letter in self._about):
            self.problems.append(f"{where}: a concept needs an rdf:about without blanks")
        elif self._about in self._ids:
            self.problems.append(f"{where}: {self._about} is described twice")
        elif any(len(name.text) > MOST_OF_NAME for name in names):
            self.problems.append(f"{where}: a name of {self._about} is longer than {MOST_OF_NAME} characters")
        elif names:  # one without names cannot be found in a text
            self._ids.add(self._about)
            within = self._first("broader") or self._first("isPartOf")
            years = self._year(_FIRST), self._year(_LAST)
            names = list(dict.fromkeys(names))
            self.found.append(Concept(self._about, kind, tuple(names), *years, self._point(), within, 0))

    def _first(self, name: str) -> str:
        return next((value for value, _ in self._values.get(name, []) if value and " " not in value), "")

    def _year(self, names: tuple[str, ...]) -> int | None:
        told = (_YEAR.match(value) for name in names for value, _ in self._values.get(name, []))
        return next((int(year[1]) for year in told if year), None)

    def _point(self) -> tuple[float, float] | None:
        try:
            lat, lon = float(self._first("lat")), float(self._first("long"))
        except ValueError:
            return None
        return (lat, lon) if -90 <= lat <= 90 and -180 <= lon <= 180 else None


def skos_concepts(document: bytes) -> tuple[list[Concept], list[str]]:
    """Return the concepts of a vocabulary, and what is wrong with it, each with its line."""
    reader = _Reader()
    try:
        reader.parser.Parse(document, True)
    except expat.ExpatError as error:
        return [], [f"line {error.lineno}: not well-formed XML: {expat.ErrorString(error.code)}"]
    except ValueError as error:
        return [], [str(error)]
    except LookupError as error:
        return [], [f"line 1: the XML names an unknown encoding: {error}"]
    return reader.found, reader.problems
