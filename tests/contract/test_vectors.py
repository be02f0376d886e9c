"""Finding by meaning, whichever engine holds the vectors: as good as a look at every vector, and within the filters."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.engines import NewCollection
from typed_sts_fetch.item import Item
from typed_sts_index.contract import NO_FILTERS, Collection, Filters
from typed_sts_index.entry import Entry, Vector, entry_of
from typed_sts_index.errors import BadQuery

DIMENSIONS = 128
MANY = 5_000


def item(number: int) -> Item:
    return Item(id=f"/v/{number}", provider=f"Museum {number % 4}", dcTitle=(f"Thing {number}",))


def years(number: int) -> tuple[int, int] | None:
    return (1_500 + number % 400, 1_510 + number % 400) if number % 5 else None


def made_vectors(count: int, seed: int = 1) -> Vector:
    """Return unit vectors around a few dozen centres, as those of records are."""
    draw = np.random.default_rng(seed)
    centres = np.random.default_rng(0).normal(size=(40, DIMENSIONS))
    found = centres[draw.integers(0, len(centres), count)] + 0.7 * draw.normal(size=(count, DIMENSIONS))
    unit: Vector = (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)
    return unit


def entries(vectors: Vector) -> list[Entry]:
    return [Entry(item(number), years=years(number), vector=vector) for number, vector in enumerate(vectors)]


def exact(vectors: Vector, asked: Vector, numbers: Sequence[int], k: int) -> set[str]:
    cosines = vectors[list(numbers)] @ asked
    return {item(numbers[at]).id for at in np.argsort(-cosines)[:k]}


def share_of_exact(collection: Collection, vectors: Vector, filters: Filters, numbers: Sequence[int], k: int) -> float:
    asked = made_vectors(40, seed=2)
    shares = []
    for vector in asked:
        truth = exact(vectors, vector, numbers, k)
        found = {hit.item.id for hit in collection.nearest(vector, k, filters=filters)}
        assert len(found) == len(truth)
        shares.append(len(truth & found) / len(truth))
    return float(np.mean(shares))


def test_the_nearest_are_at_least_95_of_100_of_an_exact_search_with_filters_and_without(
    new_collection: NewCollection,
) -> None:
    collection, vectors = new_collection(), made_vectors(MANY)
    collection.rebuild(entries(vectors), vectors="made")
    assert (collection.vectors, collection.n_vectors) == ("made", MANY)
    everything = range(MANY)
    of_two = [number for number in everything if number % 4 in (1, 3)]
    early = [number for number in everything if (span := years(number)) and span[1] >= 1_600 and span[0] <= 1_640]
    for filters, numbers in (
        (NO_FILTERS, everything),
        (Filters(providers=("Museum 1", "Museum 3")), of_two),
        (Filters(first_year=1_600, last_year=1_640), early),
    ):
        for k in (10, 100):
            assert share_of_exact(collection, vectors, filters, numbers, k) >= 0.95
            allowed = {item(number).id for number in numbers}
            assert {hit.item.id for hit in collection.nearest(vectors[0], k, filters=filters)} <= allowed


def test_hits_are_whole_items_with_their_cosines_the_best_first(new_collection: NewCollection) -> None:
    collection, vectors = new_collection(), made_vectors(60)
    collection.rebuild(entries(vectors), vectors="made")
    hits = collection.nearest(3 * vectors[7], 20)
    assert hits[0].item == item(7)
    assert hits[0].score == pytest.approx(1.0, abs=0.01)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    truth = {item(number).id: cosine for number, cosine in enumerate(vectors @ vectors[7])}
    for hit in hits:
        assert hit.score == pytest.approx(truth[hit.item.id], abs=0.03)
    assert [hit.item for hit in collection.nearest(vectors[7], 5, without="/v/7")] == [hit.item for hit in hits[1:6]]


def test_a_vector_follows_its_item(new_collection: NewCollection) -> None:
    collection, vectors = new_collection(), made_vectors(30)
    collection.rebuild(entries(vectors[:20]), vectors="made")
    moved = Entry(Item(id="/v/3", dcTitle=("Elsewhere",)), vector=-vectors[3])
    collection.add([moved, Entry(item(25), vector=vectors[25]), entry_of(item(5))])
    assert collection.delete(["/v/4"]) == 1
    assert (collection.n_docs, collection.n_vectors) == (20, 19)
    assert collection.nearest(-vectors[3], 1)[0].item == moved.item
    assert collection.nearest(vectors[25], 1)[0].item == item(25)
    found = {hit.item.id for hit in collection.nearest(vectors[4], 30)}
    assert len(found) == 19
    assert not found & {"/v/4", "/v/5"}
    collection.rebuild(entries(vectors[:3]), vectors="made again")
    assert (collection.vectors, collection.n_vectors) == ("made again", 3)
    assert {hit.item.id for hit in collection.nearest(vectors[25], 30)} == {"/v/0", "/v/1", "/v/2"}


def test_an_item_without_text_has_no_vector_and_is_found_by_none(new_collection: NewCollection) -> None:
    collection, vectors = new_collection(), made_vectors(3)
    blank = Entry(Item(id="/blank"), vector=np.zeros(DIMENSIONS, dtype=np.float32))
    collection.rebuild([blank, *entries(vectors)], vectors="made")
    assert (collection.n_docs, collection.n_vectors) == (4, 3)
    assert len(collection.nearest(vectors[0], 10)) == 3
    assert collection.nearest(np.zeros(DIMENSIONS, dtype=np.float32), 10) == []


def test_a_collection_without_vectors_finds_nothing_by_them_and_takes_none(new_collection: NewCollection) -> None:
    collection, vectors = new_collection(), made_vectors(3)
    collection.rebuild(entries(vectors))
    collection.add(entries(vectors))
    assert (collection.vectors, collection.n_vectors) == ("", 0)
    assert collection.nearest(vectors[0], 10) == []


def test_a_vector_of_another_length_is_refused(new_collection: NewCollection) -> None:
    collection, vectors = new_collection(), made_vectors(3)
    collection.rebuild(entries(vectors), vectors="made")
    with pytest.raises(BadQuery, match="a vector of 5 numbers"):
        collection.nearest(np.ones(5, dtype=np.float32), 10)
    with pytest.raises(BadQuery, match='the vector of "/odd" is not one of 128 numbers'):
        collection.add([Entry(Item(id="/odd"), vector=np.ones(5, dtype=np.float32))])
    assert collection.n_docs == 3


def test_further_views_of_an_item_from_elsewhere_count_when_they_are_handed_in(new_collection: NewCollection) -> None:
    collection = new_collection()
    collection.rebuild([Entry(item(1), {"people": ["ann lee"]}), Entry(item(2), {"people": ["ada moss"]})], ["people"])
    stranger = Item(id="/elsewhere", dcTitle=("Nothing in common",))
    weights = {"people": 1.0, "text": 1.0}
    assert collection.similar(stranger, weights=weights) == []
    found = collection.similar(Entry(stranger, {"people": ["ada moss"]}), weights=weights)
    assert [hit.item for hit in found] == [item(2)]
