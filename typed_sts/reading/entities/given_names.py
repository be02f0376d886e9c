"""Compare given names: equal, an initial, a name missing, the same name in another language or in short."""

from collections.abc import Sequence
from functools import cache

from rapidfuzz.distance import DamerauLevenshtein

from typed_sts.reading.entities.fold import fold
from typed_sts.reading.entities.tables import cell_words, rows


def compare_given(left: Sequence[str], right: Sequence[str]) -> float:
    """Return how well given names agree: 1 equal, less for initials and missing names, 0 when they cannot be one's."""
    shorter, longer = sorted((_parted(left), _parted(right)), key=lambda names: (len(names), names))
    if shorter == longer:
        return 1.0
    worst, full, position = 1.0, 0, 0
    for name in shorter:
        degree = 0.0
        while position < len(longer) and degree == 0:
            degree = _one_given(name, longer[position])
            position += 1
        if degree == 0:
            return 0.0
        full += len(name) > 1
        worst = min(worst, degree)
    if len(shorter) < len(longer):
        worst = min(worst, 0.95 if _one_given(shorter[0], longer[0]) else 0.88)
    return worst if full or len(shorter) > 1 else min(worst, 0.85)


def _parted(given: Sequence[str]) -> tuple[str, ...]:
    return tuple([part for name in given for part in name.split("-") if part])


def _one_given(left: str, right: str) -> float:
    if left == right:
        return 1.0
    if len(left) == 1 or len(right) == 1:
        return 0.92 if left[0] == right[0] else 0.0
    if not _one_language().get(left, frozenset((left,))).isdisjoint(_one_language().get(right, frozenset((right,)))):
        return 0.9
    if len(min(left, right, key=len)) >= 3 and (left.startswith(right) or right.startswith(left)):
        return 0.88
    close = min(len(left), len(right)) >= 6 and DamerauLevenshtein.distance(left, right) == 1
    return 0.88 if close else 0.0


@cache
def _one_language() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for number, (names,) in enumerate(rows("given", 1)):
        for name in cell_words(names):
            table.setdefault(fold(name), set()).add(str(number))
    return {name: frozenset(numbers) for name, numbers in table.items()}
