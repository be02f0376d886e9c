"""How fast records are read into Documents on one core: `python -m benchmarks.reading ITEMS [--records N]`.

Each part alone, then all together; the stanza engine in the same run when it is installed. Records are taken evenly
from the whole file, and each engine starts with empty caches.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path

from typed_sts.errors import TypedStsError
from typed_sts.reading.dates.read import read_uncached
from typed_sts.reading.document import DATE_FIELDS
from typed_sts.reading.reader import VERB_FIELDS, Reader
from typed_sts.reading.tagging.engines import Tagger, open_tagger
from typed_sts.reading.vectors import encode_documents
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item


def measure(label: str, items: list[Item], read: Callable[[list[Item]], Iterable[object]]) -> None:
    """Read all items once and print records per second, by processor time and by the clock."""
    cpu, wall = time.process_time(), time.perf_counter()
    for _ in read(items):
        pass
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    sys.stdout.write(f"{label:<34} {len(items) / cpu:>9,.0f} records/s (CPU) {len(items) / wall:>9,.0f} (wall)\n")


def dates_of(item: Item) -> object:
    """Read the date fields without the cache."""
    return [read_uncached(text) for field in DATE_FIELDS for text in getattr(item, field)]


def verbs_of(tagger: Tagger, item: Item) -> object:
    """Find the verbs of the fields that have any."""
    return [tagger.verbs(text) for field in VERB_FIELDS for text in getattr(item, field)]


def measure_engine(name: str, tagger: Tagger, items: list[Item]) -> None:
    """Measure the spans, and the verbs, of one engine."""
    measure(f"spans ({name})", items, tagger.tag_all)
    measure(f"verbs ({name})", items, lambda some: (verbs_of(tagger, item) for item in some))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("items", type=Path, help="file of records")
    parser.add_argument("--records", type=int, default=20_000)
    parser.add_argument("--few", type=int, default=300, help="records for what is slow: vectors and stanza")
    parser.add_argument("--models", type=Path, help="folder of stanza's models")
    options = parser.parse_args()
    total = sum(1 for _ in read_items(options.items))
    step = max(total // options.records, 1)
    items = list(islice(read_items(options.items), 0, None, step))[: options.records]
    measure("dates", items, lambda some: map(dates_of, some))
    fresh = open_tagger("crf")
    measure("spans (crf) and dates", items, lambda some: (dates_of(item) for item, _ in fresh.tag_all(some)))
    measure_engine("crf", open_tagger("crf"), items)
    measure("whole documents (crf)", items, Reader().read_all)
    documents = list(Reader().read_all(items[: options.few]))
    encode_documents(documents[:2])  # loads the encoder
    measure("sentence vectors", items[: options.few], lambda _: encode_documents(documents))
    try:
        stanza = open_tagger("stanza", models=options.models)
    except TypedStsError as error:
        sys.stdout.write(f"stanza: not measured, {error}\n")
        return
    measure_engine("stanza", stanza, items[: options.few])


if __name__ == "__main__":
    main()
