"""Two models that learn nothing: the TYPED task's baseline, and scores drawn at random, which any system must beat.

The baseline is for each type the cosine of the TF-IDF vectors of one view, scaled to 0..5:

    general       every word of the record          time          years of the dates found in all fields
    author        words of the creators             location      places found in all fields
    people        people found in all fields        event         verbs found in all fields
    subject       words of the subjects             description   words of the descriptions

    score = 5 * cos(left, right)      weight = tf * idf      idf: of the corpus that is given

A type is stated by a record when its view holds anything. Who holds an item counts for nothing.
"""

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np

from typed_sts import __version__
from typed_sts.domain.arrays import Floats
from typed_sts.domain.labels import TERM_VIEWS
from typed_sts.domain.scores import NOT_STATED
from typed_sts.domain.types import HIGHEST, LOWEST, SIMILARITY_TYPES, TYPES
from typed_sts.features.overlap import cosines
from typed_sts.features.profiles import Profiles, Rows, profile_documents
from typed_sts.reading.document import Document
from typed_sts.reading.vectors import DIMENSIONS, VECTOR_VIEWS
from typed_sts.scoring.scorer import STATED, Estimates, Stated
from typed_sts_index.contract import CorpusStats

_VIEWS = [row.baseline_view for row in SIMILARITY_TYPES]
_COLUMNS = [TERM_VIEWS.index(view) for view in _VIEWS]
_BYTES = 8
_NOT_STATED = np.array([NOT_STATED[name] for name in STATED])


class BaselineScorer:
    """The task's baseline over the IDF of a corpus; a Scorer."""

    name = "baseline"
    uses_vectors = False
    version = __version__

    def __init__(self, stats: CorpusStats) -> None:
        self.stats = stats

    @property
    def about(self) -> str:
        """One line for reports; views the corpus has no statistics of are named, for all their terms weigh alike."""
        unknown = [view for view in _VIEWS if view not in self.stats.views]
        but = f" (none for {', '.join(unknown)})" if unknown else ""
        return f"model baseline {self.version}; IDF: {corpus_name(self.stats)}{but}; no provider features"

    def profile(self, documents: Sequence[Document]) -> Profiles:
        """Return the profiles of documents, without sentence vectors."""
        return profile_without_vectors(documents, self.stats)

    def score(self, profiles: Profiles, left: Rows, right: Rows) -> Estimates:
        """Return five times the cosine of each type's view."""
        values = np.clip(HIGHEST * cosines(profiles, left, right)[:, _COLUMNS], LOWEST, HIGHEST)
        stated = stated_by_views(profiles, left, right)
        return Estimates(values, stated, _NOT_STATED[stated])


def stated_by_views(profiles: Profiles, left: Rows, right: Rows) -> Stated:
    """Return for each pair and type how many of the two records have anything in the type's view."""
    there = profiles.view_idf[:, _COLUMNS] > 0
    return there[left].astype(np.int8) + there[right].astype(np.int8)


def profile_without_vectors(documents: Sequence[Document], stats: CorpusStats) -> Profiles:
    """Return profiles whose sentence vectors are all zero, for models that do not look at them."""
    vectors = np.zeros((len(documents), len(VECTOR_VIEWS), DIMENSIONS), dtype=np.float32)
    return profile_documents(documents, stats, vectors)


def corpus_name(stats: CorpusStats) -> str:
    """Return the name of the corpus the statistics are of: every collection and the shipped statistics have one."""
    return str(getattr(stats, "name", "a corpus without a name"))


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
    uses_vectors = False
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
