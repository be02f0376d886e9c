"""The answers of one collection by one model: what the command line, the service and the page ask.

answers = open_answers("collection/")
item = answers.item("/sample/turner-trafalgar")
for found in answers.related(item, k=5, by={"author": 2, "time": 1}):
    print(found.score, found.item.id, found.reason)
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from typed_sts.domain.explanation import Related, Why
from typed_sts.domain.scores import PairScores
from typed_sts.explaining.explain import explain
from typed_sts.features.profiles import join
from typed_sts.preparing.build_collection import documents_file, tagger_for
from typed_sts.preparing.cache import KEPT, PreparedItems
from typed_sts.reading.store import DocumentStore
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER
from typed_sts.reading.unreadable import OnUnread, say_unread
from typed_sts.reading.version import reader_version
from typed_sts.related.find import UNREAD, find_related
from typed_sts.scoring.open_scorer import open_scorer
from typed_sts.scoring.record_scorer import RecordScorer, estimate
from typed_sts.scoring.scorer import Scorer, pair_scores, uses_vectors
from typed_sts.task_files.pairs import plain_name
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats
from typed_sts_index.contract import Collection, CorpusStats, Hit
from typed_sts_index.errors import CollectionError, ItemMissing
from typed_sts_index.opening import open_collection

# What the command line, the service and the page ask: items, scores, reasons and related items of one collection.


class Answers(Protocol):
    """Everything a portal asks of one collection and one model."""

    @property
    def model(self) -> str:
        """The model's name."""

    @property
    def version(self) -> str:
        """The model's version."""

    @property
    def about(self) -> str:
        """One line: model, IDF corpus, provider features used or not."""

    def item(self, item_id: str) -> Item:
        """Return an item by id, alias or Europeana URL; raise ItemMissing."""

    def search(self, text: str, k: int = 10, offset: int = 0) -> list[Hit]:
        """Return the items nearest to a text."""

    def predict(self, pairs: Sequence[tuple[Item, Item]]) -> list[PairScores]:
        """Return the scores of pairs."""

    def why(self, left: Item, right: Item) -> Why:
        """Return the reasons of a pair."""

    def related(self, item: Item, k: int = 10, by: Mapping[str, float] | None = None) -> list[Related]:
        """Return related items, the best first, by these types and weights; all types alike when none are given."""


class CollectionAnswers:
    """Answers over a collection, safe to ask from several threads; keeps `kept` prepared items in memory.

    What `tagger` reads goes into `store`, where there is one, so that it is read once. `unread` is how many items never
    read before may be read to find related ones; None reads every candidate, and gives the same answer every time.
    Words are weighed by `stats`, without by how rare they are in the collection. A question about an item that cannot
    be read raises UnreadableRecord; among those that might be related it is left out, and `on_unread` is told.
    """

    def __init__(
        self,
        collection: Collection,
        scorer: Scorer | RecordScorer,
        store: DocumentStore | None = None,
        *,
        stats: CorpusStats | None = None,
        tagger: str = DEFAULT_TAGGER,
        kept: int = KEPT,
        unread: int | None = UNREAD,
        on_unread: OnUnread = say_unread,
    ) -> None:
        self.collection = collection
        self.scorer = scorer
        self.store = store
        self.tagger = tagger
        self._unread = unread
        self._prepared = PreparedItems(
            collection,
            stats=stats,
            tagger=tagger,
            encode=uses_vectors(scorer),
            store=store,
            kept=kept,
            on_unread=on_unread,
        )

    @property
    def model(self) -> str:
        """The model's name."""
        return self.scorer.name

    @property
    def version(self) -> str:
        """The model's version."""
        return self.scorer.version

    @property
    def about(self) -> str:
        """One line: model, IDF corpus, provider features used or not."""
        return self.scorer.about

    def item(self, item_id: str) -> Item:
        """Return an item by id, alias or Europeana address of any age; raise ItemMissing."""
        name = plain_name(item_id)
        try:
            return self.collection.item(name)
        except ItemMissing:
            if name == item_id:
                raise
            return self.collection.item(item_id)  # an id of somebody's own that looks like an address

    def search(self, text: str, k: int = 10, offset: int = 0) -> list[Hit]:
        """Return the items nearest to a text."""
        return self.collection.search(text, k, offset=offset)

    def predict(self, pairs: Sequence[tuple[Item, Item]]) -> list[PairScores]:
        """Return the scores of pairs, of items of the collection or records from elsewhere."""
        if not pairs:
            return []
        rows = {item: row for row, item in enumerate(dict.fromkeys(item for pair in pairs for item in pair))}
        prepared = self._prepared.get(list(rows))
        left, right = (np.array([rows[pair[side]] for pair in pairs], dtype=np.intp) for side in (0, 1))
        documents, profiles = [one.document for one in prepared], join([one.profile for one in prepared])
        estimates = estimate(self.scorer, documents, profiles, left, right)
        return list(pair_scores(self.scorer, [(a.id, b.id) for a, b in pairs], estimates))

    def why(self, left: Item, right: Item) -> Why:
        """Return the reasons of a pair."""
        one, other = self._prepared.get([left, right])
        return explain(self.scorer, one.document, other.document, join([one.profile, other.profile]))

    def related(self, item: Item, k: int = 10, by: Mapping[str, float] | None = None) -> list[Related]:
        """Return related items, the best first, by these types and weights; all types alike when none are given."""
        return find_related(item, k, by, self._prepared, self.scorer, self._unread)

    def refresh(self) -> None:
        """See what others have written to the collection since, and weigh words by it."""
        self.collection.refresh()
        self._prepared.forget()


def open_answers(
    index: str,
    *,
    model: str | Path | Scorer | RecordScorer = "evidence",
    provider: bool = True,
    background: bool = False,
    wait: bool = False,
    tagger: str | None = None,
    unread: int | None = UNREAD,
    on_unread: OnUnread = say_unread,
) -> CollectionAnswers:
    """Return the answers of the collection in a directory or at "http://host:9200/name".

    `model` is a name, a folder, or a model of your own. With `background` words are weighed by the shipped statistics:
    better for a collection of a few hundred records. Where there is no collection, or no way to it, raise what is
    wrong; with `wait` leave that to the questions. Records are read by `tagger`; without, by what read the collection.
    """
    collection = open_collection(index)
    if not wait:
        _ = collection.n_docs  # raises what is wrong with it
    by = _tagger_for(collection, tagger, wait)
    stats: CorpusStats = background_stats() if background else collection
    if isinstance(model, str | Path):
        model = open_scorer(model, stats=stats, provider=provider, tagger=by)
    return CollectionAnswers(
        collection, model, _store(index, by), stats=stats, tagger=by, unread=unread, on_unread=on_unread
    )


def _tagger_for(collection: Collection, asked: str | None, wait: bool) -> str:
    try:
        return tagger_for(collection, asked)
    except CollectionError:
        if not wait:
            raise
        return asked or DEFAULT_TAGGER


def _store(index: str, tagger: str) -> DocumentStore:
    """Return what is kept beside a collection, or in the user's cache; it is done without where it cannot be used."""
    return DocumentStore(documents_file(index), reader_version(tagger), forgiving=True)
