"""Whether a word or name in a text is the event or action that the knowledge pack knows by it.

"the battle of the Scheldt in September 1914"    not that of 1944
"a spinning top", "a tilting panel"              what a thing is called or does, and nobody's action
"World War, 1914-1918"                           a heading of libraries, whose years tell which
"""

import re
from functools import cache

from typed_sts.knowledge.concepts import Concept
from typed_sts.reading.entities.tables import cell_words, fold, rows

_YEAR_AFTER = re.compile(r"[^.;!?]{0,25}?(?<!\d)(1[0-9]{3}|20[0-9]{2})(?!\d)")
_MODIFIES = re.compile(r"[^\S\n]([A-Za-z]{3,})")
_NO_NOUNS = frozenset(
    "and are around after against along among another away back because before behind beside between beyond both but "
    "down during each for from had has her him his how into its like near nor off onto out outside over past she "
    "since some such than that the their them there these they this those through till toward towards under until "
    "was were what when where which while who whom with within without you your".split()
)
"""Words after an action that are not what it belongs to."""
_POSTURES = frozenset(
    "bathing crouching dancing fighting fleeing grazing hunting jumping kneeling laughing leaping lying "
    "marching praying reclining resting running seated singing sitting sleeping smiling "
    "standing swimming walking weeping wrestling".split()
)
"""What living beings do, also before the word for them: "Reclining Nude"."""
_SAINT = ("saint ", "sainte ", "sint ", "sankt ", "san ", "são ")
_BIRTH = ("nativ", "natal", "birth", "geburt", "geboorte", "naissance", "nascita", "nacimiento", "nascimento", "narodz")
_NOT_OF_CHRIST = re.compile(r"\s(?:of|de|der|di|da|von|van|du|del)\s(?!Jes|Christ|Crist)")
"""Whose birth is told: "Nativity of the Virgin"."""
_FEW_YEARS = 2


def is_that_event(text: str, span: tuple[int, int], concept: Concept, language: str) -> bool:
    """Say whether neither a year after the words nor the word after them speaks against an event or action."""
    if concept.first_year is not None:
        year = _YEAR_AFTER.match(text, span[1])
        last = concept.last_year if concept.last_year is not None else concept.first_year
        return year is None or concept.first_year - _FEW_YEARS <= int(year[1]) <= max(last, concept.first_year) + _LATER
    word = text[slice(*span)].lower()
    if concept.kind == "feast" and word.startswith(_SAINT):  # "le petit saint Jean", not "la Saint-Jean"
        return False
    if concept.kind == "scene" and word.startswith(_BIRTH) and _NOT_OF_CHRIST.match(text, span[1]):
        return False
    if concept.kind != "action" or language != "en" or " " in word or not word.endswith("ing") or word in _POSTURES:
        return True
    after = _MODIFIES.match(text, span[1])
    return after is None or after[1].lower() in _NO_NOUNS


_LATER = 12
"""Years after an event in which a text still speaks of it: a medal of the war given in 1919."""


_YEARS_AFTER = re.compile(r"\s?[,(<:–-]\s?(?P<first>1[0-9]{3})\s?[-–/]\s?(?P<last>1[0-9]{3}|[0-9]{2})(?![0-9])")


def headed_event(text: str, span: tuple[int, int]) -> str:
    """Return the event of a heading of libraries, which its years tell: "World War, 1914-1918"; "" for any other."""
    years = _YEARS_AFTER.match(text, span[1])
    if years is None:
        return ""
    first, last = years["first"], years["last"]
    return _headings().get((fold(text[slice(*span)]), f"{first}-{first[: 4 - len(last)]}{last}"), "")


@cache
def _headings() -> dict[tuple[str, str], str]:
    return {(word, years): id for words, years, id in rows("headed_events", 3) for word in cell_words(words)}
