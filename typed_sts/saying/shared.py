"""All that two records share and that may be said; an editor has the last word."""

from typed_sts.explaining.finding import Side
from typed_sts.reading.entities.tables import fold
from typed_sts.saying.candidate import Candidate
from typed_sts.saying.dated import times
from typed_sts.saying.edited import edited
from typed_sts.saying.events import actions, events
from typed_sts.saying.narrow import narrowed, object_types
from typed_sts.saying.persons import people, same_makers
from typed_sts.saying.places import places
from typed_sts.saying.told import kinds, same_descriptions, subjects, words
from typed_sts.saying.whole import series, versions


def shared(left: Side, right: Side) -> list[Candidate]:
    """Return the candidates of a pair; a thing that would be of two kinds is none of them."""
    found = [
        *series(left, right),
        *versions(left, right),
        *same_makers(left, right),
        *people(left, right),
        *places(left, right),
        *times(left, right),
        *events(left, right),
        *subjects(left, right),
        *kinds(left, right),
        *words(left, right),
        *same_descriptions(left, right),
    ]
    found = [*narrowed(found), *object_types(left, right), *actions(left, right, found)]
    found = [candidate for candidate in found if not _is_of_two_kinds(candidate, left, right)]
    return edited(found, left.document.item, right.document.item)


def _is_of_two_kinds(candidate: Candidate, left: Side, right: Side) -> bool:
    """Say whether a person that is said is a place elsewhere in one of the records, or the other way round."""
    for thing in candidate.things:
        other = _OTHER_KIND.get(thing.kind)
        if other and not thing.concept:
            names = {fold(name) for name in thing.names}
            if any(fold(m.text) in names for side in (left, right) for t in side.things[other] for m in t.mentions):
                return True
    return False


_OTHER_KIND = {"person": "place", "place": "person"}
