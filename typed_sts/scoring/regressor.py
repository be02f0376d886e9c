"""What every regressor does: a table of features in, scores out, and what each group of features adds to them.

The points of groups are exact Shapley values of the way from a reference row to the row of a pair:

    baseline + the sum of the points of all groups = what the regressor says of the pair, before it is cut to the scale

Each regressor gives its own, because its shape allows them without asking it for every coalition of groups; a test
compares them with the definition. What a ceiling takes off a type is counted against the group that found the
difference (typed_sts.scoring.ceiling). A group whose columns are those of the reference has exactly no points.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats

Groups = npt.NDArray[np.intp]
"""The number of the group of each column."""


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """The baseline (one number per type) and the points (one row per group, one column per type)."""

    baseline: Floats
    points: Floats

    @property
    def uncut(self) -> Floats:
        """Return what the regressor says before it is cut to the scale."""
        return np.asarray(self.baseline + self.points.sum(axis=0))

    def mean(self, other: "Points") -> "Points":
        """Return the points of the mean of two regressors: those of a weighted sum are the weighted sum of theirs."""
        return Points((self.baseline + other.baseline) / 2, (self.points + other.points) / 2)

    def with_groups(self, n_groups: int) -> "Points":
        """Return the points with a row for each of so many groups; the last ones had no column, and have no points."""
        every = np.zeros((n_groups, len(self.baseline)))
        every[: len(self.points)] = self.points
        return Points(self.baseline, every)


class Regressor(Protocol):
    """A fitted regressor over the columns it was fitted with; `model_files.REGRESSORS` lists those that are saved."""

    kind: ClassVar[str]
    """The name it is saved under."""
    parts: ClassVar[Mapping[str, type[Any]]]
    """What it is made of: other regressors, and dataclasses of plain arrays and numbers."""
    helped: ClassVar[bool]
    """Whether it already learns from the estimates of another regressor."""

    def check(self, n_columns: int, n_outputs: int) -> None:
        """Raise ValueError unless its arrays are those of a regressor over so many columns, with so many outputs."""

    def predict(self, table: Floats) -> Floats:
        """Return the scores, cut to the scale: one row per row of the table, one column per type."""

    def predict_uncut(self, table: Floats) -> Floats:
        """Return the scores as the regressor gives them, a little beyond the scale at times."""

    def predict_not_stated(self, table: Floats) -> Floats:
        """Return the probabilities that a person cannot tell; NaN for types without examples."""

    def points(self, pair: Floats, reference: Floats, groups: Groups) -> Points:
        """Return the points of each group for the row of a pair, from the reference row on."""


LARGEST = 1e9
"""No array of a model holds a number beyond it: sums of such numbers are still numbers."""


def check_array(
    name: str, array: Any, shape: tuple[int, ...], *, above: float = -LARGEST, most: float = LARGEST
) -> None:
    """Raise ValueError unless an array has that shape and holds nothing but numbers, above one and at most another."""
    found = np.asarray(array)
    if found.shape != shape:
        raise ValueError(f"{name} has the shape {found.shape}, not {shape}")
    if found.dtype.kind not in "fiu":
        raise ValueError(f"{name} holds {found.dtype}, not numbers")
    if not ((found > above) & (found <= most)).all():  # nor NaN
        raise ValueError(f"{name} holds a number that cannot be right: all are above {above:g} and at most {most:g}")


def check_numbers_of_columns(name: str, array: Any, shape: tuple[int, ...], n_columns: int) -> None:
    """Raise ValueError unless an array has that shape and holds numbers of columns."""
    check_array(name, array, shape, above=-1, most=n_columns - 1)
    if (np.asarray(array) % 1 != 0).any():
        raise ValueError(f"{name} holds a number that is not a column's")
