"""The things a document names that can be compared one by one: who, where, which people, what happens.

Each kind has a reader (text or normal form to a value), a comparison (`Match`: relation and degree), and a signature:
64 bits of which two values share at least one whenever their degree can be above 0. Pairs that share none are never
compared, which is most of them. Family names that differ within their first letters (Monet, Manet) share none either:
what little degree they would have, they do without.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Any
from zlib import crc32

from typed_sts.domain.labels import KIND_OF_LABEL
from typed_sts.domain.limits import MOST_THINGS
from typed_sts.domain.relation import Match
from typed_sts.domain.span import Span
from typed_sts.knowledge.pack import of_knowledge
from typed_sts.reading.document import FORMERLY, Document, Entity
from typed_sts.reading.entities.cultures import compare_cultures, read_culture
from typed_sts.reading.entities.events import Event, compare_events, read_event
from typed_sts.reading.entities.linking import broader
from typed_sts.reading.entities.makers import name_stated
from typed_sts.reading.entities.name_match import same_name
from typed_sts.reading.entities.name_words import english_given, is_given
from typed_sts.reading.entities.names import Name, parse_name
from typed_sts.reading.entities.people_kinds import Group, compare_groups, read_group
from typed_sts.reading.entities.places import Place, compare_places, resolve
from typed_sts.reading.entities.topic_match import Topic, compare_topics

_PREFIX = 3


def _of_rules(entity: Entity) -> Any:
    raise LookupError(f"entities of label {entity.label} are found by rules, not by their spans")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of entity: the group of its features, how two values compare, the words of a value's signature.

    `read` gives the value of an entity that a span names.
    """

    name: str
    group: str
    compare: Callable[[Any, Any], Match]
    signs: Callable[[Any], Iterable[str]]
    read: Callable[[Entity], Any] = _of_rules


@dataclass(frozen=True, slots=True)
class Thing:
    """A value of one kind, its key, the bits it shares with whatever it could match, and where it stands."""

    kind: str
    key: str
    value: Any
    signature: int
    mentions: tuple[Span, ...]
    concept: str = ""
    """The id of what it is, where known: `value` has it too, and equal ids are the same whatever the words."""


def things_of(document: Document) -> dict[str, tuple[Thing, ...]]:
    """Return the distinct things of each kind, in the order of the record."""
    found: dict[str, dict[str, tuple[Any, list[Span]]]] = {kind: {} for kind in KINDS}
    for entity in document.labelled("MAKER"):
        if entity.role == FORMERLY:
            continue
        name = name_stated(entity.stated, entity.role) if entity.stated else parse_name(entity.mention.text)
        name = replace(name, concept=entity.concept)
        found["maker"].setdefault(name.norm, (name, []))[1].append(entity.mention)
    for entity in document.entities:
        if (kind := _KIND_OF_LABEL.get(entity.label)) is None or entity.material:
            continue
        value = _BY_NAME[kind].read(entity)
        if entity.concept:
            value = replace(value, concept=entity.concept)
        found[kind].setdefault(entity.norm, (value, []))[1].append(entity.mention)
    for mention in document.portraits:
        found["event"].setdefault("pose", (read_event("pose"), []))[1].append(mention)
    for origin in document.origins:
        found["origin"].setdefault(origin.norm, (read_culture(origin.norm), []))[1].append(origin.mention)
    for topic in document.topics:
        found["topic"].setdefault(topic.key, (Topic(topic.key), []))[1].append(topic.mention)
    found["where"] = _where(found)
    return {
        kind: tuple(
            Thing(kind, key, value, _signature(kind, value), tuple(mentions), value.concept)
            for key, (value, mentions) in islice(by_key.items(), MOST_THINGS)
        )
        for kind, by_key in found.items()
    }


def _where(found: dict[str, dict[str, tuple[Any, list[Span]]]]) -> dict[str, tuple[Any, list[Span]]]:
    """Return every place the record speaks of, also those that stand in it as a people or a nationality."""
    places: dict[str, tuple[Any, list[Span]]] = {}
    for place, mentions in found["place"].values():
        places.setdefault(place.norm, (place, []))[1].extend(mentions)
    for kind in ("culture", "origin"):
        for culture, mentions in found[kind].values():
            _add_place(places, culture.place, mentions)
    for name, mentions in found["maker"].values():
        if name.culture:
            _add_place(places, read_culture(name.culture).place, mentions)
    return places


def _add_place(places: dict[str, tuple[Any, list[Span]]], text: str, mentions: list[Span]) -> None:
    place = resolve(text)
    if text and place.norm:
        places.setdefault(place.norm, (place, []))[1].extend(mentions)


def compare_things(kind: str, left: Any, right: Any) -> Match:
    """Compare two values of a kind."""
    return _BY_NAME[kind].compare(left, right)


def _signature(kind: str, value: Any) -> int:
    return _bits((*_BY_NAME[kind].signs(value), value.concept))


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
            if is_given(part):
                yield english_given(part)[:_PREFIX]
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
    yield from (event.norm, event.family, event.kind)
    if event.concept:
        yield from broader(event.concept)


@of_knowledge
@lru_cache(maxsize=1 << 14)
def _culture_signs(culture: Any) -> tuple[str, ...]:
    return (culture.norm, culture.place, *(resolve(culture.place).chain if culture.place else ()))


def _event_of(entity: Entity) -> Event:
    """Return the event of an entity by its own word, unless only its normal form tells what that means."""
    found = read_event(entity.mention.text)
    return found if found.norm == entity.norm else read_event(entity.norm)


_TABLE = (
    Kind("maker", "creator", same_name, _name_signs),
    Kind("person", "people", same_name, _name_signs, lambda entity: parse_name(entity.mention.text)),
    Kind("group", "people", compare_groups, _group_signs, lambda entity: read_group(entity.norm)),
    Kind("place", "place", compare_places, _place_signs, lambda entity: resolve(entity.norm)),
    Kind("culture", "place", compare_cultures, _culture_signs, lambda entity: read_culture(entity.norm)),
    Kind("event", "event", compare_events, _event_signs, _event_of),
    Kind("origin", "creator", compare_cultures, _culture_signs),
    Kind("where", "place", compare_places, _place_signs),
    Kind("topic", "subject", compare_topics, lambda topic: (topic.concept, *broader(topic.concept))),
)
"""What is compared. "where" joins places, cultures and makers' nationalities as places: "England" and "British"."""
_BY_NAME = {kind.name: kind for kind in _TABLE}
KINDS = tuple(_BY_NAME)
GROUP_OF_KIND = {kind.name: kind.group for kind in _TABLE}
_KIND_OF_LABEL = {label: kind for label, kind in KIND_OF_LABEL.items() if _BY_NAME[kind].read is not _of_rules}
