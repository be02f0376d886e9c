"""Train a model on pairs: cross-validate it, fit it on all of them, save it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from typed_sts import __version__
from typed_sts.domain.arrays import Floats
from typed_sts.errors import BadTrainingData
from typed_sts.features.feature_table import feature_table
from typed_sts.scoring.blend import fit_blend
from typed_sts.scoring.crowd import fit_crowd_regressor
from typed_sts.scoring.model_files import TRAINED_PAIRS, SavedModel, columns_of, features_of, save_model
from typed_sts.scoring.regressor import Regressor
from typed_sts.scoring.trained import cannot_tell, stated
from typed_sts.training.pair_data import Figures, PairData, figures, grouped_folds, mean_auc


@dataclass(frozen=True, slots=True, eq=False)
class Validated:
    """Out-of-fold predictions and their figures, with or without provider features."""

    provider: bool
    predicted: Floats
    not_stated: Floats
    figures: Figures
    auc: float | None

    def to_json(self) -> dict[str, Any]:
        """Return the figures for model.json."""
        rounded = [round(r, 4) for r in self.figures.r]
        return {"r": rounded, "mean": round(self.figures.mean, 4), "auc": self.auc and round(self.auc, 4)}


def cross_validate(
    data: PairData,
    *,
    provider: bool,
    n_folds: int = 5,
    seed: int = 0,
    base: SavedModel | None = None,
    on_fold: Callable[[], None] = lambda: None,
) -> Validated:
    """Predict each pair by a model trained on pairs that share no item with it, perhaps helped by another model.

    `on_fold` hears of each fold that is done.
    """
    table = feature_table(data.profiles, data.left, data.right)[:, columns_of(provider)]
    folds = grouped_folds(data.groups, n_folds, seed)
    targets, answers = data.gold.values, data.not_stated
    predicted, learned = np.zeros_like(targets), np.full_like(targets, np.nan)
    for fold in range(n_folds):
        inside = folds == fold
        told = None if answers is None else answers[~inside]
        fitted = _fit(table[~inside], targets[~inside], told, provider, seed, base)
        predicted[inside] = fitted.predict(table[inside])
        learned[inside] = fitted.predict_not_stated(table[inside])
        on_fold()
    probability = cannot_tell(learned, stated(data.profiles, data.left, data.right))
    name = "with provider features" if provider else "without provider features"
    found = figures(name, predicted, targets)
    return Validated(
        provider, predicted, probability, found, None if answers is None else mean_auc(probability, answers)
    )


def train(
    data: PairData,
    folder: Path,
    *,
    name: str,
    command: str,
    validated: Sequence[Validated],
    seed: int = 0,
    base: SavedModel | None = None,
    more: Mapping[str, Any] | None = None,
) -> None:
    """Fit the two regressors on all pairs and save them with what is known about them."""
    about: dict[str, Any] = {
        "name": name,
        "package_version": __version__,
        "trained_on": {
            "pairs": len(data),
            "items": len(data.documents),
            "groups": data.n_groups,
            "gold": data.gold.name if " and " in data.gold.name else Path(data.gold.name).name,
            "sha256": data.digest,
        },
        "idf": data.corpus,
        "tagger": data.tagger,
        "command": command,
        "seed": seed,
        "cross_validation": {("with" if v.provider else "without") + "_provider": v.to_json() for v in validated},
    }
    about |= more or {}
    helping = frozenset() if base is None else base.trained_pairs or frozenset()
    about[TRAINED_PAIRS] = sorted(data.pair_digests | helping)
    if base is not None:
        about["helped_by"] = {"name": base.about["name"], "weights_sha256": base.about["weights_sha256"]}
    save_model(folder, _fitted(data, True, seed, base), _fitted(data, False, seed, base), about)


def _fitted(data: PairData, provider: bool, seed: int, base: SavedModel | None) -> Regressor:
    table = feature_table(data.profiles, data.left, data.right)[:, columns_of(provider)]
    return _fit(table, data.gold.values, data.not_stated, provider, seed, base)


def _fit(
    table: Floats, targets: Floats, answers: Floats | None, provider: bool, seed: int, base: SavedModel | None
) -> Regressor:
    if base is None:
        return fit_blend(table, targets, answers, features_of(provider), seed)
    refuse_helped(base)
    return fit_crowd_regressor(table, targets, base.regressor(provider), seed)


def refuse_helped(base: SavedModel) -> None:
    """Raise BadTrainingData when the model that is to help was itself helped by another."""
    if base.with_provider.helped:
        raise BadTrainingData(f"{base.about['name']} was itself helped by another model; take that one")
