"""The things a document names that can be compared one by one: who, where, which people, what happens.

Each kind has a reader (text or normal form to a value), a comparison (`Match`: relation and degree), and a signature:
64 bits of which two values share at least one whenever their degree can be above 0. Pairs that share none are never
compared, which is most of them. Family names that differ within their first letters (Monet, Manet) share none either:
what little degree they would have, they do without.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from zlib import crc32

from typed_sts.domain.relation import Match
from typed_sts.reading.document import Document, Mention
from typed_sts.reading.entities.cultures import compare_cultures, read_culture
from typed_sts.reading.entities.events import Event, compare_events, read_event
from typed_sts.reading.entities.makers import name_stated
from typed_sts.reading.entities.name_match import same_name
from typed_sts.reading.entities.names import Name, parse_name
from typed_sts.reading.entities.people_kinds import Group, compare_groups, read_group
from typed_sts.reading.entities.places import Place, compare_places, resolve

KINDS = ("maker", "person", "group", "place", "culture", "event", "origin", "where")
"""What is compared. "where" joins places, cultures and makers' nationalities as places: "England" and "British"."""
MOST = 16
"""Things of one kind that are compared in a record, the first ones; a record that lists more is a list."""
_LABELS = {"PERSON": "person", "GROUP": "group", "PLACE": "place", "CULTURE": "culture", "EVENT": "event"}
_PREFIX = 3


@dataclass(frozen=True, slots=True)
class Thing:
    """A value of one kind, its key, the bits it shares with whatever it could match, and where it stands."""

    kind: str
    key: str
    value: Any
    signature: int
    mentions: tuple[Mention, ...]


def things_of(document: Document) -> dict[str, tuple[Thing, ...]]:
    """Return the distinct things of each kind, in the order of the record."""
    found: dict[str, dict[str, tuple[Any, list[Mention]]]] = {kind: {} for kind in KINDS}
    for entity in document.labelled("MAKER"):
        name = name_stated(entity.stated, entity.role) if entity.stated else parse_name(entity.mention.text)
        found["maker"].setdefault(name.norm, (name, []))[1].append(entity.mention)
    for entity in document.entities:
        if (kind := _LABELS.get(entity.label)) is None or entity.material:
            continue
        value = _READERS[kind](entity)
        found[kind].setdefault(entity.norm, (value, []))[1].append(entity.mention)
    for mention in document.portraits:
        found["event"].setdefault("pose", (read_event("pose"), []))[1].append(mention)
    for origin in document.origins:
        found["origin"].setdefault(origin.norm, (read_culture(origin.norm), []))[1].append(origin.mention)
    found["where"] = _where(found)
    return {
        kind: tuple(
            Thing(kind, key, value, _signature(kind, value), tuple(mentions))
            for key, (value, mentions) in list(by_key.items())[:MOST]
        )
        for kind, by_key in found.items()
    }


def _where(found: dict[str, dict[str, tuple[Any, list[Mention]]]]) -> dict[str, tuple[Any, list[Mention]]]:
    """Return every place the record speaks of, also those that stand in it as a people or a nationality."""
    places: dict[str, tuple[Any, list[Mention]]] = {}
    for place, mentions in found["place"].values():
        places.setdefault(place.norm, (place, []))[1].extend(mentions)
    for kind in ("culture", "origin"):
        for culture, mentions in found[kind].values():
            _add_place(places, culture.place, mentions)
    for name, mentions in found["maker"].values():
        if name.culture:
            _add_place(places, read_culture(name.culture).place, mentions)
    return places


def _add_place(places: dict[str, tuple[Any, list[Mention]]], text: str, mentions: list[Mention]) -> None:
    place = resolve(text)
    if text and place.norm:
        places.setdefault(place.norm, (place, []))[1].extend(mentions)


def compare_things(kind: str, left: Any, right: Any) -> Match:
    """Compare two values of a kind."""
    return _COMPARE[kind](left, right)


_READERS: dict[str, Callable[[Any], Any]] = {
    "person": lambda entity: parse_name(entity.mention.text),
    "group": lambda entity: read_group(entity.norm),
    "place": lambda entity: resolve(entity.norm),
    "culture": lambda entity: read_culture(entity.norm),
    "event": lambda entity: read_event(entity.mention.text),
}
_COMPARE: dict[str, Callable[[Any, Any], Match]] = {
    "maker": same_name,
    "person": same_name,
    "group": compare_groups,
    "place": compare_places,
    "culture": compare_cultures,
    "event": compare_events,
    "origin": compare_cultures,
    "where": compare_places,
}


def _signature(kind: str, value: Any) -> int:
    return _bits(_SIGNS[kind](value))


def _bits(words: Iterable[str]) -> int:
    bits = 0
    for word in words:
        if word:
            bits |= 1 << (crc32(word.encode()) & 63)
    return bits


def _name_signs(name: Name) -> Iterable[str]:
    for word in (*name.family, *name.given, *name.particles, *name.nicknames):
        for part in word.split("-"):
            yield part[:_PREFIX]
    for alias in (name.person, *name.aliases):
        for word in alias.replace(",", " ").split():
            yield word[:_PREFIX]


def _place_signs(place: Place) -> Iterable[str]:
    yield from place.chain
    yield from place.norm.replace(",", " ").split()
    yield place.norm.split(",")[0]


def _group_signs(group: Group) -> Iterable[str]:
    yield group.norm
    yield group.kind
    if group.kind not in ("", "divine", "fabulous"):
        yield "people"


def _event_signs(event: Event) -> Iterable[str]:
    return (event.norm, event.family, event.kind)


@lru_cache(maxsize=1 << 14)
def _culture_signs(culture: Any) -> tuple[str, ...]:
    return (culture.norm, culture.place, *(resolve(culture.place).chain if culture.place else ()))


_SIGNS: dict[str, Callable[[Any], Iterable[str]]] = {
    "maker": _name_signs,
    "person": _name_signs,
    "group": _group_signs,
    "place": _place_signs,
    "culture": _culture_signs,
    "event": _event_signs,
    "origin": _culture_signs,
    "where": _place_signs,
}
