"""The command line as a user runs it: a process of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path


def typed_sts(
    *arguments: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None, stdin: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `typed-sts` with these arguments and return what it printed and its exit code."""
    return subprocess.run(
        command(*arguments),
        cwd=cwd,
        env=environment(env or {}),
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def command(*arguments: str | Path) -> list[str]:
    """Return the command line that runs this checkout's `typed-sts`."""
    return [sys.executable, "-c", "from typed_sts.cli.main import main; main()", *map(str, arguments)]


def environment(extra: Mapping[str, str]) -> dict[str, str]:
    """Return the environment without anything of the user's that would change what the command does."""
    ours = ("EUROPEANA_API_KEY", "EUROPEANA_API_URL", "COLUMNS", "FORCE_COLOR")
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return {**kept, "NO_COLOR": "1", "COLUMNS": "100", **extra}
