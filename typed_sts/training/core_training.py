"""Trains a CORE model on sets of sentence pairs: what `typed-sts core train` does.

Which of the learned regressors take part is chosen by cross-validation in which all sets of a source ("headlines" of
every year) are left out together: what counts is how a model does on sentences unlike those it has seen.

    r of a blend = mean over the sets of Pearson's r, each on a model that has not seen its source, weighted by pairs
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.errors import BadTrainingData, needing
from typed_sts.evaluation.correlation import is_constant, pearson
from typed_sts.running.progress import OnProgress, progress
from typed_sts.scoring.kernel import KernelMachine
from typed_sts.scoring.trees import fit_boosted_trees, fit_forest
from typed_sts.sts.core_blend import MEMBERS, SOURCES_OF_TRUST, CoreBlend, standardised, wide
from typed_sts.sts.core_model import feature_names, save_core_model, table_of
from typed_sts.sts.features import direction, products_of
from typed_sts.sts.sentences import read_sentences
from typed_sts.sts.sets import SentenceSet, read_folder
from typed_sts.training.train import refuse_other_folders

BLENDS: Mapping[str, tuple[str, ...]] = {
    "all": MEMBERS,
    "trees": ("linear", "forest", "boosted"),
    "smooth": ("linear", "kernel"),
}
"""The blends that cross-validation chooses from; the prior is in each."""
PRIOR = ("vector_cosine", "aligned_telling")
PRIOR_WITHOUT_ENCODER = ("aligned_telling", "gram_letters4")
FEWEST = 50
"""Pairs with gold that a model is learned from, at least."""
_PRIOR_SPREAD = 0.8
"""How far the prior's scores spread, as a share of the gold's: about their correlation."""
_FOLDS = 4
_RIDGE, _ROWS, _WIDTH, _KERNEL_RIDGE, _DIRECTIONS = 100.0, 600, 0.6, 1.0, 64
_AT_ONCE = 256


@dataclass(frozen=True, slots=True, eq=False)
class CoreData:
    """The features of all pairs of some sets, with their targets and the number of the set of each."""

    sets: tuple[SentenceSet, ...]
    table: Floats
    products: Floats
    targets: Floats
    of_set: Floats
    meaning: bool

    @property
    def sources(self) -> list[str]:
        """The source of each pair."""
        return [self.sets[int(number)].source for number in self.of_set]

    def only(self, rows: Any) -> "CoreData":
        """Return the same with some rows alone."""
        return CoreData(
            self.sets, self.table[rows], self.products[rows], self.targets[rows], self.of_set[rows], self.meaning
        )


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """A fitted regressor, which blend was chosen, and r of each blend and part on sources not seen (of the mean)."""

    blend: CoreBlend
    chosen: str
    figures: Mapping[str, float]


def train_folders(
    folders: Sequence[tuple[Path, str]], output: Path, *, command: str, meaning: bool, seed: int, quiet: bool
) -> Trained:
    """Train on the sets of folders, each with its language, and write the model; raise before where that cannot be."""
    with needing("train"):
        import sklearn  # noqa: F401  # so that its absence is told before sentences are read
    if not folders:
        raise BadTrainingData("no sets to train on; name folders of English sets, or --spanish FOLDER")
    refuse_other_folders(output)
    sets = [each for folder, language in folders for each in read_folder(folder, language)]
    with progress("reading sentences", quiet=quiet) as move:
        data = core_data(sets, meaning=meaning, on_progress=move)
    trained = train_core(data, seed)
    save_core_model(output, trained.blend, meaning, about_training(data, trained, command))
    return trained


def core_data(sets: Sequence[SentenceSet], *, meaning: bool = True, on_progress: OnProgress | None = None) -> CoreData:
    """Read the sentences of sets and compute their features."""
    tables, products = [], []
    total, done = sum(len(each.pairs) for each in sets), 0
    for each in sets:
        for start in range(0, len(each.pairs), _AT_ONCE):
            some = each.pairs[start : start + _AT_ONCE]
            read = read_sentences([text for pair in some for text in pair], each.language, meaning=meaning)
            sentences = list(zip(read[::2], read[1::2], strict=True))
            tables.append(table_of(sentences, meaning=meaning))
            products.append(products_of(sentences))
            done += len(some)
            if on_progress is not None:
                on_progress(done, total)
    return CoreData(
        tuple(sets),
        np.concatenate(tables),
        np.concatenate(products),
        np.concatenate([each.targets for each in sets]),
        np.repeat(np.arange(len(sets), dtype=np.float64), [len(each.pairs) for each in sets]),
        meaning,
    )


def train_core(data: CoreData, seed: int = 0) -> Trained:
    """Choose a blend by cross-validation and fit it on all pairs."""
    if len(data.targets) < FEWEST or is_constant(data.targets):
        raise BadTrainingData(
            f"{len(data.targets)} pairs, gold from {data.targets.min():g} to {data.targets.max():g}; a model needs"
            f" {FEWEST} pairs at least, and gold that varies"
        )
    figures = _cross_validated(data, seed)
    chosen = max(BLENDS, key=lambda name: figures[name])
    return Trained(fit_core(data, BLENDS[chosen], seed), chosen, figures)


def fit_core(data: CoreData, members: Sequence[str], seed: int = 0) -> CoreBlend:
    """Fit all parts; of the learned ones, the members count alike and the others not at all."""
    names = feature_names(data.meaning)
    mean = data.table.mean(axis=0).astype(np.float32)
    deviation = data.table.std(axis=0)
    scale = np.where(deviation > 1e-9, deviation, 1.0).astype(np.float32)
    prior = np.zeros(len(names), dtype=np.float32)
    for name in PRIOR if data.meaning else PRIOR_WITHOUT_ENCODER:
        prior[names.index(name)] = _PRIOR_SPREAD * data.targets.std() / 2
    projection, shift, spread = _main_directions(data)
    columns = data.targets[:, None]
    return CoreBlend(
        mean=mean,
        scale=scale,
        start=float(data.targets.mean()),
        prior=prior,
        linear=_fit_linear(data, mean, scale),
        projection=projection,
        shift=shift,
        shares=np.array([float(name in members) / len(members) for name in MEMBERS], dtype=np.float32),
        trust=len(set(data.sources)) / SOURCES_OF_TRUST,
        kernel=_fit_kernel(data, mean, scale, projection, shift, spread, seed),
        forest=fit_forest(
            data.table,
            columns,
            n_trees=80,
            depth=8,
            features=0.4,
            leaf_size=4,
            directions=[direction(name) for name in names],
            seed=seed,
        ),
        boosted=fit_boosted_trees(
            data.table, columns, n_trees=150, depth=4, rate=0.06, share=0.5, features=0.2, leaf_size=10, seed=seed
        ),
    )


def _fit_linear(data: CoreData, mean: Any, scale: Any) -> Any:
    """Return weights that never count likeness against a pair, fitted within sets: how sets differ is not learned."""
    with needing("train"):
        from sklearn.linear_model import Ridge

    directions = np.array([direction(name) for name in feature_names(data.meaning)])
    used = directions != 0
    z = standardised(data.table, mean, scale) * directions
    targets = data.targets.copy()
    for number in np.unique(data.of_set):
        rows = data.of_set == number
        z[rows] -= z[rows].mean(axis=0)
        targets[rows] -= targets[rows].mean()
    weights = np.zeros(len(directions), dtype=np.float32)
    fitted = Ridge(_RIDGE, positive=True, fit_intercept=False).fit(z[:, used], targets)
    weights[used] = fitted.coef_ * directions[used]
    return weights


def _main_directions(data: CoreData) -> tuple[Any, Any, float]:
    """Return the map of products to their main directions, and how far they spread along them."""
    if not data.meaning:
        return np.zeros((0, 0), dtype=np.float32), np.zeros(0, dtype=np.float32), 1.0
    mean, deviation = data.products.mean(axis=0), data.products.std(axis=0)
    deviation = np.where(deviation > 1e-9, deviation, 1.0)
    z = (data.products - mean) / deviation
    _, vectors = np.linalg.eigh(z.T @ z)
    main = vectors[:, -_DIRECTIONS:]
    main *= np.where(main.sum(axis=0) < 0, -1.0, 1.0)
    projection = (main / deviation[:, None]).astype(np.float16).astype(np.float32)  # so that it packs well
    shift = -(mean @ projection.astype(np.float64))
    return projection, shift.astype(np.float32), float((data.products @ projection + shift).std()) or 1.0


def _fit_kernel(
    data: CoreData, mean: Any, scale: Any, projection: Any, shift: Any, spread: float, seed: int
) -> KernelMachine:
    """Fit kernel ridge regression over some of the rows: (K'K + ridge K_rows) dual = K' y."""
    table = wide(data.table, data.products, projection, shift)
    mean, scale = (
        np.concatenate([ours, np.full(len(shift), beside)]).astype(np.float32)
        for ours, beside in ((mean, 0.0), (scale, spread))
    )
    some = np.random.default_rng(seed).permutation(len(table))[:_ROWS]
    support = np.clip((table[some] - mean) / scale, -6, 6).astype(np.float32)
    gamma = _WIDTH / table.shape[1]
    start = data.targets.mean()
    machine = KernelMachine(mean, scale, support, np.eye(len(some), dtype=np.float32), np.zeros(1, np.float32), gamma)
    kernel, inner = machine.predict(table), machine.predict(table[some])
    left = kernel.T @ kernel + _KERNEL_RIDGE * inner + 1e-6 * np.eye(len(some))
    dual = np.linalg.solve(left, kernel.T @ (data.targets - start))[:, None]
    return KernelMachine(mean, scale, support, dual.astype(np.float32), np.array([start], dtype=np.float32), gamma)


def _cross_validated(data: CoreData, seed: int) -> dict[str, float]:
    """Return r of each blend and of each part, on sets whose source was left out."""
    sources = np.array(data.sources)
    every = sorted(set(sources))
    if len(every) > 1:
        fold_of = {source: number % _FOLDS for number, source in enumerate(every)}
        folds = np.array([fold_of[source] for source in sources])
    else:
        folds = np.random.default_rng(seed).permutation(len(sources)) % _FOLDS
    said: dict[str, Floats] = {name: np.zeros(len(sources)) for name in ("prior", *MEMBERS, *BLENDS)}
    for fold in np.unique(folds):
        rows = folds == fold
        blend = fit_core(data.only(~rows), MEMBERS, seed)
        found = blend.members(data.table[rows], data.products[rows])
        for name, values in found.items():
            said[name][rows] = values
        for name, members in BLENDS.items():
            learned = np.mean([found[member] for member in members], axis=0)
            said[name][rows] = (blend.trust * learned + found["prior"]) / (blend.trust + 1)
    return {name: _mean_r(values, data) for name, values in said.items()}


def _mean_r(values: Floats, data: CoreData) -> float:
    counts, found = [], []
    for number in np.unique(data.of_set):
        rows = data.of_set == number
        counts.append(int(rows.sum()))
        found.append(pearson(values[rows], data.targets[rows]))
    return float(np.average(found, weights=counts))


def about_training(data: CoreData, trained: Trained, command: str) -> dict[str, Any]:
    """Return what model.json says of the training: the sets, a digest of their pairs and gold, the figures."""
    digest = hashlib.sha256()
    for each in data.sets:
        for (left, right), gold in zip(each.pairs, each.gold.tolist(), strict=True):
            digest.update(f"{left}\t{right}\t{gold!r}\n".encode())
    return {
        "trained_on": [{"set": each.name, "language": each.language, "pairs": len(each.pairs)} for each in data.sets],
        "data_sha256": digest.hexdigest(),
        "command": command,
        "blend": trained.chosen,
        "r_on_sources_not_seen": {name: round(r, 4) for name, r in trained.figures.items()},
    }
