"""How systems compared blind did: by what they list, by what they find for an item, and at equal length.

    good of what is listed    a short list may be all good
    good an item              good ones for each item asked for, and a list that is empty has none
    at equal length           both lists cut at the length of the shorter one, item by item

Each has its interval by a bootstrap over items. Two systems are told apart where the interval of their difference does
not hold 0; who leads is said together with those that it cannot be told apart from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from typed_sts.evaluation.judging.pool import Key
from typed_sts.evaluation.judging.questions import GOOD, NO, SO_SO, questions_of
from typed_sts.evaluation.judging.sample_file import Sample
from typed_sts.evaluation.judging.shares import Interval, difference, interval, share

OF_LISTED, AN_ITEM = "good of what is listed", "good an item"
_Lists = list[list[str]]
"""For each item the verdicts on what a system lists, in its order."""


@dataclass(frozen=True, slots=True)
class EvenRow:
    """Two systems whose lists are cut at the length of the shorter one: what is listed then, and how much is good."""

    shown: int
    share_good: float | None
    share_good_against: float | None
    interval_difference: Interval | None


@dataclass(frozen=True, slots=True)
class SystemRow:
    """How one system did over the items all of whose pool is judged, and beside another."""

    name: str
    items: int
    empty: int
    """Items for which it lists nothing."""
    with_good: int
    """Items for which it lists something good."""
    shown: int
    good: int
    so_so: int
    no: int
    share_good: float | None
    interval_good: Interval | None
    good_an_item: float | None
    interval_good_an_item: Interval | None
    against: str
    difference: float | None
    """Its share of good ones less that of the other; None for the other itself."""
    interval_difference: Interval | None
    difference_an_item: float | None
    interval_difference_an_item: Interval | None
    even: EvenRow | None
    won: int
    tied: int
    lost: int
    """Items for which it has more, as many and fewer good ones."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Who leads by a measure, and who is not told apart from it."""

    measure: str
    leader: str
    not_told_apart: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """A row for each system, and who leads by each measure."""

    rows: tuple[SystemRow, ...]
    standings: tuple[Standing, ...]


def tally_pool(sample: Sample, verdicts: Mapping[str, str], systems: Sequence[str], key: Key) -> Compared:
    """Return how the systems did; the first one is the one the others are set against."""
    questions: dict[str, list[str]] = {}
    for question in questions_of(sample):
        questions.setdefault(question.card.key, []).append(question.key)
    whole = [keys for keys in questions.values() if all(one in verdicts for one in keys)]
    lists = {system: [_in_order(keys, system, verdicts, key) for keys in whole] for system in systems}
    rows = tuple(_row(system, lists[system], systems[0], lists[systems[0]]) for system in systems)
    return Compared(rows, tuple(_standing(measure, lists) for measure in (OF_LISTED, AN_ITEM)))


def _in_order(keys: Sequence[str], system: str, verdicts: Mapping[str, str], key: Key) -> list[str]:
    found = [one for one in keys if system in key.get(one, {})]
    return [verdicts[one] for one in sorted(found, key=lambda one: key[one][system])]


def _row(name: str, cards: _Lists, against: str, others: _Lists) -> SystemRow:
    good, so_so, no = (sum(card.count(verdict) for card in cards) for verdict in (GOOD, SO_SO, NO))
    parts, other_parts = _good(cards), _good(others)
    is_other = name != against
    return SystemRow(
        name,
        len(cards),
        sum(not card for card in cards),
        sum(part > 0 for part in parts),
        sum(map(len, cards)),
        good,
        so_so,
        no,
        _mean(OF_LISTED, cards),
        interval(parts, _lengths(OF_LISTED, cards)),
        _mean(AN_ITEM, cards),
        interval(parts, _lengths(AN_ITEM, cards)),
        against,
        _less(OF_LISTED, cards, others) if is_other else None,
        _apart(OF_LISTED, cards, others) if is_other else None,
        _less(AN_ITEM, cards, others) if is_other else None,
        _apart(AN_ITEM, cards, others) if is_other else None,
        _even(cards, others) if is_other else None,
        sum(one > other for one, other in zip(parts, other_parts, strict=True)),
        sum(one == other for one, other in zip(parts, other_parts, strict=True)),
        sum(one < other for one, other in zip(parts, other_parts, strict=True)),
    )


def _good(cards: _Lists) -> list[float]:
    return [float(card.count(GOOD)) for card in cards]


def _lengths(measure: str, cards: _Lists) -> list[float]:
    return [float(len(card)) if measure == OF_LISTED else 1.0 for card in cards]


def _mean(measure: str, cards: _Lists) -> float | None:
    return share(sum(_good(cards)), sum(_lengths(measure, cards)))


def _less(measure: str, cards: _Lists, others: _Lists) -> float | None:
    ours, theirs = _mean(measure, cards), _mean(measure, others)
    return None if ours is None or theirs is None else ours - theirs


def _apart(measure: str, cards: _Lists, others: _Lists) -> Interval | None:
    return difference(_good(cards), _lengths(measure, cards), _good(others), _lengths(measure, others))


def _even(cards: _Lists, others: _Lists) -> EvenRow:
    lengths = [min(len(card), len(other)) for card, other in zip(cards, others, strict=True)]
    cut, other_cut = ([card[:length] for card, length in zip(some, lengths, strict=True)] for some in (cards, others))
    return EvenRow(sum(lengths), _mean(OF_LISTED, cut), _mean(OF_LISTED, other_cut), _apart(OF_LISTED, cut, other_cut))


def _standing(measure: str, lists: Mapping[str, _Lists]) -> Standing:
    leader = max(lists, key=lambda system: _mean(measure, lists[system]) or 0.0)
    others = [system for system in lists if system != leader]
    near = [system for system in others if not _is_ahead(measure, lists[leader], lists[system])]
    return Standing(measure, leader, tuple(near))


def _is_ahead(measure: str, cards: _Lists, others: _Lists) -> bool:
    apart = _apart(measure, cards, others)
    return apart is not None and apart[0] > 0
