"""A signal that ends the process is obeyed, whatever the code does that it interrupts."""

import os
import signal
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from tests.processes import PATIENCE, started

pytestmark = pytest.mark.slow
HEAD = """
import signal, sys, time
import typed_sts.running.stopping as stopping
from typed_sts.running.stopping import StopSignal, end, end_on_signals, held_back, if_stopped, stopped

def ready():
    print("ready", flush=True)

signal.signal(signal.SIGINT, signal.default_int_handler)
stopping.GRACE = 0.3
end_on_signals()
if_stopped("all is well")
"""
SWALLOWED = """
class Slow:
    def __del__(self):
        ready()
        time.sleep(600)

Slow()
"""
CAUGHT = """
while True:
    try:
        ready()
        time.sleep(600)
    except BaseException:
        pass
"""
STUCK = """
try:
    ready()
    time.sleep(600)
finally:
    time.sleep(600)
"""
FORKED = """
import os
if os.fork() == 0:
    ready()
    time.sleep(600)
try:
    os.wait()
except StopSignal:
    end()
"""
HELD = """
try:
    with held_back():
        ready()
        while not stopped():
            time.sleep(0.01)
        print("done", flush=True)
    print("too far", flush=True)
except StopSignal:
    end()
"""
UNTOLD = """
def broken():
    raise ZeroDivisionError

if_stopped(broken)
try:
    ready()
    time.sleep(600)
except StopSignal:
    end()
"""


def stop(tmp_path: Path, script: str, sign: signal.Signals = signal.SIGINT) -> tuple[int, str, str]:
    """Run a script, send it a signal when it is ready, and return its exit code and what it printed."""
    (tmp_path / "script.py").write_text(HEAD + script)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with started([sys.executable, tmp_path / "script.py"], stdout=PIPE, stderr=PIPE, text=True, env=env) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        os.killpg(process.pid, sign)
        out, err = process.communicate(timeout=PATIENCE)
        return process.returncode, out, err


@pytest.mark.parametrize("script", [SWALLOWED, CAUGHT, STUCK, FORKED], ids=["swallowed", "caught", "stuck", "forked"])
def test_nothing_holds_it_up(tmp_path: Path, script: str) -> None:
    code, _, err = stop(tmp_path, script)
    assert (code, err) == (130, "typed-sts: stopped; all is well\n")


def test_what_must_not_be_left_halfway_is_ended_first(tmp_path: Path) -> None:
    assert stop(tmp_path, HELD, signal.SIGTERM) == (143, "done\n", "typed-sts: stopped; all is well\n")


def test_a_line_that_cannot_be_made_does_not_hold_it_up_either(tmp_path: Path) -> None:
    assert stop(tmp_path, UNTOLD) == (130, "", "typed-sts: stopped; run the same command again\n")
