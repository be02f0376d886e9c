"""Where something stands in a record, and its text made fit to be shown."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a record's text: `getattr(item, field)[value][start:end] == text`."""

    field: str
    value: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class KnownSpan(Span):
    """A stretch of text that names something known: `concept` is its id, such as "wikidata:Q48314"."""

    concept: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What stands in one record and what answers it in the other."""

    a: Span | None
    b: Span | None


def known_as(span: Span, concept: str) -> Span:
    """Return the span with the id of what it names; as it is where that is not known ("")."""
    return KnownSpan(span.field, span.value, span.start, span.end, span.text, concept) if concept else span


def printable(text: str) -> str:
    """Return the text without what a terminal would obey."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
