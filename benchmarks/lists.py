"""What lists of related items hold, without and with a floor, folding and a place for another holder.

    python -m benchmarks.lists collection/ [--items 200] [--seed 1] [-k 10]

The items are drawn from the whole collection. Printed for both ways: how long lists are, how many are empty, the mean
score; the shares of listed items of which something is said, that repeat the asked item, that repeat one listed before
them, and that another holder has; and the CPU time a list takes, everything read before. What repeats is told apart
from the rules under test: the same title and creators, letter for letter, or four in five of all different words.
"""

import argparse
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from threadpoolctl import threadpool_limits

from typed_sts.domain.explanation import Related
from typed_sts.preparing.build_collection import documents_file
from typed_sts.preparing.cache import PreparedItems
from typed_sts.preparing.repeated import boilerplate_of
from typed_sts.reading.reader import Reader
from typed_sts.related.find import find_related
from typed_sts.related.listing import Rules
from typed_sts.related.pair_walks import sample_seeds
from typed_sts.scoring.open_scorer import open_scorer
from typed_sts_fetch.item import LIST_FIELDS, Item
from typed_sts_index.opening import open_collection

_COPIES = 0.8
WAYS = {"before": Rules(0, other_holder=False, fold=False), "after": Rules()}


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of related items of one, and the seconds of CPU it took."""

    item: Item
    found: Sequence[Related]
    seconds: float


def out(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def repeats(one: Item, other: Item) -> bool:
    """Say whether two records are copies of each other."""
    if one.dcTitle and one.dcTitle[:1] == other.dcTitle[:1] and one.dcCreator and one.dcCreator == other.dcCreator:
        return True
    ours, theirs = _words(one), _words(other)
    return len(ours & theirs) >= _COPIES * max(len(ours | theirs), 1)


def _words(item: Item) -> frozenset[str]:
    texts = (text for name in LIST_FIELDS for text in getattr(item, name))
    return frozenset(word.lower() for text in texts for word in re.findall(r"\w+", text))


def report(way: str, lists: Sequence[Listed]) -> None:
    """Print what lists hold."""
    entries = [(one, entry) for one in lists for entry in one.found]
    of_item = sum(repeats(entry.item, one.item) for one, entry in entries)
    of_others = sum(
        any(repeats(entry.item, other.item) for other in one.found[:number])
        for one in lists
        for number, entry in enumerate(one.found)
    )
    elsewhere = sum(entry.item.provider != one.item.provider for one, entry in entries)
    lengths = [len(one.found) for one in lists]
    total = max(len(entries), 1)
    p50, p95 = np.percentile([one.seconds for one in lists], [50, 95]) * 1e3
    shown = {
        "length": f"{np.mean(lengths):.2f}",
        "empty": f"{np.mean([not one.found for one in lists]):.1%}",
        "score": f"{np.mean([entry.score for _, entry in entries] or [0]):.2f}",
        "said": f"{sum(bool(entry.reason) for _, entry in entries) / total:.1%}",
        "repeat the item": f"{of_item / total:.1%}",
        "repeat another": f"{of_others / total:.1%}",
        "elsewhere": f"{elsewhere / total:.1%}",
        "lists with elsewhere": f"{np.mean([_has_elsewhere(one) for one in lists]):.1%}",
        "folded": f"{sum(entry.more.count for _, entry in entries if entry.more):,}",
    }
    out(f"{way:<8} " + "   ".join(f"{name} {value}" for name, value in shown.items()))
    out(f"{'':<8} p50 {p50:.0f} ms   p95 {p95:.0f} ms   all {sum(one.seconds for one in lists):.1f} s")


def _has_elsewhere(one: Listed) -> bool:
    return any(entry.item.provider != one.item.provider for entry in one.found)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("index")
    parser.add_argument("--items", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-k", type=int, default=10)
    options = parser.parse_args()
    collection = open_collection(options.index)
    scorer = open_scorer("evidence", stats=collection)
    repeated = boilerplate_of(collection)
    store = Reader(boilerplate=repeated).store(documents_file(options.index), forgiving=True)
    prepared = PreparedItems(collection, encode=True, boilerplate=repeated, store=store, kept=100_000)
    items = [collection.item(name) for name in sample_seeds(collection, options.items, options.seed)]
    out(f"{collection.n_docs:,} items; {len(items)} asked about; k = {options.k}; {scorer.about}")
    lists: dict[str, list[Listed]] = {way: [] for way in WAYS}
    for item in items:
        find_related(item, options.k, None, prepared, scorer)  # reads what was not read before
        for way, rules in WAYS.items():
            started = time.process_time()
            found = find_related(item, options.k, None, prepared, scorer, rules=rules)
            lists[way].append(Listed(item, found, time.process_time() - started))
    for way in WAYS:
        report(way, lists[way])
    ratio = sum(one.seconds for one in lists["after"]) / sum(one.seconds for one in lists["before"])
    out(f"after takes {ratio:.2f} times as long as before")


if __name__ == "__main__":
    with threadpool_limits(limits=1, user_api="blas"):  # as the service and the batch do
        main()
