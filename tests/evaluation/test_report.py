"""The report: figures per type, their mean, parts, comparisons and warnings."""

import json
import math

import numpy as np
import pytest

from typed_sts.domain.arrays import Bools, Floats
from typed_sts.domain.scores import Scores
from typed_sts.domain.types import TYPES
from typed_sts.evaluation.report import EvaluationReport, evaluate, to_json
from typed_sts.evaluation.report_text import report_text
from typed_sts.task_files.ratings import Gold


def made(n: int = 60, seed: int = 0) -> tuple[Floats, Floats]:
    random = np.random.default_rng(seed)
    gold = random.uniform(0, 5, size=(n, 8))
    return gold, np.clip(gold + random.normal(size=(n, 8)), 0, 5)


def report(gold: Gold, *systems: Scores, parts: tuple[tuple[str, Bools], ...] = ()) -> EvaluationReport:
    return evaluate(gold, systems, parts=parts, resamples=300, seed=0)


def test_each_type_is_correlated_and_the_mean_is_theirs() -> None:
    gold, scores = made()
    (part,) = report(Gold("gold", gold), Scores("scores", scores)).parts
    (system,) = part.systems
    expected = [np.corrcoef(gold[:, k], scores[:, k])[0, 1] for k in range(8)]
    assert [result.type for result in system.types] == list(TYPES)
    assert [result.r for result in system.types] == pytest.approx(expected)
    assert system.mean == pytest.approx(np.mean(expected))
    assert {result.n for result in system.types} == {part.n} == {60}
    assert system.low is not None
    assert system.high is not None
    assert system.low < np.mean(expected) < system.high


def test_a_system_that_only_repeats_general_has_nothing_left_given_general() -> None:
    random = np.random.default_rng(1)
    general = random.uniform(0, 5, size=2000)
    gold = np.column_stack([general, *(general + random.normal(size=2000) for _ in range(7))])
    repeats = np.column_stack([general + random.normal(size=2000) for _ in range(8)])
    tells = gold + random.normal(size=gold.shape)
    one, other = report(Gold("gold", gold), Scores("repeats", repeats), Scores("tells", tells)).parts[0].systems
    assert one.types[0].partial is None
    for repeated, told in zip(one.types[1:], other.types[1:], strict=True):
        assert repeated.r is not None
        assert repeated.r > 0.6
        assert repeated.partial == pytest.approx(0, abs=0.08)
        assert told.partial is not None
        assert told.partial > 0.6


def test_a_constant_column_counts_as_zero_with_a_warning_and_no_interval() -> None:
    gold, scores = made()
    scores[:, 3] = 2.5
    found = report(Gold("gold.txt", gold), Scores("run.tsv", scores))
    system = found.parts[0].systems[0]
    time = system.types[3]
    assert (time.r, time.low, time.high) == (0.0, None, None)
    assert found.warnings == ("all pairs: time is 2.5 throughout run.tsv; its correlation counts as .0000",)
    assert system.mean == pytest.approx(sum(result.r or 0 for result in system.types) / 8)


def test_all_columns_constant_is_a_score_of_zero_never_nan() -> None:
    gold, scores = made()
    found = report(Gold("gold", gold), Scores("run", np.full_like(scores, 2.5)))
    system = found.parts[0].systems[0]
    assert (system.mean, system.low, system.high) == (0.0, None, None)
    assert len(found.warnings) == 8
    assert "nan" not in report_text(found).lower()
    json.loads(json.dumps(to_json(found), allow_nan=False))


def test_few_pairs_are_warned_about() -> None:
    gold, scores = made(n=29)
    assert "only 29" in report(Gold("gold", gold), Scores("run", scores)).warnings[0]
    gold, scores = made(n=30)
    assert report(Gold("gold", gold), Scores("run", scores)).warnings == ()


def test_a_type_is_scored_over_the_pairs_somebody_rated() -> None:
    gold, scores = made()
    gold[10:, 4] = np.nan
    gold[:5, 0] = np.nan
    gold[:, 6] = np.nan
    found = report(Gold("ratings", gold, np.isnan(gold)), Scores("run", scores))
    types = found.parts[0].systems[0].types
    assert [result.n for result in types] == [55, 60, 60, 60, 10, 60, 0, 60]
    assert types[4].r == pytest.approx(np.corrcoef(gold[:10, 4], scores[:10, 4])[0, 1])
    both = report(Gold("gold", gold[5:10]), Scores("run", scores[5:10])).parts[0].systems[0]
    assert types[4].partial == pytest.approx(both.types[4].partial), "given general: where both are rated"
    assert types[6].r is None
    known = [result.r for result in types if result.r is not None]
    assert found.parts[0].systems[0].mean == pytest.approx(math.fsum(known) / 7)
    assert found.warnings == ("all pairs: nobody rated subject; it is left out of the mean",)


def test_how_well_not_stated_is_told_is_measured_over_judged_pairs() -> None:
    gold, scores = made()
    predicted = np.zeros((60, 8))
    gold[:20, 1] = np.nan
    predicted[:20, 1] = 1
    predicted[20:30, 1] = 1
    not_stated = np.isnan(gold)
    gold[59], not_stated[59] = np.nan, False
    found = report(Gold("ratings", gold, not_stated), Scores("run", scores, predicted))
    author = found.parts[0].systems[0].types[1]
    assert author.auc == pytest.approx((29 + 10 / 2) / 39)
    assert found.parts[0].systems[0].auc == author.auc, "the other types have no pair that is not stated"
    assert "1 of 60 have no rating in ratings" in found.warnings[0]
    assert "n/a" in report_text(found)
    assert report(Gold("gold", gold), Scores("run", scores, predicted)).parts[0].systems[0].auc is None


def test_parts_are_the_report_of_their_pairs_alone() -> None:
    gold, scores = made()
    keep = np.arange(60) % 2 == 0
    whole = report(Gold("gold", gold), Scores("run", scores), parts=(("even", keep), ("none", np.zeros(60, np.bool_))))
    alone = report(Gold("gold", gold[keep]), Scores("run", scores[keep]))
    assert [part.n for part in whole.parts] == [60, 30, 0]
    assert whole.parts[1].systems == alone.parts[0].systems
    assert whole.warnings == ("none: there are none",)
    assert "None: 0" in report_text(whole)


def test_two_systems_are_compared_type_by_type_and_in_the_mean() -> None:
    gold, scores = made(n=200)
    worse = scores + np.random.default_rng(9).normal(size=scores.shape)
    first, second = (part := report(Gold("g", gold), Scores("A", worse), Scores("B", scores)).parts[0]).systems
    assert [found.type for found in part.differences] == [*TYPES, "mean"]
    mean = part.differences[-1]
    assert second.mean is not None
    assert first.mean is not None
    assert mean.difference == pytest.approx(second.mean - first.mean)
    assert mean.low is not None
    assert mean.low > 0
    assert mean.p_bootstrap == 0


def test_json_holds_every_figure_and_no_nan() -> None:
    gold, scores = made()
    found = report(Gold("g", gold), Scores("A", scores), Scores("B", gold))
    plain = json.loads(json.dumps(to_json(found), allow_nan=False))
    assert plain["format_version"] == 1
    assert plain["parts"][0]["systems"][1]["mean"] == 1.0
    assert plain["parts"][0]["differences"][0]["z"] is None, "infinite: r = 1"
    assert plain["parts"][0]["systems"][0]["types"][0]["partial"] is None


def test_the_text_says_what_fisher_takes_for_granted() -> None:
    gold, scores = made()
    text = report_text(report(Gold("g", gold), Scores("A", scores), Scores("B", scores)))
    assert "independent samples" in text
    assert "300 resamples, seed 0" in text
    assert all(line == line.rstrip() for line in text.splitlines())
