"""What every model does: profiles of documents in, eight estimates a pair out.

    Document --profile()--> Profiles (arrays, a row a document) --score(left rows, right rows)--> Estimates

Profiles are made once a document, pairs are scored by the ten thousand. A model's estimate does not change when the
two sides change places.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from typed_sts.arrays import Floats
from typed_sts.documents.document import Document
from typed_sts.features.profiles import Profiles, Rows

Stated = npt.NDArray[np.int8]
STATED = ("none", "one", "both")
"""How many of the two records say something about a type, by the number in `Estimates.stated`."""


@dataclass(frozen=True, slots=True, eq=False)
class Estimates:
    """One row a pair, one column a type.

    `values` are 0..5. `stated` is 2, 1 or 0: both records, one, none says something about the type. `not_stated` is
    the probability that a person could not tell.
    """

    values: Floats
    stated: Stated
    not_stated: Floats


class Scorer(Protocol):
    """A model: its name and version, a line that says what it used, and the scores of pairs."""

    @property
    def name(self) -> str:
        """The model's name: "evidence", "typed", "baseline", "random", or the folder it was loaded from."""

    @property
    def version(self) -> str:
        """What identifies its weights: the package's version, and a digest for a trained model."""

    @property
    def about(self) -> str:
        """One line for reports: the model, its IDF corpus, and whether provider features were used."""

    def profile(self, documents: Sequence[Document]) -> Profiles:
        """Return the profiles of documents, a row each."""

    def score(self, profiles: Profiles, left: Rows, right: Rows) -> Estimates:
        """Return the estimates of the pairs (left[i], right[i]) of rows of the profiles."""
