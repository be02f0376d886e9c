"""The eight scores of pairs of records, from Python.

from typed_sts import TypedSimilarity

ts = TypedSimilarity.load()
scores = ts.score({"id": "1", "dcTitle": ["Rain"]}, {"id": "2", "dcTitle": ["Snow"]})
for entry in scores.types:
    print(entry.type, entry.score, entry.stated)
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from typed_sts.domain.scores import PairScores
from typed_sts.features.profiles import join
from typed_sts.preparing.prepare import prepare_few
from typed_sts.running.workers import batches
from typed_sts.scoring.open_scorer import open_scorer
from typed_sts.scoring.scorer import Scorer, pair_scores
from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.item import Item, item_from_dict
from typed_sts_index.background import background_stats
from typed_sts_index.contract import CorpusStats
from typed_sts_index.opening import open_collection

Record = Item | Mapping[str, Any]
BLOCK = 1_000
_REMEMBERED = 1_000


class TypedSimilarity:
    """A model with the statistics it weighs words by. Records asked about again are not read again."""

    def __init__(self, scorer: Scorer, stats: CorpusStats) -> None:
        self.scorer = scorer
        self.stats = stats
        self._row = lru_cache(_REMEMBERED)(lambda item: prepare_few([item], stats).profiles)

    @classmethod
    def load(
        cls, model: str | Path = "evidence", index: str | Path | None = None, provider: bool = True
    ) -> "TypedSimilarity":
        """Return the model of that name or folder.

        `index` names a collection (a directory, or "http://host:9200/name") whose words it weighs by; without, the
        shipped statistics serve. `provider=False` leaves out who holds the records.
        """
        stats = open_collection(index) if index else background_stats()
        return cls(open_scorer(model, stats=stats, provider=provider), stats)

    @property
    def about(self) -> str:
        """One line for reports: the model, its IDF corpus, and whether provider features are used."""
        return self.scorer.about

    def score(self, a: Record, b: Record) -> PairScores:
        """Return the eight scores of two records, as Items or as dicts in the format of our JSON lines."""
        left, right = _item(a), _item(b)
        profiles = join([self._row(left), self._row(right)])
        estimates = self.scorer.score(profiles, np.array([0]), np.array([1]))
        return next(pair_scores(self.scorer, [(left.id, right.id)], estimates))

    def score_all(self, pairs: Iterable[tuple[Record, Record]]) -> Iterator[PairScores]:
        """Yield the scores of pairs in their order; each record of a block is read once."""
        for block in batches(((_item(a), _item(b)) for a, b in pairs), BLOCK):
            rows = {item: row for row, item in enumerate(dict.fromkeys(item for pair in block for item in pair))}
            left, right = (np.array([rows[pair[side]] for pair in block]) for side in (0, 1))
            estimates = self.scorer.score(prepare_few(rows, self.stats).profiles, left, right)
            yield from pair_scores(self.scorer, [(a.id, b.id) for a, b in block], estimates)


def _item(record: Record) -> Item:
    if isinstance(record, Item):
        return record
    try:
        return item_from_dict(record)
    except ValueError as error:
        raise BadInput(f"not a record: {error}") from error
