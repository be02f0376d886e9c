"""Worker processes end with the process that started them (on Linux, where one can look)."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import PATIENCE, started, wait_until

OWNER = """
import os, sys
from typed_sts.running.workers import map_in_order

def process(part):
    return os.getpid()

if __name__ == "__main__":
    found = map_in_order(process, range(50), 2)
    print(*{next(found)[1] for _ in range(40)}, flush=True)
    sys.stdin.read()
"""


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_workers_end_when_their_owner_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "owner.py"
    script.write_text(OWNER)
    pipe = subprocess.PIPE
    with started([sys.executable, script], stdin=pipe, stdout=pipe, text=True) as owner:
        assert owner.stdout
        workers = [int(pid) for pid in owner.stdout.readline().split()]
        assert workers
        assert all(alive(pid) for pid in workers)
        owner.send_signal(signal.SIGKILL)
        owner.wait(PATIENCE)
        wait_until(lambda: not any(alive(pid) for pid in workers))
