"""What is said to people, before it is in any language: an English sentence with places in braces, and what goes there.

    message("same maker: {name}", name=Called("wikidata:Q159758", "Joseph Mallord William Turner"))

The English sentence is the key under which translations stand (typed_sts.messages); what goes into it is a text of a
record, which stays as it is, a number, or one of the parts below, which each language says in its own way.
"""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Called:
    """Something with a name: its concept, where known, and what the records call it; `lang` is of which language."""

    concept: str
    text: str
    lang: str = ""


@dataclass(frozen=True, slots=True)
class YearSpan:
    """Years from the first to the last, both included, BC negative."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Listing:
    """Several parts, of which at most so many are said: "a, b, c and 2 more"."""

    parts: tuple["Part", ...]
    most: int = 3


@dataclass(frozen=True, slots=True)
class Quoted:
    """Words of a record in quotation marks."""

    text: str


@dataclass(frozen=True, slots=True)
class Beside:
    """Parts of which neither comes first: "a / b"."""

    parts: tuple["Part", ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence to be said: its English wording, and by name what goes into it.

    Where `count` is a number, `plural` is the English wording for all numbers but one.
    """

    text: str
    values: tuple[tuple[str, "Part"], ...] = ()
    plural: str = ""
    count: int | None = None


Part: TypeAlias = str | int | Called | YearSpan | Listing | Quoted | Beside | Message


def message(text: str, **values: Part) -> Message:
    """Return a message."""
    return Message(text, tuple(values.items()))


def counted(text: str, plural: str, count: int, **values: Part) -> Message:
    """Return a message about a number of things, which stands in it as {count}."""
    return Message(text, (("count", count), *values.items()), plural, count)


def sequence(*messages: Message) -> Message:
    """Return several messages as one, with semicolons between."""
    parts = {f"part{number}": part for number, part in enumerate(messages)}
    return Message("; ".join(f"{{{name}}}" for name in parts), tuple(parts.items()))
