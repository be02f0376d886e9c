"""Where something stands in a record."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a record's text: `getattr(item, field)[value][start:end] == text`."""

    field: str
    value: int
    start: int
    end: int
    text: str
