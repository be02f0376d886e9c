"""How fast pairs are scored, and in how much memory, on real records.

    python -m benchmarks.scoring ../shared/data/heritage/items.jsonl.gz --model evidence

One run prints: pairs a second on profiles that are ready, by one worker and by two; the time to read, encode and
profile records as a multiple of the sentence encoder's alone; the time a pair against a plain scikit-learn pipeline
(a TfidfVectorizer a field, one cosine a field in a loop over pairs); and the memory `predict` needs for more and more
pairs of the same items (of the process that scores; from Linux's /proc). Times are CPU or wall seconds as said.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from typed_sts.features.profiles import Profiles, Rows, join
from typed_sts.preparing.prepare import prepare, prepare_few
from typed_sts.reading.vectors import encode_documents
from typed_sts.running.workers import map_in_order
from typed_sts.scoring.open_scorer import open_scorer
from typed_sts.scoring.scorer import Scorer
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.formats.write import write_items
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats

BLOCK = 10_000
FIELDS = ("dcTitle", "dcCreator", "dcSubject", "dcDescription", "dcDate")
"""Of the scikit-learn pipeline: five cosines a pair, and no reading of names, places, dates or events."""


def every(path: Path, n: int) -> list[Item]:
    """Return n items spread over a file."""
    items = list({item.id: item for item in read_items(path)}.values())
    return list(islice(items[:: max(len(items) // n, 1)], n))


def drawn_pairs(n_items: int, n_pairs: int) -> tuple[Rows, Rows]:
    """Return pairs of rows, most of them near each other in the file, where records are alike."""
    random = np.random.default_rng(0)
    left = random.integers(0, n_items, n_pairs)
    near = (left + random.integers(1, 20, n_pairs)) % n_items
    far = random.integers(0, n_items, n_pairs)
    return left, np.where(random.random(n_pairs) < 0.8, near, far)


def made(items: Sequence[Item]) -> Profiles:
    """Print what reading, encoding and profiling cost beside the encoder alone; return the profiles."""
    stats = background_stats()
    prepare_few(items[:2], stats)  # loads the models
    started = time.process_time()
    chunks = []
    parts = []
    for part in prepare(items, stats):
        chunks.append(part.documents)
        parts.append(part.profiles)
    profiles = join(parts)
    whole = time.process_time() - started
    started = time.process_time()  # after, not before: what reading remembers of names and places must not help it
    for documents in chunks:
        encode_documents(documents)
    alone = time.process_time() - started
    out(f"encoder alone                      {len(items) / alone:>10,.0f} records/s (CPU)")
    out(f"reading, encoding and profiling    {len(items) / whole:>10,.0f} records/s (CPU)")
    out(f"  ratio                            {whole / alone:>10.2f} times the encoder alone")
    return profiles


def scored(scorer: Scorer, profiles: Profiles, left: Rows, right: Rows, workers: int) -> float:
    """Print how many pairs a second are scored on profiles that are ready; return the wall seconds a pair."""
    blocks = [slice(start, start + BLOCK) for start in range(0, len(left), BLOCK)]
    started, cpu = time.perf_counter(), time.process_time()
    for _ in map_in_order(lambda block: scorer.score(profiles, left[block], right[block]), blocks, workers, fork=True):
        pass
    seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    label = f"{scorer.name}, {workers} {'process' if workers == 1 else 'processes'}"
    of_cpu = f", {len(left) / cpu:,.0f} (CPU)" if workers == 1 else ""  # that of others is not known here
    out(f"{label:<34} {len(left) / seconds:>10,.0f} pairs/s (wall){of_cpu}")
    return seconds / len(left)


def plain_pipeline(items: Sequence[Item], left: Rows, right: Rows) -> float:
    """Print how many pairs a second a plain scikit-learn pipeline scores; return the wall seconds a pair."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.metrics.pairwise import cosine_similarity

    matrices = [TfidfVectorizer().fit_transform([" ".join(getattr(item, field)) for item in items]) for field in FIELDS]
    started = time.perf_counter()
    for a, b in zip(left, right, strict=True):
        for matrix in matrices:
            cosine_similarity(matrix[a], matrix[b])
    seconds = time.perf_counter() - started
    out(f"{'scikit-learn, five cosines a pair':<34} {len(left) / seconds:>10,.0f} pairs/s (wall), fitting not counted")
    return seconds / len(left)


def memory(items: Sequence[Item], model: str, counts: Sequence[int]) -> None:
    """Print the time and the most memory of `typed-sts predict` for more and more pairs of the same items.

    With one worker: the memory of one process is looked at, and with more, others do the scoring.
    """
    # Not ru_maxrss: a child's starts at what its parent had.
    run = "import re, sys; from typed_sts.cli.main import main\ntry: main()\nfinally: sys.stderr.write("
    run += "re.search('VmHWM:.*?([0-9]+)', open('/proc/self/status').read())[1])"
    with tempfile.TemporaryDirectory() as folder:
        records, pairs, scores = (Path(folder) / name for name in ("items.jsonl", "pairs.tsv", "scores.tsv"))
        write_items(records, items)
        for count in counts:
            left, right = drawn_pairs(len(items), count)
            with pairs.open("w") as stream:
                stream.writelines(f"{items[a].id}\t{items[b].id}\n" for a, b in zip(left, right, strict=True))
            arguments = ["predict", pairs, "--items", records, "--model", model, "-o", scores]
            arguments += ["--cache", Path(folder) / "kept.sqlite"]
            started = time.perf_counter()
            command = [sys.executable, "-c", run, *map(str, arguments)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            seconds = time.perf_counter() - started
            most = int(done.stderr.rsplit("\n", 1)[-1]) / 1024
            out(f"predict, {count:>9,} pairs           {most:>10,.0f} MB at most, {seconds:,.1f} s")


def out(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Measure on the file named on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("items", type=Path)
    parser.add_argument("--model", default="evidence")
    parser.add_argument("--records", type=int, default=2_000)
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--plain-pairs", type=int, default=1_000, help="pairs scikit-learn is timed on")
    parser.add_argument("--memory", type=int, nargs="*", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    items = every(options.items, options.records)
    scorer = open_scorer(options.model)
    out(f"{len(items):,} records, {options.pairs:,} pairs; {scorer.about}")
    profiles = made(items)
    left, right = drawn_pairs(len(items), options.pairs)
    scorer.score(profiles, left[:100], right[:100])
    ours = scored(scorer, profiles, left, right, 1)
    if options.workers > 1:
        scored(scorer, profiles, left, right, options.workers)
    plain = plain_pipeline(items, left[: options.plain_pairs], right[: options.plain_pairs])
    out(f"  {plain / ours:.0f} times as fast as scikit-learn per pair, one process each")
    memory(items, options.model, options.memory)


if __name__ == "__main__":
    main()
