"""What the task's paper reports about TYPED, and what it takes to beat it.

The means only: its Table 3 also has a row a run with a figure a type, which we have no copy of to quote from.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist

SOURCE = "Agirre, Cer, Diab, Gonzalez-Agirre, Guo: *SEM 2013 shared task: Semantic Textual Similarity (ACL S13-1004)"
N_TEST = 750
"""Pairs of the test set that the paper's figures are over."""


@dataclass(frozen=True, slots=True)
class Published:
    """A published mean over the eight types."""

    name: str
    mean: float


BEST = Published("UNITOR, best run", 0.7620)
BASELINE = Published("the task's baseline", 0.4894)
PUBLISHED = (BEST, BASELINE)
INTER_TAGGER = 0.715
"""Mean correlation of one annotator with the others."""


def needed_to_beat(r: float, n: int, p: float = 0.05) -> float:
    """Return the least correlation of four digits that is better than r by the paper's test: Fisher's z, one-tailed.

    tanh(atanh r + z_p sqrt(2 / (n - 3))), rounded up
    """
    exact = math.tanh(math.atanh(r) + NormalDist().inv_cdf(1 - p) * math.sqrt(2 / (n - 3)))
    return math.ceil(exact * 10_000) / 10_000
