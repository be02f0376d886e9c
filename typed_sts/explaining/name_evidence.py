"""Evidence of what two records name: makers, people, places, cultures and events.

Each thing of one record is matched with at most one of the other, the best first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from typed_sts.domain.message import Beside, Called, Listing, message
from typed_sts.domain.relation import Match, Relation
from typed_sts.domain.span import Evidence
from typed_sts.explaining.finding import NEITHER, Finding, Side, beside, name_shown, paired, shown
from typed_sts.features.parsed_entities import Thing, compare_things

_MOST_PLACES = 3
"""Places in the records that are cited for one match."""
_MOST_MATCHES = 6
_LEAST_DEGREE = 0.3
"""Things less alike than this, two towns of one continent, are not worth a word."""
_NAMES = ("maker", "person")
_VIEWS = {
    "maker": "makers",
    "person": "people",
    "group": "groups",
    "place": "places",
    "culture": "cultures",
    "event": "events",
    "topic": "topics",
}
"""The view that tells in how many records a thing of a kind stands."""


@dataclass(frozen=True, slots=True)
class Wording:
    """The words for one group: when both records name the same, when perhaps, when it is near, and when they do not."""

    same: str
    perhaps: str
    close: str
    different: str
    differ: str
    one_sided: str
    one: str
    neither: str


@dataclass(frozen=True, slots=True, eq=False)
class Pairing:
    """A thing of one record and what it matches in the other, how, and in which languages they are named."""

    left: Thing
    right: Thing
    match: Match
    languages: tuple[str, str] = ("", "")
    rarity: float = 0.0
    """How rare it is: the logarithm of one in how many records names it."""

    def rank(self) -> tuple[int, float, int, str, str]:
        """Return what sorts the closest first, and of those the fullest names."""
        low, high = sorted((self.left.key, self.right.key))
        return -self.match.relation.strength, -self.match.degree, -len(low) - len(high), low, high

    def keys(self) -> tuple[str, ...]:
        """Return the keys of both, once where they are one."""
        return tuple(dict.fromkeys((self.left.key, self.right.key)))

    def called(self) -> Called | Beside:
        """Return the fuller of both wordings for what is the same, and both for what is not."""
        one, other = called(self.left, self.languages[0]), called(self.right, self.languages[1])
        if self.match.relation is Relation.SAME or one.text == other.text:
            fuller = min((one, other), key=lambda name: (-len(name.text), name.text))
            return replace(fuller, concept=one.concept or other.concept)
        return Beside((one, other))

    def places(self) -> tuple[Evidence, ...]:
        """Return where both stand."""
        return paired(self.left.mentions, self.right.mentions, _MOST_PLACES)


def named(left: Side, right: Side, kinds: Sequence[str], wording: Wording) -> Finding:
    """Return what both records name of these kinds, or that only one does, or none."""
    ours, theirs = ([thing for kind in kinds for thing in side.things[kind]] for side in (left, right))
    pairings = sorted((p for kind in kinds for p in matched(left, right, kind)), key=Pairing.rank)
    if pairings:
        return _agreeing(pairings[:_MOST_MATCHES], wording)
    names = [
        [called(thing, side.document.language) for thing in found] for side, found in ((left, ours), (right, theirs))
    ]
    if ours and theirs:
        evidence = (Evidence(ours[0].mentions[0], theirs[0].mentions[0]),)
        values = tuple(sorted({ours[0].key, theirs[0].key}))
        text = message(wording.different, names=beside(names[0], names[1]))
        return Finding(Relation.DIFFERS, values, text, message(wording.differ), evidence)
    if stated := ours or theirs:
        text = message(wording.one_sided, names=Listing(tuple(names[0] or names[1])))
        return Finding(Relation.ONE_SIDED, _keys(stated), text, message(wording.one), _cited(ours, theirs))
    return Finding(Relation.NOT_STATED, (), message(wording.neither), NEITHER, ())


def maker_named_in_the_other(left: Side, right: Side) -> Finding | None:
    """Return that the maker of one record is a person the other names, where that is so."""
    same = sorted(makers_named(left, right), key=Pairing.rank)
    if not same:
        return None
    best = same[0]
    text = message("the maker of one is named in the other: {name}", name=best.called())
    return Finding(Relation.NEAR, best.keys(), text, text, best.places())


def makers_named(left: Side, right: Side) -> list[Pairing]:
    """Return the makers of one record who are persons that the other names."""
    found = [*matched(left, right, "maker", "person"), *matched(left, right, "person", "maker")]
    return [pairing for pairing in found if pairing.match.relation is Relation.SAME]


def _agreeing(pairings: list[Pairing], wording: Wording) -> Finding:
    relation = pairings[0].match.relation
    best = [pairing for pairing in pairings if pairing.match.relation is relation]
    names = [pairing.called() for pairing in best]
    if relation is Relation.SAME:
        names = list(_fullest([name for name in names if isinstance(name, Called)]))
    words = {
        Relation.SAME: wording.same,
        Relation.PERHAPS: wording.perhaps,
        Relation.WITHIN: "one within the other: {names}",
    }.get(relation, wording.close)
    text = message(words, names=Listing(tuple(names)))
    evidence = tuple(place for pairing in pairings for place in pairing.places())
    values = tuple(dict.fromkeys(key for pairing in best for key in pairing.keys()))
    short = message(words, names=names[0]) if relation is Relation.SAME else text
    return Finding(relation, values, text, short, evidence)


def _fullest(names: list[Called]) -> Iterator[Called]:
    """Yield the names that are no part of another: not Nelson beside Horatio Nelson."""
    words = [set(name.text.casefold().split()) for name in names]
    for name, own in zip(names, words, strict=True):
        if not any(own < other for other in words):
            yield name


def matched(left: Side, right: Side, kind: str, other_kind: str = "") -> list[Pairing]:
    """Return what things of a kind in one record match in the other; each is matched once, the best first."""
    languages = left.document.language, right.document.language
    possible = [
        Pairing(one, other, match, languages, max(_rarity(left, one), _rarity(right, other)))
        for one in left.things[kind]
        for other in right.things[other_kind or kind]
        if one.signature & other.signature
        and (match := compare_things(one.kind, one.value, other.value)).degree >= _LEAST_DEGREE
        and match.relation.agrees
    ]
    taken: set[tuple[int, str]] = set()
    kept = []
    for pairing in sorted(possible, key=Pairing.rank):
        ends = {(0, pairing.left.key), (1, pairing.right.key)}
        if not ends & taken:
            taken |= ends
            kept.append(pairing)
    return kept


def _rarity(side: Side, thing: Thing) -> float:
    view = _VIEWS.get(thing.kind, "")
    return side.rarity(view, thing.concept or thing.key) if view else 0.0


def _cited(ours: Sequence[Thing], theirs: Sequence[Thing]) -> tuple[Evidence, ...]:
    left, right = ([thing.mentions[0] for thing in things[:_MOST_PLACES]] for things in (ours, theirs))
    return (*(Evidence(span, None) for span in left), *(Evidence(None, span) for span in right))


def _keys(things: Sequence[Thing]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(thing.key for thing in things))[:_MOST_PLACES]


def called(thing: Thing, language: str) -> Called:
    """Return what a record of that language calls a thing, in its fullest form."""
    if thing.kind == "where":  # its mention can be a nationality, or the maker who has it
        return Called(thing.concept, thing.key.title(), "en")
    texts = [name_shown(mention.text) if thing.kind in _NAMES else shown(mention.text) for mention in thing.mentions]
    return Called(thing.concept, min(texts, key=lambda text: (-len(text), text)), language)
