"""Fixtures for every test: where the shared data is, and the command as a user runs it."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Return the folder of shared data; skip when it is not there, unless it is required."""
    default = Path(__file__).parent.parent.parent / "shared" / "data"
    folder = Path(os.environ.get("TYPED_STS_SHARED", default))
    if not folder.is_dir():
        reason = f"no shared data at {folder} (set TYPED_STS_SHARED to its folder)"
        if os.environ.get("TYPED_STS_REQUIRE_SHARED") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return folder
