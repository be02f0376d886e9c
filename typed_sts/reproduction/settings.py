"""What the experiment is told, and where its files are."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from typed_sts.errors import TypedStsError
from typed_sts.reproduction.ledger import Say
from typed_sts.reproduction.task_folder import TaskFiles
from typed_sts_fetch.europeana.client import EuropeanaClient

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
