"""Scores for a file of pairs of any length.

    pairs --names--> items --read, encoded--> profiles, one row per item --blocks of pairs--> scores, in their order

The pairs are read twice and never held: memory grows with the items they name, not with the pairs.

Every pair has its line. One with a record that cannot be read is told of, and scored as if that record said nothing: an
estimate for the task's format, and not a score of any type.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

import numpy as np

from typed_sts.domain.arrays import Bools
from typed_sts.errors import BadModel
from typed_sts.features.profiles import Profiles, Rows, join
from typed_sts.output.scores import FEET, FORMATS, HEADS
from typed_sts.preparing.named_items import UnknownItems, find_wanted
from typed_sts.preparing.prepare import prepare
from typed_sts.preparing.repeated import boilerplate_of
from typed_sts.reading.boilerplate import NOTHING_KNOWN, Boilerplate, SentenceCounts
from typed_sts.reading.document import Document, blank_document
from typed_sts.reading.store import DocumentStore
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER
from typed_sts.reading.unreadable import NOT_THE_RECORDS, OnUnread, UnreadableRecord, say_unread, unreadable
from typed_sts.running.progress import progress
from typed_sts.running.workers import batches, map_in_order
from typed_sts.scoring.open_scorer import open_scorer
from typed_sts.scoring.scorer import Estimates, Scorer, trained_on, uses_vectors
from typed_sts.task_files.pairs import Pair, PairsFile, names_in
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats
from typed_sts_index.contract import Collection, CorpusStats

BLOCK = 10_000


@dataclass(frozen=True, slots=True)
class PredictSettings:
    """How pairs are scored; the same for every number of workers, and with or without a store."""

    model: str | Path = "evidence"
    collection: Collection | None = None
    provider: bool = True
    skip_missing: bool = False
    workers: int = 1
    store: DocumentStore | None = None
    tagger: str = DEFAULT_TAGGER
    boilerplate: Boilerplate | None = None
    """What is left out; None: what the collection leaves out, or, without one, what repeats in the records given."""
    quiet: bool = False
    on_unread: OnUnread = say_unread
    worded: bool = False
    """Whether something is to be said of the pairs, for which the documents are kept too."""


@dataclass(frozen=True, slots=True, eq=False)
class PreparedPairs:
    """Everything scoring needs: the model, the items and their profiles, the row each name (as written) means.

    `unread` says which items could not be read; `documents` are there where something is to be said.
    """

    scorer: Scorer
    items: tuple[Item, ...]
    profiles: Profiles
    unread: Bools
    rows: dict[str, int]
    n_pairs: int
    settings: PredictSettings
    documents: tuple[Document, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Pairs as they are written, and the rows they mean."""

    pairs: list[Pair]
    left: Rows
    right: Rows


def prepare_pairs(pairs: PairsFile, records: Iterable[Item], settings: PredictSettings) -> PreparedPairs:
    """Find, read and profile the items the pairs name; raise UnknownItems unless those may be skipped."""
    stats: CorpusStats = background_stats() if settings.collection is None else settings.collection
    scorer = open_scorer(settings.model, stats=stats, provider=settings.provider, tagger=settings.tagger)
    named = names_in(pairs)
    counts = SentenceCounts()
    alone = settings.boilerplate is None and settings.collection is None
    wanted = find_wanted(named.lines, counts.through(records) if alone else records, settings.collection)
    missing = {name: line for name, line in named.lines.items() if name not in wanted.rows}
    if missing and not settings.skip_missing:
        raise UnknownItems(missing, pairs.name)
    settings = replace(settings, boilerplate=_left_out(settings, counts))
    profiles, unread, documents = _profiles(wanted.items, stats, settings, encode=uses_vectors(scorer))
    return PreparedPairs(scorer, wanted.items, profiles, unread, wanted.rows, named.n_pairs, settings, documents)


def write_scores(
    prepared: PreparedPairs, pairs: PairsFile, output: BinaryIO, *, form: str, kept: BinaryIO | None = None
) -> int:
    """Write the scores of the pairs in their order, and those pairs to `kept`; return how many there were."""
    to_text = FORMATS[form]
    count = 0

    def work(block: Block) -> tuple[bytes, list[UnreadableRecord]]:
        items = [(prepared.items[a], prepared.items[b]) for a, b in zip(block.left, block.right, strict=True)]
        estimates, problems = estimates_of(prepared, block)
        return to_text(prepared.scorer, block.pairs, estimates, items).encode(), problems

    blocks = (block_of(part) for part in batches(found_pairs(pairs, prepared.rows), BLOCK))
    output.write(HEADS[form].encode())
    with progress("scoring", quiet=prepared.settings.quiet) as report:
        for block, (text, problems) in map_in_order(work, blocks, prepared.settings.workers, fork=True):
            for problem in problems:
                prepared.settings.on_unread(problem)
            output.write(text)
            if kept is not None:
                kept.writelines(f"{a}\t{b}\n".encode() for a, b in block.pairs)
            count += len(block.pairs)
            report(count, prepared.n_pairs)
    output.write(FEET[form].encode())
    return count


def count_trained_on(prepared: PreparedPairs, pairs: PairsFile) -> int:
    """Return how many of the pairs that are scored the model was trained on, as far as it says."""
    if not getattr(prepared.scorer, "trained_pairs", None):
        return 0
    count, items = 0, prepared.items
    for part in batches(found_pairs(pairs, prepared.rows), BLOCK):
        ids = [(items[left].id, items[right].id) for _, left, right in part]
        count += int(trained_on(prepared.scorer, [pair for pair, _, _ in part], ids).sum())
    return count


def _left_out(settings: PredictSettings, counts: SentenceCounts) -> Boilerplate:
    if settings.boilerplate is not None:
        return settings.boilerplate
    return counts.repeated() if settings.collection is None else boilerplate_of(settings.collection)


def _profiles(
    items: tuple[Item, ...], stats: CorpusStats, settings: PredictSettings, *, encode: bool
) -> tuple[Profiles, Bools, tuple[Document, ...]]:
    parts: list[Profiles] = []
    documents: list[Document] = []
    unread: Bools = np.zeros(len(items), dtype=bool)
    done = 0
    repeated = settings.boilerplate or NOTHING_KNOWN
    with progress("reading", quiet=settings.quiet) as report:
        for part in prepare(
            items,
            stats,
            workers=settings.workers,
            store=settings.store.leaving_out(repeated) if settings.store else None,
            encode=encode,
            tagger=settings.tagger,
            boilerplate=repeated,
            on_unread=settings.on_unread,
        ):
            parts.append(part.profiles)
            documents += part.documents if settings.worded else ()
            unread[[done + row for row in part.unread]] = True
            done += len(part)
            report(done, len(items))
    return join(parts), unread, tuple(documents)


def found_pairs(pairs: Iterable[Pair], rows: dict[str, int]) -> Iterator[tuple[Pair, int, int]]:
    """Yield the pairs with their rows, without those that name an item there is no record of."""
    for pair in pairs:
        left, right = rows.get(pair[0]), rows.get(pair[1])
        if left is not None and right is not None:
            yield pair, left, right


def block_of(found: Sequence[tuple[Pair, int, int]]) -> Block:
    pairs, left, right = zip(*found, strict=True)
    return Block(list(pairs), np.array(left, dtype=np.intp), np.array(right, dtype=np.intp))


def estimates_of(prepared: PreparedPairs, block: Block) -> tuple[Estimates, list[UnreadableRecord]]:
    """Return the estimates of a block, and the pairs that could not be compared."""
    problems: list[UnreadableRecord] = []
    try:
        estimates = prepared.scorer.score(prepared.profiles, block.left, block.right)
    except NOT_THE_RECORDS:
        raise
    except Exception:
        estimates = _one_by_one(prepared, block, problems)
    wrong = ~np.isfinite(estimates.values).all(axis=1)
    if wrong.any():
        a, b = block.pairs[int(wrong.argmax())]
        raise BadModel(f"model {prepared.scorer.name} gives {a} and {b} a score that is not a number; train it again")
    unread = prepared.unread[block.left] | prepared.unread[block.right]
    if unread.any():
        estimates.stated[unread], estimates.not_stated[unread] = 0, 1.0
    return estimates, problems


def _one_by_one(prepared: PreparedPairs, block: Block, problems: list[UnreadableRecord]) -> Estimates:
    """Return the estimates of a block of which some pairs cannot be compared: theirs are those of empty records."""
    scorer, profiles = prepared.scorer, prepared.profiles
    fails = np.zeros(len(block.pairs), dtype=bool)
    for number, pair in enumerate(block.pairs):
        try:
            scorer.score(profiles, block.left[[number]], block.right[[number]])
        except NOT_THE_RECORDS:
            raise
        except Exception as error:
            problems.append(unreadable(" and ".join(pair), error))
            fails[number] = True
    blank = scorer.profile([blank_document(Item(id=name)) for name in ("/a/1", "/b/2")])
    nothing = scorer.score(blank, np.array([0]), np.array([1]))
    some = scorer.score(profiles, block.left[~fails], block.right[~fails])
    found = Estimates(
        np.repeat(nothing.values, len(fails), axis=0),
        np.repeat(nothing.stated, len(fails), axis=0),
        np.repeat(nothing.not_stated, len(fails), axis=0),
    )
    found.values[~fails], found.stated[~fails], found.not_stated[~fails] = some.values, some.stated, some.not_stated
    found.stated[fails], found.not_stated[fails] = 0, 1.0
    return found
