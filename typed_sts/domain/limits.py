"""How much of a record is read and compared, at most, and what of an item is left unread by that.

    of a field       MOST_READ characters, over its first MOST_VALUES values, are read for names, places, dates, verbs
    of a name        MOST_OF_NAME characters: of a person, place, people or event
    of a kind        MOST_THINGS things, the first ones, are compared with those of another record
    of the years     MOST_YEARS

Words have no limit: all of them are indexed and weighed. The longest field of 270,000 records of museums has 7,801
characters, the longest list 162 values, and no name 300 characters; what is longer was not written by a cataloguer,
and must not keep anybody waiting.
"""

from dataclasses import dataclass

from typed_sts.domain.message import Message, message
from typed_sts_fetch.item import LIST_FIELDS, Item, with_texts

MOST_READ = 20_000
MOST_VALUES = 2_000
MOST_OF_NAME = 300
MOST_THINGS = 16
MOST_YEARS = 12
_LONGEST_WORD = 200


@dataclass(frozen=True, slots=True)
class Unread:
    """A field of which only the first `read` of `length` characters are read."""

    field: str
    read: int
    length: int

    def told(self) -> Message:
        """Return what people are told of it."""
        return message(
            "{field}: names, places, dates and verbs read to {read} of {length} characters",
            field=self.field,
            read=f"{self.read:,}",
            length=f"{self.length:,}",
        )


def read_to(text: str, most: int = MOST_READ) -> int:
    """Return how many characters of a text are read: at most so many, and no part of a word."""
    if len(text) <= most:
        return len(text)
    gap = text.rfind(" ", max(most - _LONGEST_WORD, 0), most + 1)
    return gap if gap > 0 else most


def readable(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return what is read of the values of a field: nearly always all of them."""
    if len(texts) <= MOST_VALUES and sum(map(len, texts)) <= MOST_READ:
        return texts
    kept: list[str] = []
    left = MOST_READ
    for text in texts[:MOST_VALUES]:
        kept.append(text[: read_to(text, left)])
        left -= len(text)
        if left <= 0:
            break
    return tuple(kept)


def readable_part(item: Item) -> Item:
    """Return the item as far as it is read; places in it are the same in the whole item."""
    cut = {}
    for name in LIST_FIELDS:
        texts = getattr(item, name)
        if texts and (kept := readable(texts)) is not texts:
            cut[name] = list(enumerate(kept))
    return with_texts(item, cut) if cut else item


def unread(item: Item) -> tuple[Unread, ...]:
    """Return the fields that are too long to be read to their end; nearly always none."""
    found = []
    for name in LIST_FIELDS:
        texts = getattr(item, name)
        if texts and (kept := readable(texts)) is not texts:
            found.append(Unread(name, sum(map(len, kept)), sum(map(len, texts))))
    return tuple(found)
