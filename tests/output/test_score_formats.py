"""How scores are written: the same numbers in every format, and what is not stated told as such."""

import numpy as np
import pytest

from typed_sts.domain.scores import PairScores
from typed_sts.output.scores import FORMATS, bar
from typed_sts.scoring.scorer import Estimates, official_line, pair_scores
from typed_sts.scoring.untrained import RandomScorer
from typed_sts_fetch.item import Item

VALUES = np.array([[5.00001, -0.00001, 1.23455, 2.5, 3.0, 4.99996, 0.1, 0.0]])
STATED = np.array([[2, 1, 0, 2, 2, 2, 2, 2]], dtype=np.int8)
ESTIMATES = Estimates(VALUES, STATED, np.full((1, 8), 0.123456))
SCORER = RandomScorer(0)


def scores() -> PairScores:
    return next(pair_scores(SCORER, [("a", "b")], ESTIMATES))


def test_estimates_are_rounded_and_stay_on_the_scale() -> None:
    assert [entry.estimate for entry in scores().types] == [5.0, 0.0, 1.2346, 2.5, 3.0, 5.0, 0.1, 0.0]
    assert str(scores().types[1].estimate) == "0.0"
    assert {entry.not_stated for entry in scores().types} == {0.1235}


def test_a_score_is_none_where_neither_record_says_anything() -> None:
    assert [(entry.score, entry.stated) for entry in scores().types[:3]] == [
        (5.0, "both"),
        (0.0, "one"),
        (None, "none"),
    ]


def test_a_pair_names_its_model() -> None:
    assert (scores().model, scores().version) == (SCORER.name, SCORER.version)


def test_the_official_line_has_the_same_numbers() -> None:
    line = official_line(VALUES[0].tolist())
    assert line == "5.0000\t0.0000\t1.2346\t2.5000\t3.0000\t5.0000\t0.1000\t0.0000\n"
    assert [float(number) for number in line.split("\t")] == [entry.estimate for entry in scores().types]


@pytest.mark.parametrize(
    ("value", "drawn"), [(0.0, ""), (0.05, ""), (0.125, "▏"), (2.5, "██▌"), (4.99, "█████"), (5.0, "█████")]
)
def test_a_bar_has_a_character_a_point(value: float, drawn: str) -> None:
    assert bar(value) == drawn


def test_a_table_shows_titles_bars_numbers_and_what_is_not_stated() -> None:
    left = Item(id="a", dcTitle=("A view of the old bridge over the river\nat \x1b[31mnight",))
    text = FORMATS["table"](SCORER, [("a", "b")], ESTIMATES, [(left, Item(id="/b/2"))])
    blank, upper, lower = text.splitlines()
    assert blank == ""
    assert upper.split("…")[0] == "A view of the old bridge over the"
    assert upper.split("…")[1].split() == ["█████", "not", "██▌", "███", "█████", "▏"]
    assert lower.split() == ["/b/2", "5.0", "~0.0", "stated", "2.5", "3.0", "5.0", "0.1", "0.0"]
    assert "\x1b" not in text


def test_columns_stand_under_each_other_for_wide_letters_too() -> None:
    wide = Item(id="a", dcTitle=("神奈川沖浪裏" * 5,))
    _, upper, lower = FORMATS["table"](SCORER, [("a", "b")], ESTIMATES, [(wide, wide)]).splitlines()
    assert upper.index("█") == lower.index("5.0")
