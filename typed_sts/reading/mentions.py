"""What the knowledge pack finds in a value of a record; asked once, and used by taggers and topics alike."""

from functools import lru_cache

from typed_sts.knowledge.pack import of_knowledge
from typed_sts.knowledge.search import Mention, find_all

_KEPT = 1 << 14
_LONGEST_KEPT = 2_000
"""Characters of the longest text whose mentions are remembered."""


def mentions_in(text: str, language: str) -> tuple[Mention, ...]:
    """Return all names of the pack in a text of that language ("" when not known), also within longer ones."""
    return _remembered(text, language) if len(text) <= _LONGEST_KEPT else find_all(text, language)


_remembered = of_knowledge(lru_cache(maxsize=_KEPT)(find_all))


def longest(mentions: tuple[Mention, ...]) -> tuple[Mention, ...]:
    """Return the longest of the mentions of a text, from left to right; no two overlap."""
    found: list[Mention] = []
    end = 0
    for mention in mentions:
        if mention.start >= end:
            found.append(mention)
            end = mention.end
    return tuple(found)
