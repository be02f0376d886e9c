"""Four ways to find related items, to be compared blind: ours, and what others do.

    ours          `typed-sts related`
    vectors       the items whose sentence vectors of the whole record lie nearest
    mlt           Elasticsearch's more_like_this over all texts
    europeana     Europeana's recipe for similar items: what^0.8, who^0.5, provider^0.2, each value a phrase

The last two need a server. The items are put into an index of their own there, analysed as Elasticsearch does unless
told otherwise, which is removed at the end.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from typed_sts.answers.collection import CollectionAnswers
from typed_sts.domain.arrays import Floats
from typed_sts.errors import needing
from typed_sts.reading.batches import read_chunks
from typed_sts.reading.vectors import VECTOR_VIEWS
from typed_sts.related.find import is_same
from typed_sts_fetch.item import LIST_FIELDS, Item

OURS, VECTORS, MLT, EUROPEANA = "ours", "vectors", "more_like_this", "europeana"
Finder = Callable[[Sequence[Item], int], list[list[Item]]]
"""Returns for each item the k that are most related to it, the best first."""
_TEXT = VECTOR_VIEWS.index("text")
_WHAT = ("dcSubject", "dcType")
_WHO = ("dcCreator", "dcContributor")
_WHAT_COUNTS, _WHO_COUNTS, _PROVIDER_COUNTS = 0.8, 0.5, 0.2
_PATIENCE = 60.0


def all_lists(
    answers: CollectionAnswers, items: Sequence[Item], k: int, elastic: str | None
) -> dict[str, list[list[Item]]]:
    """Return what each system finds for each item; without the address of a server, the two that need none."""
    finders = {OURS: our_related(answers), VECTORS: nearest_vectors(answers)}
    lists = {name: find(items, k) for name, find in finders.items()}
    if elastic is not None:
        with on_elasticsearch(elastic, answers) as more:
            lists |= {name: find(items, k) for name, find in more.items()}
    return lists


def our_related(answers: CollectionAnswers) -> Finder:
    """Return how we find them."""
    return lambda items, k: [[found.item for found in answers.related(item, k)] for item in items]


def nearest_vectors(answers: CollectionAnswers) -> Finder:
    """Return a finder by sentence vectors, which goes through the whole collection once."""

    def find(items: Sequence[Item], k: int) -> list[list[Item]]:
        asked = np.concatenate([vectors for _, vectors in _vectors(answers, items)]) if items else np.zeros((0, 1))
        best: list[list[tuple[float, str, Item]]] = [[] for _ in items]
        for some, vectors in _vectors(answers, answers.collection.all_items()):
            for row, near in enumerate(asked @ vectors.T):
                found = [
                    (-float(near[place]), some[place].id, some[place])
                    for place in np.argsort(-near, kind="stable")[: k + 2]  # itself may be among them
                    if near[place] > 0 and not is_same(some[place], items[row])
                ]
                best[row] = sorted([*best[row], *found], key=lambda entry: entry[:2])[:k]
        return [[item for _, _, item in row] for row in best]

    return find


def _vectors(answers: CollectionAnswers, items: Iterable[Item]) -> Iterator[tuple[list[Item], Floats]]:
    for readings in read_chunks(items, tagger=answers.tagger, boilerplate=answers.boilerplate, store=answers.store):
        vectors = readings.vectors[:, _TEXT].astype(np.float64)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        yield [document.item for document in readings.documents], vectors / np.where(lengths > 0, lengths, 1.0)


# On Elasticsearch.


@contextmanager
def on_elasticsearch(url: str, answers: CollectionAnswers) -> Iterator[dict[str, Finder]]:
    """Give the two finders that a server answers, over an index of the collection's items that is gone afterwards."""
    with needing("elastic"):
        from typed_sts_index.elastic.bulk import send
        from typed_sts_index.elastic.connection import check_server, credentials_from, make_client, translated
    name = f"typed-sts-judge-{secrets.token_hex(6)}"
    base = url.rstrip("/")
    with make_client(base, credentials_from()) as client:
        check_server(client, base)
        with translated(base):
            client.indices.create(index=name, mappings=_MAPPING)
            try:
                send(client, _actions(name, answers), where=base, patience=_PATIENCE)
                client.indices.refresh(index=name)
                yield {
                    MLT: lambda items, k: _searched(client, name, answers, items, k, _more_like),
                    EUROPEANA: lambda items, k: _searched(client, name, answers, items, k, _europeana),
                }
            finally:
                client.options(ignore_status=404).indices.delete(index=name)


_MAPPING: dict[str, Any] = {
    "dynamic": "strict",
    "properties": {
        "id": {"type": "keyword"},
        "provider": {"type": "keyword"},
        "what": {"type": "text"},
        "who": {"type": "text"},
        **{field: {"type": "text"} for field in LIST_FIELDS},
    },
}


def _actions(name: str, answers: CollectionAnswers) -> Iterator[dict[str, Any]]:
    for item in answers.collection.all_items():
        yield {"_index": name, "_id": _key(item), "_source": _document(item)}


def _key(item: Item) -> str:
    from typed_sts_index.elastic.schema import document_id

    return document_id(item.id)


def _document(item: Item) -> dict[str, Any]:
    texts = {field: list(getattr(item, field)) for field in LIST_FIELDS}
    what, who = ([text for field in fields for text in texts[field]] for fields in (_WHAT, _WHO))
    return {"id": item.id, "provider": item.provider, "what": what, "who": who, **texts}


def _searched(
    client: Any,
    name: str,
    answers: CollectionAnswers,
    items: Sequence[Item],
    k: int,
    query: Callable[[str, Item], dict[str, Any]],
) -> list[list[Item]]:
    lists = []
    for item in items:
        asked = {"bool": {"must": [query(name, item)], "must_not": [{"ids": {"values": [_key(item)]}}]}}
        hits = client.search(index=name, query=asked, size=k, source=["id"], sort=["_score", "id"])["hits"]["hits"]
        lists.append(list(answers.collection.items(hit["_source"]["id"] for hit in hits)))
    return lists


def _more_like(name: str, item: Item) -> dict[str, Any]:
    """Return the query; each text stands once in a short record, so that terms that stand once count too."""
    like = {"_index": name, "_id": _key(item)}
    return {"more_like_this": {"fields": list(LIST_FIELDS), "like": [like], "min_term_freq": 1, "min_doc_freq": 2}}


def _europeana(name: str, item: Item) -> dict[str, Any]:
    document = _document(item)
    should: list[dict[str, Any]] = [{"term": {"provider": {"value": item.provider, "boost": _PROVIDER_COUNTS}}}]
    for field, boost in (("what", _WHAT_COUNTS), ("who", _WHO_COUNTS)):
        values = dict.fromkeys(document[field])
        should += [{"match_phrase": {field: {"query": value, "boost": boost}}} for value in list(values)[:100]]
    return {"bool": {"should": should, "minimum_should_match": 1}}
