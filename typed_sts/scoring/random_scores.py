"""Scores drawn at random, 0..5, which the TYPED task ran too: what any system must beat.

A score hangs on the seed and the two ids alone, so it is the same in every run and for either order of the pair.
"""

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np

from typed_sts import __version__
from typed_sts.domain.arrays import Floats
from typed_sts.domain.types import HIGHEST, TYPES
from typed_sts.features.profiles import Profiles, Rows
from typed_sts.reading.document import Document
from typed_sts.scoring.baseline import profile_without_vectors, stated_by_views
from typed_sts.scoring.scorer import Estimates

_BYTES = 8


class _NoCorpus:
    """Statistics of nothing: every term weighs alike."""

    name = "none"
    views: tuple[str, ...] = ()
    n_docs = 0

    def doc_freq(self, view: str, terms: Sequence[str]) -> list[int]:
        return [0] * len(terms)


class RandomScorer:
    """Uniform scores; a Scorer. What is stated is told by the records, but whether it is stated is a coin's guess."""

    name = "random"
    version = __version__

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    @property
    def about(self) -> str:
        """One line for reports."""
        return f"model random {self.version}, seed {self.seed}; IDF: none; no provider features"

    def profile(self, documents: Sequence[Document]) -> Profiles:
        """Return the profiles of documents; of them only the ids and what is stated will be looked at."""
        return profile_without_vectors(documents, _NoCorpus())

    def score(self, profiles: Profiles, left: Rows, right: Rows) -> Estimates:
        """Return the numbers drawn for each pair of ids."""
        pairs = [(profiles.ids[a], profiles.ids[b]) for a, b in zip(left, right, strict=True)]
        values = np.array([drawn(self.seed, a, b) for a, b in pairs]).reshape(-1, len(TYPES))
        return Estimates(values, stated_by_views(profiles, left, right), np.full(values.shape, 0.5))


def drawn(seed: int, left: str, right: str) -> Floats:
    """Return eight numbers from 0 to 5 for a pair, in whichever order it is given."""
    first, second = sorted((left, right))
    text = f"{seed} {len(first)} {first}{second}"
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_BYTES * len(TYPES)).digest()
    numbers = np.frombuffer(digest, dtype=">u8") >> np.uint64(11)
    return HIGHEST * numbers.astype(np.float64) / 2.0**53
