"""From files to a trained model: what `typed-sts train` does.

Whether there is enough to learn from, and to cross-validate on, is said before time is spent on it.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import orjson

from typed_sts.domain.types import TYPES
from typed_sts.errors import BadTrainingData, needing
from typed_sts.evaluation.correlation import is_constant
from typed_sts.reading.store import DocumentStore
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER
from typed_sts.running.progress import progress
from typed_sts.scoring.model_files import DESCRIPTION, WEIGHTS, SavedModel
from typed_sts.training.pair_data import NOT_STATED_TYPES, PairData, as_lines, grouped_folds, pair_data
from typed_sts.training.pair_model import Validated, cross_validate, refuse_helped, train
from typed_sts_index.contract import CorpusStats

FEWEST = 10
"""Rated pairs a type is learned from, at least; also when a fold is left out. Far too few for good scores."""


def refuse_too_little(data: PairData, n_folds: int, seed: int = 0) -> None:
    """Raise BadTrainingData where a type cannot be learned, or not be validated in so many folds."""
    for column, name in enumerate(TYPES):
        values = data.gold.values[:, column]
        rated = values[~np.isnan(values)]
        if not rated.size:
            raise BadTrainingData(
                f"{data.gold.name}: nobody rated {name} (column {column + 1} of 8); a model needs gold of all eight"
            )
        if rated.size > 1 and is_constant(rated):
            raise BadTrainingData(
                f"{data.gold.name}: {name} (column {column + 1} of 8) is {rated[0]:g} throughout; nothing can be"
                " learned from that"
            )
    if data.n_groups < n_folds:
        raise BadTrainingData(
            f"{len(data)} pairs make {data.n_groups} groups that share no item, and {n_folds} folds need at least"
            f" {n_folds}; give more pairs, or fewer --folds"
        )
    folds = grouped_folds(data.groups, n_folds, seed)
    for column, name in enumerate(TYPES):
        left = min(int((~np.isnan(data.gold.values[folds != fold, column])).sum()) for fold in range(n_folds))
        if left < FEWEST:
            raise BadTrainingData(
                f"{data.gold.name}: too few pairs rated for {name}: {left} are left to learn from when a fold is held"
                f" out, and at least {FEWEST} are needed; give more pairs, or more --folds"
            )


@dataclass(frozen=True, slots=True)
class Request:
    """What to learn from, and where the model goes; `command` is kept in it. `base` is a model that helps."""

    pairs: Path
    items: Path
    folder: Path
    name: str
    command: str
    gold: Path | None = None
    ratings: Path | None = None
    stats: CorpusStats | None = None
    tagger: str = DEFAULT_TAGGER
    store: DocumentStore | None = None
    base: SavedModel | None = None
    folds: int = 5
    seed: int = 0
    quiet: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What was learned from, and how the model does on pairs it has not seen: with and without provider features."""

    data: PairData
    validated: tuple[Validated, ...]
    request: Request

    def lines(self) -> list[str]:
        """Return the cross-validation as a text table."""
        data, base = self.data, self.request.base
        rated = "gold" if self.request.ratings is None else "ratings"
        unknown = int(np.isnan(data.gold.values).sum())
        head = (
            f"{len(data):,} pairs of {len(data.documents):,} items in {data.n_groups:,} groups that share no item,"
            f" {rated} {data.gold.name}"
            + (f" ({unknown:,} of {data.gold.values.size:,} NA)" if unknown else "")
            + f"; IDF: {data.corpus}; tagger {data.tagger}"
            + (f"; helped by {base.about['name']}" if base else "")
        )
        areas = [f"{each.auc:.3f} {each.figures.name}" for each in self.validated if each.auc is not None]
        *types, last = NOT_STATED_TYPES
        closing = f'AUC of "not stated", mean over {", ".join(types)} and {last}: {", ".join(areas)}'
        title = f"Pearson, {self.request.folds}-fold cross-validation in which no item stands on both sides:"
        table = as_lines([each.figures for each in self.validated], extra=closing if areas else "")
        return [head, title, *table]


def run(request: Request) -> Outcome:
    """Read, cross-validate, train on all pairs and save; raise before anything is written where that cannot work."""
    data = read(request)
    return save(request, data, validate(request, data))


def read(request: Request) -> PairData:
    """Return what is to be learned from; raise BadTrainingData where it cannot be, or the model cannot be written."""
    with needing("train"):
        import sklearn  # noqa: F401  # so that its absence is told before records are read
    refuse_other_folders(request.folder)
    if request.base is not None and request.ratings is not None:
        raise BadTrainingData("a model that helps goes with gold of a crowd; leave out --base, or give gold")
    if request.base is not None:
        refuse_helped(request.base)
    data = pair_data(
        request.pairs,
        request.items,
        gold=request.gold,
        ratings=request.ratings,
        stats=request.stats,
        tagger=request.tagger,
        store=request.store,
        quiet=request.quiet,
    )
    refuse_too_little(data, request.folds, request.seed)
    return data


def validate(request: Request, data: PairData) -> tuple[Validated, ...]:
    """Cross-validate with and without provider features."""
    done = 0
    with progress("cross-validating", quiet=request.quiet) as report:

        def on_fold() -> None:
            nonlocal done
            done += 1
            report(done, 2 * request.folds)

        return tuple(
            cross_validate(
                data,
                provider=provider,
                n_folds=request.folds,
                seed=request.seed,
                base=request.base,
                on_fold=on_fold,
            )
            for provider in (True, False)
        )


def save(request: Request, data: PairData, validated: tuple[Validated, ...]) -> Outcome:
    """Train on all pairs and write the model."""
    train(
        data,
        request.folder,
        name=request.name,
        command=request.command,
        validated=validated,
        seed=request.seed,
        base=request.base,
    )
    return Outcome(data, validated, request)


def refuse_other_folders(folder: Path) -> None:
    """Raise BadTrainingData when something stands at that place that is not a model, nor an empty folder."""
    if not folder.exists() and not folder.is_symlink():
        return
    if folder.is_dir():
        names = {path.name for path in folder.iterdir()} - {path.name for path in unfinished_files(folder)}
        if not names or (names <= {DESCRIPTION, WEIGHTS} and _describes_a_model(folder / DESCRIPTION)):
            return
    raise BadTrainingData(f"{folder} is there already and is not the folder of a model; name another, or remove it")


def unfinished_files(folder: Path) -> list[Path]:
    """Return what a run that was killed while it wrote a model has left beside it."""
    return [path for name in (DESCRIPTION, WEIGHTS) for path in folder.glob(f".{name}.*.tmp")]


def _describes_a_model(path: Path) -> bool:
    try:
        content = orjson.loads(path.read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return False
    return isinstance(content, dict) and {"format_version", "weights_sha256", "features"} <= content.keys()
