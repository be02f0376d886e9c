"""Which of all that two records share is said: what is rare, sure, and not said already.

    value = weight of its kind * sure * min(rarity, 7) / 7        half as much again for what the asker chose

Rarity is the logarithm of one in how many records of the collection has it, so that a nationality that every third
record has counts a tenth of a name that one in a thousand has. What both items are part of, and the work of which both
are versions, comes first. Nothing is said twice, nothing of a type that is not stated or whose score is low, and
nothing under two kinds. Things that are trivial alone (a nationality, a medium, a century) are joined into one phrase.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from typed_sts.domain.message import Listing, Message, Part, message
from typed_sts.domain.relation import Relation
from typed_sts.domain.statement import SERIES, VERSION
from typed_sts.reading.entities.tables import fold
from typed_sts.saying.candidate import Candidate

SURE_FROM = 0.8
_RAREST = 7.0
_CHOSEN = 1.5
_MOST = 3
FLOOR = 0.16
"""The value from which on a statement is worth a sentence."""
LINE_FLOOR = 0.02
"""... and from which on it is worth a line under the heading of its own type."""
_PHRASE_WEIGHT = 0.55
_TELLS_ALONE, _TELLS_BESIDE = 5.0, 4.5
"""How rare the things of a phrase are together that is a sentence of its own, and of one beside another."""
_FIRST = frozenset((SERIES, VERSION))
_ORDER = ("kind", "where", "when")
_SAID_IN_ORDER = ("general", "author", "event", "people", "location", "subject", "description", "time")
_NEVER_ALONE = "time"
"""That two items are of one year says little by itself, unless it was asked for."""
_OF_WORDS = frozenset(("subject", "description"))
_SHORT = 3
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Taste:
    """What whoever asks wants to be told."""

    by: Mapping[str, float] | None = None
    """The types that matter, with weights; all alike when none are given."""
    kinds_of_people: bool = False
    """Whether peoples, faiths and kinds of people may be a sentence of their own."""
    most: int = _MOST


PLAIN = Taste()
Scores = Mapping[str, float | None]
"""The score of each type; None where the two records do not both state it."""


def value(candidate: Candidate, taste: Taste = PLAIN) -> float:
    """Return how much a candidate is worth saying."""
    chosen = _CHOSEN if taste.by and taste.by.get(candidate.type, 0) > 0 else 1.0
    return candidate.weight * candidate.sure * min(candidate.rarity, _RAREST) / _RAREST * chosen


def allowed(candidate: Candidate, scores: Scores) -> bool:
    """Say whether a candidate is sure, and its type is stated and scored high enough to speak of it."""
    score = scores.get(candidate.type)
    return candidate.sure >= SURE_FROM and score is not None and score >= candidate.least


def chosen(candidates: Iterable[Candidate], scores: Scores, taste: Taste = PLAIN) -> list[Candidate]:
    """Return what is said of a pair in its sentence, the most telling first."""
    able = [candidate for candidate in candidates if allowed(candidate, scores)]
    alone = [c for c in able if not c.trivial or (taste.kinds_of_people and not c.part)]
    worth = [candidate for candidate in alone if value(candidate, taste) >= FLOOR]
    if any(candidate.things[0].kind == VERSION for candidate in worth):  # by the same maker, as is said with it
        worth = [candidate for candidate in worth if candidate.type != "author"]
    picked = _distinct(sorted(_once(worth), key=lambda c: _rank(c, taste)), taste.most)
    if len(picked) < taste.most and (phrase := joined([c for c in able if c.part], picked)):
        if value(phrase, taste) >= FLOOR:
            picked.append(phrase)
    if all(candidate.type == _NEVER_ALONE for candidate in picked) and not (taste.by or {}).get(_NEVER_ALONE):
        return []
    return sorted(picked, key=_reading_order)


def _reading_order(candidate: Candidate) -> tuple[bool, bool, int]:
    """Return what sorts statements as one says them: the whole, who, what, where, and at last when."""
    is_first = candidate.things[0].kind in _FIRST
    return not is_first, bool(candidate.parts), _SAID_IN_ORDER.index(candidate.type)


def line(candidates: Iterable[Candidate], name: str, scores: Scores, most: int = _MOST) -> list[Candidate]:
    """Return what is said under the heading of a type: also what is trivial elsewhere."""
    score = scores.get(name) or 0.0
    able = [
        c
        for c in candidates
        if c.type == name and c.in_line and score >= c.least_in_line and allowed(c, scores) and value(c) >= LINE_FLOOR
    ]
    telling = [candidate for candidate in able if not candidate.trivial]
    by_rank = sorted(telling or able, key=lambda c: (bool(c.part), *_rank(c, PLAIN)))  # what it shows, then its kind
    return _distinct(by_rank, most if telling else 1)


def _rank(candidate: Candidate, taste: Taste) -> tuple[bool, float, str]:
    return candidate.things[0].kind not in _FIRST, -value(candidate, taste), candidate.text.text


def _distinct(candidates: Iterable[Candidate], most: int) -> list[Candidate]:
    """Return the first few of which none repeats another, wholly or in its words."""
    said: set[str] = set()
    kept: list[Candidate] = []
    for candidate in candidates:
        names = [_words(name) for thing in candidate.things for name in thing.names]
        if len(kept) >= most:
            break
        if all(own <= said for own in names):
            continue
        if candidate.things[0].kind != "date":
            said.update(*names)
        kept.append(candidate)
    return kept


def _once(found: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield candidates without subjects and words that only name again whom or what others are about."""
    names = {
        word
        for candidate in found
        if candidate.type not in _OF_WORDS
        for thing in candidate.things
        for name in thing.names
        for word in _long(name)
    }
    for candidate in found:
        words = [_long(name) for thing in candidate.things for name in thing.names]
        if candidate.type not in _OF_WORDS or any(2 * len(own & names) < max(len(own), 1) for own in words):
            yield candidate


def _long(name: str) -> frozenset[str]:
    return frozenset(word for word in _words(name) if len(word) > _SHORT and not word.isdigit())


def _words(name: str) -> frozenset[str]:
    return frozenset(_WORD.findall(fold(name))) or frozenset((name,))


def joined(parts: Sequence[Candidate], said: Sequence[Candidate]) -> Candidate | None:
    """Return one phrase of what is trivial alone: a kind of thing with where or when it is from; None without both."""
    told = {candidate.type for candidate in said}
    if "author" in told or any(candidate.things[0].kind in _FIRST for candidate in said):
        return None  # works of one maker are of one land and age, and mostly of one kind
    by_part: dict[str, Candidate] = {}
    for part in sorted(parts, key=lambda c: (-c.rarity, c.text.text)):
        if part.type not in told:
            by_part.setdefault(part.part, part)
    found = [by_part[name] for name in _ORDER if name in by_part]
    if "kind" in by_part and by_part["kind"].narrow:
        if len(found) == 1:
            return replace(found[0], trivial=False, part="")
    elif "kind" not in by_part or not _tells_together(found, _TELLS_BESIDE if said else _TELLS_ALONE):
        return None
    names: tuple[Part, ...] = tuple(_name_in(part.text) for part in found)
    text, also = (message(words, parts=Listing(names)) for words in ("Both: {parts}", "Likewise: {parts}"))
    return Candidate(
        type="subject",
        relation=str(Relation.SAME),
        text=text,
        things=tuple(thing for part in found for thing in part.things),
        sure=min(part.sure for part in found),
        evidence=tuple(place for part in found for place in part.evidence[:1]),
        weight=_PHRASE_WEIGHT,
        rarity=sum(part.rarity for part in found),
        also=also,
        least=min(part.least for part in found),
        parts=tuple(found),
    )


def _tells_together(parts: Sequence[Candidate], least: float) -> bool:
    return len(parts) > 1 and sum(part.rarity for part in parts) >= least


def _name_in(text: Message) -> Part:
    """Return what a trivial statement is about: the one thing that goes into its words."""
    return text.values[-1][1]
