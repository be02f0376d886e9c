"""Values that state nothing: "unknown", "Okänd", "s.n.", "Untitled", "select Please", "-"; one list for every field.

The list is data/non_values.tsv. Creators have more ways to name nobody ("Unknown, production", "unidentified Welsh
pottery"): typed_sts.reading.entities.qualifiers builds on this.
"""

import re
from functools import lru_cache

from typed_sts.domain.limits import MOST_OF_NAME
from typed_sts.reading.entities.tables import cell_words, fold, rows, word_set, words


def _listed(kind: str) -> frozenset[str]:
    return frozenset(word for key, cell in rows("non_values", 2) if key == kind for word in cell_words(cell))


WORDS = _listed("word")
"""A value of one of these states nothing, and one that opens with most of them names nobody."""
PHRASES = _listed("phrase")
_TITLES = _listed("title")
_SUBJECTS = _listed("subject")
_WHO = word_set("who")
EDGES = " .,;:-–—_*()[]{}<>\"'?!/\\|#"
_NUMBER = re.compile(r"[\s,.:;#/()-]*+(?:\b(?:no|nr|number|nummer|n)\b)?[\s\d#().,:;/ivxlc°º-]*+\Z")
_LETTERS, _DIGITS = re.compile(r"[^\W\d_]{2}"), re.compile(r"\d{3}")
_TITLED_IN = re.compile(r"\(?titled in \w+\)?")
_TITLE_START = re.compile("|".join(re.escape(title) for title in sorted(_TITLES, key=len, reverse=True)))


def states_nothing(text: str) -> bool:
    """Say whether a value of any field states nothing: "unknown", "n/a", "-", "s.l."; not "unknown soldier"."""
    return _remembered(text) if len(text) <= MOST_OF_NAME else False


def _nothing(text: str) -> bool:
    folded = fold(text)
    bare = folded.strip(EDGES)
    if not bare or bare in PHRASES or bare in WORDS or folded in WORDS or bare + "." in WORDS:
        return True
    if all(word in WORDS for word in bare.split()):  # "None None"
        return True
    parts = re.split(r"\s*+[;,/|]\s*+|\s+(?:and|or|und|oder|et|ou|y|o|e|och|i)\s+", bare)
    return len(parts) > 1 and all(part.strip(EDGES) in WORDS or part.strip(EDGES) in PHRASES for part in parts)


_remembered = lru_cache(maxsize=1 << 15)(_nothing)


def is_untitled(text: str) -> bool:
    """Say whether a title only says that there is none: "[title not known]", "Untitled (No. 5)", "Ohne Titel"."""
    if len(text) > MOST_OF_NAME:
        return False
    folded = fold(text).strip(" .,;:-[]()\"'?!*")
    if not folded or states_nothing(text) or _TITLED_IN.fullmatch(folded):
        return True
    folded = folded.removeprefix("the ") if folded.startswith("the title") else folded
    found = _TITLE_START.match(folded)
    return found is not None and _NUMBER.match(folded, found.end()) is not None


def is_junk_subject(text: str) -> bool:
    """Say whether a subject is an unanswered form field: "select", "Please", "unknown"."""
    return states_nothing(text) or (len(text) <= MOST_OF_NAME and fold(text).strip(EDGES) in _SUBJECTS | _TITLES)


def is_no_value(field: str, text: str) -> bool:
    """Say whether the value of a field states nothing."""
    if field == "dcTitle":
        return is_untitled(text)
    if field == "dcSubject":
        return is_junk_subject(text)
    if field in ("dcCreator", "dcContributor"):
        return states_nothing(text) or (len(text) <= MOST_OF_NAME and (_only_nobody(fold(text)) or _is_number(text)))
    return states_nothing(text)


def _is_number(text: str) -> bool:
    """Say whether a creator is but a number of some system: "t2241201794" is nobody known in Wikidata's dumps."""
    return _LETTERS.search(text) is None and _DIGITS.search(text) is not None


def _only_nobody(folded: str) -> bool:
    """Say whether a creator is "unknown artist" and no more; "unknown Welsh" states a people."""
    rest = [word for word in words(folded) if word not in _WHO]
    return bool(rest) and all(word in WORDS for word in rest)
