"""Waiting: backoff, what servers announce, and the gate."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typed_sts_fetch.europeana.http import Gate, Stopped, announced_wait, backoff


@given(attempt=st.integers(1, 60))
def test_backoff_doubles_with_jitter_up_to_its_cap(attempt: int) -> None:
    full = min(0.5 * 2 ** (attempt - 1), 30.0)
    assert full / 2 <= backoff(attempt, 0.5, 30.0) <= full


@pytest.mark.parametrize(
    ("headers", "refused", "wait"),
    [
        ({}, False, None),
        ({}, True, None),
        ({"RateLimit": '"personal";r=12;t=40'}, False, None),
        ({"RateLimit": '"personal";r=0;t=40'}, False, 40.0),
        ({"RateLimit": '"personal"; r=3; t=7'}, True, 7.0),
        ({"RateLimit": '"personal";t=7;r=0'}, False, 7.0),
        ({"RateLimit": "nonsense"}, True, None),
        ({"RateLimit": '"x";r=0;t=99999999999999999999'}, True, None),
        ({"Retry-After": "5"}, True, 5.0),
        ({"Retry-After": "5"}, False, None),
        ({"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, True, 0.0),
        ({"Retry-After": "Wed, 61 Oct 2015"}, True, None),
        ({"Retry-After": "٣"}, True, None),
    ],
)
def test_the_wait_a_server_announces(headers: dict[str, str], refused: bool, wait: float | None) -> None:
    assert announced_wait(headers, refused=refused) == wait


def test_a_gate_that_is_stopped_lets_nobody_pass() -> None:
    gate = Gate()
    gate.pass_through()
    gate.close_for(1000)
    gate.stop()
    with pytest.raises(Stopped):
        gate.pass_through()
