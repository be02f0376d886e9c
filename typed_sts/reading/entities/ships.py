"""Names of ships, which are no people, places or events, whoever or whatever they are called after.

    HMS Victory                    the steamship 'City of Paris'       Dampfer "Kaiser Wilhelm der Große"
    Le paquebot « Normandie »      the frigate Amsterdam               Regalskeppet Vasa
    on board the Victory           the shrouds of the Victory          an Bord der Batavia

A name stands after the letters of a navy or a line, in quotation marks after any word for a ship, or with capitals
after a word for one kind of ship, "on board", or a part that only ships have. What is a ship's name once is one
wherever the record has an article before it.
"""

import re
from collections.abc import Iterable, Iterator

_ANY = (
    "ship|vessel|boat|schiff|boot|kahn|navire|bateau|vaisseau|schip|barco|buque|navio|nave|vascello|nau|skepp|skeppet"
    "|fartyg|fartyget|båt|båten|statek|okręt|łódź|navis"
)
_KIND = (
    "frigate|steamship|steamer|corvette|brig|brigantine|schooner|liner|barque|clipper|ironclad|battleship|warship"
    "|lifeboat|paddle steamer|man-of-war|sloop|trawler|dampfer|fregatte|korvette|schoner|linienschiff|panzerkreuzer"
    "|kreuzer|schlachtschiff|dampfschiff|segelschiff|kriegsschiff|frégate|paquebot|goélette|cuirassé|trois-mâts"
    "|croiseur|chalutier|fregat|stoomschip|stoomboot|oorlogsschip|korvet|schoener|zeilschip|driemaster"
    "|fragata|corbeta|goleta|bergantín|acorazado|transatlántico|crucero acorazado|piroscafo|fregata|corvetta"
    "|brigantino|goletta|transatlantico|corazzata|veleiro|couraçado|paquete|caravela|carabela|caravella"
    "|regalskeppet|ångfartyget|ångaren|fregatten|linjeskeppet|skonaren|briggen|korvetten|pansarskeppet"
    "|parowiec|korweta|szkuner|żaglowiec|transatlantyk|pancernik"
)
_COMPOUND = r"[^\W\d_]{2,20}(?:schiff|dampfer|schip|skeppet|fartyget|båten)"
_CALLED = (
    "called|named|genannt|namens|genaamd|nommée?|dite?|appelée?|llamad[oa]|chiamat[oa]|chamad[oa]|kallade?s?|zwany|the|la"
    "|le|die|der|de|el|il|o|a"
)
_OPEN, _CLOSE = "[\"'“”„«»‘’‚›‹]", "[\"“”«»‘’›‹]|'(?!\\w)"
_QUOTED = re.compile(
    rf"(?<!\w)(?:{_ANY}|{_KIND}|{_COMPOUND})[\s,:(]++(?:(?:{_CALLED})\s++)?+{_OPEN}\s?(?P<name>[^\n\"“”„«»]{{1,60}}?)"
    rf"\s?(?:{_CLOSE})",
    re.IGNORECASE,
)
_CAPITAL = r"(?-i:[^\W\d_a-zß-ÿąćęłńśźż])"
_WORDS = rf"{_CAPITAL}[\w'’-]*+(?:\s{_CAPITAL}[\w'’-]*+){{0,2}}+"
_PLAIN = re.compile(
    rf"(?:\A|(?<=\A\w\w\s)|(?<=\A\w\w\w\s)|(?<!\w)(?-i:(?=[a-zß-ÿ])))(?:{_KIND})\s(?P<name>{_WORDS})", re.IGNORECASE
)
_LETTERS = re.compile(
    r"(?<![\w.])(?:H\.?M\.?S\.?|U\.S\.S\.|USS|R\.?M\.?S\.?|S\.M\.S\.|SMS|HMCS|HMAS|HNLMS|Hr\.? ?Ms\.?|Zr\.? ?Ms\.?|ORP"
    rf"|[SM]/[SV]|M\.?V\.?)\s++[\"'“„«‘]?(?P<name>{_WORDS})"
)
_ABOARD = re.compile(
    r"(?<!\w)(?:(?:on board|aboard|below decks? (?:in|on)|(?:decks?|quarter-?deck|shrouds|rigging|mizzen|masthead"
    r"|bowsprit|forecastle|crew|wreck|sinking|figurehead) of) the|an bord de[rs]|deck der|aan boord van (?:de|het)"
    r"|(?:à bord|le pont|l'équipage|le naufrage) (?:du|de la|de l['’])|a bordo (?:del?|della|dell['’]|d[ao]|de la)"
    rf"|ombord på|na pokładzie)(?:\s++|(?<=['’]))[\"'“„«‘]?(?P<name>{_WORDS})",
    re.IGNORECASE,
)
_ENGLISH_LETTERS = re.compile(rf"(?<![\w.])(?:S\.S\.|SS|P\.S\.)\s++[\"'“‘]?(?P<name>{_WORDS})")
"""Elsewhere these are saints, and worse."""
_LONGEST = 5_000


_ARTICLES = "the|der|die|das|dem|den|des|la|le|du|de|het|el|del|il|della|o|a|do|da"


def ship_names(text: str, language: str = "", known: Iterable[str] = ()) -> tuple[tuple[int, int], ...]:
    """Return where the names of ships start and end in a text of that language ("" when not known).

    `known` are names that other texts of the record have: here they stand after an article or in quotation marks.
    """
    return tuple(sorted({*_names(text, language), *_known(text, known)}))


def _names(text: str, language: str) -> Iterator[tuple[int, int]]:
    patterns = (_QUOTED, _PLAIN, _LETTERS, _ABOARD, *((_ENGLISH_LETTERS,) if language == "en" else ()))
    for pattern in patterns:
        for found in pattern.finditer(text, 0, _LONGEST):
            yield found.span("name")


def _known(text: str, names: Iterable[str]) -> Iterator[tuple[int, int]]:
    either = "|".join(re.escape(name) for name in names if name)
    if either:
        for found in re.finditer(rf"(?:(?<!\w)(?:{_ARTICLES})\s|{_OPEN})(?P<name>{either})(?!\w)", text[:_LONGEST]):
            yield found.span("name")
