"""Evidence of shared words: the longest runs of words that stand in both records, the most telling first.

A run's weight is the sum of the idf of its words; each word counts in one run only.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from typed_sts.domain.groups import FeatureGroup
from typed_sts.domain.message import Listing, Quoted, message
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Evidence, Span
from typed_sts.explaining.finding import NEITHER, Finding, Side, paired, shown
from typed_sts.reading.boilerplate import stretches
from typed_sts.reading.document import SEARCHED_ONLY
from typed_sts.reading.entities.non_values import is_no_value
from typed_sts_fetch.item import LIST_FIELDS

NEAR_MEANING = 0.5
"""Cosine of two sentence vectors from which texts without a common word are called alike."""
_MOST_RUNS = 8
_MOST_TOKENS = 400
_MOST_CHARACTERS = 5_000
_MOST_PLACES = 3
_FARTHEST = 24
"""Characters between two words of one run, at most."""
_ANYWHERE = tuple(field for field in LIST_FIELDS if field not in ("dcCreator", "dcContributor", "dcSource"))
"""Two makers called William, or two inventory numbers, have nothing in common."""


@dataclass(frozen=True, slots=True)
class PlacedTerm:
    """A term where it stands."""

    term: str
    field: str
    value: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Words that stand in both records: their terms, their weight, and where."""

    terms: tuple[str, ...]
    weight: float
    left: tuple[Span, ...]
    right: tuple[Span, ...]

    def shown(self) -> Quoted:
        """Return the run as either record writes it."""
        texts = (shown(span.text) for span in (self.left[0], self.right[0]))
        return Quoted(min(texts, key=lambda text: (len(text), text)))


@dataclass(frozen=True, slots=True)
class _Words:
    """What is said of a field whose texts are compared."""

    neither: str
    one_sided: str
    one: str
    same_as: str
    same: str
    both: str
    alike_long: str
    alike: str
    nothing: str


_WORDS = {
    "title": _Words(
        "neither record has a title",
        "only one record has a title: {texts}",
        "only one record has a title",
        "same title: {texts}",
        "same title",
        "in both titles: {words}",
        "titles alike in meaning, without a word in common",
        "titles alike in meaning",
        "nothing in common in the titles",
    ),
    "subject": _Words(
        "neither record has a subject",
        "only one record has a subject: {texts}",
        "only one record has a subject",
        "same subject: {texts}",
        "same subject",
        "in both subjects: {words}",
        "subjects alike in meaning, without a word in common",
        "subjects alike in meaning",
        "nothing in common in the subjects",
    ),
    "description": _Words(
        "neither record has a description",
        "only one record has a description: {texts}",
        "only one record has a description",
        "same description: {texts}",
        "same description",
        "in both descriptions: {words}",
        "descriptions alike in meaning, without a word in common",
        "descriptions alike in meaning",
        "nothing in common in the descriptions",
    ),
}


def worded(left: Side, right: Side, group: FeatureGroup) -> Finding:
    """Return the words that both titles, subjects or descriptions have."""
    field, words = group.field, _WORDS[group.name]
    ours, theirs = (
        tuple(span.text for span in _said(side, field) if not is_no_value(field, span.text)) for side in (left, right)
    )
    if not ours and not theirs:
        return Finding(Relation.NOT_STATED, (), message(words.neither), NEITHER, ())
    if not ours or not theirs:
        spans = _whole(left, field), _whole(right, field)
        evidence = (*(Evidence(span, None) for span in spans[0]), *(Evidence(None, span) for span in spans[1]))
        text = message(words.one_sided, texts=_listed(ours or theirs))
        return Finding(Relation.ONE_SIDED, (), text, message(words.one), evidence)
    if _folded(ours) == _folded(theirs):
        evidence = paired(_whole(left, field), _whole(right, field), _MOST_RUNS)
        text = message(words.same_as, texts=_listed(min(ours, theirs)))
        return Finding(Relation.SAME, (_folded(ours)[:200],), text, message(words.same), evidence)
    if runs := common_runs(left, right, (field,)):
        return _overlapping(runs, words.both)
    evidence = paired(_whole(left, field)[:1], _whole(right, field)[:1], 1)
    if float(np.dot(left.vector(group.name), right.vector(group.name))) >= NEAR_MEANING:
        return Finding(Relation.NEAR, (), message(words.alike_long), message(words.alike), evidence)
    return Finding(Relation.DIFFERS, (), message(words.nothing), message(words.nothing), evidence)


def worded_anywhere(left: Side, right: Side, cited: Collection[str]) -> Finding:
    """Return the words that both records have in any field, those that are not cited yet before all others."""
    ours, theirs = (bool(side.document.digests[-1]) for side in (left, right))
    if not (ours and theirs):
        if ours or theirs:
            text = message("only one record says anything")
            return Finding(Relation.ONE_SIDED, (), text, text, ())
        return Finding(Relation.NOT_STATED, (), message("no text"), message("no text"), ())
    runs = common_runs(left, right, _ANYWHERE, most=10 * _MOST_RUNS)
    if fresh := [run for run in runs if not set(run.terms) <= set(cited)][:_MOST_RUNS]:
        return _overlapping(fresh, "also in both records: {words}")
    if runs:
        return _overlapping(runs[:_MOST_RUNS], "in both records: {words}")
    return Finding(Relation.DIFFERS, (), message("no words in common"), message("no words in common"), ())


def common_runs(left: Side, right: Side, fields: Sequence[str], most: int = _MOST_RUNS) -> list[Run]:
    """Return the runs of words that stand in these fields of both records, the most telling first."""
    ours, theirs = (_words(side, fields) for side in (left, right))
    our_places, their_places = _by_term(ours), _by_term(theirs)
    found: dict[tuple[str, ...], None] = {}
    at = 0
    while at < len(ours):
        length = max((_length(ours, at, theirs, there) for there in their_places.get(ours[at].term, ())), default=0)
        if length:
            found[tuple(word.term for word in ours[at : at + length])] = None
        at += length or 1
    runs = [
        Run(
            terms,
            sum(max(left.idf(term), right.idf(term)) for term in set(terms)),
            _places(left, ours, our_places[terms[0]], terms),
            _places(right, theirs, their_places[terms[0]], terms),
        )
        for terms in found
    ]
    runs.sort(key=lambda run: (-run.weight, run.terms))
    return _each_word_once(runs)[:most]


def _by_term(words: list[PlacedTerm]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for number, word in enumerate(words):
        places.setdefault(word.term, []).append(number)
    return places


def _places(side: Side, words: list[PlacedTerm], starts: list[int], terms: tuple[str, ...]) -> tuple[Span, ...]:
    """Return where a run stands in a record, each time."""
    runs = (words[start : start + len(terms)] for start in starts)
    whole = (run for run in runs if tuple(word.term for word in run) == terms and all(map(_follows, run, run[1:])))
    return tuple(_span(side, run) for run in whole)


def _each_word_once(runs: list[Run]) -> list[Run]:
    """Leave out runs whose words all stand in one before."""
    said: set[str] = set()
    kept = []
    for run in runs:
        if not set(run.terms) <= said:
            said |= set(run.terms)
            kept.append(run)
    return kept


def _overlapping(runs: list[Run], words: str) -> Finding:
    evidence = tuple(place for run in runs for place in paired(run.left, run.right, _MOST_PLACES))
    names = tuple(run.shown() for run in runs)
    values = tuple(" ".join(run.terms) for run in runs)
    text, short = (message(words, words=Listing(names, most)) for most in (4, 2))
    return Finding(Relation.OVERLAPS, values, text, short, evidence)


def _listed(texts: Sequence[str]) -> Listing:
    return Listing(tuple(shown(text) for text in texts))


def _words(side: Side, fields: Sequence[str]) -> list[PlacedTerm]:
    found: list[PlacedTerm] = []
    for words in (words for field in fields for words in side.document.words if words.field == field != SEARCHED_ONLY):
        if len(found) >= _MOST_TOKENS:
            break
        for term, start, end in zip(words.terms, words.starts, words.ends, strict=True):
            if end <= _MOST_CHARACTERS and _tells(term):
                found.append(PlacedTerm(term, words.field, words.value, start, end))
    return found[:_MOST_TOKENS]


def _tells(term: str) -> bool:
    """Tell whether a term says anything by itself: not one letter, not a number of one or two digits."""
    return not term.isascii() or (len(term) > 1 and not (term.isdigit() and len(term) < 3))


def _length(ours: list[PlacedTerm], at: int, theirs: list[PlacedTerm], there: int) -> int:
    length = 1
    while at + length < len(ours) and there + length < len(theirs):
        one, other = ours[at + length], theirs[there + length]
        if one.term != other.term or not (
            _follows(ours[at + length - 1], one) and _follows(theirs[there + length - 1], other)
        ):
            break
        length += 1
    return length


def _follows(before: PlacedTerm, after: PlacedTerm) -> bool:
    return (before.field, before.value) == (after.field, after.value) and after.start - before.end <= _FARTHEST


def _span(side: Side, run: Sequence[PlacedTerm]) -> Span:
    field, value, start, end = run[0].field, run[0].value, run[0].start, run[-1].end
    return Span(field, value, start, end, getattr(side.document.item, field)[value][start:end])


def _whole(side: Side, field: str) -> tuple[Span, ...]:
    return tuple(
        Span(field, span.value, span.start, min(span.end, span.start + _MOST_CHARACTERS), span.text[:_MOST_CHARACTERS])
        for span in islice(_said(side, field), _MOST_RUNS)
        if not is_no_value(field, span.text)
    )


def _said(side: Side, field: str) -> Iterator[Span]:
    """Yield the values of a field, without what the provider repeats in its records."""
    return stretches(side.document.item, field, side.document.repeated)


def _folded(texts: Sequence[str]) -> str:
    return " ".join(" ".join(texts).split()).casefold()
