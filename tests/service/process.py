"""The service as a process of its own, with what it logs."""

import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import requests

from tests.processes import environment

_LISTENING = re.compile(r"listening at (http://\S+)")
STANDIN = (sys.executable, "-m", "tests.service.serve_standin")
ROOT = Path(__file__).parent.parent.parent


class Service:
    """A running service: where it listens, what it has logged, and how it ends."""

    def __init__(self, command: Sequence[str], told: str, cwd: Path) -> None:
        self.process = subprocess.Popen(
            command,
            cwd=cwd,
            env=environment({}),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.lines: list[str] = []
        self.url = ""
        self._listening = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        assert self.process.stdin
        self.process.stdin.write(told)
        self.process.stdin.close()
        self._listening.wait(60)
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
        return requests.get(self.url + path, timeout=30, **options)

    def post(self, path: str, **options: Any) -> requests.Response:
        return requests.post(self.url + path, timeout=30, **options)

    def end(self) -> int:
        """Send SIGTERM, wait, and return the exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(60)
        self._reader.join(10)
        return code

    def events(self, name: str) -> list[dict[str, Any]]:
        """Return the logged events of a name so far."""
        logged = [json.loads(line) for line in self.lines if line.startswith("{")]
        return [event for event in logged if event["event"] == name]


@contextmanager
def serving(index: str | Path, command: Sequence[str] = STANDIN, **told: Any) -> Iterator[Service]:
    """Give a service over a collection; it has ended when the block ends."""
    service = Service(command, json.dumps({"index": str(index), **told}), ROOT)
    try:
        yield service
    finally:
        if service.process.poll() is None:
            service.process.kill()
            service.process.wait()
        if service.process.stderr:
            service._reader.join(10)
            service.process.stderr.close()
