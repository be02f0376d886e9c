"""A trained model as a Scorer: the features of each pair, the regressor over them, and what the records state.

It also explains itself: the points of each feature group, from the feature row of two empty records on. A group that
neither record states has the columns of those, and therefore exactly no points.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from typed_sts import __version__
from typed_sts.domain.arrays import Bools, Floats
from typed_sts.domain.groups import GROUPS
from typed_sts.domain.labels import TERM_VIEWS
from typed_sts.domain.types import HIGHEST, SIMILARITY_TYPES, SimilarityType
from typed_sts.features.feature_table import feature_table
from typed_sts.features.parsed_entities import KINDS
from typed_sts.features.profiles import Profiles, Rows, profile_documents
from typed_sts.reading.document import Document
from typed_sts.reading.vectors import DIMENSIONS, VECTOR_VIEWS
from typed_sts.scoring.model_files import columns_of, features_of, read_model
from typed_sts.scoring.regressor import Groups, Points, Regressor
from typed_sts.scoring.scorer import Estimates, Stated
from typed_sts.scoring.untrained import corpus_name
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats
from typed_sts_index.contract import CorpusStats


def stated(profiles: Profiles, left: Rows, right: Rows) -> Stated:
    """Return for each pair and type how many of both records state it."""
    says = np.stack([_says(profiles, row) for row in SIMILARITY_TYPES], axis=1).astype(np.int8)
    counts: Stated = says[left] + says[right]
    return counts


def _says(profiles: Profiles, row: SimilarityType) -> Bools:
    """Say which records state a type: by an entity, by a token of a view, or by a date."""
    n_things = np.diff(profiles.thing_start).reshape(len(profiles), len(KINDS))
    by_entity = np.any(n_things[:, [KINDS.index(kind) for kind in row.kinds]], axis=1)
    by_token = np.any(profiles.view_idf[:, [TERM_VIEWS.index(view) for view in row.views]] > 0, axis=1)
    by_date = row.dated & ~np.isnan(profiles.years[:, 0])
    return np.asarray(by_entity | by_token | by_date)


@dataclass(frozen=True, slots=True, eq=False)
class TrainedScorer:
    """A regressor over pair features, with the corpus its term weights come from."""

    name: str
    version: str
    regressor: Regressor
    stats: CorpusStats
    provider: bool
    tagger: str = ""
    """What read the records it was trained on; "" when that is not known."""
    trained_pairs: frozenset[str] | None = None
    """Digests of the pairs it was trained on; None when that is not known."""

    @property
    def about(self) -> str:
        """One line for reports."""
        used = "with" if self.provider else "no"
        return f"model {self.name} {self.version}; IDF: {corpus_name(self.stats)}; {used} provider features"

    def profile(self, documents: Sequence[Document]) -> Profiles:
        """Return the profiles of documents, with sentence vectors made now."""
        return profile_documents(documents, self.stats)

    def table(self, profiles: Profiles, left: Rows, right: Rows) -> Floats:
        """Return the features the regressor sees."""
        return feature_table(profiles, left, right)[:, columns_of(self.provider)]

    def group_points(self, profiles: Profiles, left: int, right: int) -> Points:
        """Return the points of each of GROUPS for one pair of rows, from two empty records on."""
        row = self.table(profiles, np.array([left]), np.array([right]))[0]
        points = self.regressor.points(row, reference_row(self.provider), group_numbers(self.provider))
        return points.with_groups(len(GROUPS))

    def score(self, profiles: Profiles, left: Rows, right: Rows) -> Estimates:
        """Return the estimates of pairs; two records that say the same are rated 5 in all they state."""
        table = self.table(profiles, left, right)
        known = stated(profiles, left, right)
        values = self.regressor.predict(table)
        values[identical(profiles, left, right)[:, None] & (known == 2)] = HIGHEST
        return Estimates(values, known, cannot_tell(self.regressor.predict_not_stated(table), known))


def identical(profiles: Profiles, left: Rows, right: Rows) -> Bools:
    """Say which pairs are of records that say the same in every field."""
    same: Bools = profiles.content[left] == profiles.content[right]
    return same


def cannot_tell(learned: Floats, known: Stated) -> Floats:
    """Return the probability that a person cannot tell; what is stated stands in where nothing was learned."""
    probability: Floats = np.where(np.isnan(learned), 1 - known / 2, learned)
    return probability


def load_model(folder: Path, name: str, stats: CorpusStats, provider: bool = True) -> TrainedScorer:
    """Return the model of a folder as a scorer."""
    saved = read_model(folder)
    version, tagger = f"{__version__}+{saved.digest}", str(saved.about.get("tagger", ""))
    return TrainedScorer(name, version, saved.regressor(provider), stats, provider, tagger, saved.trained_pairs)


@cache
def reference_row(provider: bool) -> Floats:
    """Return the features of two empty records of different collections."""
    nothing = [Document(Item(id=name), "", "", (), (), (), ()) for name in ("/a/1", "/b/2")]
    vectors = np.zeros((2, len(VECTOR_VIEWS), DIMENSIONS), dtype=np.float32)
    profiles = profile_documents(nothing, background_stats(), vectors)
    row: Floats = feature_table(profiles, np.array([0]), np.array([1]))[0, columns_of(provider)]
    return row


@cache
def group_numbers(provider: bool) -> Groups:
    """Return the number in GROUPS of each column the regressor sees."""
    return np.array([GROUPS.index(feature.group) for feature in features_of(provider)], dtype=np.intp)
