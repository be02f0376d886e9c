"""The service as a process of its own, with what it logs."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import requests

from tests.processes import PATIENCE, end_group, environment, started

_LISTENING = re.compile(r"listening at (http://\S+)")
STANDIN = (sys.executable, "-m", "tests.service.serve_standin")
ROOT = Path(__file__).parent.parent.parent


class Service:
    """A running service: where it listens, what it has logged, and how it ends."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[str] = []
        self.url = ""
        self._listening = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def listen(self, told: str) -> None:
        """Tell it what to do, and wait until it says where it listens."""
        assert self.process.stdin
        self.process.stdin.write(told)
        self.process.stdin.close()
        self._listening.wait(PATIENCE)
        assert self.url, "".join(self.lines)
        self.address = ("127.0.0.1", int(self.url.rpartition(":")[2]))

    def _read(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            self.lines.append(line)
            if found := _LISTENING.search(line):
                self.url = found[1]
                self._listening.set()
        self._listening.set()

    def get(self, path: str, **options: Any) -> requests.Response:
        return requests.get(self.url + path, timeout=PATIENCE, **options)

    def post(self, path: str, **options: Any) -> requests.Response:
        return requests.post(self.url + path, timeout=PATIENCE, **options)

    def end(self) -> int:
        """Send SIGTERM, wait, and return the exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        self.read_to_end()
        return code

    def in_flight(self) -> int:
        """Return how many requests are being answered, this one not counted."""
        found = re.search(r"^typed_sts_requests_in_flight (\d+)\.0$", self.get("/metrics").text, re.MULTILINE)
        assert found
        return int(found[1]) - 1

    def read_to_end(self) -> None:
        """Wait until all that was logged has been read: until no process is left that could log."""
        self._reader.join(PATIENCE)
        assert not self._reader.is_alive(), "a process of the service outlived it"

    def events(self, name: str) -> list[dict[str, Any]]:
        """Return the logged events of a name so far."""
        logged = [json.loads(line) for line in self.lines if line.startswith("{")]
        return [event for event in logged if event["event"] == name]


def computing(service: Service) -> list[int]:
    """Return the processes that compute for a service: those forked after everything was imported."""
    group = _processes_by_parent(os.getpgid(service.process.pid))
    return [pid for parent in group.get(service.process.pid, []) for pid in group.get(parent, [])]


def _processes_by_parent(group: int) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            pid, (_, parent, its_group, *_) = int(stat.parent.name), stat.read_text().rpartition(") ")[2].split()
            if int(its_group) == group:
                found.setdefault(int(parent), []).append(pid)
    return found


@contextmanager
def serving(
    index: str | Path, command: Sequence[str] = STANDIN, env: Mapping[str, str] | None = None, **told: Any
) -> Iterator[Service]:
    """Give a service over a collection; it and all its workers have ended when the block ends."""
    with started(
        command,
        cwd=ROOT,
        env=environment(env or {}),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        service = Service(process)
        try:
            service.listen(json.dumps({"index": str(index), **told}, default=str))
            yield service
        finally:
            end_group(process.pid)
            service.read_to_end()
