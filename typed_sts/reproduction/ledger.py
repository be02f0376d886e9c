"""Steps that are done once: a ledger says what each was made from and what it made, by content.

    work/steps.json   {"fetch": {"key": digest of settings and inputs, "outputs": {"items.jsonl": digest}}, ...}
    work/steps.log    what was done when, for people

A step is skipped while its settings, its inputs and its outputs are what the ledger says. Whatever changes, by hand or
by an earlier step, the steps that depend on it are done again, and no others.
"""

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson

from typed_sts_fetch.formats.write import write_bytes

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Step:
    """A piece of work: `work` makes the outputs and says whether it is finished; `holds` checks what is no file."""

    name: str
    work: Callable[[], bool]
    outputs: tuple[Path, ...]
    inputs: tuple[Path, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)
    holds: Callable[[], bool] = lambda: True

    def key(self) -> str:
        """Return a digest of everything the outputs depend on."""
        parts = [self.name, self.settings, [digest_of(path) for path in self.inputs]]
        return hashlib.sha256(orjson.dumps(parts, option=orjson.OPT_SORT_KEYS)).hexdigest()


class Ledger:
    """What was finished in a folder, kept there."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "steps.json"
        self._log = folder / "steps.log"
        self._entries = self._read()

    def finished(self, step: Step) -> bool:
        """Say whether a step's outputs are there and are those of its settings and inputs."""
        entry = self._entries.get(step.name)
        if not isinstance(entry, dict) or entry.get("key") != step.key():
            return False
        return entry.get("outputs") == _digests(step.outputs) and step.holds()

    def start(self, step: Step) -> None:
        """Forget an earlier outcome: a step that is being done is not finished."""
        if self._entries.pop(step.name, None) is not None:
            self._write()

    def finish(self, step: Step) -> None:
        """Keep what a step has made."""
        self._entries[step.name] = {"key": step.key(), "outputs": _digests(step.outputs)}
        self._write()

    def log(self, line: str) -> None:
        """Append a line with the time to the log."""
        self._log.parent.mkdir(parents=True, exist_ok=True)
        with self._log.open("a", encoding="utf-8") as stream:
            stream.write(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {line}\n")

    def _read(self) -> dict[str, Any]:
        try:
            content = orjson.loads(self._path.read_bytes())
        except (OSError, orjson.JSONDecodeError):
            return {}  # nothing is known to be finished: everything is looked at again
        return content if isinstance(content, dict) else {}

    def _write(self) -> None:
        write_json(self._path, self._entries)


def run_steps(steps: Sequence[Step], ledger: Ledger, *, redo_from: str | None, say: Say) -> None:
    """Do the steps in order, except those that are finished; from `redo_from` on, those too."""
    redo = False
    for number, step in enumerate(steps, 1):
        redo = redo or step.name == redo_from
        label = f"step {number} of {len(steps)}, {step.name}"
        if not redo and ledger.finished(step):
            say(f"{label}: finished earlier")
            ledger.log(f"{step.name}: finished earlier")
            continue
        say(label)
        ledger.start(step)
        ledger.log(f"{step.name}: started")
        started = time.monotonic()
        if step.work():
            ledger.finish(step)
        ledger.log(f"{step.name}: done in {time.monotonic() - started:.1f} s")


def write_json(path: Path, content: Any) -> None:
    """Write plain values as JSON, in one step."""
    write_bytes(path, orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))


def digest_of(path: Path) -> str | None:
    """Return a digest of a file's content, None when there is none."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return None


def _digests(paths: Sequence[Path]) -> dict[str, str | None]:
    return {path.name: digest_of(path) for path in paths}
