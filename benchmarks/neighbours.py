"""How long the ten neighbours of an item take: embedded, Elasticsearch, and scikit-learn's TF-IDF with brute force.

    python -m benchmarks.neighbours ../shared/data/heritage/items.jsonl.gz --elastic http://127.0.0.1:19200/bench

The same items are asked of each, in the same run. An answer is ten whole items, found by id; scikit-learn's is ten
row numbers, of a matrix that is already in memory, which is to its advantage. Needs: pip install scikit-learn
"""

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Collection
from typed_sts_index.entry import entry_of, text_views
from typed_sts_index.opening import open_collection

K = 10
Answers = dict[str, list[str]]


def timed(name: str, ask: Callable[[str], list[str]], asked: Sequence[str]) -> tuple[Answers, float]:
    """Ask for the neighbours of each item, print how long that took, and return the answers and the median."""
    answers, seconds = {}, []
    for item_id in asked:
        started = time.perf_counter()
        answers[item_id] = ask(item_id)
        seconds.append(time.perf_counter() - started)
    cuts = statistics.quantiles(seconds, n=100)
    out(f"{name:24} p50 {cuts[49] * 1e3:8.2f} ms   p95 {cuts[94] * 1e3:8.2f} ms   max {max(seconds) * 1e3:8.2f} ms")
    return answers, cuts[49]


def brute_force(items: Sequence[Item]) -> Callable[[str], list[str]]:
    """Return a search by cosine over a TF-IDF matrix of the same tokens."""
    from sklearn.feature_extraction.text import TfidfVectorizer  # type: ignore[import-untyped,unused-ignore,import-not-found]
    from sklearn.metrics.pairwise import linear_kernel  # type: ignore[import-untyped,unused-ignore,import-not-found]

    vectorizer = TfidfVectorizer(analyzer=list, dtype=np.float32)
    matrix = vectorizer.fit_transform(text_views(item)["text"] for item in items)
    row_of = {item.id: row for row, item in enumerate(items)}

    def ask(item_id: str) -> list[str]:
        row = row_of[item_id]
        scores = linear_kernel(matrix[row], matrix, dense_output=True).ravel()
        scores[row] = -1
        best = np.argpartition(-scores, K)[:K]
        return [items[index].id for index in best[np.argsort(-scores[best])]]

    return ask


def neighbours_in(collection: Collection) -> Callable[[str], list[str]]:
    return lambda item_id: [hit.item.id for hit in collection.similar(item_id, K)]


def overlap(left: Answers, right: Answers) -> float:
    return statistics.mean(len(set(left[key]) & set(right[key])) / max(len(left[key]), 1) for key in left if left[key])


def out(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("items", type=Path)
    parser.add_argument("--elastic", help="address of a collection on Elasticsearch, made anew")
    parser.add_argument("--shards", type=int, default=1)
    parser.add_argument("--asked", type=int, default=300)
    options = parser.parse_args()
    items = list({item.id: item for item in read_items(options.items)}.values())
    sample = random.Random(1).sample([item.id for item in items], 2 * options.asked)
    warm, asked = sample[: options.asked], sample[options.asked :]
    with tempfile.TemporaryDirectory() as folder:
        engines = {"embedded": open_collection(folder)}
        if options.elastic:
            engines[f"elasticsearch, {options.shards} shards"] = open_collection(options.elastic, shards=options.shards)
        results = {}
        for name, engine in engines.items():
            engine.rebuild(map(entry_of, items))
            out(f"{name}: {engine.n_docs} items")
            ask = neighbours_in(engine)
            for item_id in warm:
                ask(item_id)
            results[name] = timed(name, ask, asked)
        results["scikit-learn"] = timed("scikit-learn brute force", brute_force(items), asked)
    answers, median = results["embedded"]
    for name, (others, slower) in results.items():
        if name != "embedded":
            same = overlap(answers, others)
            out(f"embedded is {slower / median:.1f} times as fast as {name}; same neighbours: {same:.3f}")


if __name__ == "__main__":
    main()
