"""Scores, reasons, related items and features, from Python: the object behind the commands.

    from typed_sts import TypedSimilarity

    ts = TypedSimilarity.load()
    ts.score({"title": "Rain"}, {"title": "Snow"})["subject"].score
    ts.why({"title": "Rain"}, {"title": "Snow"})["subject"].summary
    TypedSimilarity.load(index="collection/").related("/sample/turner-trafalgar", k=5)

A record is an Item, or a mapping whose keys are written as in a CSV: "title", "dc:title" or "dcTitle".
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from typed_sts.answers.collection import CollectionAnswers, open_answers
from typed_sts.domain.arrays import Floats
from typed_sts.domain.explanation import Related, Why
from typed_sts.domain.scores import PairScores
from typed_sts.errors import BadOptions
from typed_sts.features.feature_table import feature_table, features
from typed_sts.features.profiles import Rows, split
from typed_sts.messages.catalogue import ENGLISH
from typed_sts.preparing.prepare import Prepared, join_prepared, prepare_few
from typed_sts.reading.boilerplate import NOTHING_KNOWN
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER
from typed_sts.running.workers import batches, one_thread
from typed_sts.saying.say import why
from typed_sts.scoring.open_scorer import open_scorer
from typed_sts.scoring.record_scorer import RecordScorer, estimate
from typed_sts.scoring.scorer import Scorer, pair_scores, uses_vectors
from typed_sts_fetch.errors import BadInput
from typed_sts_fetch.item import Item, item_from_mapping
from typed_sts_index.background import background_stats
from typed_sts_index.contract import CorpusStats

Record = Item | Mapping[str, Any]
BLOCK = 1_000
_REMEMBERED = 1_000


@dataclass(frozen=True, slots=True, eq=False)
class FeatureTable:
    """Features of pairs: `values` has one row per pair and one column per name."""

    names: tuple[str, ...]
    values: Floats


class TypedSimilarity:
    """A model with the statistics it weighs words by, and a collection where related items are asked for.

    `scorer` is a model of ours (`load` opens one by name), or one of your own: see RecordScorer for one that is given
    records, Scorer for one that is given profiles. Records asked about again are not read again.
    """

    def __init__(
        self,
        scorer: Scorer | RecordScorer,
        stats: CorpusStats | None = None,
        collection: CollectionAnswers | None = None,
        tagger: str | None = None,
    ) -> None:
        self.scorer = scorer
        self.stats = background_stats() if stats is None else stats
        self.tagger = tagger or (collection.tagger if collection else DEFAULT_TAGGER)
        self._collection = collection
        self._boilerplate = collection.boilerplate if collection else NOTHING_KNOWN
        self._kept: dict[Item, Prepared] = {}

    @classmethod
    def load(
        cls,
        model: str | Path | Scorer | RecordScorer = "evidence",
        index: str | Path | None = None,
        provider: bool = True,
        tagger: str | None = None,
    ) -> "TypedSimilarity":
        """Return the model of that name or folder, or one of your own.

        `index` names a collection (a directory, or "http://host:9200/name"): words are weighed by how rare they are in
        it, and related items are found in it. Without, the shipped statistics serve. `provider=False` leaves out who
        holds the records. `tagger` names the engine that reads them: without, the one that read the collection, or the
        default.
        """
        if index is not None:
            answers = open_answers(str(index), model=model, provider=provider, tagger=tagger, unread=None)
            return cls(answers.scorer, answers.collection, answers)
        by = tagger or DEFAULT_TAGGER
        return cls(
            open_scorer(model, provider=provider, tagger=by) if isinstance(model, str | Path) else model, tagger=by
        )

    @property
    def about(self) -> str:
        """One line for reports: the model, its IDF corpus, and whether provider features are used."""
        return self.scorer.about

    def score(self, a: Record, b: Record) -> PairScores:
        """Return the eight scores of two records."""
        left, right = item_of(a, "a"), item_of(b, "b")
        with one_thread():
            pair = self._pair(left, right)
            estimates = estimate(self.scorer, pair.documents, pair.profiles, np.array([0]), np.array([1]))
        return next(pair_scores(self.scorer, [(left.id, right.id)], estimates))

    def score_all(self, pairs: Iterable[tuple[Record, Record]]) -> Iterator[PairScores]:
        """Yield the scores of pairs in their order; each record of a block is read once."""
        for block in batches(((item_of(a, "a"), item_of(b, "b")) for a, b in pairs), BLOCK):
            rows, left, right = _rows(block)
            with one_thread():
                prepared = self._prepare(*rows)
                estimates = estimate(self.scorer, prepared.documents, prepared.profiles, left, right)
            yield from pair_scores(self.scorer, [(a.id, b.id) for a, b in block], estimates)

    def why(self, a: Record, b: Record, *, short: bool = False, language: str = ENGLISH) -> Why:
        """Return why two records are related: a sentence, eight scores, the points of each group, and the evidence."""
        with one_thread():
            pair = self._pair(item_of(a, "a"), item_of(b, "b"))
            one, other = pair.documents
            return why(self.scorer, one, other, pair.profiles, short=short, language=language)

    def related(
        self,
        record: Record | str,
        k: int = 10,
        by: Mapping[str, float] | None = None,
        *,
        at_least: float | None = None,
        other_holder: bool = True,
        language: str = ENGLISH,
    ) -> list[Related]:
        """Return at most k items of the collection, those most related to a record, or to the item of that id.

        `by` gives the types that matter and their weights, {"author": 2, "time": 1}; without, all count alike.
        `at_least` and `other_holder` are those of CollectionAnswers.related.
        """
        if self._collection is None:
            raise BadOptions('related items are found in a collection: load the model with index="collection/"')
        item = self._collection.item(record) if isinstance(record, str) else item_of(record, "a")
        with one_thread():
            return self._collection.related(
                item, k, by, at_least=at_least, other_holder=other_holder, language=language
            )

    def features(self, pairs: Iterable[tuple[Record, Record]]) -> Any:
        """Return the features of pairs as a table with named columns.

        It is a pandas DataFrame, indexed by the two ids, where pandas is installed; else a FeatureTable.
        """
        items = [(item_of(a, "a"), item_of(b, "b")) for a, b in pairs]
        rows, left, right = _rows(items)
        prepared = prepare_few(rows, self.stats, tagger=self.tagger, boilerplate=self._boilerplate)
        names = tuple(feature.name for feature in features())
        table = FeatureTable(names, feature_table(prepared.profiles, left, right))
        if find_spec("pandas") is None:
            return table
        import pandas

        index = pandas.MultiIndex.from_tuples([(a.id, b.id) for a, b in items], names=["a", "b"])
        return pandas.DataFrame(table.values, columns=list(names), index=index)

    def _prepare(self, *items: Item) -> Prepared:
        return prepare_few(
            items,
            self.stats,
            encode=uses_vectors(self.scorer),
            tagger=self.tagger,
            boilerplate=self._boilerplate,
        )

    def _pair(self, left: Item, right: Item) -> Prepared:
        """Return two records prepared; those not met before are read together, as a service reads them."""
        cold = [item for item in dict.fromkeys((left, right)) if item not in self._kept]
        if cold:
            fresh = self._prepare(*cold)
            for document, profile in zip(fresh.documents, split(fresh.profiles), strict=True):
                self._kept[document.item] = Prepared((document,), profile)
        pair = join_prepared([self._kept[left], self._kept[right]])
        while len(self._kept) > _REMEMBERED:
            del self._kept[next(iter(self._kept))]
        return pair


def _rows(pairs: Sequence[tuple[Item, Item]]) -> tuple[list[Item], Rows, Rows]:
    """Return the items of pairs, each once, and for both sides the row of each pair's item among them."""
    rows = {item: row for row, item in enumerate(dict.fromkeys(item for pair in pairs for item in pair))}
    left, right = (np.array([rows[pair[side]] for pair in pairs], dtype=np.intp) for side in (0, 1))
    return list(rows), left, right


def item_of(record: Record, default_id: str) -> Item:
    """Return the Item of a record as a user gives it; raise BadInput naming what is wrong with it."""
    if isinstance(record, Item):
        return record
    try:
        return item_from_mapping(record, default_id)
    except ValueError as error:
        raise BadInput(f"not a record: {error}") from error
