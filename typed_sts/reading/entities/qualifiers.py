"""What a value says instead of a plain name: "attributed to", "circle of", "after" with how near each is; or nothing.

Also the values that state nobody: "not known", "Root", "[title not known]", "select Please"; and holders.
"""

import re
from enum import StrEnum
from functools import lru_cache

from typed_sts.domain.limits import MOST_OF_NAME
from typed_sts.reading.entities.non_values import EDGES, PHRASES, WORDS
from typed_sts.reading.entities.tables import fold, word_set, words


class Qualifier(StrEnum):
    """How a work is said to be by the person named, nearest first; the words are used in keys."""

    BY = ""
    AND_WORKSHOP = "and workshop of"
    ATTRIBUTED = "attributed to"
    WORKSHOP = "workshop of"
    CIRCLE = "circle of"
    FOLLOWER = "follower of"
    SCHOOL = "school of"
    MANNER = "manner of"
    AFTER = "after"
    COPY = "copy after"
    FORMER = "formerly attributed to"
    """Others are thought to be the makers now: says nothing of who made it."""


NEARNESS: dict[Qualifier, float] = {
    Qualifier.BY: 1.0,
    Qualifier.AND_WORKSHOP: 0.95,
    Qualifier.ATTRIBUTED: 0.9,
    Qualifier.WORKSHOP: 0.8,
    Qualifier.CIRCLE: 0.7,
    Qualifier.FOLLOWER: 0.62,
    Qualifier.SCHOOL: 0.56,
    Qualifier.MANNER: 0.5,
    Qualifier.AFTER: 0.44,
    Qualifier.COPY: 0.38,
    Qualifier.FORMER: 0.3,
}
"""How near a work so qualified is to one by the person: the guide says 2 to 4 of 5 for workshop, circle, school."""

_ONCE = (
    r"(?:earlier|formerly|previously|once|tidigare|forut|fruher|ehemals|vormals|einst|voorheen|vroeger|eerder|eertijds"
    r"|anciennement|autrefois|jadis|precedemment|antes|anteriormente|antiguamente|antigamente|outrora|gia|precedentemente"
    r"|in passato|dawniej|wczesniej|uprzednio|niegdys)"
)
_GIVEN_TO = (
    r"(?:attributed|ascribed|attrib\.?|attr\.?|assigned|tillskriven|tillskrivet|zugeschrieben|zugewiesen|toegeschreven"
    r"|attribuee?|atribuid[oa]|attribuit[oa]|przypisywan[aye])(?!\w)"
)
_TO = r"(?: (?:to|as by|till|an|aan|a|au|al|ad|do|d[ae])(?!\w))?"
_WAS_GIVEN = (
    r"(?:(?:former|old|earlier|previous) attribution|(?:oude|vroegere|eerdere) toeschrijving"
    r"|(?:fruhere|alte|ehemalige) zuschreibung|ancienne attribution|antigua atribucion|antiga atribuicao"
    r"|(?:antica|vecchia|precedente) attribuzione|(?:aldre|tidigare) attribuering)(?: (?:to|an|aan|a|au)(?!\w))?"
)
_FORMER = rf"(?:{_ONCE} {_GIVEN_TO}{_TO}|{_GIVEN_TO} {_ONCE}{_TO}|{_WAS_GIVEN})"
"""That somebody was thought to be the maker, in nine languages."""
# Longer phrases first where one begins with another. Folded text, before the name.
_PREFIXES: tuple[tuple[Qualifier, str], ...] = (
    (Qualifier.FORMER, _FORMER),
    (Qualifier.AND_WORKSHOP, r"and (?:workshop|studio|assistants?) of|with assistance of"),
    (
        Qualifier.ATTRIBUTED,
        r"(?:traditionally |possibly |provisionally )?(?:attributed to|attrib\. to"
        r"|attr\. to|ascribed to)"
        r"|attribu[ei] a|attribuito a|atribuido a|toegeschreven aan(?: aan)?|zugeschrieben"
        r"|possibly by|probably by|perhaps by|possibly|probably|perhaps",
    ),
    (
        Qualifier.WORKSHOP,
        r"(?:the )?(?:workshop|studio|atelier|shop|assistants?|office|pupil|student) (?:of|de|du|d'|van)"
        r"|werkstatt (?:von|des|der)|bottega d(?:i|el|ella)|taller de",
    ),
    (
        Qualifier.CIRCLE,
        r"(?:circle|workshop|studio|follower) or (?:circle|workshop|studio|follower|school) of"
        r"|(?:the )?(?:close )?(?:circle|associates?|entourage|kring|cerchia|cercle|circulo) (?:of|de|du|d'"
        r"|van|di)|umkreis (?:von|des|der)",
    ),
    (
        Qualifier.FOLLOWER,
        r"(?:a |close )?followers? of|nachfolger (?:von|des|der)|navolger van|seguace di|seguidor de"
        r"|suiveur de|imitator of",
    ),
    (Qualifier.SCHOOL, r"(?:the )?school of|schule (?:von|des|der)|ecole d[eu]|scuola d(?:i|el)|escuela de|school van"),
    (
        Qualifier.MANNER,
        r"(?:in )?(?:the )?(?:manner|style|tradition|spirit) of|maniere de|maniera di|estilo de|art des"
        r"|in de trant van|inspired by"
        r"|(?:spurious |forged |false )?(?:signature|seal)(?: and seal)? of",
    ),
    (
        Qualifier.COPY,
        r"(?:a )?cop(?:y|ies|ied) (?:after|of|from)|copie d'apres|kopie nach|kopie naar"
        r"|copia da|copia de|reproduction of",
    ),
    (
        Qualifier.AFTER,
        r"after (?:a |an )?(?:design|drawing|painting|print|work|composition|sketch|model)s? (?:by|of)"
        r"|(?:from|based on) (?:a |an )?(?:design|drawing|painting)s? by",
    ),
    (Qualifier.AFTER, r"after|d'apres|nach|naar|da un disegno di|segun"),
)  # fmt: skip
_PREFIX = re.compile("|".join(f"(?P<p{i}>{words})" for i, (_, words) in enumerate(_PREFIXES)))
_SUFFIXES: dict[str, Qualifier] = {
    **dict.fromkeys(("and workshop", "and studio", "and assistants"), Qualifier.AND_WORKSHOP),
    **dict.fromkeys(
        ("attributed to", "attributed", "attrib.", "attr.", "zugeschrieben", "attribue a", "toegeschreven", "?"),
        Qualifier.ATTRIBUTED,
    ),
    **dict.fromkeys(("workshop of", "workshop", "studio of", "studio", "werkstatt", "atelier"), Qualifier.WORKSHOP),
    **dict.fromkeys(("circle of", "circle", "umkreis", "kring", "cercle"), Qualifier.CIRCLE),
    **dict.fromkeys(("follower of", "follower", "followers of", "nachfolger", "navolger"), Qualifier.FOLLOWER),
    **dict.fromkeys(("school of", "school", "schule", "ecole"), Qualifier.SCHOOL),
    **dict.fromkeys(("manner of", "style of", "in the manner of", "in the style of"), Qualifier.MANNER),
    **dict.fromkeys(("after", "d'apres", "nach", "naar"), Qualifier.AFTER),
    **dict.fromkeys(("copy after", "copy of", "kopie nach"), Qualifier.COPY),
}


def take_qualifier(text: str) -> tuple[Qualifier, str]:
    """Return the qualifier that opens a folded text, and the rest."""
    found = _PREFIX.match(text)
    if found and text[found.end() :].strip(" ,:;-") and (text[found.end()] in " :,'" or found[0].endswith("'")):
        index = int(str(found.lastgroup)[1:])
        return _PREFIXES[index][0], text[found.end() :].strip(" ,:;-")
    return Qualifier.BY, text


def suffix_qualifier(part: str) -> Qualifier | None:
    """Return the qualifier that a part after a comma or in brackets is, or None."""
    return Qualifier.FORMER if _WAS.fullmatch(part) else _SUFFIXES.get(part)


_WAS = re.compile(_FORMER)
_WAS_BEFORE = re.compile(rf"(?<!\w){_FORMER}[\s:]*+$")
_WAS_AFTER = re.compile(rf"\s?[(\[,]\s?{_FORMER}\s?(?:[)\],;.]|$)")
_NEAR = 60


def names_former(text: str) -> bool:
    """Say whether a folded text opens with whose work it was thought to be: "formerly attributed to Rembrandt"."""
    return _WAS.match(text) is not None


def was_maker(text: str, start: int, end: int) -> bool:
    """Say whether the words around a name say that its bearer was thought to be the maker, and is not."""
    before, after = fold(text[max(0, start - _NEAR) : start]), fold(text[end : end + _NEAR])
    return _WAS_BEFORE.search(before) is not None or _WAS_AFTER.match(after) is not None


_WHO = word_set("who")
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


def states_nobody(text: str) -> bool:
    """Say whether a creator value names nobody: "Unknown (American)" states a culture, but nobody."""
    return _states_nobody(text) if len(text) <= MOST_OF_NAME else _nobody(text)


def _nobody(text: str) -> bool:
    folded = fold(text)
    bare = folded.strip(EDGES)
    if not bare or bare in WORDS or bare in PHRASES or folded.strip(" -") in ("n.n.", "s.n.", "?"):
        return True
    found = words(bare)
    first = [word for word in found if word not in _WHO]
    if not first:
        return len(found) > 0 and any(word in _WHO - {"studio", "school"} for word in found)
    if any(phrase in bare and _only_who(bare.replace(phrase, " ")) for phrase in PHRASES):
        return True
    return first[0] in _UNKNOWN_FIRST


_states_nobody = lru_cache(maxsize=1 << 14)(_nobody)
_UNKNOWN_FIRST = WORDS - {
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
    kept = [word for word in words(folded) if word not in _WHO and word not in WORDS]
    return " ".join(kept) if not any(phrase in folded for phrase in PHRASES) else ""


def is_holder(text: str) -> bool:
    """Say whether a creator value is a museum, library or archive: it holds the object, it did not make it."""
    return _is_holder(text) if len(text) <= MOST_OF_NAME else _holder(text)


def _holder(text: str) -> bool:
    folded = fold(text)
    return bool(_HOLDER.search(folded)) and not _MAKES.search(folded)


_is_holder = lru_cache(maxsize=1 << 14)(_holder)
