"""Which candidates are listed: variety, the floor, what they are worth, repeats, and a place for another holder."""

from collections.abc import Sequence

import numpy as np
import pytest

from typed_sts.domain.arrays import Floats
from typed_sts.domain.statement import VERSION, SharedThing, Statement
from typed_sts.domain.types import HIGH_OVERALL, SIMILARITY_TYPES, TYPES, type_of
from typed_sts.errors import BadOptions
from typed_sts.related.folding import Marks
from typed_sts.related.listing import Field, Rules, Say, places
from typed_sts.related.ranking import (
    ALIKE,
    LEAST_ALONE,
    LEAST_WORTH,
    TELLS_MUCH,
    overall,
    weight_row,
    worth,
)
from typed_sts.saying.say import Said
from typed_sts.scoring.scorer import Estimates

NO_MARKS = Marks({}, "", frozenset())
AS_BEFORE = Rules(0, other_holder=False, fold=False)
HERE, THERE = "museum", "library"


def statement(name: str, kind: str = "thing") -> Statement:
    """Return a statement of a type."""
    return Statement(name, "same", (SharedThing(kind, "", ("a", "b")),), 5.0, 0.9, "the same", ())


def told(*statements: Statement, telling: float = 2.0) -> Said:
    """Return what is said: statements that are telling enough for anything to be worth it, or so much."""
    return Said(statements, tuple("The same." for _ in statements), tuple(telling for _ in statements))


def field_of(
    *rows: dict[str, float],
    by: dict[str, float] | None = None,
    alike: Floats | None = None,
    holders: Sequence[str] = (),
    marks: Sequence[Marks] = (),
    own: Marks = NO_MARKS,
) -> Field:
    """Return candidates of which both records state the types named, with these scores; none is like the asked item."""
    values = np.array([[row.get(name, 1.0) for name in TYPES] for row in rows])
    stated = np.array([[2 if name in row else 0 for name in TYPES] for row in rows], dtype=np.int8)
    estimates = Estimates(values, stated, np.zeros_like(values))
    weights = weight_row(by)
    cosines = np.eye(len(rows) + 1)
    if alike is not None:
        cosines[1:, 1:] = alike
    return Field(
        estimates,
        overall(estimates, weights),
        weights,
        cosines,
        own,
        list(marks) or [NO_MARKS] * len(rows),
        HERE,
        list(holders) or [HERE] * len(rows),
    )


def saying(*names: str) -> Say:
    """Return what is said of each candidate: a statement of a type, or nothing."""
    return lambda number: told(statement(names[number])) if names[number] else Said()


def everything(number: int) -> Said:
    """Say something of every type."""
    return told(*(statement(name) for name in TYPES))


def listed(field: Field, k: int, rules: Rules, say: Say = everything) -> list[int]:
    """Return the candidates that are listed, in their order."""
    return [number for number, _ in places(field, k, rules, say)]


def copies_and_others() -> Field:
    """Return ten copies of one record that score 4.5, and ten unlike records that score 3.5."""
    alike = np.eye(20)
    alike[:10, :10] = 0.85
    np.fill_diagonal(alike, 1.0)
    return field_of(*[dict.fromkeys(TYPES, 4.5)] * 10, *[dict.fromkeys(TYPES, 3.5)] * 10, alike=alike)


def test_records_that_are_much_alike_do_not_fill_the_list() -> None:
    assert 1 <= sum(number < 10 for number in listed(copies_and_others(), 10, AS_BEFORE)) <= 3


def test_they_are_listed_where_there_is_nothing_else() -> None:
    alike = np.full((10, 10), 0.85)
    field = field_of(*[dict.fromkeys(TYPES, 4.5)] * 10, alike=alike)
    assert sorted(listed(field, 10, AS_BEFORE)) == list(range(10))


@pytest.mark.parametrize("rules", [AS_BEFORE, Rules()])
def test_what_is_listed_is_in_the_order_of_the_score_that_is_shown(rules: Rules) -> None:
    random = np.random.default_rng(3)
    alike = random.uniform(0, 0.8, (40, 40))
    field = field_of(*[{name: float(random.uniform(0, 5)) for name in TYPES} for _ in range(40)], alike=alike)
    few, many = listed(field, 5, rules), listed(field, 12, rules)
    assert [field.scores[number] for number in many] == sorted(field.scores[many], reverse=True)
    assert set(few) < set(many)


@pytest.mark.parametrize("name", [row.name for row in SIMILARITY_TYPES if not row.dated])
def test_what_is_said_must_be_of_a_type_that_reaches_its_threshold(name: str) -> None:
    least = type_of(name).threshold
    field = field_of({name: least}, {name: least - 0.01}, {name: least})
    assert listed(field, 3, Rules(), saying(name, name, "")) == [0]


def test_a_date_alone_is_enough_where_time_was_asked_for_or_all_is_alike() -> None:
    rows = ({"time": 3.9, "general": 2.0}, {"time": 3.9, "general": 3.5}, {"time": 2.0, "general": 3.5})
    say = saying("time", "time", "time")
    assert listed(field_of(*rows), 3, Rules(), say) == [1]
    assert listed(field_of(*rows, by={"time": 1.0}), 3, Rules(), say) == [1, 0]


def test_what_is_said_of_a_type_that_was_not_chosen_is_not_enough() -> None:
    rows = ({"author": 3.0, "location": 4.5}, {"author": 3.0, "location": 4.5})
    assert listed(field_of(*rows, by={"author": 1.0}), 2, Rules(), saying("location", "author")) == [1]


def test_a_high_score_is_listed_without_a_word() -> None:
    by = {"subject": 1.0}
    field = field_of({"subject": HIGH_OVERALL}, {"subject": HIGH_OVERALL - 0.1}, by=by)
    assert listed(field, 2, Rules(), saying("", "")) == [0]


def test_where_all_matters_nothing_is_listed_without_a_word() -> None:
    field = field_of({"general": 4.9}, {"general": 4.9})
    assert listed(field, 2, Rules(), saying("", "general")) == [1]


def saying_so_much(field: Field, *worths: float) -> Say:
    """Return what makes each candidate worth so much."""
    each = worth(0.0, [(statement("people"), 1.0)])
    return lambda number: told(statement("people"), telling=(worths[number] - float(field.scores[number])) / each)


def test_what_is_said_must_be_so_telling_that_with_its_score_an_item_is_worth_listing() -> None:
    field = field_of(*[{"people": 3.5, "general": ALIKE}] * 3)
    say = saying_so_much(field, LEAST_WORTH + 0.01, LEAST_WORTH - 0.01, LEAST_WORTH + 0.3)
    assert listed(field, 3, Rules(), say) == [0, 2]
    assert listed(field, 3, Rules(3.4), say) == [0, 1, 2]


def test_what_tells_little_is_enough_only_for_two_that_are_alike_as_a_whole() -> None:
    field = field_of(*[dict.fromkeys(TYPES, 3.3) | {"general": general} for general in (ALIKE, ALIKE - 0.1)])
    maker = statement("author")
    assert listed(field, 2, Rules(), lambda _: told(maker, telling=TELLS_MUCH - 0.1)) == [0]
    assert listed(field, 2, Rules(), lambda _: told(maker, telling=TELLS_MUCH)) == [0, 1]


def test_where_nothing_is_worth_it_what_comes_near_is_better_than_an_empty_list() -> None:
    field = field_of(*[{"people": 3.5}] * 3)
    assert listed(field, 3, Rules(), saying_so_much(field, LEAST_ALONE + 0.01, LEAST_ALONE - 0.01, 2.6)) == [0]
    assert len(listed(field, 3, Rules(), saying_so_much(field, 3.4, 3.4, 3.4))) == 2
    assert listed(field, 3, Rules(), saying("", "", "")) == []


def test_a_list_is_not_filled_up_behind_much_better_items() -> None:
    field = field_of(*[{"people": 3.5}] * 4)
    assert listed(field, 4, Rules(), saying_so_much(field, 5.5, 4.7, 4.4, 4.0)) == [0, 1]
    assert listed(field, 4, Rules(), saying_so_much(field, 4.8, 4.7, 4.4, 4.0)) == [0, 1, 2, 3]


def test_what_an_item_is_about_counts_half_of_what_it_is() -> None:
    about, kind = ((statement("subject", name), 1.0) for name in ("subject", "kind"))
    assert worth(0.0, [about]) == worth(0.0, [kind]) / 2
    assert worth(2.0, [about, kind]) == worth(2.0, [kind])
    assert worth(2.0, []) == 2.0


def test_a_floor_of_ones_own_holds_for_every_type_and_zero_is_none() -> None:
    field = field_of({"subject": 4.6}, {"subject": 3.6}, {"subject": 0.1})
    say = saying("subject", "subject", "")
    assert listed(field, 3, Rules(4.5), say) == [0]
    assert listed(field, 3, Rules(0.05), say) == [0, 1]
    assert listed(field, 3, Rules(0), say) == [0, 1, 2]


@pytest.mark.parametrize("score", [-0.1, 5.1, float("nan")])
def test_a_floor_outside_the_scale_is_refused(score: float) -> None:
    with pytest.raises(BadOptions, match="at_least is a score from 0 to 5"):
        Rules(score)


def test_it_is_asked_what_can_be_said_only_of_what_may_be_listed_and_not_of_all() -> None:
    asked: list[int] = []

    def nothing(number: int) -> Said:
        asked.append(number)
        return Said()

    field = field_of(*[{"subject": 3.5}] * 50, *[{"subject": 1.0}] * 50)
    assert listed(field, 3, Rules(), nothing) == []
    assert 3 < len(asked) <= 15
    assert max(asked) < 50


def test_versions_of_the_asked_item_take_one_place() -> None:
    field = field_of(*[{"subject": 4.5}] * 3, {"people": 3.5})

    def say(number: int) -> Said:
        return told(statement("people") if number == 3 else statement("subject", VERSION))

    assert places(field, 4, Rules(), say) == [(0, [1, 2]), (3, [])]


def test_what_is_nearly_the_same_stands_behind_the_best_of_them() -> None:
    alike = np.eye(4)
    alike[1, 3] = alike[3, 1] = 0.95
    field = field_of({"subject": 4.0}, {"subject": 3.5}, {"subject": 3.4}, {"subject": 3.8}, alike=alike)
    assert places(field, 4, Rules(), everything) == [(0, []), (3, [1]), (2, [])]
    assert listed(field, 4, AS_BEFORE) == [0, 3, 1, 2]


def test_the_last_place_is_for_a_good_item_of_another_holder() -> None:
    rows = [{"subject": 4.5 - number / 10} for number in range(6)]
    holders = [HERE, HERE, HERE, "", THERE, THERE]
    field = field_of(*rows, holders=holders)
    assert listed(field, 3, Rules()) == [0, 1, 4]
    assert listed(field, 3, Rules(other_holder=False)) == [0, 1, 2]
    assert listed(field, 3, Rules(), saying(*["subject"] * 4, "", "subject")) == [0, 1, 5]
    assert listed(field, 3, Rules(), saying(*["subject"] * 4, "", "")) == [0, 1, 2]
    assert listed(field, 1, Rules()) == [0]


def test_one_of_another_holder_that_would_stand_behind_an_item_gets_the_place() -> None:
    alike = np.eye(3)
    alike[0, 2] = alike[2, 0] = 0.95
    field = field_of({"subject": 4.5}, {"subject": 4.4}, {"subject": 4.0}, alike=alike, holders=[HERE, HERE, THERE])
    assert places(field, 2, Rules(), everything) == [(0, []), (2, [])]
    assert places(field, 3, Rules(), everything) == [(0, []), (1, []), (2, [])]


def test_nobody_elsewhere_is_looked_for_where_one_is_listed_already() -> None:
    field = field_of({"subject": 4.5}, {"subject": 4.4}, {"subject": 4.3}, holders=[THERE, HERE, THERE])
    assert listed(field, 2, Rules()) == [0, 1]


def shoe(years: tuple[int, int] | None = (1700, 1749), title: str = "shoe") -> Marks:
    """Return the marks of a record without a maker."""
    return Marks({}, title, frozenset(), years)


def test_the_asked_item_once_more_is_listed_only_where_there_is_nothing_else() -> None:
    rows = [{"subject": 4.9}, {"subject": 4.8}, {"subject": 4.5}]
    copies = field_of(*rows, marks=[shoe(), shoe(), shoe((1300, 1400))], own=shoe())
    copies.alike[0, 1:] = copies.alike[1:, 0] = 0.95
    assert places(copies, 3, Rules(), everything) == [(2, [])]
    assert listed(copies, 3, AS_BEFORE) == [0, 1, 2]
    nothing_else = field_of(*rows[:2], marks=[shoe(), shoe()], own=shoe())
    nothing_else.alike[0, 1:] = 0.95
    assert places(nothing_else, 3, Rules(), everything) == [(0, [1])]


def test_the_same_work_at_another_holder_is_listed() -> None:
    wave = Marks({}, "the wave", frozenset(["hokusai"]), (1831, 1831))
    field = field_of({"subject": 4.9}, {"subject": 4.8}, marks=[wave, wave], own=wave, holders=[THERE, HERE])
    assert listed(field, 2, Rules()) == [0]


def test_places_that_are_left_are_for_things_of_their_own_that_stood_behind_another() -> None:
    tapes = [Marks({}, f"tape {number}", frozenset(["leith"])) for number in (1, 2, 3)]
    field = field_of({"subject": 4.9}, {"subject": 4.8}, {"subject": 4.7}, alike=np.full((3, 3), 0.4), marks=tapes)
    assert places(field, 1, Rules(), everything) == [(0, [1, 2])]
    assert places(field, 2, Rules(), everything) == [(0, [2]), (1, [])]
    prints = [Marks({}, "tape", frozenset(["leith"]))] * 3
    field = field_of({"subject": 4.9}, {"subject": 4.8}, {"subject": 4.7}, alike=np.full((3, 3), 0.4), marks=prints)
    assert places(field, 2, Rules(), everything) == [(0, [1, 2])]
