"""What every test keeps to: no long sleep, no wait without an end, no process outside its group, an end on SIGTERM."""

import ast
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE

import pytest

from tests.ending import EXIT_CODE
from tests.processes import PATIENCE, environment, ran, started, wait_until

TESTS = Path(__file__).parent.parent
SOURCES = sorted(TESTS.rglob("*.py"))
FREE = ("processes.py",)
"""The helper itself."""
TIMED = {"requests": ("get", "post", "head", "options", "request", "put", "delete"), "socket": ("create_connection",)}


def complaints(source: str) -> Iterator[str]:
    """Yield what a source does that no test should."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        owner, name = _called(node.func)
        numbers = [
            arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, int | float)
        ]
        keywords = {keyword.arg for keyword in node.keywords}
        if name == "sleep" and max(numbers, default=0) > 1:
            yield f"line {node.lineno} sleeps for {numbers[0]} seconds; wait for what is to happen"
        if owner == "subprocess" and name in ("run", "Popen", "call", "check_call", "check_output"):
            yield f"line {node.lineno} starts a process outside tests/processes.py"
        if name in ("wait", "join", "get") and not node.args and not keywords and owner != "":
            yield f"line {node.lineno} waits without an end: {owner}.{name}()"
        if name == "communicate" and "timeout" not in keywords:
            yield f"line {node.lineno} waits without an end: {owner}.communicate"
        if name in TIMED.get(owner, ()) and "timeout" not in keywords:
            yield f"line {node.lineno} asks without a timeout: {owner}.{name}"


def _called(function: ast.expr) -> tuple[str, str]:
    """Return what a called name belongs to, as far as it is written there, and the name."""
    if isinstance(function, ast.Attribute):
        return ast.unparse(function.value), function.attr
    return "", ast.unparse(function)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(TESTS)))
def test_no_test_sleeps_long_waits_without_end_or_leaves_processes(path: Path) -> None:
    if str(path.relative_to(TESTS)) not in FREE:
        assert list(complaints(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        "time.sleep(1.5)",
        "sleep(30)",
        "subprocess.run(['x'], timeout=3)",
        "process.wait()",
        "a.b.join()",
        "queue.get()",
        "process.communicate(b'x')",
        "requests.get(url)",
        "socket.create_connection(address)",
    ],
)
def test_what_no_test_should_do_is_seen(source: str) -> None:
    assert len(list(complaints(source))) == 1


@pytest.mark.parametrize("source", ["time.sleep(1)", "', '.join(x)", "process.wait(3)", "requests.get(u, timeout=3)"])
def test_what_a_test_may_do_is_not_complained_of(source: str) -> None:
    assert list(complaints(source)) == []


def alive(pid: int) -> bool:
    """Tell whether a process runs; one that has ended and was not yet asked for its exit code does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
PARENT = "import subprocess, sys; print(subprocess.Popen(['sleep', '600']).pid, flush=True); sys.stdin.read()"


@pytest.mark.slow
@needs_proc
def test_the_children_of_a_process_go_with_it_whatever_happens_in_the_test() -> None:
    pids: list[int] = []

    def fail() -> None:
        with started([sys.executable, "-c", PARENT], stdin=PIPE, stdout=PIPE, text=True) as process:
            assert process.stdout
            pids.extend([process.pid, int(process.stdout.readline())])
            assert all(map(alive, pids))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    wait_until(lambda: not any(map(alive, pids)))


@pytest.mark.slow
@needs_proc
def test_a_process_that_takes_too_long_is_ended_with_its_children() -> None:
    endless = PARENT.replace("sys.stdin.read()", "sys.stdout.close(); sys.stderr.close(); subprocess.os.wait()")
    with pytest.raises(subprocess.TimeoutExpired) as late:
        ran([sys.executable, "-c", endless], seconds=1)
    (child,) = map(int, (late.value.stdout or b"").split())
    wait_until(lambda: not alive(child))


TINY = """
import sys
from pathlib import Path
from subprocess import PIPE
from tests.processes import started

def test_first():
    with started([sys.executable, "-c", {parent!r}], stdin=PIPE, stdout=PIPE, text=True) as process:
        child = process.stdout.readline()
        Path("started.txt.part").write_text(f"{{process.pid}} {{child}}")
        Path("started.txt.part").rename("started.txt")
        {waits}

def test_second():
    Path("second.txt").touch()
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """Return a folder for a suite of two tests, whose first starts a process that starts another, and waits."""
    (tmp_path / "pytest.ini").write_text("[pytest]\ntimeout_method = signal\nfaulthandler_exit_on_timeout = true\n")
    return tmp_path


def write_suite(folder: Path, waits: str) -> list[str]:
    (folder / "test_tiny.py").write_text(TINY.format(parent=PARENT, waits=waits))
    return [sys.executable, "-m", "pytest", "-q", "-p", "tests.ending", "test_tiny.py"]


def pids(folder: Path) -> list[int]:
    return [int(pid) for pid in (folder / "started.txt").read_text().split()]


@pytest.mark.slow
@needs_proc
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_the_suite_ends_on_a_signal_and_leaves_no_process(suite: Path, sign: signal.Signals) -> None:
    if signal.getsignal(sign) is signal.SIG_IGN:
        pytest.skip("this suite was started in the background, where interrupts are ignored, also by its children")
    command = write_suite(suite, "process.wait(1000)")
    with started(command, cwd=suite, env=environment({"PYTHONPATH": os.pathsep.join(sys.path)})) as running:
        wait_until((suite / "started.txt").exists, running)
        running.send_signal(sign)
        code = running.wait(PATIENCE)
        wait_until(lambda: not any(map(alive, pids(suite))))
    assert code == {signal.SIGTERM: EXIT_CODE, signal.SIGINT: pytest.ExitCode.INTERRUPTED}.get(sign, -sign)
    assert not (suite / "second.txt").exists()


@pytest.mark.slow
@needs_proc
def test_a_test_that_takes_too_long_fails_and_the_next_one_runs(suite: Path) -> None:
    command = [*write_suite(suite, "process.wait(1000)"), "--timeout", "5"]
    done = ran(command, cwd=suite, env=environment({"PYTHONPATH": os.pathsep.join(sys.path)}))
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert "Timeout" in done.stdout
    assert "1 failed, 1 passed" in done.stdout
    wait_until(lambda: not any(map(alive, pids(suite))))


@pytest.mark.slow
@needs_proc
def test_a_test_stuck_outside_python_ends_the_suite_with_a_traceback(suite: Path) -> None:
    twice = "lock = library.pthread_mutex_lock; lock(mutex); lock(mutex)"
    stuck = f"import ctypes; library = ctypes.CDLL(None); mutex = ctypes.create_string_buffer(64); {twice}"
    command = [*write_suite(suite, stuck), "--timeout", "5", "-o", "faulthandler_timeout=10"]
    done = ran(command, cwd=suite, env=environment({"PYTHONPATH": os.pathsep.join(sys.path)}))
    assert done.returncode == 1
    assert "in test_first" in done.stderr
    assert not (suite / "second.txt").exists()
    wait_until(lambda: not any(map(alive, pids(suite))))
