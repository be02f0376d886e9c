"""What the experiment is told, and where its files are."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from typed_sts.errors import BadOptions, BadScores, TypedStsError
from typed_sts.reproduction.ledger import Say
from typed_sts.task_files.lines import read_lines, unequal
from typed_sts.task_files.task_format import parse_scores, read_pairs
from typed_sts_fetch.europeana.client import EuropeanaClient
from typed_sts_fetch.europeana.download import read_wanted

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
        n_gold = len(parse_scores(gold, read_lines(gold)))
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

    `connect` is called when Europeana is needed, so that a run which has everything needs no key. `index` is the
    address of a collection on Elasticsearch; without, it is a directory in the work folder. With `shipped_idf` nothing
    is harvested.
    """

    files: TaskFiles
    work: Path
    cache: Path
    connect: Callable[[], EuropeanaClient]
    say: Say
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
