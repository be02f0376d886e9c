"""Worker processes end with the process that started them (on Linux, where one can look)."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

OWNER = """
import os, sys, time
from typed_sts.running.workers import map_in_order

def process(part):
    return os.getpid()

if __name__ == "__main__":
    found = map_in_order(process, range(50), 2)
    print(*{next(found)[1] for _ in range(40)}, flush=True)
    time.sleep(600)
"""


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_workers_end_when_their_owner_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "owner.py"
    script.write_text(OWNER)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        workers = [int(pid) for pid in owner.stdout.readline().split()]
        assert workers
        assert all(alive(pid) for pid in workers)
        owner.send_signal(signal.SIGKILL)
    for _ in range(200):
        if not any(alive(pid) for pid in workers):
            return
        time.sleep(0.1)
    raise AssertionError(f"still there: {workers}")
