"""Putting records into a collection: what is read goes in as it was read, and no text is analysed twice."""

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.engines import NewCollection
from typed_sts.domain.labels import READ_VIEWS
from typed_sts.preparing.build_collection import fill, read_entries, read_entry
from typed_sts.reading.reader import Reader
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import LIST_FIELDS
from typed_sts_index.entry import Entry, entry_of, text_views

ITEMS = list(read_items(SAMPLE_ITEMS))[:12]


def counted(monkeypatch: pytest.MonkeyPatch, *names: str) -> Counter[str]:
    """Return a count of the texts that functions of these names are given, wherever they were imported to."""
    given: Counter[str] = Counter()

    def counting(function: Callable[..., Any]) -> Callable[..., Any]:
        def count(text: str, *arguments: Any) -> Any:
            given[text] += 1
            return function(text, *arguments)

        return count

    for module in [module for name, module in sys.modules.items() if name.startswith("typed_sts")]:
        for name in names:
            found = getattr(module, name, None)
            if callable(found) and getattr(found, "__module__", "") == "typed_sts_index.analyser":
                monkeypatch.setattr(module, name, counting(found))
    return given


def test_every_text_is_analysed_once_when_records_are_read_and_indexed(
    new_collection: NewCollection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = new_collection()
    given = counted(monkeypatch, "analyse", "terms")
    fill(collection, read_entries(ITEMS, tmp_path / "documents.sqlite"), read=True, rebuild=True)
    assert given == Counter(text for item in ITEMS for field in LIST_FIELDS for text in getattr(item, field))


def test_no_text_is_analysed_when_its_record_was_read_before(
    new_collection: NewCollection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    list(read_entries(ITEMS, tmp_path / "documents.sqlite"))
    given = counted(monkeypatch, "analyse", "terms")
    fill(new_collection(), read_entries(ITEMS, tmp_path / "documents.sqlite"), read=True, rebuild=True)
    assert not given


def test_an_entry_of_what_was_read_has_the_views_its_texts_give_with_inventory_numbers_to_search_for() -> None:
    for document in Reader("crf").read_all(ITEMS):
        entry = read_entry(document)
        assert {part.field for part in document.left_out} <= {"dcSource"}
        texts = text_views(document.item)
        assert {view: sorted(entry.views()[view]) for view in texts} == {view: sorted(texts[view]) for view in texts}
        assert set(document.tokens("text")) <= set(texts["text"])
        assert set(entry.views()) == {*texts, *READ_VIEWS}


def test_an_entry_is_the_same_whoever_analysed_its_texts() -> None:
    item = ITEMS[0]
    assert Entry(item, own_views=text_views(item)) == Entry(item)
    assert Entry(item, own_views=text_views(item)).views() == Entry(item).views() == entry_of(item).views()
