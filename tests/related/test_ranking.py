"""Ranking related items: the score over chosen types, and the type that speaks most."""

import numpy as np
import pytest

from typed_sts.domain.types import TYPES, parse_by
from typed_sts.errors import BadOptions
from typed_sts.related.ranking import NEUTRAL, best_type, overall, weight_row
from typed_sts.scoring.scorer import Estimates

EIGHT = len(TYPES)


def estimates(*rows: dict[str, float]) -> Estimates:
    """Return estimates in which only the types named are stated."""
    values = np.array([[row.get(name, 4.9) for name in TYPES] for row in rows])
    stated = np.array([[2 if name in row else 0 for name in TYPES] for row in rows], dtype=np.int8)
    return Estimates(values, stated, np.zeros_like(values))


def test_the_score_of_one_stated_type_is_that_types() -> None:
    assert overall(estimates({"author": 4.5}), weight_row({"author": 3.0})) == pytest.approx([4.5])


def test_weights_count() -> None:
    found = overall(estimates({"author": 5.0, "time": 2.0}), weight_row({"author": 1.0, "time": 2.0}))
    assert found == pytest.approx([3.0])


def test_a_type_that_is_not_stated_counts_neither_for_nor_against() -> None:
    weights = weight_row({"author": 1.0, "time": 1.0})
    same, unknown, other = overall(
        estimates({"author": 5.0, "time": 3.0}, {"time": 3.0}, {"author": 0.0, "time": 3.0}), weights
    )
    assert same > unknown > other


def test_one_stated_type_does_not_win_over_eight_good_ones() -> None:
    one, eight = overall(estimates({"time": 5.0}, dict.fromkeys(TYPES, 4.0)), weight_row(None))
    assert eight > one


def test_where_nothing_chosen_is_stated_the_score_is_neutral() -> None:
    assert overall(estimates({"time": 5.0}), weight_row({"author": 1.0})) == pytest.approx([NEUTRAL])


def test_the_best_type_is_a_chosen_and_stated_one() -> None:
    found = estimates({"general": 5.0, "time": 4.0, "subject": 4.8})
    every = weight_row(None)
    assert best_type(found.values[0], found.stated[0], every) == "subject"
    assert best_type(found.values[0], found.stated[0], weight_row({"time": 1.0, "author": 5.0})) == "time"


def test_general_is_best_only_where_nothing_else_is_stated() -> None:
    found = estimates({"general": 5.0}, {"general": 5.0, "people": 0.1})
    every = weight_row(None)
    assert best_type(found.values[0], found.stated[0], every) == "general"
    assert best_type(found.values[1], found.stated[1], every) == "people"


def test_types_and_weights_are_read_as_users_write_them() -> None:
    assert parse_by("author, time:2.5") == {"author": 1.0, "time": 2.5}
    assert parse_by("") == {}


@pytest.mark.parametrize("text", ["authors", "author:", "author:much", "time:0", "time:-1", "time:nan", "time:inf"])
def test_what_is_not_a_type_or_a_weight_is_refused(text: str) -> None:
    with pytest.raises(BadOptions, match="--by"):
        parse_by(text)
