"""Scores for a file of pairs of any length.

    pairs --names--> items --read, encoded--> profiles, a row an item --blocks of pairs--> scores, in their order

The pairs are read twice and never held: memory grows with the items they name, not with the pairs.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np

from typed_sts.errors import BadModel
from typed_sts.features.profiles import Profiles, Rows, join, profile_documents
from typed_sts.output.scores import FEET, FORMATS, HEADS
from typed_sts.preparing.named_items import UnknownItems, find_wanted
from typed_sts.reading.batches import Readings, read_chunks
from typed_sts.reading.store import DocumentStore
from typed_sts.running.progress import progress
from typed_sts.running.workers import in_order
from typed_sts.scoring.open_scorer import open_scorer, uses_vectors
from typed_sts.scoring.scorer import Estimates, Scorer
from typed_sts.task_files.pairs import Pair, PairsFile, names_in
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats
from typed_sts_index.contract import Collection, CorpusStats

BLOCK = 10_000


@dataclass(frozen=True, slots=True)
class Settings:
    """How pairs are scored; the same for every number of workers, and with or without a store."""

    model: str | Path = "evidence"
    collection: Collection | None = None
    provider: bool = True
    skip_missing: bool = False
    workers: int = 1
    store: DocumentStore | None = None
    quiet: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Ready:
    """Everything scoring needs: the model, the items and their profiles, the row each name (as written) means."""

    scorer: Scorer
    items: tuple[Item, ...]
    profiles: Profiles
    rows: dict[str, int]
    n_pairs: int
    settings: Settings


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Pairs as they are written, and the rows they mean."""

    pairs: list[Pair]
    left: Rows
    right: Rows


def prepare(pairs: PairsFile, records: Iterable[Item], settings: Settings) -> Ready:
    """Find, read and profile the items the pairs name; raise UnknownItems unless those may be skipped."""
    stats: CorpusStats = background_stats() if settings.collection is None else settings.collection
    scorer = open_scorer(settings.model, stats=stats, provider=settings.provider)
    named = names_in(pairs)
    wanted = find_wanted(named.lines, records, settings.collection)
    missing = {name: line for name, line in named.lines.items() if name not in wanted.rows}
    if missing and not settings.skip_missing:
        raise UnknownItems(missing, pairs.name)
    profiles = _profiles(wanted.items, stats, settings, encode=uses_vectors(scorer))
    return Ready(scorer, wanted.items, profiles, wanted.rows, named.n_pairs, settings)


def write_scores(ready: Ready, pairs: PairsFile, output: BinaryIO, *, form: str, kept: BinaryIO | None = None) -> int:
    """Write the scores of the pairs in their order, and those pairs to `kept`; return how many there were."""
    to_text = FORMATS[form]
    count = 0

    def work(block: Block) -> bytes:
        items = [(ready.items[a], ready.items[b]) for a, b in zip(block.left, block.right, strict=True)]
        return to_text(ready.scorer, block.pairs, _estimates(ready, block), items).encode()

    output.write(HEADS[form].encode())
    with progress("scoring", quiet=ready.settings.quiet) as report:
        for block, text in in_order(work, _blocks(pairs, ready.rows), ready.settings.workers):
            output.write(text)
            if kept is not None:
                kept.writelines(f"{a}\t{b}\n".encode() for a, b in block.pairs)
            count += len(block.pairs)
            report(count, ready.n_pairs)
    output.write(FEET[form].encode())
    return count


def _profiles(items: tuple[Item, ...], stats: CorpusStats, settings: Settings, *, encode: bool) -> Profiles:
    parts: list[Profiles] = []
    done = 0
    with progress("reading", quiet=settings.quiet) as report:
        for readings in read_chunks(items, workers=settings.workers, store=settings.store, encode=encode):
            if settings.collection is not None:
                ask_ahead(readings, settings.collection)
            parts.append(profile_documents(readings.documents, stats, readings.vectors))
            done += len(readings.documents)
            report(done, len(items))
    return join(parts)


def ask_ahead(readings: Readings, stats: CorpusStats) -> None:
    """Ask for the frequencies of a chunk's terms at once: an engine for which asking is slow remembers them."""
    for view in stats.views:
        stats.doc_freq(view, sorted({term for document in readings.documents for term in document.tokens(view)}))


def _blocks(pairs: Iterable[Pair], rows: dict[str, int]) -> Iterator[Block]:
    """Yield the pairs in blocks, without those that name an item there is no record of."""
    written: list[Pair] = []
    numbers: list[tuple[int, int]] = []
    for pair in pairs:
        left, right = rows.get(pair[0]), rows.get(pair[1])
        if left is None or right is None:
            continue
        written.append(pair)
        numbers.append((left, right))
        if len(written) == BLOCK:
            yield _block(written, numbers)
            written, numbers = [], []
    if written:
        yield _block(written, numbers)


def _block(written: list[Pair], numbers: list[tuple[int, int]]) -> Block:
    rows = np.array(numbers, dtype=np.intp)
    return Block(written, rows[:, 0], rows[:, 1])


def _estimates(ready: Ready, block: Block) -> Estimates:
    estimates = ready.scorer.score(ready.profiles, block.left, block.right)
    wrong = ~np.isfinite(estimates.values).all(axis=1)
    if wrong.any():
        a, b = block.pairs[int(wrong.argmax())]
        raise BadModel(f"model {ready.scorer.name} gives {a} and {b} a score that is not a number; train it again")
    return estimates
