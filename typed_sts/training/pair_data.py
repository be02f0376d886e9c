"""Pairs to learn from: records read into profiles, gold, folds in which no item stands on both sides, and figures."""

import hashlib
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from typed_sts.domain.arrays import Floats
from typed_sts.domain.types import SIMILARITY_TYPES, TYPES
from typed_sts.errors import BadTrainingData
from typed_sts.evaluation.correlation import auc, pearson
from typed_sts.features.profiles import Profiles, Rows, join
from typed_sts.preparing.named_items import WantedItems, find_wanted
from typed_sts.preparing.prepare import Prepared, join_prepared, prepare
from typed_sts.reading.document import Document
from typed_sts.reading.store import DocumentStore
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER
from typed_sts.running.progress import progress
from typed_sts.scoring.untrained import corpus_name
from typed_sts.task_files.lines import quoted, unequal
from typed_sts.task_files.pairs import pair_digest
from typed_sts.task_files.ratings import Gold, gold_of, read_gold, read_ratings
from typed_sts.task_files.task_format import read_pairs
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_index.background import background_stats
from typed_sts_index.contract import CorpusStats

_LOG = logging.getLogger(__name__)

# Out-of-fold predictions, and how well they agree with gold: every figure of a model card comes from here.

# Folds for cross-validation in which no item stands on both sides: pairs that share items stay together.

Ints = npt.NDArray[np.int64]


def connected(pairs: Sequence[tuple[str, str]]) -> Ints:
    """Return a number for each pair, equal for pairs that are linked through items they share."""
    leader: dict[str, str] = {}

    def find(item: str) -> str:
        while (above := leader.setdefault(item, item)) != item:
            leader[item] = leader[above]
            item = above
        return item

    for left, right in pairs:
        leader[find(left)] = find(right)
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(find(left), len(numbers)) for left, _ in pairs], dtype=np.int64)


def grouped_folds(groups: Ints, n_folds: int, seed: int = 0) -> Ints:
    """Return the fold of each pair: whole groups, the largest first, each to the fold that is smallest by then."""
    names, members, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    shuffled = np.random.default_rng(seed).permutation(len(names))
    filled = np.zeros(n_folds, dtype=np.int64)
    fold = np.zeros(len(names), dtype=np.int64)
    for group in sorted(shuffled.tolist(), key=lambda name: -sizes[name]):
        smallest = int(filled.argmin())
        fold[group] = smallest
        filled[smallest] += sizes[group]
    found: Ints = fold[members]
    return found


Fit = Callable[[Floats, Floats], Callable[[Floats], Floats]]
"""Takes a table and targets (NaN: not rated), returns what predicts."""
NOT_STATED_TYPES = tuple(row.name for row in SIMILARITY_TYPES if row.often_unstated)
"""Types the "not stated" figure is the mean over: those that many records say nothing about."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Pearson for each type over rated pairs, and their mean."""

    name: str
    r: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Return the mean of the eight."""
        return float(np.mean(self.r))


def out_of_fold(fit: Fit, table: Floats, targets: Floats, folds: Ints) -> Floats:
    """Return predictions of each row by what was fitted on the other folds."""
    predicted = np.zeros_like(targets)
    for fold in np.unique(folds):
        inside = folds == fold
        predicted[inside] = fit(table[~inside], targets[~inside])(table[inside])
    return predicted


def figures(name: str, predicted: Floats, gold: Floats) -> Figures:
    """Return how predictions correlate with gold."""
    rated = ~np.isnan(gold)
    return Figures(name, tuple(pearson(predicted[rated[:, t], t], gold[rated[:, t], t]) for t in range(gold.shape[1])))


def mean_auc(probability: Floats, not_stated: Floats) -> float | None:
    """Return the mean AUC of "not stated" over the types that many records do not state; None without examples."""
    found = [auc(probability[:, TYPES.index(name)], not_stated[:, TYPES.index(name)] > 0) for name in NOT_STATED_TYPES]
    known = [value for value in found if value is not None]
    return float(np.mean(known)) if known else None


def as_lines(rows: list[Figures], extra: str = "") -> list[str]:
    """Return figures as the lines of a text table."""
    width = max(len(row.name) for row in rows)
    head = f"{'':<{width}}  " + " ".join(f"{name[:8]:>8}" for name in TYPES) + f" {'mean':>8}"
    body = [f"{row.name:<{width}}  " + " ".join(f"{r:8.3f}" for r in row.r) + f" {row.mean:8.4f}" for row in rows]
    return [head, *body, *([extra] if extra else [])]


_SHOWN = 3


@dataclass(frozen=True, slots=True, eq=False)
class PairData:
    """The records as documents and profiles; rows of both sides of each pair; gold; groups of linked pairs.

    `pair_digests` are those of the pairs, by the names in the file and by the ids of the records. `corpus` and `tagger`
    say where the term weights come from and what read the records.
    """

    documents: tuple[Document, ...]
    profiles: Profiles
    left: Rows
    right: Rows
    gold: Gold
    groups: Ints
    digest: str
    pair_digests: frozenset[str]
    corpus: str
    tagger: str

    def __len__(self) -> int:
        return len(self.left)

    @property
    def n_groups(self) -> int:
        """Return how many groups of linked pairs there are; no two share an item."""
        return len(np.unique(self.groups))

    @property
    def not_stated(self) -> Floats | None:
        """Where every rater said "cannot tell", as 1 and 0."""
        return None if self.gold.not_stated is None else self.gold.not_stated.astype(np.float64)


def pair_data(
    pairs: Path,
    items: Path,
    *,
    gold: Path | None = None,
    ratings: Path | None = None,
    stats: CorpusStats | None = None,
    tagger: str = DEFAULT_TAGGER,
    store: DocumentStore | None = None,
    quiet: bool = True,
) -> PairData:
    """Read pairs with their records and their gold, or the ratings gold is made of."""
    if str(items) == "-":
        raise BadTrainingData("records to train on come from a file or a folder, not from standard input")
    named = read_pairs(pairs)
    known = _gold(pairs, gold, ratings, len(named))  # first: what is wrong with it is found before anything is read
    wanted = find_wanted((name for pair in named for name in pair), read_items(items, on_note=_LOG.warning))
    _refuse_unknown(wanted, named, items, pairs)
    stats = background_stats() if stats is None else stats
    left = np.array([wanted.rows[name] for name, _ in named], dtype=np.intp)
    right = np.array([wanted.rows[name] for _, name in named], dtype=np.intp)
    ids = [(wanted.items[a].id, wanted.items[b].id) for a, b in zip(left, right, strict=True)]
    prepared = _prepared(wanted.items, stats, tagger, store, quiet)
    return PairData(
        documents=prepared.documents,
        profiles=prepared.profiles,
        left=left,
        right=right,
        gold=known,
        groups=connected(ids),
        digest=_digest(path for path in (pairs, gold, ratings, items) if path is not None),
        pair_digests=frozenset(map(pair_digest, (*named, *ids))),
        corpus=corpus_name(stats),
        tagger=tagger,
    )


def join_pair_data(parts: Sequence[PairData]) -> PairData:
    """Return several sets of pairs as one; no item may be in two of them."""
    starts = np.cumsum([0, *(len(part.documents) for part in parts)])
    groups = np.cumsum([0, *(int(part.groups.max(initial=-1)) + 1 for part in parts)])
    told = [part.gold.not_stated for part in parts]
    return PairData(
        documents=tuple(document for part in parts for document in part.documents),
        profiles=join([part.profiles for part in parts]),
        left=np.concatenate([part.left + start for part, start in zip(parts, starts, strict=False)]),
        right=np.concatenate([part.right + start for part, start in zip(parts, starts, strict=False)]),
        gold=Gold(
            " and ".join("/".join(Path(part.gold.name).parts[-3:]) for part in parts),
            np.concatenate([part.gold.values for part in parts]),
            None
            if any(given is None for given in told)
            else np.concatenate([given for given in told if given is not None]),
        ),
        groups=np.concatenate([part.groups + first for part, first in zip(parts, groups, strict=False)]),
        digest=hashlib.sha256("".join(part.digest for part in parts).encode()).hexdigest(),
        pair_digests=frozenset().union(*(part.pair_digests for part in parts)),
        corpus=parts[0].corpus,
        tagger=parts[0].tagger,
    )


def _prepared(
    items: Sequence[Item], stats: CorpusStats, tagger: str, store: DocumentStore | None, quiet: bool
) -> Prepared:
    """Prepare the items in chunks, as `predict` does, so that their vectors are the same."""
    parts: list[Prepared] = []
    with progress("reading", quiet=quiet) as report:
        for part in prepare(items, stats, tagger=tagger, store=store):
            parts.append(part)
            report(sum(map(len, parts)), len(items))
    return join_prepared(parts)


def _refuse_unknown(wanted: WantedItems, named: list[tuple[str, str]], items: Path, pairs: Path) -> None:
    lines = {name: number for number, pair in reversed(list(enumerate(named, 1))) for name in pair}
    missing = sorted(lines.keys() - wanted.rows.keys(), key=lambda name: (lines[name], name))
    if missing:
        shown = ", ".join(f"{quoted(name)} (line {lines[name]})" for name in missing[:_SHOWN])
        more = ", ..." if len(missing) > _SHOWN else ""
        n_pairs = sum(not wanted.rows.keys() >= set(pair) for pair in named)
        what = "1 item" if len(missing) == 1 else f"{len(missing):,} items"
        raise BadTrainingData(
            f"{items} has no record of {what} that {pairs} names: {shown}{more}; add their records, or take out the"
            f" {n_pairs:,} of {len(named):,} pairs (and their gold) that name them"
        )


def _gold(pairs: Path, gold: Path | None, ratings: Path | None, n_pairs: int) -> Gold:
    if (gold is None) == (ratings is None):
        raise BadTrainingData(
            f"{'no' if gold is None else 'two kinds of'} gold for {pairs}; give a gold file, or ratings with --ratings"
        )
    if ratings is not None:
        return gold_of(str(ratings), read_ratings(ratings), n_pairs)
    assert gold is not None
    found = read_gold(gold)
    if len(found.values) != n_pairs:
        raise BadTrainingData(unequal(found.name, len(found.values), str(pairs), n_pairs))
    return found


def _digest(paths: Iterable[Path]) -> str:
    """Return a digest of files, and of all the files in folders."""
    digest = hashlib.sha256()
    for path in paths:
        files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
        for file in files:
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()
