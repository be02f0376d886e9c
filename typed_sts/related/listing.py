"""Which of the candidates are listed: those worth it, each kind of thing once, and one of another holder.

    floor       something is said of the pair, of a chosen type that both records state and that reaches its threshold;
                and where all matters, it is worth listing: the score and how telling that is, together
                (typed_sts.related.ranking); what tells little, the maker of a tenth of the collection, is enough
                only for two that are alike as a whole. A high score is enough where anything is said. Where nothing
                reaches the floor, the two that come nearest
    copies      of the asked item itself, at its own holder, are listed only where there is nothing else
    folded      what is nearly the same as something listed stands behind it, as long as there is no place left
                (typed_sts.related.folding)
    varied      one after the other, the worthiest first
    elsewhere   where all are of the asked item's own holder, the last place is for the best of another one

What is to be said costs most, so that it is asked only of what might be listed, and of so many at most.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats
from typed_sts.domain.statement import VERSION, Statement
from typed_sts.domain.types import GENERAL, HIGH_OVERALL, HIGHEST, LOWEST, SIMILARITY_TYPES, TYPES
from typed_sts.errors import BadOptions
from typed_sts.related.folding import Marks, fold_alike, is_copy, may_stand_alone
from typed_sts.related.ranking import (
    ALIKE,
    LEAST_ALONE,
    LEAST_WORTH,
    TELLS_MUCH,
    beside_best,
    costs,
    telling,
    values_of,
    worth,
)
from typed_sts.saying.say import Said
from typed_sts.scoring.scorer import Estimates

_THRESHOLDS = np.array([row.threshold for row in SIMILARITY_TYPES])
_DATED = np.array([row.dated for row in SIMILARITY_TYPES])
_TRIED_A_PLACE = 5
"""For how many candidates a place it is asked what is to be said, at most."""
_TRIED_ELSEWHERE = 5
_MOST_ALONE = 2
"""How many are listed where nothing reaches the floor."""
_BOTH = 2


@dataclass(frozen=True, slots=True)
class Rules:
    """What a list may hold. `at_least` is a score for all types alike, None the threshold of each; 0 is no floor."""

    at_least: float | None = None
    other_holder: bool = True
    fold: bool = True

    def __post_init__(self) -> None:
        if self.at_least is not None and not LOWEST <= self.at_least <= HIGHEST:
            raise BadOptions(f"at_least is a score from {LOWEST:g} to {HIGHEST:g}, not {self.at_least}")

    @property
    def no_floor(self) -> bool:
        """Whether everything is listed, as long as there are places."""
        return self.at_least == 0


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The candidates of an item: row by row their estimates, scores, words alike, marks and holders.

    `alike` has the asked item in its first row and column, and then the candidates.
    """

    estimates: Estimates
    scores: Floats
    weights: Floats
    alike: Floats
    own: Marks
    marks: Sequence[Marks]
    holder: str
    holders: Sequence[str]

    @property
    def among(self) -> Floats:
        """Return how alike the candidates are among each other."""
        return self.alike[1:, 1:]

    def is_copy(self, number: int) -> bool:
        """Say whether a candidate is the asked item once more, at the same holder or as the same record."""
        marks = self.marks[number]
        here = self.holders[number] == self.holder or marks.same_record(self.own)
        return here and is_copy(marks, self.own, float(self.alike[0, number + 1]))


Say = Callable[[int], Said]
"""What is to be said of a candidate."""


def places(field: Field, k: int, rules: Rules, say: Say) -> list[tuple[int, list[int]]]:
    """Return at most k candidates by falling score, each with those behind it, the best of them first."""
    value = values_of(field.scores, field.estimates.values[:, 0])
    floor = _Floor(field, rules.at_least)
    reached = np.ones(len(value), dtype=bool) if rules.no_floor else floor.may_be_reached()
    order = [int(number) for number in np.argsort(-value, kind="stable") if reached[number]]
    copies = [number for number in order if rules.fold and field.is_copy(number)]
    order = [number for number in order if number not in copies]
    folded = fold_alike(order, field.marks, field.among, field.own) if rules.fold else {n: [] for n in order}
    listed = _fill(field, k, rules, say, value, folded, floor)
    if rules.fold:
        _unfold(field, k, say, listed, floor, rules)
    if rules.other_holder and k > 1:
        _give_elsewhere_a_place(field, k, say, listed, order, _Floor(field, rules.at_least or None))
    if not listed and copies and (rules.no_floor or floor.reached(copies[0], say(copies[0]))):
        listed[copies[0]] = copies[1:]
        order = copies
    taken = set(listed)
    ranked = sorted(listed, key=lambda n: (-round(float(field.scores[n]), 4), -value[n], n))
    return [(n, sorted(set(listed[n]) - taken, key=order.index)) for n in ranked]


class _Floor:
    """What a candidate must reach: `telling` says of each which types may speak for it, `high` whether none has to."""

    def __init__(self, field: Field, at_least: float | None) -> None:
        estimates = field.estimates
        general = TYPES.index(GENERAL)
        least = _THRESHOLDS if at_least is None else at_least
        self._telling = (estimates.stated == _BOTH) & (estimates.values >= least)
        self._high = field.scores >= max(HIGH_OVERALL, at_least or 0.0)
        self._scores = field.scores
        self._alike = estimates.values[:, general] >= ALIKE
        self._is_usual = at_least is None and bool(field.weights[general] > 0)
        if field.weights[general] > 0:
            self._telling &= ~_DATED | self._telling[:, [general]]
        else:
            self._telling &= field.weights > 0

    def may_be_reached(self) -> npt.NDArray[np.bool_]:
        """Say of which candidates it depends only on what is said of them."""
        found: npt.NDArray[np.bool_] = self._telling.any(axis=1) | self._high
        return found

    def worthy(self, said: Mapping[int, Said]) -> dict[int, float]:
        """Return what those are worth that are listed if there is place for them: of each it is known what is said.

        Where no floor of one's own and no types are asked for, that is what reaches the floor and is not far behind
        the best; where nothing reaches it, what comes near.
        """
        found = [number for number in said if self.reached(number, said[number])]
        if not self._is_usual:
            return {number: float(self._scores[number]) for number in found}
        near = [number for number in said if self._comes_to(LEAST_ALONE, number, said[number])]
        near.sort(key=lambda number: -self._worth(number, said[number]))
        worths = {number: self._worth(number, said[number]) for number in found or near[:_MOST_ALONE]}
        least = beside_best(max(worths.values(), default=0.0))
        return {number: its_worth for number, its_worth in worths.items() if its_worth >= least}

    def reached(self, number: int, said: Said) -> bool:
        """Say whether a candidate reaches it, of which this is said."""
        if self._high[number] and (said.statements or not self._is_usual):
            return True
        if not self._is_usual:
            return self._comes_to(LOWEST, number, said)
        tells = telling(self._told(number, said)) >= TELLS_MUCH
        return (tells or bool(self._alike[number])) and self._comes_to(LEAST_WORTH, number, said)

    def _comes_to(self, least: float, number: int, said: Said) -> bool:
        return bool(self._told(number, said)) and self._worth(number, said) >= least

    def _worth(self, number: int, said: Said) -> float:
        return worth(float(self._scores[number]), self._told(number, said))

    def _told(self, number: int, said: Said) -> list[tuple[Statement, float]]:
        return [
            (statement, tells)
            for statement, tells in zip(said.statements, said.telling, strict=True)
            if self._telling[number, TYPES.index(statement.type)]
        ]


def _fill(
    field: Field, k: int, rules: Rules, say: Say, value: Floats, folded: dict[int, list[int]], floor: _Floor
) -> dict[int, list[int]]:
    """Return what is listed, with what is behind it: the worthiest first, less what is like the listed ones."""
    left = np.full(len(value), -np.inf)
    if rules.no_floor:
        left[list(folded)] = value[list(folded)]
    else:
        tried = list(folded)[: _TRIED_A_PLACE * k]
        for number, its_worth in floor.worthy({number: say(number) for number in tried}).items():
            left[number] = its_worth + value[number] - field.scores[number]
    cost = costs(field.among)
    listed: dict[int, list[int]] = {}
    version: int | None = None
    while len(listed) < k and left.size and np.isfinite(left).any():
        number = int(np.argmax(left))
        left[number] = -np.inf
        is_version = _is_version(say(number))
        if is_version and version is not None and rules.fold:
            listed[version] += [number, *folded[number]]
            continue
        version = number if is_version else version
        listed[number] = list(folded[number])
        left -= cost[number]
    return listed


def _is_version(said: Said) -> bool:
    """Say whether an item is said to be a version of the asked one."""
    return any(thing.kind == VERSION for statement in said.statements for thing in statement.things)


def _unfold(field: Field, k: int, say: Say, listed: dict[int, list[int]], floor: _Floor, rules: Rules) -> None:
    """Give the places that are left to the best of those behind others that are things of their own."""
    behind = sorted({n for others in listed.values() for n in others}, key=lambda n: -field.scores[n])
    for number in behind[: _TRIED_A_PLACE * k]:
        if len(listed) >= k:
            return
        alone = all(
            may_stand_alone(field.marks[number], field.marks[other], float(field.among[number, other]))
            for other in listed
        )
        if alone and not _is_version(say(number)) and (rules.no_floor or floor.reached(number, say(number))):
            for others in listed.values():
                if number in others:
                    others.remove(number)
            listed[number] = []


def _give_elsewhere_a_place(
    field: Field, k: int, say: Say, listed: dict[int, list[int]], order: Sequence[int], floor: _Floor
) -> None:
    """Put a good item of another holder in the last place, where all that is listed is of the asked item's own."""
    if not field.holder or any(field.holders[number] != field.holder for number in listed):
        return
    may = floor.may_be_reached()
    others = [n for n in order if field.holders[n] not in ("", field.holder) and may[n]][:_TRIED_ELSEWHERE]
    found = next((n for n in others if (told := say(n)).statements and floor.reached(n, told)), None)
    if found is None:
        return
    if len(listed) == k:
        del listed[min(listed, key=lambda number: (field.scores[number], -number))]
    listed[found] = []
