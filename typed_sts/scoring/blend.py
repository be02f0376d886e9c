"""The regressor behind a trained model: eight scores, and eight probabilities of "cannot tell", from one feature table.

    score       = the mean of a kernel machine and of boosted trees, less what a ceiling takes, cut to 0..5
    not stated  = a logistic regression over what is stated and how much of it, type by type

Which of these is best was chosen by cross-validation (docs/models.md); whether a person can tell depends on what the
records state, not on what in them agrees, so the second sees only such features.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from typed_sts.domain.arrays import Floats
from typed_sts.domain.types import HIGHEST, LOWEST
from typed_sts.errors import needing
from typed_sts.features.feature_table import Feature
from typed_sts.scoring.ceiling import Ceiling, fit_ceiling
from typed_sts.scoring.kernel import KernelMachine, fit_kernel_machine
from typed_sts.scoring.regressor import Groups, Points, check_array, check_numbers_of_columns
from typed_sts.scoring.trees import Trees, fit_boosted_trees

PRESENCE_ENDINGS = ("_has", "_fewest", "_shorter", "_longer")
FEWEST_EXAMPLES = 10
"""Pairs of either answer that "cannot tell" is learned from, at least; with fewer, what is stated stands alone."""


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """A logistic regression an output: p = 1 / (1 + exp(-(x - mean) / scale @ weight - intercept)).

    A column of zeros in `learned` means that the output was not learned.
    """

    columns: Floats
    mean: Floats
    scale: Floats
    weight: Floats
    intercept: Floats
    learned: Floats

    def check(self, n_columns: int, n_outputs: int) -> None:
        """Raise ValueError unless these are the arrays of such a regression."""
        own = (len(np.atleast_1d(self.columns)),)
        check_numbers_of_columns("columns", self.columns, own, n_columns)
        check_array("mean", self.mean, own)
        check_array("scale", self.scale, own, above=0)
        check_array("weight", self.weight, (*own, n_outputs))
        check_array("intercept", self.intercept, (n_outputs,))
        check_array("learned", self.learned, (n_outputs,))

    def predict(self, table: Floats) -> Floats:
        """Return probabilities, NaN for what was not learned."""
        z = np.clip((table[:, self.columns.astype(np.intp)] - self.mean) / self.scale, -4, 4)
        odds = np.exp(-(z @ self.weight + self.intercept))
        return np.where(self.learned > 0, 1 / (1 + odds), np.nan)


@dataclass(frozen=True, slots=True, eq=False)
class BlendRegressor:
    """A fitted regressor of this kind; a Regressor."""

    kind: ClassVar[str] = "blend"
    parts: ClassVar[Mapping[str, type[Any]]] = {
        "machine": KernelMachine,
        "trees": Trees,
        "ceiling": Ceiling,
        "head": Head,
    }
    helped: ClassVar[bool] = False

    machine: KernelMachine
    trees: Trees
    ceiling: Ceiling
    head: Head

    def check(self, n_columns: int, n_outputs: int) -> None:
        """Raise ValueError unless its parts are over so many columns, with so many outputs."""
        for part in (self.machine, self.trees, self.ceiling, self.head):
            part.check(n_columns, n_outputs)

    def predict(self, table: Floats) -> Floats:
        """Return the scores, cut to the scale."""
        return np.clip(self.predict_uncut(table), LOWEST, HIGHEST)

    def predict_uncut(self, table: Floats) -> Floats:
        """Return the scores as the regressor gives them, a little beyond the scale at times."""
        return self.ceiling.lowered(table, (self.machine.predict(table) + self.trees.predict(table)) / 2)

    def predict_not_stated(self, table: Floats) -> Floats:
        """Return the probabilities that a person cannot tell; NaN for types without examples."""
        return self.head.predict(table)

    def points(self, pair: Floats, reference: Floats, groups: Groups) -> Points:
        """Return the points of each group for the row of a pair, from the reference row on."""
        free = self.machine.points(pair, reference, groups).mean(self.trees.points(pair, reference, groups))
        return self.ceiling.points(free, pair, groups)


def fit_blend(
    table: Floats, targets: Floats, not_stated: Floats | None, features: Sequence[Feature], seed: int = 0
) -> BlendRegressor:
    """Fit scores where `targets` is not NaN, and "cannot tell" (1 or 0) where there is any."""
    return BlendRegressor(
        fit_kernel_machine(table, targets),
        fit_boosted_trees(table, targets, seed=seed),
        fit_ceiling(table, targets, features),
        fit_head(table, np.zeros_like(targets) if not_stated is None else not_stated, features),
    )


def fit_head(table: Floats, not_stated: Floats, features: Sequence[Feature]) -> Head:
    """Fit "cannot tell" over the features that say what is stated."""
    with needing("train"):
        from sklearn.linear_model import LogisticRegression

    columns = np.flatnonzero([feature.name.endswith(PRESENCE_ENDINGS) for feature in features])
    mean, deviation = table[:, columns].mean(axis=0), table[:, columns].std(axis=0)
    scale = np.where(deviation > 0, deviation, 1.0)
    z = np.clip((table[:, columns] - mean) / scale, -4, 4)
    n_outputs = not_stated.shape[1]
    weight, intercept, learned = np.zeros((len(columns), n_outputs)), np.zeros(n_outputs), np.zeros(n_outputs)
    for output in range(n_outputs):
        answers = not_stated[:, output]
        if min(answers.sum(), (1 - answers).sum()) < FEWEST_EXAMPLES:
            continue
        logistic = LogisticRegression(C=0.1, max_iter=5_000).fit(z, answers)
        weight[:, output], intercept[output], learned[output] = logistic.coef_[0], logistic.intercept_[0], 1.0
    return Head(columns.astype(np.float64), mean, scale, weight, intercept, learned)
