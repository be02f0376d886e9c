"""How often the record of the same object is found in another language: by words, by meaning, by both.

    python -m benchmarks.languages DATA/europe/records --folder collections/ [--related 100] [--held-out DATA]

objects     1,305 objects of a city museum, title and description only: the English text asks 20,000 Dutch records
library     947 records of national libraries, all fields: the English one asks those in 31 languages

first, 10, 100: how often the same object is the first found, among the first ten, among the first hundred

The map of meanings was learned on translations, those asked here among them. `without the map` are the encoder's own
vectors; `held out`, which needs torch, is by a map that has learned on the translations of the other collection alone.
`related` is the list of ten that a user is given for such a record, of some of them. Collections are made in the folder
and stay there for the next time.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from typed_sts.answers.collection import open_answers
from typed_sts.domain.labels import READ_VIEWS
from typed_sts.domain.types import TYPES
from typed_sts.preparing.build_collection import build_collection, documents_file, read_entries, read_entry
from typed_sts.preparing.repeated import boilerplate_of
from typed_sts.reading.batches import Readings, read_chunks
from typed_sts.reading.meaning import Vectors
from typed_sts.reading.reader import Reader
from typed_sts.reading.vectors import WHOLE, encode, view_parts
from typed_sts.reading.version import vectors_version
from typed_sts.related.find import CANDIDATES, find_candidates
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Collection
from typed_sts_index.entry import Entry
from typed_sts_index.opening import open_collection

ENCODED = "ar de en es fr it ja ko nl pl pt ru th tr zh".split()
"""Languages the encoder was made for; Chinese counts twice there."""
MISSING = 10_000
Ranks = dict[str, list[int]]


@dataclass(frozen=True)
class Task:
    """English records, and those in other languages, some of which tell of the same objects."""

    name: str
    asking: str
    asked: str
    fields: tuple[str, ...] | None


TASKS = (
    Task("objects", "amsterdam-museum-en-parallel", "amsterdam-museum", ("dcTitle", "dcDescription")),
    Task("library", "tel-reading-europe-en", "tel-reading-europe-orig", None),
)


def number(item: Item) -> str:
    """Return what two records of one object have in common: the last part of their ids."""
    return item.id.rsplit("/", 1)[-1]


def records(folder: Path, name: str, fields: tuple[str, ...] | None) -> list[Item]:
    """Return records, with these fields alone where some are named."""
    items = read_items(folder / f"{name}.jsonl.gz")
    if fields is None:
        return list(items)
    return [
        Item(id=i.id, language=i.language, provider=i.provider, **{field: getattr(i, field) for field in fields})
        for i in items
    ]


def rank(found: Iterable[Item], item: Item) -> int:
    """Return how many were found before the same object."""
    return next((place for place, other in enumerate(found) if number(other) == number(item)), MISSING)


def out(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def shown(ranks: Sequence[int]) -> str:
    """Return how many are first, among ten and among a hundred."""
    found = np.array(ranks)
    return "  ".join(f"{name} {np.mean(found < most):.3f}" for name, most in (("first", 1), ("10", 10), ("100", 100)))


def ranked(collection: Collection, readings: Readings, ways: Sequence[str] = ("words", "meaning", "both")) -> Ranks:
    """Return the ranks of the same objects in each way of asking."""
    ranks: Ranks = {way: [] for way in ways}
    for document, vectors in zip(readings.documents, readings.vectors, strict=True):
        entry, vector = read_entry(document), vectors[WHOLE]
        asked: dict[str, Callable[[], Iterable[Item]]] = {
            "words": partial(_candidates, collection, entry),
            "meaning": partial(_nearest, collection, vector),
            "both": partial(_candidates, collection, replace(entry, vector=vector)),
        }
        for way, found in ranks.items():
            found.append(rank(asked[way](), document.item))
    return ranks


def _nearest(collection: Collection, vector: Vectors) -> list[Item]:
    return [hit.item for hit in collection.nearest(vector, CANDIDATES)]


def _candidates(collection: Collection, entry: Entry) -> list[Item]:
    weights = dict.fromkeys(TYPES, 1.0)
    return find_candidates(collection, entry.item, weights, CANDIDATES, known=False, years=entry.years, entry=entry)


def revectored(collection: Collection, entries: Iterable[Entry], vectors: Vectors) -> None:
    """Make a collection of entries with other vectors."""
    others = (replace(entry, vector=vector) for entry, vector in zip(entries, vectors, strict=True))
    collection.rebuild(others, READ_VIEWS, vectors=vectors_version())


def held_out(data: Path, task: Task) -> Callable[[Vectors], Vectors]:
    """Return a map of meanings that was learned without the translations of a task."""
    from typed_sts.training.shipped.meaning import learn, sample

    sampled = sample(data)
    of_others = sampled.files[sampled.translations[:, 0]] != task.asking
    matrix, usual = learn(replace(sampled, translations=sampled.translations[of_others]))

    def mapped(vectors: Vectors) -> Vectors:
        found = (vectors - usual) @ matrix
        found[~vectors.any(axis=1)] = 0.0
        unit: Vectors = found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)
        return unit

    return mapped


def joined(parts: Sequence[Readings]) -> Readings:
    """Return several readings as one."""
    return Readings(
        tuple(document for part in parts for document in part.documents),
        np.concatenate([part.vectors for part in parts]),
    )


def measure(task: Task, options: argparse.Namespace) -> None:
    """Print what is found of one task."""
    where = options.folder / task.name
    asked = records(options.records, task.asked, task.fields)
    if not open_collection(where).exists():
        build_collection(asked, where)
    collection = open_collection(where)
    known = {number(item): row for row, item in enumerate(asked)}
    asking = [item for item in records(options.records, task.asking, task.fields) if number(item) in known]
    repeated = boilerplate_of(collection)
    store = Reader(boilerplate=repeated).store(documents_file(str(where), options.folder / f"{task.name}-asking"))
    readings = joined(list(read_chunks(asking, boilerplate=repeated, store=store)))
    files = sorted(path for path in where.rglob("*") if path.is_file())
    vectors, documents = (
        sum(path.stat().st_size for path in files if path.name.startswith(name)) / collection.n_docs
        for name in ("vectors.", "documents.sqlite")
    )
    out(f"{task.name}: {len(asking):,} ask {collection.n_docs:,}")
    out(f"  bytes a record on disk: {vectors:,.0f} to find by meaning, {documents:,.0f} what was read and its vectors")
    ranks = ranked(collection, readings)
    for way, found in ranks.items():
        out(f"  {way:<24} {shown(found)}")
    if options.raw or options.held_out:
        _other_vectors(task, options, asked, readings, where)
    if task.fields is None:
        _by_language(asking, asked, known, ranks)
    if options.related:
        answers = open_answers(str(where), unread=None)
        some = np.random.default_rng(1).permutation(len(asking))[: options.related]
        lists = [rank((entry.item for entry in answers.related(asking[at])), asking[at]) for at in some]
        out(f"  {'related, of ' + str(len(some)):<24} {shown(lists)}")


def _other_vectors(task: Task, options: argparse.Namespace, asked: list[Item], asking: Readings, where: Path) -> None:
    repeated = boilerplate_of(open_collection(where))
    file = documents_file(str(where))
    store = Reader(boilerplate=repeated).store(file)
    others = joined(list(read_chunks(asked, boilerplate=repeated, store=store)))
    raw = [encode([view_parts(document, "text") for document in some.documents]) for some in (asking, others)]
    maps: dict[str, Callable[[Vectors], Vectors]] = {"without the map": lambda vectors: vectors}
    if options.held_out:
        maps["held out"] = held_out(options.held_out, task)
    for name, mapped in maps.items():
        collection = open_collection(options.folder / f"{task.name}-{name.replace(' ', '-')}")
        revectored(collection, read_entries(asked, file, boilerplate=repeated), mapped(raw[1]))
        vectors = asking.vectors.copy()
        vectors[:, WHOLE] = mapped(raw[0])
        for way, found in ranked(collection, replace(asking, vectors=vectors), ("meaning", "both")).items():
            out(f"  {f'{way}, {name}':<24} {shown(found)}")


def _by_language(asking: Sequence[Item], asked: Sequence[Item], known: dict[str, int], ranks: Ranks) -> None:
    languages = [asked[known[number(item)]].language or "?" for item in asking]
    out("  language  records  of the encoder  first by words  meaning  both")
    for language, count in Counter(languages).most_common():
        rows = [row for row, own in enumerate(languages) if own == language]
        shares = [np.mean([ranks[way][row] == 0 for row in rows]) for way in ("words", "meaning", "both")]
        of_encoder = "yes" if language in ENCODED else "no"
        out(f"  {language:<8} {count:>8}  {of_encoder:>14}  {shares[0]:>14.3f}  {shares[1]:>7.3f}  {shares[2]:>4.3f}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", type=Path)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--related", type=int, default=0)
    parser.add_argument("--raw", action="store_true", help="also the encoder's own vectors")
    parser.add_argument("--held-out", type=Path, help="the folder of all development data")
    parser.add_argument("--only", choices=[task.name for task in TASKS])
    options = parser.parse_args()
    for task in TASKS:
        if options.only in (None, task.name):
            measure(task, options)


if __name__ == "__main__":
    with threadpool_limits(limits=1, user_api="blas"):
        main()
