"""The same event in both records: a named one, or an action of the same people at the same place or time.

A pose, a verb or two events of one kind never are.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from typed_sts.domain.message import Called, Listing, message
from typed_sts.domain.relation import Relation
from typed_sts.explaining.finding import Side
from typed_sts.explaining.name_evidence import Pairing, matched
from typed_sts.features.parsed_entities import Thing
from typed_sts.knowledge.kinds import EVENTS
from typed_sts.knowledge.pack import concept as known_concept
from typed_sts.reading.entities.events import Event
from typed_sts.reading.entities.word_in_text import is_title_case
from typed_sts.saying.candidate import Candidate
from typed_sts.saying.headings import is_common
from typed_sts.saying.pairings import (
    BY_FORM,
    BY_ID,
    candidate_of,
    is_shown,
)

_EVENT_KINDS = frozenset(EVENTS)
_NAME_AFTER = re.compile(
    r"\b(?:of|at|off|on|bei|von|de|du|des|di|del|della|da|do|bij|van|vid|av|pod)\s+(?:\w+\s+)?[^\W\d_a-zß-ÿ]"
)
"""What follows the word for an event that is called after a place or a person: "Battle of Leipzig"."""
_PROPER = re.compile(r"[^\W\d_a-zß-ÿ]\w+\s(?:\w{1,4}\s){0,2}[^\W\d_a-zß-ÿ]\w+")


def events(left: Side, right: Side) -> Iterator[Candidate]:
    """Yield the named events in both records; a feast that both only mention is a day of the year."""
    for pairing in matched(left, right, "event"):
        known = known_concept(pairing.left.concept) if pairing.left.concept else None
        if known is not None and known.kind == "feast" and not is_shown(pairing):
            continue
        if pairing.match.relation is Relation.SAME and (sure := _sure_of_event(pairing, left, right)):
            text = message("Both are about the same event: {name}", name=pairing.called())
            found = candidate_of("event", [pairing], text, sure=sure, weight=1.0)
            common = any(
                is_common(m.text, left, right) for thing in (pairing.left, pairing.right) for m in thing.mentions
            )
            # what the whole collection of a holder is about, or what two texts mention
            yield replace(found, trivial=common or not is_shown(pairing))


def actions(left: Side, right: Side, told: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield an action of both records, where the same people do it at the same place or time."""
    said = {candidate.type: candidate for candidate in told if candidate.sure >= BY_FORM and not candidate.trivial}
    if "people" not in said or not said.keys() & {"location", "time"}:
        return
    who = said["people"]
    for pairing in matched(left, right, "event"):
        event = pairing.left.value
        if not is_shown(pairing):  # what happens in a story that a text tells
            continue
        if pairing.match.relation is Relation.SAME and not _sure_of_event(pairing, left, right) and _is_public(event):
            names = Listing(tuple(Called(thing.concept, min(thing.names, key=_fullest)) for thing in who.things), 2)
            text = message("Same event: {event}, with {names}", event=pairing.called(), names=names)
            found = candidate_of("event", [pairing], text, sure=0.85, weight=1.2)
            yield replace(found, things=(*found.things, *who.things), rarity=max(found.rarity, who.rarity))
            return


_PUBLIC = frozenset("celebration rite conflict disaster meeting performance justice display life".split())
"""Kinds of actions that happen at a time and a place."""


_PRIVATE = frozenset(("pray", "worship", "bless", "kneel"))


def _is_public(event: Event) -> bool:
    """Say whether an action is one that happens once: a wedding, a death, and no praying."""
    return event.kind in _PUBLIC and event.norm not in _PRIVATE


def _fullest(name: str) -> tuple[int, str]:
    return -len(name), name


def _sure_of_event(pairing: Pairing, left: Side, right: Side) -> float:
    """Return how sure it is that both are one named event; 0 for an action or a kind of event."""
    one, other = pairing.left, pairing.right
    if one.concept and one.concept == other.concept:
        return BY_ID if _is_named_event(one.concept) else 0.0
    if one.value.named and other.value.named:
        called_after = all(any(_NAME_AFTER.search(m.text) for m in thing.mentions) for thing in (one, other))
        return BY_FORM if called_after else 0.0
    if one.key != other.key:
        return 0.0
    return BY_FORM if _is_name_in(one, left) and _is_name_in(other, right) else 0.0


def _is_named_event(concept: str) -> bool:
    """Say whether a concept is one event, and no kind of them: "Wedding" is none, the Annunciation is."""
    known = known_concept(concept)
    if known is None or known.kind not in _EVENT_KINDS:
        return False
    return known.kind != "event" or known.first_year is not None or " " in known.names[0].text


def _is_name_in(thing: Thing, side: Side) -> bool:
    """Say whether an event is written as a name of several words, in a text that writes other words small."""
    for mention in thing.mentions:
        text = getattr(side.document.item, mention.field)[mention.value]
        if _PROPER.search(mention.text) and not is_title_case(text):
            return True
    return False
