"""The editor's file as it is now: looked at every few seconds while the service is asked, read anew when it changes.

One that is wrong is logged once, and what was right before stays in use, also in processes that are started later:
they are told what the file held, and do not read it themselves.
"""

import logging
import os
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from typed_sts.reading.overrides import path_in_use
from typed_sts.reading.overrides_file import BadOverrides, content_of, parse_overrides
from typed_sts.service.http.request_log import log


@dataclass(frozen=True, slots=True)
class Told:
    """What the editor's file held when it was last right; "" is the path of none."""

    path: str
    content: bytes


class FollowedOverrides:
    """The file this process was told to follow, if any; safe to ask from several threads."""

    def __init__(self, seconds: float) -> None:
        self._path = path_in_use()
        self._seconds = seconds
        self._told = Told("", b"")
        self._seen: tuple[int, int, int] | None = None
        self._looked = 0.0
        self._lock = threading.Lock()

    def open(self) -> None:
        """Read the file for the first time; raise BadOverrides."""
        if self._path:
            self._seen, self._looked = self._state(), time.monotonic()
            self._told = self._read()

    def now(self) -> Told:
        """Return what the file says, looked at a few seconds ago at most."""
        if not self._path or time.monotonic() - self._looked < self._seconds:
            return self._told
        with self._lock:
            state = self._state()
            if state != self._seen:
                self._seen = state
                self._follow()
            self._looked = time.monotonic()
        return self._told

    def _follow(self) -> None:
        try:
            self._told = self._read()
            log("overrides", message="the overrides have changed and were read anew")
        except BadOverrides as error:
            log("overrides", logging.WARNING, message="the overrides before stay in use", problems=list(error.problems))

    def _read(self) -> Told:
        content = content_of(Path(self._path))
        parse_overrides(self._path, content)
        return Told(self._path, content)

    def _state(self) -> tuple[int, int, int] | None:
        try:
            found = os.stat(self._path)
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino
