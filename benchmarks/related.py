"""How long related items take over a collection, and what more or fewer candidates would change.

    python -m benchmarks.related collection/ [--items 100] [--seed 1]

cold       nothing read before: each question reads 20 candidates, as the service does
on disk    all candidates were read before and are kept beside the collection, none is in memory; the nightly batch
in memory  the same question again

What is read goes to a temporary folder; the collection's own is left alone.
"""

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from typed_sts.answers.collection import CollectionAnswers
from typed_sts.domain.types import TYPES
from typed_sts.preparing.cache import PreparedItems
from typed_sts.reading.store import DocumentStore
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER
from typed_sts.reading.version import reader_version
from typed_sts.related.find import CANDIDATES, UNREAD, find_candidates, find_related
from typed_sts.scoring.open_scorer import open_scorer
from typed_sts_fetch.item import Item
from typed_sts_index.opening import open_collection

_DRAWN_FROM = 5_000


def out(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def timed(label: str, items: Sequence[Item], ask: Callable[[Item], object]) -> None:
    """Ask about each item and print how long it took."""
    seconds = []
    for item in items:
        started = time.perf_counter()
        ask(item)
        seconds.append(time.perf_counter() - started)
    p50, p95 = np.percentile(seconds, [50, 95]) * 1e3
    out(f"{label:<12} p50 {p50:6.0f} ms   p95 {p95:6.0f} ms   {len(items) / sum(seconds):6.1f} items/s")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("index")
    parser.add_argument("--items", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    collection = open_collection(options.index)
    scorer = open_scorer("evidence", stats=collection)
    drawn = list(islice(collection.all_items(), _DRAWN_FROM))
    chosen = np.random.default_rng(options.seed).permutation(len(drawn))[: options.items]
    items = [drawn[number] for number in chosen]
    out(f"{collection.n_docs:,} items; {len(items)} asked about; {scorer.about}")
    with tempfile.TemporaryDirectory() as folder:
        store = DocumentStore(Path(folder) / "documents.sqlite", reader_version(DEFAULT_TAGGER))
        cold = PreparedItems(collection, encode=True, store=store)
        find_related(drawn[-1], 10, None, cold, scorer)  # loads the models
        timed("cold", items, lambda item: find_related(item, 10, None, cold, scorer, UNREAD))
        for item in items:
            find_related(item, 10, None, cold, scorer, None, max(_FEWER_AND_MORE))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        warm = PreparedItems(collection, encode=True, store=store, kept=100_000)
        timed("on disk", items, lambda item: find_related(item, 10, None, warm, scorer))
        timed("in memory", items, lambda item: find_related(item, 10, None, warm, scorer))
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        out(f"{len(warm):,} items in memory, about {max(grown, 0) / max(len(warm), 1):.0f} kB each")
        out(f"{store.count():,} items on disk, {store.path.stat().st_size / 1e3 / store.count():.0f} kB each")
        _candidates(items, warm, CollectionAnswers(collection, scorer, store, kept=100_000))


_FEWER_AND_MORE = (25, 50, CANDIDATES, 2 * CANDIDATES)


def _candidates(items: Sequence[Item], prepared: PreparedItems, answers: CollectionAnswers) -> None:
    """Print how the lists change with the number of candidates, and what candidates score on average."""
    lists = {n: [find_related(i, 10, None, prepared, answers.scorer, None, n) for i in items] for n in _FEWER_AND_MORE}
    most = lists[max(lists)]
    for number, found in lists.items():
        shared = [
            len({entry.item.id for entry in one} & {entry.item.id for entry in other}) / max(len(other), 1)
            for one, other in zip(found, most, strict=True)
        ]
        mean = np.mean([entry.score for one in found for entry in one])
        out(f"{number:>4} candidates: mean score {mean:.3f}, {np.mean(shared):.0%} of the lists of {max(lists)}")
    values = []
    for item in items:
        years = prepared.get([item])[0].document.span_of_years()
        weights = dict.fromkeys(TYPES, 1.0)
        near = find_candidates(prepared.collection, item, weights, CANDIDATES, known=True, years=years)
        scores = answers.predict([(item, other) for other in near])
        values += [[np.nan if t.score is None else t.score for t in pair.types] for pair in scores]
    means = np.nanmean(np.array(values), axis=0)
    out("candidates score " + ", ".join(f"{name} {mean:.1f}" for name, mean in zip(TYPES, means, strict=True)))


if __name__ == "__main__":
    with threadpool_limits(limits=1, user_api="blas"):  # as the service and the batch do
        main()
