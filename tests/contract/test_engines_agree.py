"""The two engines side by side over real records: equal counts, equal document frequencies, the same neighbours."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from tests.engines import SHARDS, elastic_url
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Collection
from typed_sts_index.entry import TEXT_VIEWS, entry_of, text_views
from typed_sts_index.opening import open_collection

pytestmark = [pytest.mark.elastic, pytest.mark.shared]
STRIDE = 40


@dataclass(frozen=True)
class Both:
    """The same records in both engines, some of them replaced and some removed, and the truth about them."""

    embedded: Collection
    elastic: Collection
    items: dict[str, Item]


@pytest.fixture(scope="module")
def both(shared_data: Path, tmp_path_factory: pytest.TempPathFactory, lasting_elastic_name: Callable[[], str]) -> Both:
    elastic_url()
    records = list(islice(read_items(shared_data / "heritage/items.jsonl.gz"), 0, None, STRIDE))
    embedded = open_collection(tmp_path_factory.mktemp("agree") / "collection")
    elastic = open_collection(lasting_elastic_name(), shards=SHARDS)
    kept = {item.id: item for item in records}
    for collection in (embedded, elastic):
        assert collection.rebuild(map(entry_of, records)) == len(records)
    return Both(embedded, elastic, kept)


def sampled_terms(items: dict[str, Item], view: str) -> list[str]:
    vocabulary = sorted({term for item in items.values() for term in text_views(item)[view]})
    return random.Random(view).sample(vocabulary, min(2_000, len(vocabulary)))


def true_doc_freqs(items: dict[str, Item], view: str, terms: list[str]) -> list[int]:
    counts = Counter(term for item in items.values() for term in set(text_views(item)[view]))
    return [counts[term] for term in terms]


def test_counts_are_equal_and_no_record_is_lost_or_doubled(both: Both) -> None:
    assert both.embedded.n_docs == both.elastic.n_docs == len(both.items)
    assert both.embedded.providers() == both.elastic.providers()
    for collection in (both.embedded, both.elastic):
        found = list(collection.all_items())
        assert len(found) == len(both.items)
        assert {item.id: item for item in found} == both.items


@pytest.mark.parametrize("view", TEXT_VIEWS)
def test_document_frequencies_are_equal_and_true(both: Both, view: str) -> None:
    terms = sampled_terms(both.items, view)
    assert len(terms) == 2_000
    truth = true_doc_freqs(both.items, view, terms)
    assert both.embedded.doc_freq(view, terms) == truth
    assert both.elastic.doc_freq(view, terms) == truth


@pytest.mark.parametrize("weights", [{"text": 1.0}, {"title": 2.0, "creator": 1.0, "subject": 1.0, "description": 1.0}])
def test_neighbours_are_nearly_the_same(both: Both, weights: dict[str, float]) -> None:
    asked = random.Random(1).sample(sorted(both.items), 200)
    shared = found = 0
    for item_id in asked:
        left = {hit.item.id for hit in both.embedded.similar(item_id, 10, weights=weights)}
        right = {hit.item.id for hit in both.elastic.similar(item_id, 10, weights=weights)}
        shared += len(left & right)
        found += max(len(left), len(right))
    assert found > 1_500
    assert shared / found > 0.9


def test_scores_of_all_text_are_nearly_the_same(both: Both) -> None:
    for item_id in random.Random(2).sample(sorted(both.items), 20):
        left = [hit.score for hit in both.embedded.similar(item_id)]
        right = [hit.score for hit in both.elastic.similar(item_id)]
        assert left == pytest.approx(right, rel=0.01)


def test_frequencies_stay_exact_after_replacing_and_deleting(both: Both) -> None:
    """Last in this file: it changes the collections."""
    order = sorted(both.items)
    removed, replaced = order[::7], order[3::11]
    others = [both.items[order[-n - 1]] for n in range(len(replaced))]
    changed = [
        Item(id=item_id, provider="Elsewhere", dcTitle=other.dcTitle, dcSubject=other.dcSubject)
        for item_id, other in zip(replaced, others, strict=True)
    ]
    truth = both.items | {item.id: item for item in changed}
    for item_id in removed:
        del truth[item_id]
    for collection in (both.embedded, both.elastic):
        collection.add(map(entry_of, changed))
        assert collection.delete(removed) == len(removed)
        assert collection.n_docs == len(truth)
        for view in TEXT_VIEWS:
            terms = sampled_terms(both.items, view)
            assert collection.doc_freq(view, terms) == true_doc_freqs(truth, view, terms)
    assert both.embedded.providers() == both.elastic.providers()
