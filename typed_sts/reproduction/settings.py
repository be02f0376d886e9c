"""What the experiment is told, where its files are, and the ledger by which each step is done once."""

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson

from typed_sts.errors import BadOptions, BadScores, TypedStsError
from typed_sts.task_files.lines import unequal
from typed_sts.task_files.ratings import read_gold
from typed_sts.task_files.task_format import read_pairs
from typed_sts_fetch.europeana.client import EuropeanaClient
from typed_sts_fetch.europeana.download import read_wanted
from typed_sts_fetch.formats.write import write_bytes

# Steps that are done once: a ledger says what each was made from and what it made, by content.

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


def files_of(places: Sequence[Path]) -> tuple[Path, ...]:
    """Return the files that are named, and those in the folders that are."""
    inside = [sorted(each for each in place.rglob("*") if each.is_file()) for place in places if place.is_dir()]
    return (*(place for place in places if not place.is_dir()), *(file for files in inside for file in files))


def _digests(paths: Sequence[Path]) -> dict[str, str | None]:
    return {path.name: digest_of(path) for path in paths}


# The task's own files, found and checked before anything is asked of a server.

INPUT, GOLD = "STS.input.europeana.txt", "STS.gs.europeana.txt"


@dataclass(frozen=True, slots=True)
class TaskFiles:
    """Where the files are; the gold of test may be missing."""

    train_pairs: Path
    train_gold: Path
    test_pairs: Path
    test_gold: Path | None

    @property
    def both_pairs(self) -> tuple[Path, Path]:
        """Return the pairs of train and of test."""
        return self.train_pairs, self.test_pairs

    @property
    def all(self) -> tuple[Path, ...]:
        """Return the files there are."""
        found = (self.train_pairs, self.train_gold, self.test_pairs, self.test_gold)
        return tuple(path for path in found if path is not None)


def find_task_files(folder: Path, train: Path | None = None, test: Path | None = None) -> TaskFiles:
    """Return the task's files in the sub-folders train and test, or in those named; raise BadOptions when some miss."""
    train, test = train or folder / "train", test or folder / "test"
    needed = (train / INPUT, train / GOLD, test / INPUT)
    missing = [str(path) for path in needed if not path.is_file()]
    if missing:
        raise BadOptions(
            f"the task's files are not all there; missing: {', '.join(missing)}. Put its train and test files into"
            f" {folder / 'train'} and {folder / 'test'}, or name their folders with --train and --test"
        )
    gold = test / GOLD
    files = TaskFiles(*needed, gold if gold.is_file() else None)
    _check(files.train_pairs, files.train_gold)
    _check(files.test_pairs, files.test_gold)
    return files


def _check(pairs: Path, gold: Path | None) -> None:
    """Raise unless each line of pairs holds two Europeana addresses, and gold goes with them."""
    n_pairs = len(read_pairs(pairs))
    if len(read_wanted(pairs)) != 2 * n_pairs:  # it takes a line that starts with # for a comment
        raise BadScores(f"{pairs}: a line starts with #; each must hold two Europeana addresses")
    if gold is not None:
        n_gold = len(read_gold(gold).values)
        if n_gold != n_pairs:
            raise BadScores(unequal(str(gold), n_gold, str(pairs), n_pairs))


OURS, NO_PROVIDER, GENERAL, RECIPE = "ours", "ours-without-provider", "general-for-all", "baseline"
SYSTEMS = (OURS, NO_PROVIDER, GENERAL, RECIPE)


HELPER = "evidence"
"""The model that may help the one trained here."""


class ExperimentStopped(TypedStsError):
    """The experiment cannot go on: says why, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """The task's files, the folder all that is made goes to, and how it is made.

    With `records`, files and folders of records the user has, nothing is fetched. `connect` is called when Europeana
    is needed, so that a run which has everything needs no key. `index` is the address of a collection on Elasticsearch;
    without, it is a directory in the work folder. With `shipped_idf` nothing is harvested.
    """

    files: TaskFiles
    work: Path
    cache: Path
    connect: Callable[[], EuropeanaClient]
    say: Say
    records: tuple[Path, ...] = ()
    shipped_idf: bool = False
    index: str | None = None
    limit: int | None = None
    incomplete: bool = False
    ask_again: bool = False
    in_flight: int = 4
    workers: int = 1
    folds: int = 5
    seed: int = 0
    quiet: bool = False

    @property
    def items(self) -> Path:
        """The records of train and test."""
        return self.work / "items.jsonl"

    @property
    def fates(self) -> Path:
        """What became of each record."""
        return self.work / "records.tsv"

    @property
    def left_out(self) -> Path:
        """The pairs of train and test that cannot be done, and why."""
        return self.work / "left-out.tsv"

    @property
    def harvested(self) -> Path:
        """The records IDF is counted over."""
        return self.work / "culturegrid.jsonl.gz"

    @property
    def collection(self) -> str:
        """Where those records are indexed."""
        return self.index or str(self.work / "index")

    @property
    def model(self) -> Path:
        """The folder of the trained model."""
        return self.work / "model"

    @property
    def subsets(self) -> tuple[tuple[str, Path, Path | None], ...]:
        """The two sets of the task: their name, pairs and gold."""
        files = self.files
        return (("train", files.train_pairs, files.train_gold), ("test", files.test_pairs, files.test_gold))

    def pairs(self, name: str) -> Path:
        """The pairs of train or test whose two records are there."""
        return self.work / f"{name}.pairs.tsv"

    def gold(self, name: str) -> Path:
        """The gold of those pairs."""
        return self.work / f"{name}.gold.tsv"

    def scores(self, system: str) -> Path:
        """The scores of a system for those of test."""
        return self.work / f"test.{system}.tsv"
