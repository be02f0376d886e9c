"""Values that state nothing: "not known", "Root", "[title not known]", "select Please"; and holders given as makers."""

import re
from functools import lru_cache

from typed_sts.reading.entities.fold import fold, words
from typed_sts.reading.entities.tables import word_set

_NOTHING = word_set("nothing")
_NEGATED = frozenset(
    (
        "not known", "not stated", "not recorded", "not given", "not available", "not applicable", "not identified",
        "not specified", "not attributed", "no artist", "no author", "no creator", "no maker", "no data",
        "no information",
        "non identifie", "non identificato", "non identifiee", "no identificado", "niet bekend", "nicht bekannt",
        "sine nomine", "sin autor", "sans auteur", "ohne angabe", "auteur inconnu", "to be confirmed", "to be decided",
        "various artists", "various makers", "diverse", "several artists", "multiple artists",
    )
)  # fmt: skip
_WHO = word_set("who")
_JUNK_SUBJECTS = frozenset(
    ("select", "please", "select please", "please select", "none", "other", "others", "misc", "miscellaneous", "n/a",
     "na", "unknown", "not known", "not applicable", "tbc", "null", "-", "general", "various", "untitled",
     "uncategorised",
     "uncategorized", "unclassified", "no subject", "default")
)  # fmt: skip
_UNTITLED = re.compile(
    r"(?:(?:the )?title (?:is )?(?:not known|unknown|not recorded)|not titled|no title|untitled"
    r"|titel onbekend|zonder titel"
    r"|ohne titel|titel unbekannt|o\.\s?t\.|sans titre|titre inconnu|senza titolo|titolo sconosciuto|sin titulo"
    r"|titulo desconocido|blank|\(?titled in \w+\)?|unknown title|unknown|not known|s\.?n\.?|n/?a)"
    r"[\s\d#().,:;/-]*(?:(?:no|nr|number)\b)?[\s\d#().,:;/ivxlc-]*"
)
_HOLDER = re.compile(
    r"\b(?:museum|museums|museo|musee|musees|museu|muzeum|rijksmuseum|library|libraries|bibliotheek"
    r"|bibliothek|bibliotheque"
    r"|biblioteca|archive|archives|archiv|archief|archivio|archivo|record office|art gallery"
    r"|national gallery|art galleries"
    r"|portrait gallery|kunsthalle|pinakothek|gemaldegalerie|art center|institute of arts?"
    r"|historic england|english heritage"
    r"|heritage (?:trust|service|centre|center)|picture the past|county council|city council"
    r"|borough council|collections? trust"
    r"|historical society|museums? service|wellcome (?:collection|images)|national trust|culture ?grid|europeana)\b"
)
_MAKES = re.compile(r"\b(?:press|photographic|photographer|photo studio|workshop|school of|editions?|studio)\b")
_EDGES = " .,;:-–—_*()[]{}<>\"'?!/\\|#"


@lru_cache(maxsize=1 << 14)
def states_nobody(text: str) -> bool:
    """Say whether a creator value names nobody: "Unknown (American)" states a culture, but nobody."""
    folded = fold(text)
    bare = folded.strip(_EDGES)
    if not bare or bare in _NOTHING or bare in _NEGATED or folded.strip(" -") in ("n.n.", "s.n.", "?"):
        return True
    found = words(bare)
    first = [word for word in found if word not in _WHO]
    if not first:
        return len(found) > 0 and any(word in _WHO - {"studio", "school"} for word in found)
    if any(phrase in bare and _only_who(bare.replace(phrase, " ")) for phrase in _NEGATED):
        return True
    return first[0] in _UNKNOWN_FIRST


_UNKNOWN_FIRST = _NOTHING - {
    "other",
    "others",
    "test",
    "root",
    "default",
    "admin",
    "na",
    "sn",
    "nil",
    "various",
    "none",
}


def _only_who(text: str) -> bool:
    return all(word in _WHO for word in words(text))


def left_over(text: str) -> str:
    """Return what a value that names nobody does state: "American" of "unknown American", "" for nothing."""
    folded = fold(text)
    kept = [word for word in words(folded) if word not in _WHO and word not in _NOTHING]
    return " ".join(kept) if not any(phrase in folded for phrase in _NEGATED) else ""


@lru_cache(maxsize=1 << 14)
def is_holder(text: str) -> bool:
    """Say whether a creator value is a museum, library or archive: it holds the object, it did not make it."""
    folded = fold(text)
    return bool(_HOLDER.search(folded)) and not _MAKES.search(folded)


def is_junk_subject(text: str) -> bool:
    """Say whether a subject is an unanswered form field: "select", "Please"."""
    folded = fold(text).strip(_EDGES)
    return not folded or folded in _JUNK_SUBJECTS


def is_untitled(text: str) -> bool:
    """Say whether a title only says that there is none: "[title not known]", "Untitled (No. 5)", "Ohne Titel"."""
    folded = fold(text).strip(" .,;:-[]()\"'?!*")
    return not folded or _UNTITLED.fullmatch(folded) is not None
