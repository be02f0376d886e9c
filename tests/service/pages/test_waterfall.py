"""The drawing of a score: it starts at the baseline, ends at the estimate, and never leaves its line."""

import pytest

from tests.service.pages.standin_answers import HOSTILE, StandInAnswers
from typed_sts.domain.explanation import Reason, TypeReasons
from typed_sts.domain.groups import CUT
from typed_sts.domain.relation import Relation
from typed_sts.messages.wording import say
from typed_sts.sample import sample_pairs
from typed_sts.service.pages.marks import number_evidence
from typed_sts.service.pages.rendering import points, score
from typed_sts.service.pages.waterfall import note_on, waterfall


def of(baseline: float, *parts: tuple[str, float]) -> TypeReasons:
    reasons = tuple(Reason(group, value, "same", (), "", ()) for group, value in parts)
    total = baseline + sum(value for _, value in parts)
    return TypeReasons("author", total, "both", "", baseline, total, reasons)


def test_each_step_starts_where_the_last_one_ended() -> None:
    drawn = waterfall(of(2.0, ("creator", 1.5), ("time", -0.5)), [(), ()])
    assert [(step.kind, step.label, step.x, step.width, step.after) for step in drawn.steps] == [
        ("start", "Starting point", 0.0, 40.0, 40.0),
        ("gain", "Maker", 40.0, 30.0, 70.0),
        ("loss", "Time", 60.0, 10.0, 60.0),
        ("end", "Estimate", 0.0, 60.0, 60.0),
    ]
    assert drawn.ticks == (0, 20, 40, 60, 80, 100)


def test_the_line_grows_to_hold_a_sum_beyond_five_and_below_zero() -> None:
    drawn = waterfall(of(4.0, ("title", 6.0), (CUT, -5.0)), [(), ()])
    assert drawn.ticks == (0, 10, 20, 30, 40, 50)
    assert (drawn.steps[2].label, drawn.steps[2].x, drawn.steps[2].width) == ("Kept within 0 to 5", 50.0, 50.0)
    below = waterfall(of(1.0, ("title", -6.0), (CUT, 5.0)), [(), ()])
    assert below.ticks == (50, 60, 70, 80, 90, 100)
    assert (below.steps[1].x, below.steps[1].width) == (0.0, 60.0)


def test_every_pair_of_the_sample_stays_on_its_line_and_ends_at_its_estimate(answers: StandInAnswers) -> None:
    items = [(answers.item(left), answers.item(right)) for left, right in sample_pairs()]
    for left, right in [*items, (HOSTILE[0], HOSTILE[2])]:
        why = answers.why(left, right)
        listed = number_evidence(why).listed
        for kind, evidence in zip(why.types, listed, strict=True):
            steps = waterfall(kind, evidence).steps
            assert all(-0.01 <= step.x and step.x + step.width <= 100.02 for step in steps)
            assert steps[-2].after == pytest.approx(steps[-1].after, abs=0.02)


def test_what_speaks_for_a_pair_comes_before_what_speaks_against_it_and_what_is_weak() -> None:
    drawn = waterfall(of(2.0, ("time", -0.9), ("creator", 0.5), ("title", 0.02), ("place", 0.7)), [(), (), (), ()])
    assert [(part.name, [step.label for step in part.steps]) for part in drawn.parts] == [
        ("for", ["Maker", "Place"]),
        ("against", ["Time"]),
        ("weak", ["Title"]),
    ]
    assert drawn.steps[-2].after == drawn.steps[-1].after == pytest.approx(100 * 2.32 / 5)
    assert [step.before for step in drawn.steps] == [0.0, *(step.after for step in drawn.steps[:-2]), 46.4]


@pytest.mark.parametrize("relation", list(Relation))
def test_nothing_in_common_never_stands_beside_a_plus_without_its_reason(relation: Relation) -> None:
    def note(value: float) -> str:
        found = note_on(Reason("subject", value, str(relation), (), "nothing in common in the subjects", ()))
        return say(found) if found else ""

    assert ("counts for it" in note(0.3)) == (not relation.agrees)
    assert ("counts against it" in note(-0.3)) == relation.agrees
    assert note(0.01) == note(-0.01) == ""


def test_points_carry_a_sign_unless_they_show_as_zero() -> None:
    assert [points(value) for value in (1.2, -0.35, 0.001, -0.004, 0.0)] == ["+1.20", "−0.35", "0.00", "0.00", "0.00"]
    assert [score(value) for value in (4.96, 0.0, -0.0, -0.01)] == ["5.0", "0.0", "0.0", "0.0"]
