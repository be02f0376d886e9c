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


def printable(text: str) -> str:
    """Return the text without what a terminal would obey."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
