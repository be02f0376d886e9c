"""The bundled sample as a collection, for trying things out."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from typed_sts.collecting import documents_file, fill, read_entries
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts_fetch.reading import read_items
from typed_sts_index.opening import open_collection


@contextmanager
def sample_collection() -> Iterator[str]:
    """Give the directory of a read collection of the sample, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="typed-sts-sample-") as folder:
        entries = read_entries(read_items(SAMPLE_ITEMS), documents_file(folder))
        fill(open_collection(folder), entries, read=True, rebuild=True)
        yield folder
