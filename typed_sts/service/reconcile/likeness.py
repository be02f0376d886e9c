"""How alike names, dates and ids are, for a column of a table and what is looked for in it: numbers from 0 to 1.

    name     2 * shared words / words of both; 1 only when all words are the same, in any order
    person   shared words / words of the shorter name: "Turner" may be Joseph Mallord William Turner
    date     1 where the years touch, else 0
    id       1 where two ids name the same, else 0

None stands for "not stated": what a record does not say speaks neither for it nor against it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from typed_sts.knowledge.folding import Folded
from typed_sts.reading.dates.read import read_dates
from typed_sts_fetch.authority import short_id

_MOST_NAMES = 40
"""Names or values of one candidate that are compared."""
_LONGEST = 500
_WORD = re.compile(r"\w")
_LIVES = re.compile(r"\s?[,(\[]?\s?(?:c\.|ca\.|um|vers)?\s?\d{3,4}\b.*$")


def words_of(text: str) -> Counter[str]:
    """Return the words of a text without case, accents and marks, and how often each stands in it."""
    folded = Folded(text[:_LONGEST])
    words = (folded.word(number) for number in range(len(folded.words)))
    return Counter(word for word in words if _WORD.match(word))


def without_lives(name: str) -> str:
    """Return a name without the years of a life at its end: "Turner, J. M. W. (1775–1851)"."""
    return _LIVES.sub("", " ".join(name[:_LONGEST].split()), count=1).strip(" ,") or name


def name_likeness(wanted: str, names: Iterable[str]) -> float:
    """Return how alike a name is to the likeliest of several."""
    left = words_of(wanted)
    if not left:
        return 0.0
    best = 0.0
    for name in _first(names):
        right = words_of(name)
        if total := left.total() + right.total():
            best = max(best, 2 * (left & right).total() / total)
    return best


def contained(values: Sequence[str], stated: Sequence[str]) -> float | None:
    """Return how much of the shorter of two names is in the longer, of the two most alike; None for none."""
    lefts, rights = _names(values), _names(stated)
    if not lefts or not rights:
        return None
    return max((left & right).total() / min(left.total(), right.total()) for left in lefts for right in rights)


def dates_touch(values: Sequence[str], stated: Sequence[str]) -> float | None:
    """Return whether years that are asked for touch years that are stated; None where one of them tells none."""
    left, right = _years(values), _years(stated)
    if not left or not right:
        return None
    return float(any(a <= d and c <= b for a, b in left for c, d in right))


def same_id(values: Iterable[str], ids: Iterable[str]) -> bool:
    """Say whether one of these values is an id, or the address of one, of those."""
    given = {short for value in values if (short := short_id(value) or value)}
    return bool(given & set(ids))


def _names(texts: Iterable[str]) -> list[Counter[str]]:
    return [words for text in _first(texts) if (words := words_of(without_lives(text)))]


def _years(texts: Sequence[str]) -> list[tuple[int, int]]:
    return [(span.start, span.end) for text in _first(texts) for span in read_dates(text[:_LONGEST])]


def _first(texts: Iterable[str]) -> list[str]:
    return [text for text, _ in zip(texts, range(_MOST_NAMES), strict=False)]
