"""The last step: what came out, as one value for the text and the JSON report alike.

Report -> coverage, cross-validation on train, and (where the gold of test is there) figures over the pairs of test
whose records are there: all of them, those not in train, those with no item of train.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from typed_sts import __version__
from typed_sts.domain.scores import Scores, read_scores
from typed_sts.evaluation import report as evaluation
from typed_sts.evaluation.comparison import Difference, fisher_z
from typed_sts.evaluation.report import Part
from typed_sts.reproduction.coverage import Coverage
from typed_sts.reproduction.paper import BEST, INTER_TAGGER, N_TEST, PUBLISHED, SOURCE, needed_to_beat
from typed_sts.reproduction.settings import GENERAL, NO_PROVIDER, OURS, RECIPE, SYSTEMS, Experiment
from typed_sts.scoring.model_files import DESCRIPTION
from typed_sts.task_files.item_names import new_items, new_pairs
from typed_sts.task_files.lines import read_lines
from typed_sts.task_files.ratings import Gold
from typed_sts.task_files.task_format import parse_scores, read_pairs

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
class Report:
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


def make_report(experiment: Experiment) -> Report:
    """Put together what the other steps have left in the work folder."""
    counts = _json(experiment.work / "coverage.json")
    about = _json(experiment.model / DESCRIPTION)
    parts, compared, warnings = _evaluated(experiment) if experiment.files.test_gold else ((), (), ())
    return Report(
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
    gold = Gold(path.name, np.array(parse_scores(path, read_lines(path))))
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
