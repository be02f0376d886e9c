"""Which place a name means where it stands: the words around it may say another, or that it is none."""

import re
from dataclasses import replace
from functools import lru_cache

from typed_sts.knowledge.pack import concept as known_concept
from typed_sts.reading.entities.gazetteer import Kind, area, candidates, place_key
from typed_sts.reading.entities.name_words import is_given
from typed_sts.reading.entities.places import Place, keys_of, resolve, unknown_place
from typed_sts.reading.entities.tables import fold, two_senses
from typed_sts.reading.entities.word_in_text import names_street


def place_in(text: str, span: tuple[int, int], context: tuple[str, ...] = (), hints: tuple[str, ...] = ()) -> Place:
    """Return the place at a place in a text, where the words around it say no other.

    "Corona, New York" is not in California. "Buffalo" is an animal in a text that speaks of buffaloes too.
    """
    start, end = span
    name = text[start:end]
    found = resolve(name, context, hints)
    if name.endswith("-"):  # "Ost- und Westfront"
        return unknown_place(place_key(name))
    before = text[max(0, start - _BEFORE) : start]
    if found.known and _WATER_OF.search(before):
        return replace(found, concept="")
    if names_street(text, span) or fold(name) in two_senses("PLACE", "*"):
        return unknown_place(place_key(name))
    if not found.known or found.kinds[0] >= Kind.REGION:
        return found
    if _is_also_word(name, text) or _NOT_A_TOWN.search(before) or _is_somebody(text, span):
        return unknown_place(place_key(name))
    after = _CONTAINER.match(text, end)
    container = area(place_key(after[1])) if after else None
    if container is None or container.kind is Kind.CONTINENT or container.key in found.chain:
        told = container is not None or (_is_told(found, name, context, hints) and not _is_other(text, span, found))
        return found if told else replace(found, concept="")
    nearer = resolve(f"{name}, {after[1] if after else ''}")
    inside = container.key in nearer.chain and is_called(nearer, name)
    return nearer if nearer.known and inside else unknown_place(place_key(name))


def is_called(place: Place, name: str) -> bool:
    """Say whether a place has a name, and is not only what contains an unknown one: "Woodstock, New York"."""
    return any(entry.key == place.norm for entry in candidates(place_key(name)))


_CONTAINER = re.compile(r",\s?([^\W\d_]{2,20}+(?:[^\S\n][^\W\d_]{2,20}+)?)(?=[,.;:)]|\s*$)")
"""What stands after the name of a place and a comma."""
_NOT_A_TOWN = re.compile(
    r"(?:[\"„“”‘«»']|\b(?:the|la|le|les|el|los|las|il|der|die|das|chez|un|una|um|uma|ein|een|an)\s)$", re.IGNORECASE
)
"""What stands before ships, papers and houses that are called as a town: the "Kursk", la Unión."""
_WATER_OF = re.compile(
    r"(?:\b(?:gulf|straits?|channel|golfe|détroit|golfo|estrecho|estreito|stretto|golf|straat|zatok[ai]|cie[sś]nin[ay])"
    r"\s(?:of|de|du|di|da|do|del|von|van)\s(?:the\s|la\s)?|\bgolfe\sd['’])$",
    re.IGNORECASE,
)
"""What stands before the land that a water is called after: the Gulf of Finland."""
_BEFORE = 24
_TO_A_PLACE = re.compile(
    r"\b(?:in|at|near|from|to|of|between|via|towards?|visit(?:ed|ing)?|left|aus|nach|bei|von|zu|um|über|à|de|vers|près"
    r"|te|naar|uit|bij|van|a|ad|and|und|et|og|och|y|e|or|ou|o|oder|of|au|für|for|vor|after|bis|en|em|da|di|per|i|från|till|vid|w|we|do|z|od|и|в|из)\s$|[,(/\[—–-]\s*+$|\bd['’]$",
    re.IGNORECASE,
)
_A_WATER = re.compile(r"(?:^|\s)(?:river|creek|lake|falls|mount|mountain|rapids|bay|valley)(?:\s|$)", re.IGNORECASE)


def _is_somebody(text: str, span: tuple[int, int]) -> bool:
    """Say whether a given name stands in a sentence as persons do, and no word before it leads to a place."""
    start, end = span
    if " " in text[start:end] or not is_given(fold(text[start:end])) or len(text) < _SENTENCE:
        return False
    listed = text[end : end + 1] in (",", ")", "]") and text[:start].rstrip().endswith((",", "(", "["))
    return not listed and _TO_A_PLACE.search(text[max(0, start - _BEFORE) : start]) is None


def _is_other(text: str, span: tuple[int, int], town: Place) -> bool:
    """Say whether a name is that of a water, of what follows a slash, or in a sentence of anything but a small town.

    "Green River", "Müllheim/Baden"; "Seward was the Senator": no word before it leads to a place.
    """
    start, end = span
    if _A_WATER.search(text[start:end]) or text[max(0, start - 1) : start] == "/":
        return True
    known = known_concept(town.concept) if town.concept else None
    if known is None or known.size >= _NEEDS_NO_WORD or len(text) < _SENTENCE:
        return False
    return _TO_A_PLACE.search(text[max(0, start - _BEFORE) : start]) is None


_SENTENCE = 60
_NEEDS_NO_WORD = 400_000
"""How many live in a town that needs no word before it; smaller ones are called as families are: "Khanna said"."""
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
