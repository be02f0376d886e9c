"""What every model does, profiles of documents in and eight estimates per pair out, and how these are written.

    Document --profile()--> Profiles (arrays, one row per document) --score(left rows, right rows)--> Estimates

Profiles are made once a document, pairs are scored by the ten thousand. A model's estimate does not change when the
two sides change places.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeGuard

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Bools, Floats
from typed_sts.domain.scores import PairScores, TypeScore
from typed_sts.domain.types import HIGHEST, LOWEST, TYPES
from typed_sts.features.profiles import Profiles, Rows
from typed_sts.reading.document import Document
from typed_sts.scoring.regressor import Points
from typed_sts.task_files.pairs import Pair, among

Stated = npt.NDArray[np.int8]
STATED = ("none", "one", "both")
"""How many of the two records say something about a type, by the number in `Estimates.stated`."""
DECIMALS = 4
"""Of every number that is written; the official TSV has as many."""


@dataclass(frozen=True, slots=True, eq=False)
class Estimates:
    """One row per pair, one column per type.

    `values` are 0..5. `stated` is 2, 1 or 0: both records, one, none says something about the type. `not_stated` is
    the probability that a person could not tell.
    """

    values: Floats
    stated: Stated
    not_stated: Floats


class NamedModel(Protocol):
    """What every model says of itself."""

    @property
    def name(self) -> str:
        """The model's name: "evidence", "typed", "baseline", "random", or the folder it was loaded from."""

    @property
    def version(self) -> str:
        """What identifies its weights: the package's version, and a digest for a trained model."""

    @property
    def about(self) -> str:
        """One line for reports: the model, its IDF corpus, and whether provider features were used."""


class Scorer(NamedModel, Protocol):
    """A model that is given profiles of documents: it says what it is, and gives the scores of pairs."""

    def profile(self, documents: Sequence[Document]) -> Profiles:
        """Return the profiles of documents, a row each."""

    def score(self, profiles: Profiles, left: Rows, right: Rows) -> Estimates:
        """Return the estimates of the pairs (left[i], right[i]) of rows of the profiles."""


class ExplainingScorer(Scorer, Protocol):
    """A model that also says what each group of features adds to the scores of a pair."""

    @property
    def provider(self) -> bool:
        """Whether it looks at who holds the records."""

    def group_points(self, profiles: Profiles, left: int, right: int) -> Points:
        """Return the points of each of GROUPS for one pair of rows."""


def explains(model: NamedModel) -> TypeGuard[ExplainingScorer]:
    """Say whether a model can explain its scores."""
    return hasattr(model, "group_points")


def uses_vectors(model: NamedModel) -> bool:
    """Say whether sentence vectors are made for a model: for every one that does not say `uses_vectors = False`."""
    return bool(getattr(model, "uses_vectors", True))


def trained_on(model: NamedModel, pairs: Sequence[Pair], ids: Sequence[Pair]) -> Bools:
    """Say which pairs a model was trained on, by their names or by the ids of their records; False where not known."""
    digests: frozenset[str] | None = getattr(model, "trained_pairs", None)
    if not digests:
        return np.zeros(len(pairs), dtype=np.bool_)
    found = among(pairs, digests)
    return found if list(ids) == list(pairs) else found | among(ids, digests)


def pair_scores(scorer: NamedModel, ids: Sequence[tuple[str, str]], estimates: Estimates) -> Iterator[PairScores]:
    """Yield the scores of each pair: `score` is None where neither record says anything about the type."""
    name, version = scorer.name, scorer.version
    rows = zip(ids, estimates.values.tolist(), estimates.stated.tolist(), estimates.not_stated.tolist(), strict=True)
    for (a, b), values, stated, not_stated in rows:
        types = tuple(map(_type_score, TYPES, values, stated, not_stated))
        yield PairScores(a, b, types, name, version)


def official_line(values: Sequence[float]) -> str:
    """Return the official line of a pair, with its line feed; its numbers are those of `pair_scores`."""
    return "\t".join([f"{within_scale(value):.{DECIMALS}f}" for value in values]) + "\n"


def within_scale(value: float) -> float:
    """Return the value cut at the ends of the scale; -0.0 is 0."""
    return min(max(value, LOWEST), HIGHEST) + 0.0


def _type_score(name: str, value: float, stated: int, not_stated: float) -> TypeScore:
    estimate = round(within_scale(value), DECIMALS)
    return TypeScore(name, estimate if stated else None, estimate, STATED[stated], round(not_stated, DECIMALS))
