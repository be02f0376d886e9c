"""The area under the ROC curve."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from typed_sts.evaluation.correlation import auc


def test_a_value_worked_by_hand() -> None:
    # positives .9 .5, negatives .5 .1 .6: of six comparisons 1+1+1 won, .5 tied, 1 won, 0 lost
    found = auc(np.array([0.9, 0.5, 0.5, 0.1, 0.6]), np.array([True, True, False, False, False]))
    assert found == pytest.approx(4.5 / 6)


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), max_size=30))
def test_it_is_the_share_of_comparisons_won_with_ties_as_half(rows: list[tuple[int, bool]]) -> None:
    high = [value for value, positive in rows if positive]
    low = [value for value, positive in rows if not positive]
    found = auc(np.array([float(v) for v, _ in rows]), np.array([p for _, p in rows], dtype=np.bool_))
    if not high or not low:
        assert found is None
    else:
        won = sum((h > other) + (h == other) / 2 for h in high for other in low)
        assert found == pytest.approx(won / len(high) / len(low))
