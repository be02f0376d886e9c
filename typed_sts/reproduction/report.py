"""The last step: how much of the task is left, what came out, and what the paper reports beside it, as one value.

A report holds coverage, cross-validation on train, and (where the gold of test is there) figures over the pairs of test
whose records are there: all of them, those not in train, those with no item of train. Coverage is what became of each
record, and of how many pairs both are there; beside the figures stand those of the task's paper, and what beats them.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import orjson

from typed_sts import __version__
from typed_sts.domain.scores import Scores
from typed_sts.evaluation import report as evaluation
from typed_sts.evaluation.correlation import Difference, fisher_z
from typed_sts.evaluation.report import Part
from typed_sts.reproduction.settings import GENERAL, NO_PROVIDER, OURS, RECIPE, SYSTEMS, Experiment
from typed_sts.scoring.model_files import DESCRIPTION
from typed_sts.task_files.lines import read_lines
from typed_sts.task_files.pairs import Pair, new_items, new_pairs, record_key
from typed_sts.task_files.ratings import read_gold
from typed_sts.task_files.scores import read_scores
from typed_sts.task_files.task_format import read_pairs
from typed_sts_fetch.formats.write import write_bytes

THERE, MOVED, GONE, FAILED, MISSING = "there", "moved", "gone", "failed", "missing"


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a record, and its id now.

    There, moved, gone, failed (did not come, but may be there), or missing in the records that the user gave.
    """

    kind: str
    now: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Pairs of a set by what became of their records.

    `pairs` = `both` + `gone` + `failed` + `missing`. Of `both`, `moved` have a record under a new id, and in `merged`
    the two addresses now lead to one record.
    """

    pairs: int
    both: int
    moved: int
    merged: int
    gone: int
    failed: int
    records: int
    records_there: int
    missing: int = 0

    @property
    def complete(self) -> bool:
        """Say whether every pair has both records."""
        return self.both == self.pairs

    def to_json(self) -> dict[str, int]:
        """Return the counts as plain values."""
        return asdict(self)


def coverage_of(pairs: Sequence[Pair], fates: Mapping[str, Fate]) -> Coverage:
    """Return how many pairs have both records, and why the others have not."""
    both = moved = merged = gone = failed = missing = 0
    for pair in pairs:
        left, right = (fates[record_key(name)] for name in pair)
        kinds = {left.kind, right.kind}
        gone += GONE in kinds
        failed += FAILED in kinds and GONE not in kinds
        missing += MISSING in kinds
        if kinds <= {THERE, MOVED}:
            both += 1
            moved += MOVED in kinds
            merged += left.now == right.now and record_key(pair[0]) != record_key(pair[1])
    records = {record_key(name) for pair in pairs for name in pair}
    there = sum(fates[name].kind in (THERE, MOVED) for name in records)
    return Coverage(len(pairs), both, moved, merged, gone, failed, len(records), there, missing)


def covered(pairs: Iterable[Pair], fates: Mapping[str, Fate]) -> list[bool]:
    """Say for each pair whether both records are there."""
    return [all(fates[record_key(name)].kind in (THERE, MOVED) for name in pair) for pair in pairs]


def left_out_lines(name: str, pairs: Iterable[Pair], fates: Mapping[str, Fate]) -> list[str]:
    """Return a line for each pair without both records: its set, its line there, both names, what became of both."""
    lines = []
    for number, pair in enumerate(pairs, 1):
        kinds = [fates[record_key(item)].kind for item in pair]
        if not {*kinds} <= {THERE, MOVED}:
            lines.append("\t".join((name, str(number), *pair, *kinds)) + "\n")
    return lines


def write_fates(path: Path, fates: Mapping[str, Fate]) -> None:
    """Write one line per record: its id in the task, what became of it, its id now."""
    write_bytes(path, "".join(f"{name}\t{fate.kind}\t{fate.now}\n" for name, fate in fates.items()).encode())


def read_fates(path: Path) -> dict[str, Fate]:
    """Return what `write_fates` wrote."""
    rows = (line.split("\t") for line in read_lines(path))
    return {name: Fate(kind, now) for name, kind, now in rows}


SOURCE = "Agirre, Cer, Diab, Gonzalez-Agirre, Guo: *SEM 2013 shared task: Semantic Textual Similarity (ACL S13-1004)"
N_TEST = 750
"""Pairs of the test set that the paper's figures are over."""


@dataclass(frozen=True, slots=True)
class Published:
    """A published mean over the eight types."""

    name: str
    mean: float


BEST = Published("UNITOR, best run", 0.7620)
BASELINE = Published("the task's baseline", 0.4894)
PUBLISHED = (BEST, BASELINE)
INTER_TAGGER = 0.715
"""Mean correlation of one annotator with the others."""


def needed_to_beat(r: float, n: int, p: float = 0.05) -> float:
    """Return the least correlation of four digits that is better than r by the paper's test: Fisher's z, one-tailed.

    tanh(atanh r + z_p sqrt(2 / (n - 3))), rounded up
    """
    exact = math.tanh(math.atanh(r) + NormalDist().inv_cdf(1 - p) * math.sqrt(2 / (n - 3)))
    return math.ceil(exact * 10_000) / 10_000


COMPARED = ((RECIPE, OURS), (RECIPE, NO_PROVIDER), (GENERAL, OURS), (NO_PROVIDER, OURS))
"""Systems held against each other, the second against the first."""
RESAMPLES = 10_000


@dataclass(frozen=True, slots=True)
class Compared:
    """One system against another over the same pairs, by paired bootstrap."""

    part: str
    first: str
    second: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class AgainstBest:
    """The paper's test of a system's mean against the best published one."""

    system: str
    z: float
    p: float


@dataclass(frozen=True, slots=True)
class ReproductionReport:
    """Everything the experiment found. `parts` and `compared` are empty without the gold of test."""

    train: Coverage
    test: Coverage
    systems: dict[str, str]
    model: dict[str, Any]
    cross_validation: dict[str, Any]
    parts: tuple[Part, ...]
    compared: tuple[Compared, ...]
    warnings: tuple[str, ...]

    @property
    def comparable(self) -> bool:
        """Say whether figures may stand beside the paper's: over all of its test pairs, and no others."""
        return self.test.complete and self.test.pairs == N_TEST

    @property
    def against_best(self) -> tuple[AgainstBest, ...]:
        """Return the paper's test of each system against the best published run, where that may be asked."""
        if not (self.comparable and self.parts):
            return ()
        means = {system.name: system.mean for system in self.parts[0].systems}
        tests = {name: fisher_z(BEST.mean, mean, N_TEST, N_TEST) for name, mean in means.items() if mean is not None}
        return tuple(AgainstBest(name, *found) for name, found in tests.items() if found)

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values."""
        return {
            "format_version": 1,
            "package_version": __version__,
            "coverage": {"train": self.train.to_json(), "test": self.test.to_json()},
            "systems": self.systems,
            "model": self.model,
            "cross_validation": self.cross_validation,
            "parts": [_plain(asdict(part)) for part in self.parts],
            "compared": [_plain(asdict(each)) for each in self.compared],
            "warnings": list(self.warnings),
            "paper": {
                "source": SOURCE,
                "comparable": self.comparable,
                "pairs": N_TEST,
                "means": {published.name: published.mean for published in PUBLISHED},
                "inter_tagger": INTER_TAGGER,
                "needed_to_beat_best": needed_to_beat(BEST.mean, N_TEST),
                "against_best": [asdict(each) for each in self.against_best],
            },
        }


def make_report(experiment: Experiment) -> ReproductionReport:
    """Put together what the other steps have left in the work folder."""
    counts = _json(experiment.work / "coverage.json")
    about = _json(experiment.model / DESCRIPTION)
    parts, compared, warnings = _evaluated(experiment) if experiment.files.test_gold else ((), (), ())
    return ReproductionReport(
        train=Coverage(**counts["train"]),
        test=Coverage(**counts["test"]),
        systems=_json(experiment.work / "systems.json"),
        model={name: about.get(name) for name in ("trained_on", "idf", "tagger", "command", "seed", "helped_by")}
        | {"weights_sha256": about["weights_sha256"], "folds": experiment.folds},
        cross_validation=_json(experiment.work / "cross-validation.json"),
        parts=parts,
        compared=compared,
        warnings=warnings,
    )


def _evaluated(experiment: Experiment) -> tuple[tuple[Part, ...], tuple[Compared, ...], tuple[str, ...]]:
    path = experiment.gold("test")
    gold = replace(read_gold(path), name=path.name)
    scores = {name: Scores(name, read_scores(experiment.scores(name)).values) for name in SYSTEMS}
    test, train = read_pairs(experiment.pairs("test")), read_pairs(experiment.files.train_pairs)
    some = [("pairs not in train", new_pairs(test, train)), ("pairs with no item in train", new_items(test, train))]
    whole = evaluation.evaluate(gold, list(scores.values()), parts=some, resamples=RESAMPLES, seed=experiment.seed)
    compared = []
    for first, second in COMPARED:
        two = [scores[first], scores[second]]
        found = evaluation.evaluate(gold, two, parts=some, resamples=RESAMPLES, seed=experiment.seed)
        compared += [Compared(part.label, first, second, part.differences) for part in found.parts if part.n]
    return whole.parts, tuple(compared), whole.warnings


def _json(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = orjson.loads(path.read_bytes())
    return content


def _plain(value: Any) -> Any:
    """Return the value with numbers that JSON has not as None, and the others without their last, doubtful digits."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float):
        return round(value, 10) if np.isfinite(value) else None
    return value
