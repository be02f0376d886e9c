"""The ceiling: what surely differs is not lifted by general likeness, and points still add up."""

import numpy as np
import pytest

from typed_sts.domain.types import TYPES
from typed_sts.features.feature_table import features
from typed_sts.scoring.ceiling import KEPT, TOP, Ceiling, fit_ceiling
from typed_sts.scoring.regressor import Points

AUTHOR = TYPES.index("author")
NAMES = [feature.name for feature in features()]
MAKER_APART = NAMES.index("maker_apart")


def fitted(rating: float, n_pairs: int = 40) -> Ceiling:
    """Return what is fitted where pairs of other makers have this rating."""
    table = np.zeros((2 * n_pairs, len(NAMES)))
    table[:n_pairs, MAKER_APART] = 1.0
    targets = np.full((2 * n_pairs, len(TYPES)), 3.0)
    targets[:n_pairs, AUTHOR] = rating
    return fit_ceiling(table, targets, features())


def two_rows() -> "np.typing.NDArray[np.float64]":
    """Return a row of a pair with other makers, and one of a pair without."""
    table = np.zeros((2, len(NAMES)))
    table[0, MAKER_APART] = 1.0
    return table


def test_a_high_score_is_lowered_where_the_makers_surely_differ() -> None:
    lowered = fitted(0.5).lowered(two_rows(), np.full((2, len(TYPES)), 2.0))
    assert lowered[0, AUTHOR] == pytest.approx(TOP + KEPT * (2.0 - TOP))
    assert lowered[1, AUTHOR] == 2.0
    assert (np.delete(lowered, AUTHOR, axis=1) == 2.0).all()


def test_a_score_below_the_top_stays_as_it_is() -> None:
    scores = np.full((2, len(TYPES)), 0.7)
    assert (fitted(0.5).lowered(two_rows(), scores) == scores).all()


def test_a_higher_score_stays_the_higher_one() -> None:
    table = np.repeat(two_rows()[:1], 50, axis=0)
    lowered = fitted(0.5).lowered(table, np.linspace(0, 5, 50)[:, None] * np.ones(len(TYPES)))
    assert (np.diff(lowered[:, AUTHOR]) > 0).all()


@pytest.mark.parametrize(("rating", "n_pairs"), [(3.0, 40), (0.5, 10)])
def test_raters_who_give_much_to_what_differs_or_few_pairs_set_no_ceiling(rating: float, n_pairs: int) -> None:
    scores = np.full((2, len(TYPES)), 4.0)
    assert (fitted(rating, n_pairs).lowered(two_rows(), scores) == scores).all()


def test_what_is_taken_off_is_counted_against_the_group_that_found_the_difference() -> None:
    ceiling, groups = fitted(0.5), np.arange(len(NAMES)) % 3
    free = Points(np.full(len(TYPES), 1.0), np.full((3, len(TYPES)), 0.5))
    row = two_rows()[0]
    found = ceiling.points(free, row, groups)
    np.testing.assert_allclose(found.uncut, ceiling.lowered(row[None, :], free.uncut[None, :])[0])
    changed = np.argwhere(found.points != free.points).tolist()
    assert changed == [[groups[MAKER_APART], AUTHOR]]
    assert (ceiling.points(free, two_rows()[1], groups).points == free.points).all()


def test_a_ceiling_over_a_column_that_is_none_is_refused() -> None:
    ceiling = Ceiling(np.full(len(TYPES), len(NAMES)), np.ones(len(TYPES)), np.ones(len(TYPES)))
    with pytest.raises(ValueError, match="column"):
        ceiling.check(len(NAMES), len(TYPES))
