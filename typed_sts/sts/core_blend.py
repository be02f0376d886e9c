"""The regressor of a CORE model: one score of 0 to 5 for each row of features.

    prior     the mean of a few features that mean the same everywhere, brought to the scale of the gold
    linear    a ridge regression that may only count likeness for and difference against a pair
    kernel    kernel ridge regression over some rows, on features and on the main directions of the vectors' products
    forest    extremely random trees that grow only in the directions of the features
    boosted   boosted trees

    score = (trust * mean of the learned ones + prior) / (trust + 1),  trust = number of sources / SOURCES_OF_TRUST

What is learned on sentences of few sources fits those sources: on news it misjudges definitions. The fewer there were,
the more the prior counts. Which of the learned ones take part is chosen by cross-validation over whole sources
(`typed_sts.training.core_training`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats
from typed_sts.domain.types import HIGHEST, LOWEST
from typed_sts.scoring.kernel import KernelMachine
from typed_sts.scoring.regressor import check_array
from typed_sts.scoring.trees import Trees

MEMBERS = ("linear", "kernel", "forest", "boosted")
SOURCES_OF_TRUST = 6.0
FARTHEST = 4.0
"""Standard deviations beyond which a feature counts as that far."""
Singles = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class CoreBlend:
    """A fitted regressor over so many features, and over products of vectors where it was fitted with them."""

    parts: ClassVar[Mapping[str, type[Any]]] = {"kernel": KernelMachine, "forest": Trees, "boosted": Trees}

    mean: Singles
    scale: Singles
    start: float
    prior: Singles
    linear: Singles
    projection: Singles
    shift: Singles
    shares: Singles
    trust: float
    kernel: KernelMachine
    forest: Trees
    boosted: Trees

    def check(self, n_features: int, n_products: int) -> None:
        """Raise ValueError unless its arrays are those of a regressor over so many features and products."""
        for name in ("mean", "prior", "linear"):
            check_array(name, getattr(self, name), (n_features,))
        check_array("scale", self.scale, (n_features,), above=0)
        directions = len(np.atleast_1d(self.shift))
        check_array("shift", self.shift, (directions,))
        check_array("projection", self.projection, (n_products if directions else 0, directions))
        check_array("shares", self.shares, (len(MEMBERS),), above=-1e-9)
        check_array("start", self.start, ())
        check_array("trust", self.trust, (), above=0)
        self.kernel.check(n_features + directions, 1)
        self.forest.check(n_features, 1)
        self.boosted.check(n_features, 1)

    def predict(self, table: Floats, products: Floats) -> Floats:
        """Return the scores, cut to the scale."""
        shares = dict(zip(MEMBERS, self.shares.tolist(), strict=True))
        found = self.members(table, products, [name for name in MEMBERS if shares[name]])
        learned: Floats = np.sum([share * found[name] for name, share in shares.items() if share], axis=0)
        return np.clip((self.trust * learned + found["prior"]) / (self.trust + 1), LOWEST, HIGHEST)

    def members(self, table: Floats, products: Floats, names: Sequence[str] = MEMBERS) -> dict[str, Floats]:
        """Return what the prior and each of these parts say by themselves."""
        z = standardised(table, self.mean, self.scale)
        said: dict[str, Callable[[], Floats]] = {
            "linear": lambda: self.start + z @ self.linear,
            "kernel": lambda: self.kernel.predict(wide(table, products, self.projection, self.shift))[:, 0],
            "forest": lambda: self.forest.predict(table)[:, 0],
            "boosted": lambda: self.boosted.predict(table)[:, 0],
        }
        return {"prior": self.start + z @ self.prior, **{name: said[name]() for name in names}}


def standardised(table: Floats, mean: Singles, scale: Singles) -> Floats:
    """Return the features in standard deviations from their mean."""
    return np.clip((table - mean) / scale, -FARTHEST, FARTHEST)


def wide(table: Floats, products: Floats, projection: Singles, shift: Singles) -> Floats:
    """Return the features, and beside them the products along the main directions, where there are any."""
    if not len(shift):
        return table
    return np.hstack([table, products @ projection.astype(np.float64) + shift])
