"""Is there enough to learn from, and to cross-validate on? Said before time is spent on it."""

import numpy as np

from typed_sts.errors import BadTrainingData
from typed_sts.evaluation.pearson import is_constant
from typed_sts.training.folds import grouped_folds
from typed_sts.training.pair_data import PairData
from typed_sts.types import TYPES

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
