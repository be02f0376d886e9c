"""Life dates as they stand beside a name: "1775-1851", "born 1937", "American 1952-", "-1772", "c. 1445-1503"."""

import re
from dataclasses import dataclass

_YEAR = r"(?:c(?:a|irca)?\.?\s*|about |before |after |\?|~)*\d{3,4}\??(?:\s*(?:/|or)\s*\d{1,4})?"
_SPAN = re.compile(rf"(?P<born>{_YEAR})?\s*(?:-|to|until|bis)\s*(?P<died>{_YEAR})?")
_BORN = re.compile(rf"\b(?:born|b\.?|ne|nee|geb\.?|geboren|nato|nata|nacido|\*)\s*(?:in\s+)?(?P<born>{_YEAR})")
_DIED = re.compile(
    rf"(?:\b(?:died|d\.?|gest\.?|gestorben|mort|morto|overleden|muerto)|†)\s*(?:in\s+)?(?P<died>{_YEAR})"
)
_ACTIVE = re.compile(r"\b(?:active|fl\.?|flourished|working|worked|aktiv|tatig|actif|werkzaam|attivo|activo)\b")
_DIGITS = re.compile(r"\d{3,4}")
_LONGEST_LIFE = 115


@dataclass(frozen=True, slots=True)
class Life:
    """Years of birth and death; None where not stated. `about` when either is not exact."""

    born: int | None
    died: int | None
    about: bool = False


def read_life(text: str) -> Life | None:
    """Return the life dates of a folded text, or None: an "active" period is not a life."""
    if not _DIGITS.search(text) or _ACTIVE.search(text):
        return None
    born, died = _BORN.search(text), _DIED.search(text)
    if born or died:
        return _life(born["born"] if born else None, died["died"] if died else None)
    for span in _SPAN.finditer(text):
        if span["born"] or span["died"]:
            return _life(span["born"], span["died"])
    year = re.search(_YEAR, text)
    return _life(year[0], None) if year else None


def _life(born: str | None, died: str | None) -> Life | None:
    first, last = _year(born), _year(died)
    if first is not None and last is not None and not 0 <= last - first <= _LONGEST_LIFE:
        return None
    about = any(text and not text.strip().isdigit() for text in (born, died))
    return Life(first, last, about)


def _year(text: str | None) -> int | None:
    found = _DIGITS.search(text or "")
    return int(found[0]) if found else None


def agree(left: Life | None, right: Life | None) -> bool | None:
    """Say whether two lives can be one person's; None when they have no year to compare."""
    if left is None or right is None:
        return None
    gaps = [
        abs(one - other)
        for one, other in ((left.born, right.born), (left.died, right.died))
        if one is not None and other is not None
    ]
    # Catalogues differ by a few years on early births; a death that agrees to the year makes up for more.
    slack = 12 if left.about or right.about or (len(gaps) == 2 and 0 in gaps) else 3
    return all(gap <= slack for gap in gaps) if gaps else None
