"""Where a work comes from when its creator value names nobody: "China", "unknown American", "Kuba artist (Congo)".

People still find two such works similar in authorship (one tradition), so the origin is kept, apart from makers.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from typed_sts.reading.entities.cultures import find_culture
from typed_sts.reading.entities.fold import fold, words
from typed_sts.reading.entities.makers import makers_in
from typed_sts.reading.entities.name_words import ROLES
from typed_sts.reading.entities.places import is_area, resolve
from typed_sts.reading.entities.unknown import is_holder, left_over, states_nobody

if TYPE_CHECKING:  # its package brings an HTTP client with it
    from typed_sts_fetch.item import Item


@dataclass(frozen=True, slots=True)
class Origin:
    """A people or place given instead of a maker, and the index of its dcCreator value."""

    value: int
    norm: str


_FILLING = ROLES | {"school", "people", "culture", "or", "and", "possibly", "probably", "perhaps", "the"}
_BRACKETS = re.compile(r"\([^()]*(?:\([^()]*\)[^()]*)*\)")
_LABEL = re.compile(r"^[\w ]{2,30}:\s*")


def origins(item: "Item") -> tuple[Origin, ...]:
    """Return the peoples and places that creator values state instead of a maker."""
    return tuple([Origin(i, norm) for i, text in enumerate(item.dcCreator) for norm in origins_in(text)])


def origins_in(text: str) -> Iterator[str]:
    """Yield the keys of one creator value; nothing when it names a maker, or a holder."""
    if is_holder(text) or any(makers_in(text)):
        return
    folded = _LABEL.sub("", fold(text))
    outside = _BRACKETS.sub(" ", folded)
    inside = [part for content in _BRACKETS.findall(folded) for part in re.split(r"[();,]", content)]
    keys: dict[str, None] = {}
    for part in (*outside.split(","), *inside):
        bare = left_over(part) if states_nobody(part) else " ".join(w for w in words(part) if w not in _FILLING)
        if key := _key(bare):
            keys[key] = None
    yield from keys


def _key(name: str) -> str:
    if not name or any(char.isdigit() for char in name):
        return ""
    if is_area(name):
        return resolve(name).norm
    culture = find_culture(name)
    return culture.norm if culture else name
