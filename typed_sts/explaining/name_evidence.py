"""Evidence of what two records name: makers, people, places, cultures and events.

Each thing of one record is matched with at most one of the other, the best first.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from typed_sts.domain.explanation import Evidence
from typed_sts.domain.relation import Match, Relation
from typed_sts.explaining.finding import Finding, Side, beside, listed, name_shown, paired, shown
from typed_sts.features.parsed_entities import Thing, compare_things

_MOST_PLACES = 3
"""Places in the records that are cited for one match."""
_MOST_MATCHES = 6
_LEAST_DEGREE = 0.3
"""Things less alike than this, two towns of one continent, are not worth a word."""
_NAMES = ("maker", "person")


@dataclass(frozen=True, slots=True)
class Wording:
    """The words for one group: what one such thing is called, and what is said when both records name the same."""

    one: str
    many: str
    same: str
    close: str


@dataclass(frozen=True, slots=True, eq=False)
class _Pairing:
    left: Thing
    right: Thing
    match: Match

    def rank(self) -> tuple[int, float, int, str, str]:
        """Return what sorts the closest first, and of those the fullest names."""
        low, high = sorted((self.left.key, self.right.key))
        return -self.match.relation.strength, -self.match.degree, -len(low) - len(high), low, high

    def keys(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.left.key, self.right.key)))

    def shown(self) -> str:
        """Return the fuller of both wordings for what is the same, and both for what is not."""
        one, other = _shown(self.left), _shown(self.right)
        if self.match.relation is Relation.SAME or one == other:
            return min((one, other), key=lambda text: (-len(text), text))
        return " / ".join(sorted((one, other)))


def named(left: Side, right: Side, kinds: Sequence[str], wording: Wording) -> Finding:
    """Return what both records name of these kinds, or that only one does, or none."""
    ours, theirs = ([thing for kind in kinds for thing in side.things[kind]] for side in (left, right))
    pairings = sorted((p for kind in kinds for p in _matched(left.things[kind], right.things[kind])), key=_Pairing.rank)
    if pairings:
        return _agreeing(pairings[:_MOST_MATCHES], wording)
    if ours and theirs:
        text = f"different {wording.many}: {beside(_all_shown(ours), _all_shown(theirs))}"
        evidence = (Evidence(ours[0].mentions[0], theirs[0].mentions[0]),)
        values = tuple(sorted({ours[0].key, theirs[0].key}))
        return Finding(Relation.DIFFERS, values, text, f"different {wording.many}", evidence)
    if stated := ours or theirs:
        names = _all_shown(stated)
        text = f"only one record names {wording.one}: {listed(names)}"
        return Finding(
            Relation.ONE_SIDED, _keys(stated), text, f"only one record names {wording.one}", _cited(ours, theirs)
        )
    return Finding(Relation.NOT_STATED, (), f"neither record names {wording.one}", "not stated in either record", ())


def maker_named_in_the_other(left: Side, right: Side) -> Finding | None:
    """Return that the maker of one record is a person the other names, where that is so."""
    found = [
        *_matched(left.things["maker"], right.things["person"]),
        *_matched(left.things["person"], right.things["maker"]),
    ]
    same = sorted((pairing for pairing in found if pairing.match.relation is Relation.SAME), key=_Pairing.rank)
    if not same:
        return None
    best = same[0]
    text = f"the maker of one is named in the other: {best.shown()}"
    return Finding(Relation.NEAR, best.keys(), text, text, _places(best))


def _agreeing(pairings: list[_Pairing], wording: Wording) -> Finding:
    relation = pairings[0].match.relation
    best = [pairing for pairing in pairings if pairing.match.relation is relation]
    fullest = _fullest([pairing.shown() for pairing in best])
    names = listed(fullest)
    if relation is Relation.SAME:
        text = f"{wording.same} {names}"
    elif relation is Relation.PERHAPS:
        text = f"perhaps {wording.same} {names}"
    elif relation is Relation.WITHIN:
        text = f"one within the other: {names}"
    else:
        text = f"{wording.close}: {names} ({best[0].match.why})"
    evidence = tuple(place for pairing in pairings for place in _places(pairing))
    values = tuple(dict.fromkeys(key for pairing in best for key in pairing.keys()))
    short = f"{wording.same} {fullest[0]}" if relation is Relation.SAME else text
    return Finding(relation, values, text, short, evidence)


def _fullest(names: list[str]) -> list[str]:
    """Leave out names that are part of another: Nelson beside Horatio Nelson."""
    words = [set(name.casefold().split()) for name in names]
    return [name for name, own in zip(names, words, strict=True) if not any(own < other for other in words)]


def _matched(left: Sequence[Thing], right: Sequence[Thing]) -> list[_Pairing]:
    possible = [
        _Pairing(one, other, match)
        for one in left
        for other in right
        if one.signature & other.signature
        and (match := compare_things(one.kind, one.value, other.value)).degree >= _LEAST_DEGREE
        and match.relation.agrees
    ]
    taken: set[tuple[int, str]] = set()
    kept = []
    for pairing in sorted(possible, key=_Pairing.rank):
        ends = {(0, pairing.left.key), (1, pairing.right.key)}
        if not ends & taken:
            taken |= ends
            kept.append(pairing)
    return kept


def _places(pairing: _Pairing) -> tuple[Evidence, ...]:
    left, right = (pairing.left.mentions, pairing.right.mentions)
    return paired(left, right, _MOST_PLACES)


def _cited(ours: Sequence[Thing], theirs: Sequence[Thing]) -> tuple[Evidence, ...]:
    left, right = ([thing.mentions[0] for thing in things[:_MOST_PLACES]] for things in (ours, theirs))
    return (*(Evidence(span, None) for span in left), *(Evidence(None, span) for span in right))


def _keys(things: Sequence[Thing]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(thing.key for thing in things))[:_MOST_PLACES]


def _all_shown(things: Sequence[Thing]) -> list[str]:
    return [_shown(thing) for thing in things]


def _shown(thing: Thing) -> str:
    if thing.kind == "where":  # its mention can be a nationality, or the maker who has it
        return thing.key.title()
    texts = [name_shown(mention.text) if thing.kind in _NAMES else shown(mention.text) for mention in thing.mentions]
    return min(texts, key=lambda text: (-len(text), text))
