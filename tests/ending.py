"""The suite has an end: SIGTERM kills what the tests have started, tears down and leaves with 128 + 15."""

import os
import signal
from types import FrameType

import pytest

from tests.processes import end_all_groups

EXIT_CODE = 128 + signal.SIGTERM
_PYTEST = os.getpid()


def pytest_configure() -> None:
    signal.signal(signal.SIGTERM, _end)


def _end(sign: int, frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a second one ends it at once
    if os.getpid() != _PYTEST:  # a fork of it
        os.kill(os.getpid(), signal.SIGTERM)
        return
    end_all_groups()  # so that nothing below waits for them
    pytest.exit("SIGTERM", EXIT_CODE)
