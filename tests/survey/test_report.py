"""Agreement, progress and export: checked by hand, by the definition, and by the readers of ratings."""

from pathlib import Path
from statistics import correlation, fmean

import numpy as np
import pytest

from tests.survey.world import make, newcomer, take_all
from typed_sts.domain.types import TYPES
from typed_sts.survey.agreement import agreement, agreement_of_raters, mean_agreement
from typed_sts.survey.raters import has_key, is_key, new_key
from typed_sts.survey.report import ratings_file, report
from typed_sts.survey.survey_file import BadSurvey, Survey
from typed_sts.task_files.ratings import Rating, gold_of, read_ratings


def rated(pair: int, rater: str, general: float | None) -> Rating:
    return Rating(pair, rater, (general, *(None,) * 7))


def test_agreement_of_two_is_their_correlation() -> None:
    one, two = (1.0, 2.0, 4.0, 5.0), (2.0, 1.0, 5.0, 5.0)
    ratings = [
        rated(pair, name, value)
        for name, row in zip("ab", (one, two), strict=True)
        for pair, value in enumerate(row, 1)
    ]
    general, author = agreement(ratings)[:2]
    assert general.r == pytest.approx(correlation(one, two))
    assert (general.raters, general.points) == (2, 8)
    assert (author.r, author.raters, author.points) == (None, 0, 0)
    assert mean_agreement([general, author]) == general.r


def test_each_rater_is_held_against_the_mean_of_the_rest() -> None:
    # a, b, c on four pairs; c leaves the last one out. By hand: a with (b+c)/2, b with (a+c)/2, c with (a+b)/2.
    a, b, c = (0.0, 2.0, 4.0, 5.0), (1.0, 2.0, 3.0, 5.0), (0.0, 4.0, 2.0)
    ratings = [
        rated(pair, name, value) for name, row in (("a", a), ("b", b), ("c", c)) for pair, value in enumerate(row, 1)
    ]
    expected = {
        "a": correlation(a, (0.5, 3.0, 2.5, 5.0)),
        "b": correlation(b, (0.0, 3.0, 3.0, 5.0)),
        "c": correlation(c, (0.5, 2.0, 3.5)),
    }
    assert agreement_of_raters(ratings) == pytest.approx(expected)
    assert agreement(ratings)[0].r == pytest.approx(fmean(expected.values()))


def test_not_applicable_is_no_value_and_what_cannot_be_correlated_does_not_count() -> None:
    few = [rated(pair, name, float(pair)) for name in "ab" for pair in (1, 2)]
    assert agreement(few)[0].r is None
    constant = [rated(pair, name, 3.0 if name == "a" else float(pair)) for name in "ab" for pair in range(1, 6)]
    assert (agreement(constant)[0].r, agreement(constant)[0].points) == (None, 10)
    holes = [*few, rated(3, "a", 5.0), rated(3, "b", None), rated(4, "a", 0.0), rated(4, "b", 0.0)]
    assert (agreement(holes)[0].r, agreement(holes)[0].points) == (1.0, 6)


def test_a_rater_who_follows_the_others_pulls_agreement_up_and_one_who_does_not_down() -> None:
    random = np.random.default_rng(5)
    truth = random.integers(0, 6, 40)
    noisy = [np.clip(truth + random.normal(0, 1, 40), 0, 5).round() for _ in range(4)]
    good = [
        rated(pair, str(rater), float(value)) for rater, row in enumerate(noisy) for pair, value in enumerate(row, 1)
    ]
    bad = [rated(pair, "bad", float(value)) for pair, value in enumerate(random.integers(0, 6, 40), 1)]
    with_bad = agreement_of_raters([*good, *bad])
    lowest = min(with_bad, key=lambda name: with_bad[name] or 0)
    assert lowest == "bad"
    before, after = agreement(good)[0].r, agreement([*good, *bad])[0].r
    assert before
    assert after
    assert 0.7 < before < 1
    assert after < before


def test_what_is_exported_is_read_as_ratings(tmp_path: Path) -> None:
    survey = make(tmp_path / "my.survey", 4, raters=2)
    for _ in range(2):
        take_all(survey, newcomer(survey))
    (tmp_path / "ratings.tsv").write_text(ratings_file(survey))
    ratings = read_ratings(tmp_path / "ratings.tsv")
    assert [(each.pair, each.annotator) for each in ratings] == [
        (pair, rater) for pair in range(1, 5) for rater in "12"
    ]
    gold = gold_of("ours", ratings, 4)
    assert gold.values[2].tolist() == [float((3 + column) % 6) for column in range(len(TYPES))]


def test_the_report_counts_pairs_ratings_and_raters(tmp_path: Path) -> None:
    survey = make(tmp_path / "my.survey", 4, raters=2, pairs_each=3)
    take_all(survey, newcomer(survey))
    take_all(survey, newcomer(survey))
    newcomer(survey)
    found = report(survey)
    assert (found.pairs, found.done, found.begun, found.ratings, found.missing) == (4, 3, 3, 6, 2)
    assert (found.invited, found.in_state("active"), found.in_state("finished")) == (3, 1, 2)
    assert found.agreement[0].r == 1.0
    assert found.to_json()["raters"][0]["pairs"] == 3
    assert "3 of 4 pairs have 2 ratings, 0 some; 6 ratings, 2 to come" in found.lines()


def test_the_last_key_opens_the_dashboard_and_no_other(tmp_path: Path) -> None:
    survey = make(tmp_path / "my.survey")
    assert not has_key(survey)
    assert not is_key(survey, "")
    first, second = new_key(survey), new_key(survey)
    assert [is_key(survey, key) for key in (first, second, "", "x" * 10_000)] == [False, True, False, False]
    assert second.encode() not in (tmp_path / "my.survey").read_bytes()


@pytest.mark.parametrize("content", [b"", b"no survey", b"SQLite format 3\0" + b"x" * 5000])
def test_what_is_no_survey_is_said_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(BadSurvey, match="is not a survey"):
        Survey(path)
    with pytest.raises(BadSurvey, match="there is no survey"):
        Survey(tmp_path / "none")
    assert path.read_bytes() == content
