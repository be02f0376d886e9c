"""Measure how much stemming helps: Pearson of TF-IDF cosine with the annotated scores, for three stemmers.

    python -m benchmarks.stemming ../shared/data          # needs: pip install snowballstemmer

IDF comes from the heritage records (every eighth, to be quick); the cosine is over all text of a record.
"""

import argparse
import csv
import math
import sys
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import numpy as np

from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import TEXT_FIELDS, Item
from typed_sts_index.analyser import _WORD, fold, stem_plural, stop_words

TYPES = ("general", "author", "people", "time", "location", "event", "subject", "description")
Stem = Callable[[str], str]


def bag(item: Item, stem: Stem) -> Counter[str]:
    text = " ".join(value for field in TEXT_FIELDS for value in getattr(item, field))
    words = (fold(word) for word in _WORD.findall(text))
    return Counter(stem(word) for word in words if word not in stop_words())


def cosine(left: Counter[str], right: Counter[str], idf: Callable[[str], float]) -> float:
    a, b = ({t: (1 + math.log(n)) * idf(t) for t, n in side.items()} for side in (left, right))
    norm = math.sqrt(sum(v * v for v in a.values()) * sum(v * v for v in b.values()))
    return sum(value * b.get(term, 0.0) for term, value in a.items()) / norm if norm else 0.0


def gold_of(ratings: Path) -> dict[int, list[float]]:
    rows: dict[int, list[list[float]]] = {}
    with ratings.open() as lines:
        for row in islice(csv.reader(lines, delimiter="\t"), 1, None):
            rows.setdefault(int(row[0]) - 1, []).append([math.nan if v == "NA" else float(v) for v in row[2:]])
    return {pair: [float(np.mean(kept)) if (kept := [v for v in column if v == v]) else math.nan
                   for column in zip(*values, strict=True)] for pair, values in rows.items()}  # fmt: skip


def out(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shared", type=Path)
    shared: Path = parser.parse_args().shared
    import snowballstemmer  # type: ignore[import-untyped,unused-ignore,import-not-found]

    porter = snowballstemmer.stemmer("porter")
    snowball = snowballstemmer.stemmer("english")
    stemmers: dict[str, Stem] = {
        "none": str,
        "plural": stem_plural,
        "snowball": snowball.stemWord,
        "porter": porter.stemWord,
    }
    corpus = list(islice(read_items(shared / "heritage/items.jsonl.gz"), 0, None, 8))
    sets = []
    for name, folder, pairs, items in (
        ("annotated", shared / "annotated/dev", "pairs.tsv", "items.jsonl"),
        ("typed", shared / "typed/train", "fitzwilliam.pairs.tsv", "fitzwilliam.items.jsonl"),
    ):
        by_id = {item.id: item for item in read_items(folder / items)}
        couples = [line.split("\t") for line in (folder / pairs).read_text().splitlines()]
        if name == "annotated":
            gold = gold_of(folder / "ratings.tsv")
        else:
            lines = (folder / "fitzwilliam.gold.tsv").read_text().splitlines()
            gold = {number: [float(v) for v in line.split("\t")] for number, line in enumerate(lines)}
        sets.append((name, [(by_id[a], by_id[b]) for a, b in couples], gold))
    out(f"{'set':10} {'stemmer':9} {'terms':>7}  " + " ".join(f"{t[:7]:>7}" for t in TYPES) + "    mean")
    for stemmer, stem in stemmers.items():
        df = Counter(term for item in corpus for term in bag(item, stem))

        def idf(term: str, df: Counter[str] = df) -> float:
            return math.log((len(corpus) + 1) / (df[term] + 1)) + 1

        for name, records, gold in sets:
            scores = np.array([cosine(bag(a, stem), bag(b, stem), idf) for a, b in records])
            truth = np.array([gold[number] for number in range(len(records))])
            rs = []
            for column in range(8):
                rated = ~np.isnan(truth[:, column])
                rs.append(float(np.corrcoef(scores[rated], truth[rated, column])[0, 1]))
            row = " ".join(f"{r:7.4f}" for r in rs)
            out(f"{name:10} {stemmer:9} {len(df):7}  {row}  {np.mean(rs):.4f}")


if __name__ == "__main__":
    main()
