"""Processes for tests: each in a group of its own, waited for with an end, and gone with its group when the test is.

    with started([sys.executable, "-c", "..."]) as process: ...     the whole group is killed when the block ends
    ran([sys.executable, "-c", "..."]).stdout                       the same, for a process that ends by itself
    typed_sts("show", "--sample", "1").stdout                       this checkout's command as a user runs it
    wait_until(lambda: path.exists(), process)                      polls; fails when the process ends before

Should pytest itself be killed, a watcher kills what is left: it holds a pipe of which pytest has the other end.
"""

import atexit
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

PATIENCE = 300.0
"""Seconds after which what is waited for is not slow but stuck; less than what a test may take in all."""

_WATCH = """
import os, signal, sys
groups = set()
for line in sys.stdin:
    (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
for group in groups:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        pass
"""
_groups: set[int] = set()
_watcher: list[subprocess.Popen[bytes]] = []


@contextmanager
def started(arguments: Sequence[str | Path], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """Give a process at the head of a group of its own; kill the whole group when the block ends, however it ends."""
    process = subprocess.Popen(arguments, start_new_session=True, **options)
    watch(process.pid)
    try:
        yield process
    finally:
        end_group(process.pid)
        process.wait(PATIENCE)
        for stream in (process.stdin, process.stdout, process.stderr):
            _close(stream)


def _close(stream: IO[Any] | None) -> None:
    if stream is not None:
        with suppress(BrokenPipeError):  # what was written last finds no reader any more
            stream.close()


def ran(
    arguments: Sequence[str | Path], *, stdin: str | None = None, seconds: float = PATIENCE, **options: Any
) -> subprocess.CompletedProcess[str]:
    """Run a process to its end, and return what it printed and its exit code."""
    pipe, given = subprocess.PIPE, {"encoding": "utf-8", **options}
    with started(
        arguments, stdin=subprocess.DEVNULL if stdin is None else pipe, stdout=pipe, stderr=pipe, **given
    ) as process:
        out, err = process.communicate(stdin, timeout=seconds)
        return subprocess.CompletedProcess(list(arguments), process.returncode, out, err)


def typed_sts(
    *arguments: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None, stdin: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `typed-sts` with these arguments and return what it printed and its exit code."""
    return ran(command(*arguments), cwd=cwd, env=environment(env or {}), stdin=stdin)


def command(*arguments: str | Path) -> list[str]:
    """Return the command line that runs this checkout's `typed-sts`."""
    return [sys.executable, "-c", "from typed_sts.cli.main import main; main()", *map(str, arguments)]


def environment(extra: Mapping[str, str]) -> dict[str, str]:
    """Return the environment without anything of the user's that would change what the command does."""
    ours = ("EUROPEANA_API_KEY", "EUROPEANA_API_URL", "COLUMNS", "FORCE_COLOR")
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return {**kept, "NO_COLOR": "1", "COLUMNS": "100", **extra}


def wait_until(true: Callable[[], bool], process: subprocess.Popen[Any] | None = None) -> None:
    """Wait until something is true; fail when it never is, or when the process that should make it true has ended."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        if process and process.poll() is not None:
            assert true(), f"the process ended with {process.returncode} before it happened"
            return
        assert time.monotonic() < deadline, f"it did not happen in {PATIENCE:.0f} seconds"
        time.sleep(0.01)


def watch(group: int) -> None:
    """Have a process group killed when pytest ends without having done so."""
    if not _watcher or _watcher[0].poll() is not None:
        command = [sys.executable, "-I", "-S", "-c", _WATCH]
        _watcher[:] = [subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)]
    _groups.add(group)
    _tell(f"+{group}")


def end_group(group: int) -> None:
    """Kill every process of a group."""
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
    _groups.discard(group)
    _tell(f"-{group}")


def end_all_groups() -> None:
    """Kill every process of every group that a test has started and not ended."""
    for group in tuple(_groups):
        end_group(group)


def _tell(line: str) -> None:
    if _watcher and (pipe := _watcher[0].stdin):
        with suppress(BrokenPipeError):
            os.write(pipe.fileno(), f"{line}\n".encode())  # whole, also when a signal comes in between


@atexit.register
def _end_watcher() -> None:
    for watcher in _watcher:
        watcher.communicate(timeout=PATIENCE)
