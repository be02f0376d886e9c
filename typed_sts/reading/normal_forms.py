"""The normal form of a span, label by label: a key that is equal for what is the same.

Features, search and display all use these keys; `_READERS` says how the key of each label is read.
"""

from collections.abc import Callable
from functools import lru_cache

from typed_sts.domain.labels import DATE_LABELS, LABELS
from typed_sts.domain.limits import MOST_OF_NAME
from typed_sts.reading.dates.read import overall
from typed_sts.reading.entities.cultures import read_culture
from typed_sts.reading.entities.events import read_event
from typed_sts.reading.entities.names import parse_name
from typed_sts.reading.entities.people_kinds import read_group
from typed_sts.reading.entities.places import resolve
from typed_sts.reading.entities.qualifiers import states_nobody
from typed_sts.reading.entities.tables import fold

_MOST_ROUNDS = 6


def normalise(label: str, text: str, *, normalise_date: Callable[[str], str] | None = None) -> str:
    """Return the key of a span; "" when it states nothing. Dates are read by `normalise_date`, else only folded."""
    if label in DATE_LABELS:
        return normalise_date(text) if normalise_date else fold(text)
    return _normalise(label, text[:MOST_OF_NAME])


@lru_cache(maxsize=1 << 17)
def _normalise(label: str, text: str) -> str:
    read = _READERS.get(label)
    if read is None:
        raise ValueError(f"unknown span label {label!r}; the labels are {', '.join(sorted(LABELS))}")
    key = read(text)
    for _ in range(_MOST_ROUNDS):  # a key is its own key, also that of an odd text
        again = read(key)
        if again == key:
            break
        key = again
    return key


def _maker(text: str) -> str:
    return "" if states_nobody(text) else parse_name(text).norm


_READERS: dict[str, Callable[[str], str]] = {
    "PERSON": lambda text: parse_name(text).norm,
    "MAKER": _maker,
    "GROUP": lambda text: read_group(text).norm,
    "PLACE": lambda text: resolve(text).norm,
    "CULTURE": lambda text: read_culture(text).norm,
    "EVENT": lambda text: read_event(text).norm,
}


def norm_of(label: str, text: str) -> str:
    """Return the normal form of a span: a name, a place with its country, a kind of event, or years ("1819/1820")."""
    return normalise(label, text, normalise_date=years_key)


def years_key(text: str) -> str:
    """Return the years of a date as "first/last", or one year when both are the same; "" when it gives none."""
    interval = overall(text)
    if interval is None:
        return ""
    return str(interval.start) if interval.start == interval.end else f"{interval.start}/{interval.end}"
