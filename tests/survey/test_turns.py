"""What a rater is asked, in which order, and when it ends."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.survey.world import make, newcomer, right, take_all, take_turn, wrong
from typed_sts.survey.questions import Values
from typed_sts.survey.raters import Rater, invite, join, plain_code, rater_of
from typed_sts.survey.report import ratings_of, report
from typed_sts.survey.survey_file import Survey, SurveySettings
from typed_sts.survey.turns import HELD_SECONDS, Turn, answer, current_turn, gold_gap, keep_draft, mark_seen


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "my.survey"


def test_training_comes_first_then_pairs_with_a_gold_question_after_every_four_for_the_accurate(path: Path) -> None:
    survey = make(path, 20)
    kinds = take_all(survey, newcomer(survey))
    assert kinds[:2] == ["training"] * 2
    runs = [len(list(run)) for kind, run in itertools.groupby(kinds[2:]) if kind == "pair"]
    assert runs == [4, 4, 4, 4, 4]
    assert kinds.count("gold") == 4


def test_the_less_accurate_are_checked_more_often(path: Path) -> None:
    settings = SurveySettings()
    assert [gold_gap(settings, percent) for percent in (60, 66.7, 75, 78, 88, 89, 100)] == [2, 2, 2, 3, 3, 4, 4]
    assert gold_gap(SurveySettings(gold_every=(3, 3)), 80) == 3
    survey = make(path, 8, n_training=4)
    rater = newcomer(survey)
    turns = itertools.count()

    def fair(turn: Turn) -> Values:
        return right(turn) if turn.kind == "pair" or next(turns) > 0 else wrong(turn)

    kinds = take_all(survey, rater, fair)  # one question of four wrong: 75%
    assert kinds == ["training"] * 4 + ["pair", "pair", "gold", "pair", "pair", "pair", "gold", "pair", "pair", "pair"]


def test_a_careless_rater_is_stopped_after_training_and_told_apart_in_the_report(path: Path) -> None:
    survey = make(path)
    rater = newcomer(survey)
    assert take_all(survey, rater, wrong) == ["training", "training"]
    assert current_turn(survey, rater) is None
    (row,) = report(survey).raters
    assert (row.state, row.right, row.checked) == ("dropped", 0, 14)
    assert row.reason == "0 of 14 known answers right, 0% of 66.7% asked"


def test_who_grows_careless_later_is_stopped_at_a_gold_question_and_counts_no_more(path: Path) -> None:
    survey = make(path, 12, n_training=1)
    rater = newcomer(survey)

    def tiring(turn: Turn) -> Values:
        return wrong(turn) if turn.kind == "gold" else right(turn)

    assert take_all(survey, rater, tiring) == ["training", "pair", "pair", "pair", "pair", "gold"]
    assert ratings_of(survey) == []
    assert len(ratings_of(survey, dropped=True)) == 4
    assert report(survey).missing == 12 * 5


def test_two_thirds_are_enough_though_they_are_a_little_under_667_per_mille(path: Path) -> None:
    survey = make(path, 1, n_training=3)
    rater = newcomer(survey)
    turns = itertools.count()
    kinds = take_all(survey, rater, lambda turn: wrong(turn) if next(turns) == 1 else right(turn))
    assert kinds == ["training"] * 3 + ["pair"]
    assert report(survey).raters[0].state == "finished"


def test_a_rater_has_at_most_so_many_pairs_and_each_once(path: Path) -> None:
    survey = make(path, 9, pairs_each=5)
    rater = newcomer(survey)
    assert take_all(survey, rater).count("pair") == 5
    rated = [rating.pair for rating in ratings_of(survey)]
    assert len(set(rated)) == 5
    assert report(survey).raters[0].state == "finished"


def test_pairs_that_others_have_begun_come_first_until_each_has_enough(path: Path) -> None:
    survey = make(path, 6, raters=2, pairs_each=3)
    for _ in range(4):
        take_all(survey, newcomer(survey))
    assert [rating.pair for rating in ratings_of(survey)] == [pair for pair in range(1, 7) for _ in range(2)]
    assert report(survey).done == 6
    assert take_all(survey, newcomer(survey)) == ["training", "training"]


def test_raters_get_the_same_pairs_in_different_orders(path: Path) -> None:
    survey = make(path, 8)
    orders = []
    for _ in range(2):
        rater = newcomer(survey)
        turns = [turn for turn in iter(lambda rater=rater: take_turn(survey, rater), None) if turn.kind == "pair"]  # type: ignore[misc]
        orders.append([turn.question for turn in turns])
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]


def test_a_question_put_to_somebody_counts_until_an_hour_has_passed(path: Path) -> None:
    survey = make(path, 1, raters=1, n_training=0)
    slow, quick = newcomer(survey), newcomer(survey)
    held = current_turn(survey, slow, now=0.0)
    assert held
    assert current_turn(survey, quick, now=1.0) is None
    assert current_turn(survey, quick, now=HELD_SECONDS + 1)
    assert answer(survey, slow, held.question, right(held))


def test_who_found_no_pair_left_goes_on_when_another_is_stopped(path: Path) -> None:
    survey = make(path, 2, raters=1, gold_every=(1, 1), n_training=1, n_gold=1)
    first, second = newcomer(survey), newcomer(survey)
    for _ in range(2):
        take_turn(survey, first)  # training, a pair
    held = take_turn(survey, first, wrong)
    assert held
    assert held.kind == "gold"
    assert take_all(survey, second).count("pair") == 2


def test_the_same_question_waits_through_a_restart_with_what_was_chosen(path: Path) -> None:
    survey = make(path)
    rater = newcomer(survey)
    turn = current_turn(survey, rater)
    assert turn
    keep_draft(survey, rater, turn.question, ("3", "", "NA", "", "", "", "", ""))
    again = current_turn(Survey(path), rater)
    assert again
    assert (again.question, again.chosen[:3]) == (turn.question, ("3", "", "NA"))


def test_after_training_what_was_right_is_shown_until_it_was_read(path: Path) -> None:
    survey = make(path)
    rater = newcomer(survey)
    turn = current_turn(survey, rater)
    assert turn
    answer(survey, rater, turn.question, right(turn))
    for _ in range(2):
        shown = current_turn(survey, rater)
        assert shown
        assert (shown.question, shown.answered) == (turn.question, True)
    mark_seen(survey, rater, turn.question)
    following = current_turn(survey, rater)
    assert following
    assert following.question != turn.question


def test_an_answer_counts_once_and_only_to_what_is_asked(path: Path) -> None:
    survey = make(path, n_training=0)
    rater, other = newcomer(survey), newcomer(survey)
    turn = current_turn(survey, rater)
    assert turn
    assert not answer(survey, rater, turn.question + 1, (1.0,) * 8)
    assert not answer(survey, other, turn.question, (1.0,) * 8)
    assert answer(survey, rater, turn.question, (2.0,) * 8)
    assert not answer(survey, rater, turn.question, (5.0,) * 8)
    keep_draft(survey, rater, turn.question, ("5",) * 8)
    assert [rating.values for rating in ratings_of(survey)] == [(2.0,) * 8]


def test_many_raters_at_once_lose_no_answer_and_give_no_pair_too_many(path: Path) -> None:
    survey = make(path, 6, raters=3, n_training=0)
    raters = [newcomer(survey) for _ in range(5)]
    with ThreadPoolExecutor(len(raters)) as pool:
        kinds = list(pool.map(lambda rater: take_all(survey, rater), raters))
    ratings = ratings_of(survey)
    assert len(ratings) == sum(each.count("pair") for each in kinds) == 18
    assert [rating.pair for rating in ratings] == [pair for pair in range(1, 7) for _ in range(3)]


def test_progress_does_not_tell_gold_questions_from_pairs(path: Path) -> None:
    survey = make(path, 10)
    rater = newcomer(survey)
    turns = list(iter(lambda: take_turn(survey, rater), None))
    later = [turn for turn in turns if turn and turn.kind != "training"]
    assert [turn.done for turn in later] == list(range(len(later)))
    assert {turn.in_all for turn in later} == {len(later)}


# Codes.


def test_codes_are_long_forgiving_and_kept_as_hashes_only(path: Path) -> None:
    survey = make(path)
    codes = invite(survey, 50)
    assert len(set(codes)) == 50
    assert all(len(plain_code(code)) == 16 for code in codes)
    typed = f"  {codes[0].lower().replace('-', ' ').replace('0', 'o').replace('1', 'l')} "
    assert join(survey, typed) == plain_code(codes[0])
    content = path.read_bytes()
    assert not any(code.encode() in content or plain_code(code).encode() in content for code in codes)


def test_a_code_of_ones_own_leads_back_to_the_same_rater(path: Path) -> None:
    survey = make(path)
    (code,) = invite(survey, 1)
    assert rater_of(survey, code) is None
    assert join(survey, code) == join(survey, code) == plain_code(code)
    assert rater_of(survey, code) == Rater(1, "active", "")
    assert len(report(survey).raters) == 1


@pytest.mark.parametrize("text", ["", "x", "AAAA-AAAA-AAAA-AAAA", "é" * 16, "0" * 200])
def test_what_is_no_code_lets_nobody_in(path: Path, text: str) -> None:
    survey = make(path)
    assert join(survey, text) is None
    assert rater_of(survey, text) is None
