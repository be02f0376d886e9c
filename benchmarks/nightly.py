"""What the nightly run costs: items a second, and what a change of the collection costs of a whole run.

    python -m benchmarks.nightly rate COLLECTION [--items 400] [--order id]
    python -m benchmarks.nightly change COLLECTION --work FOLDER [--items 2000] [--share 0.01] [--seed 1]

rate      CPU time of the lists of stretches of items, in the order of the ids, as the run takes them (or of the index)
change    a collection of some of the records is read, and related whole; a share of it is added, changed and deleted (a
          third each), and it is related again: CPU time of both runs in one process each, and of a whole run over the
          changed collection, with which the lines are compared

The collection named is only read; what `change` makes is in FOLDER, and stays there.
"""

import argparse
import resource
import shutil
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import orjson

from typed_sts.answers.collection import open_answers
from typed_sts.answers.related_batch import relate_all
from typed_sts.answers.related_lines import RelatedSettings, answers_for
from typed_sts.output.json import batch_line
from typed_sts.preparing.build_collection import build_collection
from typed_sts.running.workers import one_thread
from typed_sts_fetch.item import Item
from typed_sts_index.opening import open_collection

_STRETCHES = 4


def out(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def rate(options: argparse.Namespace) -> None:
    """Measure the lists of a few stretches of items."""
    answers = open_answers(options.collection, unread=None)
    items = list(answers.collection.all_items())
    if options.order == "id":
        items.sort(key=lambda item: item.id)
    length, apart = options.items // _STRETCHES, len(items) // _STRETCHES
    chosen = [item for start in range(_STRETCHES) for item in items[start * apart :][:length]]
    answers.related(items[-1])  # loads the models
    started, size = time.process_time(), 0
    for item in chosen:
        size += len(batch_line(item.id, answers.related(item)))
    seconds = time.process_time() - started
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    out(
        f"{len(chosen)} of {len(items):,} items in the order of the {options.order}: {len(chosen) / seconds:.2f} a CPU"
        f" second; {size / len(chosen) / 1e3:.1f} kB a line; {memory:,.0f} MB in memory"
    )


def change(options: argparse.Namespace) -> None:
    """Measure a whole run, a change, and compare with a whole run over the changed collection."""
    work: Path = options.work
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    draw = np.random.default_rng(options.seed)
    items = sorted(open_collection(options.collection).all_items(), key=lambda item: item.id)
    items = [items[number] for number in draw.permutation(len(items))[: options.items]]
    third = max(round(options.items * options.share / 3), 1)
    added, changed, deleted, kept = items[:third], items[third : 2 * third], items[2 * third : 3 * third], items
    index = str(work / "collection")
    started = time.process_time()
    build_collection(kept[third:], index)
    count, seconds = len(kept) - third, time.process_time() - started
    out(f"{'read, indexed':<16} {count:>8,} records, {count / seconds:.0f} a CPU second")
    whole = _timed("whole", index, work / "related.jsonl")
    build_collection([*added, *(_changed(item) for item in changed)], index)
    open_collection(index).delete([item.id for item in deleted])
    again = _timed("change", index, work / "related.jsonl")
    full = _timed("whole, changed", index, work / "full.jsonl")
    out(
        f"a change of {3 * third} of {options.items} records costs {again / whole:.1%} of the whole run before it"
        f" and {again / full:.1%} of the one after it"
    )
    _compare(work / "related.jsonl", work / "full.jsonl")
    places = {"index": "collection/gen-*/*", "documents": "collection/documents.sqlite", "lines": "related.jsonl"}
    sizes = {name: sum(file.stat().st_size for file in work.glob(pattern)) for name, pattern in places.items()}
    out("kB a record: " + ", ".join(f"{name} {size / count / 1e3:.1f}" for name, size in sizes.items()))


def _changed(item: Item) -> Item:
    """Return a record that says something else: half its subjects, and its description by another's hand."""
    return replace(item, dcSubject=item.dcSubject[: len(item.dcSubject) // 2], dcDescription=item.dcDescription[:1])


def _timed(label: str, index: str, output: Path) -> float:
    answers_for.cache_clear()
    settings = RelatedSettings(index)
    with one_thread():
        answers_for(settings)  # models are loaded before
        started = time.process_time()
        done = relate_all(settings, output, quiet=True)
        seconds = time.process_time() - started
    rate = done.made / seconds
    out(f"{label:<16} {done.lines:>8,} lines, {done.made:>8,} made, {seconds:10.1f} CPU s, {rate:.1f} a CPU second")
    return seconds


def _compare(made: Path, full: Path) -> None:
    lists = [{line["id"]: line for line in map(orjson.loads, path.read_bytes().splitlines())} for path in (made, full)]
    ours, theirs = lists
    if ours.keys() != theirs.keys():
        raise SystemExit("the items are not the same")
    ids = [([e["id"] for e in ours[i]["related"]], [e["id"] for e in theirs[i]["related"]]) for i in ours]
    same = sum(one == other for one, other in ids)
    same_set = sum(set(one) == set(other) for one, other in ids)
    first = sum(one[:1] == other[:1] for one, other in ids)
    total = max(sum(len(other) for _, other in ids), 1)
    missing = sum(len(set(other) - set(one)) for one, other in ids)
    moved = [
        abs(entry["score"] - scores[entry["id"]])
        for i in ours
        for scores in [{e["id"]: e["score"] for e in theirs[i]["related"]}]
        for entry in ours[i]["related"]
        if entry["id"] in scores
    ]
    out(
        f"as a whole run lists them: {same_set / len(ids):.2%} of the lists hold the same items, {same / len(ids):.2%}"
        f" in the same order, {first / len(ids):.2%} the same first; {missing / total:.2%} of what it lists is missing;"
        f" scores differ by {np.mean(moved):.4f} on average, {np.max(moved):.3f} at most"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("rate")
    one.add_argument("collection")
    one.add_argument("--items", type=int, default=400)
    one.add_argument("--order", choices=("id", "index"), default="id")
    one.set_defaults(run=rate)
    two = commands.add_parser("change")
    two.add_argument("collection")
    two.add_argument("--work", type=Path, required=True)
    two.add_argument("--items", type=int, default=2_000)
    two.add_argument("--share", type=float, default=0.01)
    two.add_argument("--seed", type=int, default=1)
    two.set_defaults(run=change)
    options = parser.parse_args()
    with one_thread():
        options.run(options)


if __name__ == "__main__":
    main()
