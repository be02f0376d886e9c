"""Which place a name means where it stands: the words around it may say another, or that it is none."""

import re
from dataclasses import replace
from functools import lru_cache

from typed_sts.knowledge.pack import concept as known_concept
from typed_sts.reading.entities.gazetteer import Kind, area, place_key
from typed_sts.reading.entities.places import Place, keys_of, resolve, unknown_place


def place_in(text: str, span: tuple[int, int], context: tuple[str, ...] = (), hints: tuple[str, ...] = ()) -> Place:
    """Return the place at a place in a text, where the words around it say no other.

    "Corona, New York" is not in California. "Buffalo" is an animal in a text that speaks of buffaloes too.
    """
    start, end = span
    name = text[start:end]
    found = resolve(name, context, hints)
    if name.endswith("-"):  # "Ost- und Westfront"
        return unknown_place(place_key(name))
    if not found.known or found.kinds[0] >= Kind.REGION:
        return found
    if _is_also_word(name, text) or _NOT_A_TOWN.search(text[max(0, start - _BEFORE) : start]):
        return unknown_place(place_key(name))
    after = _CONTAINER.match(text, end)
    container = area(place_key(after[1])) if after else None
    if container is None or container.kind is Kind.CONTINENT or container.key in found.chain:
        told = container is not None or _is_told(found, name, context, hints)
        return found if told else replace(found, concept="")
    nearer = resolve(f"{name}, {after[1] if after else ''}")
    return nearer if nearer.known and container.key in nearer.chain else unknown_place(place_key(name))


_CONTAINER = re.compile(r",\s?([^\W\d_]{2,20}+(?:[^\S\n][^\W\d_]{2,20}+)?)(?=[,.;:)]|\s*$)")
"""What stands after the name of a place and a comma."""
_NOT_A_TOWN = re.compile(r"(?:[\"„“”‘«»']|\b(?:the|la|le|les|el|los|las|il|der|die|das)\s)$")
"""What stands before ships, papers and houses that are called as a town: the "Kursk", la Unión."""
_BEFORE = 8
_MOST_READ, _SMALL = 5_000, 100_000


def _is_told(town: Place, name: str, context: tuple[str, ...], hints: tuple[str, ...]) -> bool:
    """Say whether a town is large, or in a country that the record speaks of or comes from: Bethanie is in Namibia."""
    known = known_concept(town.concept) if town.concept else None
    if known is None or known.size >= _SMALL or "," in name:
        return True
    return bool(_known_keys(context, hints).intersection(town.chain[1:]))


@lru_cache(maxsize=1 << 12)
def _known_keys(context: tuple[str, ...], hints: tuple[str, ...]) -> frozenset[str]:
    return keys_of(context) | keys_of(hints)


def _is_also_word(name: str, text: str) -> bool:
    """Say whether a name of one word stands in a text in small letters as well."""
    if not name[:1].isupper() or " " in name:
        return False
    return re.search(rf"(?<![\w./@-]){re.escape(name.lower())}(?:es|s)?(?![\w/@-]|\.\w)", text[:_MOST_READ]) is not None
