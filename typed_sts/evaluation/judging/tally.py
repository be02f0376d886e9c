"""What verdicts add up to: how much of what is said is true and worth saying, false, or missed.

    T          true and worth saying, of the statements that say something is shared
    true       T or V: true, perhaps trivial
    F          false
    recall     T / (T + missed), over the types of pairs

What says that nothing is shared ("different", "only one record", "not stated") is counted apart: of it only what is
false matters. Intervals are by a bootstrap over cards. Only what has a verdict counts.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from typed_sts.domain.types import TYPES
from typed_sts.evaluation.judging.questions import (
    FALSE,
    GOOD,
    NO,
    NONE,
    NOT_STATED,
    REPEAT,
    SO_SO,
    TRIVIAL,
    TRUE,
    Question,
    questions_of,
)
from typed_sts.evaluation.judging.sample_file import RELATED, WHY, Sample
from typed_sts.evaluation.judging.shares import Interval, interval, share

ALL = "all"
_NEAR = 1.5
"""Points that a score may be off the judge's."""
Judged = tuple[Sample, Mapping[str, str]]
"""A sample and the verdicts on it, by key."""


@dataclass(frozen=True, slots=True)
class Row:
    """The verdicts on the statements of a group or a type."""

    name: str
    n: int
    true: int
    trivial: int
    false: int
    missed: int
    share_true: float | None
    share_false: float | None
    recall: float | None
    interval_true: Interval | None
    interval_false: Interval | None


@dataclass(frozen=True, slots=True)
class Recommended:
    """The verdicts on the related items of a group: of how many, how good, and how many have a line at all."""

    name: str
    n: int
    good: int
    so_so: int
    no: int
    repeat: int
    with_line: int
    false_lines: int
    elsewhere: int
    """Held by another provider."""
    cards: int
    interval_good: Interval | None
    empty: int
    """Items with an empty list, which are not among the cards."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The tables of samples A and B."""

    related_by_group: tuple[Row, ...]
    related_by_type: tuple[Row, ...]
    recommended: tuple[Recommended, ...]
    why_by_group: tuple[Row, ...]
    why_by_type: tuple[Row, ...]
    silent_by_group: tuple[Row, ...]
    """Lines that say nothing is shared."""
    stated_right: tuple[int, int]
    scores_near: tuple[int, int]
    """How many of how many with a score by the judge."""
    judged: int
    asked: int


@dataclass(frozen=True, slots=True)
class _Verdict:
    """A verdict with what it is about; `card` is unlike for any two cards."""

    card: tuple[int, str]
    question: Question
    verdict: str

    @property
    def letter(self) -> str:
        return self.verdict.split()[0]

    @property
    def group(self) -> str:
        return self.question.card.group

    @property
    def type(self) -> str:
        return self.question.said.type if self.question.said else ""


def tally(judged: Sequence[Judged]) -> Tally:
    """Return the tables of samples and the verdicts on them."""
    given, asked = [], 0
    for number, (sample, verdicts) in enumerate(judged):
        for question in questions_of(sample):
            asked += 1
            if question.key in verdicts:
                given.append(_Verdict((number, question.card.key), question, verdicts[question.key]))
    lists = [card for sample, _ in judged for card in sample.cards if card.kind == RELATED]
    empty = [card.group for card in lists if not card.others]
    of_related = [one for one in given if one.question.card.kind == RELATED]
    of_why = [one for one in given if one.question.card.kind == WHY]
    asserting = [one for one in of_why if one.question.missed or (one.question.said and one.question.said.asserts)]
    silent = [one for one in of_why if one.question.said and not one.question.said.asserts]
    stated, near = _scores(of_why)
    return Tally(
        _rows(of_related, _by_group),
        _rows(of_related, _by_type),
        _recommended(of_related, empty),
        _rows(asserting, _by_group),
        _rows(asserting, _by_type),
        _rows(silent, _by_group),
        stated,
        near,
        len(given),
        asked,
    )


# Statements.


def _by_group(one: _Verdict) -> list[str]:
    """Return the row of a verdict, once for each type that it says is missed."""
    return [one.group] * (len(_missed(one)) if one.question.missed else 1)


def _by_type(one: _Verdict) -> list[str]:
    return _missed(one) if one.question.missed else [one.type]


def _missed(one: _Verdict) -> list[str]:
    return [] if one.verdict == NONE else one.verdict.split()


def _rows(given: Iterable[_Verdict], rows_of: Callable[[_Verdict], list[str]]) -> tuple[Row, ...]:
    """Return a row for each name and one for all."""
    counted: dict[str, list[tuple[tuple[int, str], str]]] = {}
    for one in given:
        if one.question.said is not None or one.question.missed:
            for name in rows_of(one):
                letter = "missed" if one.question.missed else one.letter
                counted.setdefault(name, []).append((one.card, letter))
    order = [*(name for name in TYPES if name in counted), *sorted(counted.keys() - set(TYPES))]
    every = [entry for name in order for entry in counted[name]]
    return tuple(_row(name, entries) for name, entries in [*((name, counted[name]) for name in order), (ALL, every)])


def _row(name: str, entries: Sequence[tuple[tuple[int, str], str]]) -> Row:
    letters = [letter for _, letter in entries]
    true, trivial, false, missed = (letters.count(letter) for letter in (TRUE, TRIVIAL, FALSE, "missed"))
    cards = list(dict.fromkeys(card for card, _ in entries))
    of_card = {card: [letter for other, letter in entries if other == card] for card in cards}
    said = [float(sum(letter != "missed" for letter in of_card[card])) for card in cards]
    intervals = [
        interval([float(of_card[card].count(letter)) for card in cards], said) for letter in (TRUE, FALSE)
    ]  # fmt: skip
    n = true + trivial + false
    return Row(
        name,
        n,
        true,
        trivial,
        false,
        missed,
        share(true, n),
        share(false, n),
        share(true, true + missed),
        intervals[0],
        intervals[1],
    )


def _scores(given: Iterable[_Verdict]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return, of the lines that a judge scored, how many are stated as they say, and how many scores are near."""
    stated, near = [], []
    for one in given:
        _, _, score = one.verdict.partition(" ")
        said = one.question.said
        if said is None or not score:
            continue
        stated.append((score == NOT_STATED) == (said.stated != "both"))
        if score != NOT_STATED and said.score is not None:
            near.append(abs(float(score) - said.score) <= _NEAR)
    return (sum(stated), len(stated)), (sum(near), len(near))


# Related items.


def _recommended(given: Sequence[_Verdict], empty: Sequence[str]) -> tuple[Recommended, ...]:
    """Return the tables by group; `empty` are the groups of the items with an empty list."""
    items = [one for one in given if one.question.said is None]
    false = {
        (one.card, one.question.key.rpartition(".")[0])
        for one in given
        if one.question.said is not None and one.letter == FALSE
    }
    names = sorted({one.group for one in items})
    return tuple(
        _recommendations(
            name,
            [one for one in items if name in (ALL, one.group)],
            false,
            sum(name in (ALL, group) for group in empty),
        )
        for name in (*names, ALL)
    )


def _recommendations(
    name: str, items: Sequence[_Verdict], false: set[tuple[tuple[int, str], str]], empty: int
) -> Recommended:
    counts = {verdict: sum(one.verdict == verdict for one in items) for verdict in (GOOD, SO_SO, NO, REPEAT)}
    cards = list(dict.fromkeys(one.card for one in items))
    good = [float(sum(one.card == card and one.verdict == GOOD for one in items)) for card in cards]
    whole = [float(sum(one.card == card for one in items)) for card in cards]
    return Recommended(
        name,
        len(items),
        counts[GOOD],
        counts[SO_SO],
        counts[NO],
        counts[REPEAT],
        sum(bool(one.question.other.statements) for one in items),
        sum((one.card, one.question.key) in false for one in items),
        sum(one.question.other.item.provider != one.question.card.item.provider for one in items),
        len(cards),
        interval(good, whole),
        empty,
    )
