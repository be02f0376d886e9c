"""Whether a name in a text is the person or figure that the knowledge pack knows by it.

"quai Voltaire"                    a street
"Mr. Titus", "son épouse Marie-Antoinette"    people of today, called as rulers and figures were
"Anna, 1476-1503"                  not the Anne who lived from 1477 to 1514
"Santa Marta"                      a town
"""

import re

from typed_sts.knowledge.concepts import Concept
from typed_sts.reading.entities.gazetteer import Kind, area, candidates, place_key
from typed_sts.reading.entities.name_words import is_given
from typed_sts.reading.entities.tables import fold, two_senses, words
from typed_sts.reading.entities.word_in_text import names_street

_FIGURES = ("ruler", "saint", "god", "biblical", "mythical", "literary")
_CITIZEN = re.compile(r"(?:Mr|Mrs|Ms|Miss|Mister|Monsieur|Mme|Mevrouw|Mevr|Mijnheer|Señora?|Signora?|Pan[i]?)\b\.?\s?")
_OTHERS = re.compile(r"St\.? (?:Louis|Moritz)|H\.\s?\w+|[Kk]oning Willem I{1,3}|(?:the )?Prince Regent")
"""Towns, an initial, the kings of the Netherlands, who are not those of England, and a rank of several."""
_ROMANCE_SAINT = re.compile(r"(?:San|Santa|Santo|São)\s")
_IN = re.compile(r"\b(?:en|em|in|nach|naar|te|till)\s$")
_GIVEN_BEFORE = re.compile(r"\b([^\W\d_]+)\s((?:van|von|de|du|di|da)\s(?:(?:der|den|la)\s)?)?$")
_PRIZE = re.compile(r"\b(?:prêmio|prix|premio|prize|preis|prijs|pris|nagroda)\s$", re.IGNORECASE)
_STATE_AFTER = re.compile(r"\s\([A-Z]{2}\)|\s\d{1,2}(?!\d)")
"""What stands after the name of a town or of a spacecraft: "São Cristóvão (SE)", "Apollo 11"."""
_NEAR = 40
_YEARS = re.compile(r"\s?[(,]\s?([12]\d{3})\s?[-–]\s?([12]\d{3})")
_LARGE_TOWN = 5.0
"""Of a hundred thousand inhabitants, as the gazetteer weighs towns."""
_LONG = 150
"""Characters from which on a text is no title."""
_FEW_YEARS = 3


def is_that_person(text: str, span: tuple[int, int], concept: Concept) -> bool:
    """Say whether what stands around a name, and the name itself, leave no doubt that it is that person or figure."""
    name = text[slice(*span)]
    if names_street(text, span) or fold(name) in two_senses("PERSON", "*") or _OTHERS.fullmatch(name):
        return False
    if concept.kind in _FIGURES and _CITIZEN.match(name):
        return False
    before = text[max(0, span[0] - _NEAR) : span[0]]
    if concept.kind == "saint" and (_IN.search(before) or (_ROMANCE_SAINT.match(name) and _is_large_town(name))):
        return False
    if concept.kind in _FIGURES and area(place_key(name)) is not None:  # "Lynchburg, Virginia"
        return False
    if _is_of_another(before, name, concept) or _PRIZE.search(before) or _STATE_AFTER.match(text, span[1]):
        return False
    if concept.kind == "literary" and " " not in name and len(text) >= _LONG:  # "his wife Célestine"
        return False
    return concept.kind != "ruler" or not _is_given_only(name) or _is_ruler(text, span[1], concept)


def _is_of_another(before: str, name: str, concept: Concept) -> bool:
    """Say whether a given name before a family name is none of the person's: "Theo van Gogh" is not Vincent."""
    given = _GIVEN_BEFORE.search(before)
    if given is None or " " in name or not given[1][0].isupper():
        return False
    known_so = any(fold(f"{given[2]}{name}") in fold(known.text) for known in concept.names) if given[2] else False
    if not known_so and (given[2] or not is_given(fold(given[1]))):  # "Portrait de Voltaire"
        return False
    return all(fold(given[1]) not in fold(known.text) for known in concept.names)


def _is_large_town(name: str) -> bool:
    found = candidates(place_key(name))
    return any(entry.kind is Kind.TOWN and entry.weight >= _LARGE_TOWN for entry in found)


def _is_given_only(name: str) -> bool:
    """Say whether a name is such that anybody may be called by it: no rank, no number, no realm."""
    parts = words(fold(name).replace("-", " "))
    return bool(parts) and all(map(is_given, parts))


def _is_ruler(text: str, end: int, concept: Concept) -> bool:
    """Say whether a given name alone means a ruler: by the years of a life after it, or else only in a title."""
    years = _YEARS.match(text, end)
    if years is None:
        return len(text) < _LONG
    told = ((concept.first_year, int(years[1])), (concept.last_year, int(years[2])))
    return all(known is None or abs(known - year) <= _FEW_YEARS for known, year in told)
