"""The one way from items to documents and profiles: few or many, with workers and stores, the same comes out."""

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from typed_sts.features.profiles import Profiles, join, split
from typed_sts.preparing.prepare import Prepared, join_prepared, prepare, prepare_few
from typed_sts.reading.batches import CHUNK
from typed_sts.reading.store import DocumentStore
from typed_sts.reading.version import reader_version
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats

ITEMS = list(read_items(SAMPLE_ITEMS))[:4]
MANY = [Item(id=f"/made/{number}", dcTitle=(f"Harbour {number}",)) for number in range(CHUNK + 2)]


class Asked:
    """The shipped statistics, with a note of what they are asked."""

    views = ("title",)
    n_docs = background_stats().n_docs

    def __init__(self) -> None:
        self.first: list[str] | None = None

    def doc_freq(self, view: str, terms: Sequence[str]) -> list[int]:
        """Return the frequencies, and keep what was asked first."""
        self.first = self.first or list(terms)
        return background_stats().doc_freq(view, terms)


def same(one: Profiles, other: Profiles) -> bool:
    """Tell whether profiles are equal in every array."""
    pairs = [(getattr(one, field.name), getattr(other, field.name)) for field in fields(Profiles)]
    return all(np.array_equal(a, b, equal_nan=a.dtype.kind == "f") if hasattr(a, "dtype") else a == b for a, b in pairs)


def test_items_come_in_their_order_a_chunk_at_a_time_with_a_row_each() -> None:
    parts = list(prepare(MANY, background_stats(), encode=False))
    assert [len(part) for part in parts] == [CHUNK, 2]
    whole = join_prepared(parts)
    assert [document.item for document in whole.documents] == MANY
    assert whole.profiles.ids == tuple(item.id for item in MANY)


@pytest.mark.slow
def test_few_and_many_stores_and_workers_give_the_same(tmp_path: Path) -> None:
    few = prepare_few(ITEMS, background_stats())
    store = DocumentStore(tmp_path / "documents.sqlite", reader_version("crf"))
    ways: list[Prepared] = [
        *prepare(ITEMS, background_stats()),
        *prepare(ITEMS, background_stats(), store=store, workers=2),
        *prepare(ITEMS, background_stats(), store=store),
    ]
    for found in ways:
        assert found.documents == few.documents
        assert same(found.profiles, few.profiles)


def test_two_records_with_one_id_are_both_prepared_when_they_are_few() -> None:
    both = [ITEMS[0], replace(ITEMS[0], dcTitle=("Something else altogether",))]
    prepared = prepare_few(both, background_stats())
    assert [document.item for document in prepared.documents] == both
    assert len(prepared.profiles) == 2


def test_without_encoding_all_vectors_are_zero_and_all_else_is_the_same() -> None:
    plain, encoded = prepare_few(ITEMS, background_stats(), encode=False), prepare_few(ITEMS, background_stats())
    assert not plain.profiles.vectors.any()
    assert encoded.profiles.vectors.any()
    assert same(replace(plain.profiles, vectors=encoded.profiles.vectors), encoded.profiles)


def test_the_statistics_are_asked_for_all_terms_of_a_chunk_at_once() -> None:
    stats = Asked()
    prepared = next(prepare(ITEMS, stats, encode=False))
    assert stats.first == sorted({term for document in prepared.documents for term in document.tokens("title")})


def test_rows_split_apart_hold_their_own_and_join_to_what_they_were() -> None:
    profiles = prepare_few(ITEMS, background_stats()).profiles
    rows = list(split(profiles))
    assert [row.ids for row in rows] == [(item.id,) for item in ITEMS]
    assert all(row.vectors.base is None and row.term_weight.base is None for row in rows)
    assert same(join(rows), profiles)
