"""Fixtures for every test: where the shared data is, and the command as a user runs it."""

import io
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import pytest

from tests.processes import environment
from typed_sts.cli.main import main

pytest_plugins = ["tests.ending", "tests.engines", "tests.overriding"]
hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


Cli = Callable[..., Ran]


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


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Return a function that runs `typed-sts` with arguments, in this process, in a folder and with standard input."""

    def run(*arguments: object, cwd: Path | None = None, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["typed-sts", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        for name in os.environ.keys() - environment({}).keys():
            monkeypatch.delenv(name)
        for name, value in environment({}).items():
            monkeypatch.setenv(name, value)
        if cwd:
            monkeypatch.chdir(cwd)
        handlers = {sign: signal.getsignal(sign) for sign in (signal.SIGINT, signal.SIGTERM)}
        try:
            with pytest.raises(SystemExit) as stopped:
                main()
        finally:
            for sign, handler in handlers.items():  # `serve` sets its own, which are for a process of its own
                signal.signal(sign, handler)
        out, err = capsys.readouterr()
        return Ran(int(stopped.value.code or 0), out, err)

    return run
