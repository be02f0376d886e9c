"""The task's own files, found and checked before anything is asked of a server.

DIR/train/STS.input.europeana.txt   pairs of addresses      DIR/test/STS.input.europeana.txt
DIR/train/STS.gs.europeana.txt      gold                    DIR/test/STS.gs.europeana.txt, where the user has it
"""

from dataclasses import dataclass
from pathlib import Path

from typed_sts.errors import BadOptions, BadScores
from typed_sts.task_files.lines import read_lines, unequal
from typed_sts.task_files.task_format import parse_scores, read_pairs
from typed_sts_fetch.europeana.requests_file import read_wanted

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
