"""A collection of the bundled sample, and one service over it for all tests that do not harm it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.process import Service, serving
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.entry import entry_of
from typed_sts_index.opening import open_collection

A, B = "/sample/turner-trafalgar", "/sample/devis-death-of-nelson"
ODD = Item(id="/made/odd", dcTitle=('<script>alert("x")</script> & ‮right to left‬',), dcDescription=("Zqxv " * 20,))


def build_sample(where: str | Path) -> None:
    """Make a collection of the bundled sample and one item full of trouble."""
    open_collection(where).rebuild(entry_of(item) for item in [*read_items(SAMPLE_ITEMS), ODD])


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a collection of the bundled sample that no test changes."""
    folder = tmp_path_factory.mktemp("sample") / "collection"
    build_sample(folder)
    return folder


@pytest.fixture(scope="session")
def service(sample: Path) -> Iterator[Service]:
    """Give a service with default settings, shared by tests."""
    with serving(sample) as running:
        yield running
