"""The answers of one collection by one model: what the command line, the service and the page ask.

answers = open_answers("collection/")
item = answers.item("/sample/turner-trafalgar")
for found in answers.related(item, k=5, by={"author": 2, "time": 1}):
    print(found.score, found.item.id, found.reason)
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Protocol

import numpy as np

from typed_sts.domain.explanation import Related, RelatedItems, Why
from typed_sts.domain.scores import PairScores
from typed_sts.features.profiles import join
from typed_sts.messages.catalogue import ENGLISH
from typed_sts.preparing.build_collection import documents_file, tagger_for
from typed_sts.preparing.cache import KEPT, PreparedItems
from typed_sts.preparing.repeated import boilerplate_of
from typed_sts.reading.boilerplate import NOTHING_KNOWN, Boilerplate
from typed_sts.reading.meaning import meanings
from typed_sts.reading.reader import Reader
from typed_sts.reading.store import DocumentStore
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER
from typed_sts.reading.unreadable import OnUnread, UnreadableRecord, say_unread
from typed_sts.reading.vectors import MAX_CHARACTERS, encode
from typed_sts.related.find import UNREAD, find_related, has_vectors
from typed_sts.related.listing import Rules
from typed_sts.related.pinned import with_pinned
from typed_sts.saying.say import why
from typed_sts.scoring.open_scorer import open_scorer
from typed_sts.scoring.record_scorer import RecordScorer, estimate
from typed_sts.scoring.scorer import Scorer, pair_scores, uses_vectors
from typed_sts.task_files.pairs import plain_name
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats
from typed_sts_index.contract import NO_FILTERS, Collection, CorpusStats, Filters, Hit
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

    def search(self, text: str, k: int = 10, offset: int = 0, filters: Filters = NO_FILTERS) -> list[Hit]:
        """Return the items nearest to a text, of those that the filters let through."""

    def count(self, text: str, filters: Filters = NO_FILTERS) -> int:
        """Return how many items a search finds in all."""

    def nearest(self, text: str, k: int = 10, filters: Filters = NO_FILTERS) -> list[Hit]:
        """Return the items nearest to a text by what it means, whatever their language; none where that is not kept."""

    def predict(self, pairs: Sequence[tuple[Item, Item]]) -> list[PairScores]:
        """Return the scores of pairs."""

    def why(self, left: Item, right: Item, *, language: str = ENGLISH) -> Why:
        """Return the reasons of a pair, in a language."""

    def related(
        self,
        item: Item,
        k: int = 10,
        by: Mapping[str, float] | None = None,
        *,
        at_least: float | None = None,
        other_holder: bool = True,
        language: str = ENGLISH,
    ) -> list[Related]:
        """Return related items, the best first, by these types and weights; all types alike when none are given."""


class CollectionAnswers:
    """Answers over a collection, safe to ask from several threads; keeps `kept` prepared items in memory.

    What `tagger` reads goes into `store`, where there is one, so that it is read once. `unread` is how many items never
    read before may be read to find related ones; None reads every candidate. Of a collection that was read when it was
    made there are none, and the answer is the same every time.
    Words are weighed by `stats`, without by how rare they are in the collection. `boilerplate` is what the collection
    leaves out of its documents, and `store` one for it. A question about an item that cannot be read raises
    UnreadableRecord; among those that might be related it is left out, and `on_unread` is told.
    """

    def __init__(
        self,
        collection: Collection,
        scorer: Scorer | RecordScorer,
        store: DocumentStore | None = None,
        *,
        stats: CorpusStats | None = None,
        tagger: str = DEFAULT_TAGGER,
        boilerplate: Boilerplate = NOTHING_KNOWN,
        kept: int = KEPT,
        unread: int | None = UNREAD,
        on_unread: OnUnread = say_unread,
    ) -> None:
        self.collection = collection
        self.scorer = scorer
        self.store = store
        self.tagger = tagger
        self.boilerplate = boilerplate
        self._unread = unread
        self._prepared = PreparedItems(
            collection,
            stats=stats,
            tagger=tagger,
            boilerplate=boilerplate,
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

    def search(self, text: str, k: int = 10, offset: int = 0, filters: Filters = NO_FILTERS) -> list[Hit]:
        """Return the items nearest to a text, of those that the filters let through."""
        return self.collection.search(text, k, offset=offset, filters=filters)

    def count(self, text: str, filters: Filters = NO_FILTERS) -> int:
        """Return how many items a search finds in all."""
        return self.collection.count(text, filters=filters)

    def nearest(self, text: str, k: int = 10, filters: Filters = NO_FILTERS) -> list[Hit]:
        """Return the items nearest to a text by what it means, whatever their language; none where that is not kept."""
        if not has_vectors(self.collection):
            return []
        vector = meanings(encode([[text[:MAX_CHARACTERS]]]))[0]
        return self.collection.nearest(vector, k, filters=filters) if vector.any() else []

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

    def why(self, left: Item, right: Item, *, language: str = ENGLISH) -> Why:
        """Return the reasons of a pair, in a language."""
        one, other = self._prepared.get([left, right])
        profiles = join([one.profile, other.profile])
        return why(self.scorer, one.document, other.document, profiles, language=language)

    def related(
        self,
        item: Item,
        k: int = 10,
        by: Mapping[str, float] | None = None,
        *,
        at_least: float | None = None,
        other_holder: bool = True,
        language: str = ENGLISH,
        among: Sequence[str] | None = None,
    ) -> RelatedItems:
        """Return at most k related items, the best first, by these types and weights; all alike when none are given.

        `at_least` is the score that one of these types reaches in each, None the threshold of each type; with 0 also
        what nothing can be said of is listed. `other_holder` keeps a place for a good item of another holder. `among`
        are the ids of the only items that are looked at, in place of what the index finds.
        Whether anything was left out because it was not read yet is said by `complete` of what is returned.
        """
        rules = Rules(at_least, other_holder)
        given = None if among is None else list(self.collection.items(among))
        found = find_related(
            item, k, by, self._prepared, self.scorer, self._unread, rules=rules, language=language, among=given
        )
        return with_pinned(found, item, k, by, self._prepared, self.scorer, language=language)

    def warm_up(self) -> None:
        """Open all that an answer needs, by giving one: the first to ask waits no longer than the others."""
        for item in islice(self.collection.all_items(), 1):
            with suppress(UnreadableRecord):
                self.related(item)

    def refresh(self) -> None:
        """See what others have written to the collection since, weigh words by it, and leave out what it leaves out."""
        self.collection.refresh()
        with suppress(CollectionError):  # who asks next is told
            self.boilerplate = boilerplate_of(self.collection)
        if self.store is not None:
            self.store = self.store.leaving_out(self.boilerplate)
        self._prepared.forget(self.boilerplate)


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
    by, repeated = _read_how(collection, tagger, wait)
    stats: CorpusStats = background_stats() if background else collection
    if isinstance(model, str | Path):
        model = open_scorer(model, stats=stats, provider=provider, tagger=by)
    # What is kept is beside the collection; of one on a server, with its items, and what was asked for in the user's
    # cache. That is done without where it cannot be used.
    store = Reader(by, repeated).store(documents_file(index), forgiving=True)
    if collection.keeps_readings:
        store = store.before(collection.readings)
    return CollectionAnswers(
        collection, model, store, stats=stats, tagger=by, boilerplate=repeated, unread=unread, on_unread=on_unread
    )


def _read_how(collection: Collection, asked: str | None, wait: bool) -> tuple[str, Boilerplate]:
    """Return the engine that reads the records of a collection, and what is left out of them."""
    try:
        return tagger_for(collection, asked), boilerplate_of(collection)
    except CollectionError:
        if not wait:
            raise
        return asked or DEFAULT_TAGGER, NOTHING_KNOWN
