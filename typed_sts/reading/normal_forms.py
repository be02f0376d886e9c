"""The normal form of a span, label by label: a key that is equal for what is the same.

Features, search and display all use these keys; `_READERS` says how the key of each label is read.
"""

from collections.abc import Callable
from functools import lru_cache

from typed_sts.domain.labels import DATE_LABELS, LABELS
from typed_sts.domain.limits import MOST_OF_NAME
from typed_sts.knowledge.pack import of_knowledge
from typed_sts.reading.dates.read import overall
from typed_sts.reading.entities.cultures import read_culture
from typed_sts.reading.entities.events import read_event
from typed_sts.reading.entities.linking import english_name, link
from typed_sts.reading.entities.names import parse_name
from typed_sts.reading.entities.people_kinds import read_group
from typed_sts.reading.entities.places import resolve
from typed_sts.reading.entities.qualifiers import states_nobody
from typed_sts.reading.entities.tables import fold

_MOST_ROUNDS = 6


def normalise(
    label: str, text: str, *, language: str = "", concept: str = "", normalise_date: Callable[[str], str] | None = None
) -> str:
    """Return the key of a span; "" when it states nothing. Dates are read by `normalise_date`, else only folded.

    A word of another language has the key of the English one. `concept` is what the span is known to mean.
    """
    if label in DATE_LABELS:
        return normalise_date(text) if normalise_date else fold(text)
    return _normalise(label, text[:MOST_OF_NAME], language, concept)


@of_knowledge
@lru_cache(maxsize=1 << 17)
def _normalise(label: str, text: str, language: str, concept: str) -> str:
    read = _READERS.get(label)
    if read is None:
        raise ValueError(f"unknown span label {label!r}; the labels are {', '.join(sorted(LABELS))}")
    key = read(_in_english(label, text, language, concept))
    for _ in range(_MOST_ROUNDS):  # a key is its own key, also that of an odd text
        again = read(_in_english(label, key, "", ""))
        if again == key:
            break
        key = again
    return key


def _in_english(label: str, text: str, language: str, concept: str) -> str:
    """Return the English name of what a span means, or the span itself."""
    if label in ("PERSON", "PLACE"):
        return english_name(concept) if concept and label == "PERSON" else text
    if label == "EVENT" and concept and not read_event(text).named:
        if read_event(name := english_name(concept)).named:  # "World War" of a heading that has its years
            return name
    if label not in _KNOWN or (language in ("", "en") and _KNOWN[label](text)):
        return text
    return english_name(concept or link(label, text, language)) or text


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
_KNOWN: dict[str, Callable[[str], bool]] = {
    "GROUP": lambda text: bool(read_group(text).kind),
    "CULTURE": lambda text: read_culture(text).known,
    "EVENT": lambda text: bool(read_event(text).kind),
}
"""Whether a text is read as an English word of its label."""


def norm_of(label: str, text: str, language: str = "", concept: str = "") -> str:
    """Return the normal form of a span: a name, a place with its country, a kind of event, or years ("1819/1820")."""
    return normalise(label, text, language=language, concept=concept, normalise_date=years_key)


def years_key(text: str) -> str:
    """Return the years of a date as "first/last", or one year when both are the same; "" when it gives none."""
    interval = overall(text)
    if interval is None:
        return ""
    return str(interval.start) if interval.start == interval.end else f"{interval.start}/{interval.end}"
