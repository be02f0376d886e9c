"""The evidence of a pair, feature group by feature group: what matches, what differs, and what is not stated."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from typed_sts.domain.groups import FEATURE_GROUPS, PROVIDER
from typed_sts.domain.message import message
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Span
from typed_sts.explaining.date_evidence import dated
from typed_sts.explaining.finding import NEITHER, Finding, Side, beside, paired, shown
from typed_sts.explaining.name_evidence import Wording, maker_named_in_the_other, named
from typed_sts.explaining.word_evidence import worded, worded_anywhere

_MAKERS = Wording(
    same="same maker: {names}",
    perhaps="perhaps the same maker: {names}",
    close="makers close to each other: {names}",
    different="different makers: {names}",
    differ="different makers",
    one_sided="only one record names a maker: {names}",
    one="only one record names a maker",
    neither="neither record names a maker",
)
_PEOPLE = Wording(
    same="both name {names}",
    perhaps="perhaps both name {names}",
    close="people close to each other: {names}",
    different="different people: {names}",
    differ="different people",
    one_sided="only one record names people: {names}",
    one="only one record names people",
    neither="neither record names people",
)
_PEOPLE_AS_MAKERS = Wording(
    same="both name as maker {names}",
    perhaps="perhaps both name as maker {names}",
    close="makers alike: {names}",
    different="different makers and no other people: {names}",
    differ="different makers and no other people",
    one_sided="only one record names people, as makers: {names}",
    one="only one record names people, as makers",
    neither="neither record names people",
)
_PLACES = Wording(
    same="both name {names}",
    perhaps="perhaps both name {names}",
    close="places close to each other: {names}",
    different="different places: {names}",
    differ="different places",
    one_sided="only one record names a place: {names}",
    one="only one record names a place",
    neither="neither record names a place",
)
_COUNTRIES = replace(_PLACES, same="both of {names}", perhaps="perhaps both of {names}")
_EVENTS = Wording(
    same="same event: {names}",
    perhaps="perhaps the same event: {names}",
    close="events of one kind: {names}",
    different="different events: {names}",
    differ="different events",
    one_sided="only one record names an event: {names}",
    one="only one record names an event",
    neither="neither record names an event",
)
_MOST_VERBS = 6
_MOST_CHARACTERS = 1_000


def evidence_of(left: Side, right: Side) -> dict[str, Finding]:
    """Return what is found for each feature group."""
    found = {group: look(left, right) for group, look in GROUP_EVIDENCE.items()}
    found |= {group.name: worded(left, right, group) for group in FEATURE_GROUPS if group.field}
    return found | {"record": worded_anywhere(left, right, _cited(found.values(), left))}


def _cited(found: Iterable[Finding], left: Side) -> set[str]:
    """Return the words that other groups quote already, out of the first record."""
    quoted = {place.a for what in found if what.matches for place in what.evidence if place.a}
    by_value = {(words.field, words.value): words for words in left.document.words}
    cited: set[str] = set()
    for span in quoted:
        if words := by_value.get((span.field, span.value)):
            end = min(span.end, span.start + _MOST_CHARACTERS)
            places = zip(words.terms, words.starts, words.ends, strict=True)
            cited.update(term for term, first, last in places if first < end and span.start < last)
    return cited


def _creators(left: Side, right: Side) -> Finding:
    found = named(left, right, ("maker", "origin"), _MAKERS)
    return found if found.matches else maker_named_in_the_other(left, right) or found


def _people(left: Side, right: Side) -> Finding:
    """Return the people both records name; makers are among them, and stand in where nobody else is named."""
    found = named(left, right, ("person", "group"), _PEOPLE)
    if found.relation is not Relation.NOT_STATED:
        return found
    makers = named(left, right, ("maker",), _PEOPLE_AS_MAKERS)
    return makers if makers.relation is not Relation.NOT_STATED else found


def _places(left: Side, right: Side) -> Finding:
    """Return the places both records name; failing those, a place that one of them names as a people or nationality."""
    found = named(left, right, ("place", "culture"), _PLACES)
    if found.matches:
        return found
    where = named(left, right, ("where",), _COUNTRIES)
    return where if where.matches else found


def _events(left: Side, right: Side) -> Finding:
    """Return the events both records name; without any, the verbs they have in common."""
    found = named(left, right, ("event",), _EVENTS)
    if found.matches:
        return found
    places: list[dict[str, list[Span]]] = [{}, {}]
    for side, by_lemma in zip((left, right), places, strict=True):
        for verb in side.document.verbs:
            by_lemma.setdefault(verb.lemma, []).append(verb.mention)
    both = sorted(
        places[0].keys() & places[1].keys(), key=lambda lemma: (-max(left.idf(lemma), right.idf(lemma)), lemma)
    )
    if not both:
        return found
    both = both[:_MOST_VERBS]
    evidence = tuple(place for lemma in both for place in paired(tuple(places[0][lemma]), tuple(places[1][lemma]), 2))
    text = message("verbs in common: {verbs}", verbs=", ".join(both[:3]))
    return Finding(Relation.OVERLAPS, tuple(both), text, text, evidence)


def _holders(left: Side, right: Side) -> Finding:
    """Return whether one house holds both; a holder is no text of the record, so there is nothing to point at."""
    ours, theirs = left.document.provider, right.document.provider
    if not ours and not theirs:
        return Finding(Relation.NOT_STATED, (), message("neither record names its holder"), NEITHER, ())
    if not ours or not theirs:
        text = message("only one record names its holder: {name}", name=shown(ours or theirs))
        return Finding(Relation.ONE_SIDED, (ours or theirs,), text, text, ())
    if ours == theirs:
        text = message("same holder: {name}", name=shown(ours))
        return Finding(Relation.SAME, (ours,), text, text, ())
    text = message("different holders: {names}", names=beside([shown(ours)], [shown(theirs)]))
    return Finding(Relation.DIFFERS, tuple(sorted((ours, theirs))), text, message("different holders"), ())


GROUP_EVIDENCE: dict[str, Callable[[Side, Side], Finding]] = {
    "creator": _creators,
    "people": _people,
    "place": _places,
    "time": dated,
    "event": _events,
    PROVIDER: _holders,
}
"""How each group is looked at that is not the text of one field, or of all."""
