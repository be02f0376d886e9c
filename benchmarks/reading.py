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
from typed_sts.features.profiles import profile_documents
from typed_sts.reading.dates.read import read_uncached
from typed_sts.reading.document import DATE_FIELDS
from typed_sts.reading.encoder import encoder
from typed_sts.reading.reader import VERB_FIELDS, Reader, _tagger
from typed_sts.reading.tagging.engines import Engine, Tagger, open_tagger
from typed_sts.reading.vectors import encode_documents
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats


def measure(label: str, items: list[Item], read: Callable[[list[Item]], Iterable[object]]) -> None:
    """Read all items once and print records per second, by processor time and by the clock."""
    cpu, wall = time.process_time(), time.perf_counter()
    for _ in read(items):
        pass
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    sys.stdout.write(f"{label:<34} {len(items) / cpu:>9,.0f} records/s (CPU) {len(items) / wall:>9,.0f} (wall)\n")


def measure_whole(items: list[Item]) -> None:
    """Print what reading, vectors and profile together cost with either shipped engine, and the ratio."""
    seconds = {}
    for name in (Engine.CRF, Engine.MULTILINGUAL):
        _tagger.cache_clear()  # which remembers what it has tagged
        reader = Reader(name)
        profile_documents([reader.read(items[0])], background_stats())  # loads everything
        encoder.cache_clear()
        encoder().encode(["loaded"])
        began = time.process_time()
        documents = list(reader.read_all(items[1:]))
        profile_documents(documents, background_stats(), encode_documents(documents))
        seconds[name] = time.process_time() - began
        rate = (len(items) - 1) / seconds[name]
        sys.stdout.write(f"{f'read, vectors, profile ({name})':<34} {rate:>9,.0f} records/s (CPU)\n")
    ratio = seconds[Engine.MULTILINGUAL] / seconds[Engine.CRF]
    sys.stdout.write(f"multilingual takes {ratio:.2f} times the time of crf\n")


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
    measure("whole documents (crf)", items, Reader(Engine.CRF).read_all)
    documents = list(Reader(Engine.CRF).read_all(items[: options.few]))
    encode_documents(documents[:2])  # loads the encoder
    measure("sentence vectors", items[: options.few], lambda _: encode_documents(documents))
    measure_whole(items[:: max(len(items) // options.few, 1)])
    try:
        stanza = open_tagger("stanza", models=options.models)
    except TypedStsError as error:
        sys.stdout.write(f"stanza: not measured, {error}\n")
        return
    measure_engine("stanza", stanza, items[: options.few])


if __name__ == "__main__":
    main()
