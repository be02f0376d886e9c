"""Pairs to learn from: their records read into profiles, their gold, and which of them are linked."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from typed_sts.arrays import Floats
from typed_sts.documents.document import Document
from typed_sts.documents.reading import Reader
from typed_sts.documents.vectors import Vectors, encode_documents
from typed_sts.errors import BadTrainingData
from typed_sts.evaluation.seen import record_key
from typed_sts.features.profiles import Profiles, Rows, profile_documents
from typed_sts.official import parse_scores, read_pairs
from typed_sts.ratings import Gold, gold_of, read_ratings
from typed_sts.textfile import read_lines
from typed_sts.training.folds import Ints, connected
from typed_sts_fetch.item import Item
from typed_sts_fetch.reading import read_items
from typed_sts_index.background import background_stats
from typed_sts_index.contract import CorpusStats


@dataclass(frozen=True, slots=True, eq=False)
class PairData:
    """The records as documents, vectors and profiles; rows of both sides of each pair; gold; groups of linked pairs."""

    documents: tuple[Document, ...]
    vectors: Vectors
    profiles: Profiles
    left: Rows
    right: Rows
    gold: Gold
    groups: Ints
    digest: str

    def __len__(self) -> int:
        return len(self.left)

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
    tagger: str = "crf",
) -> PairData:
    """Read pairs with their records and their gold, or the ratings gold is made of."""
    named = [(record_key(left), record_key(right)) for left, right in read_pairs(pairs)]
    found = _wanted(items, {name for pair in named for name in pair})
    unknown = sorted({name for pair in named for name in pair} - found.keys())
    if unknown:
        raise BadTrainingData(
            f"{items} lacks {len(unknown)} items that {pairs} names, such as {', '.join(unknown[:3])}"
        )
    records = {item.id: item for item in found.values()}
    rows = {item_id: row for row, item_id in enumerate(records)}
    documents = tuple(Reader(tagger).read_all(records.values()))
    vectors = encode_documents(documents).astype(np.float16).astype(np.float32)  # as precise as those that are kept
    return PairData(
        documents=documents,
        vectors=vectors,
        profiles=profile_documents(documents, stats or background_stats(), vectors),
        left=np.array([rows[found[left].id] for left, _ in named], dtype=np.intp),
        right=np.array([rows[found[right].id] for _, right in named], dtype=np.intp),
        gold=_gold(pairs, gold, ratings, len(named)),
        groups=connected([(found[left].id, found[right].id) for left, right in named]),
        digest=_digest(path for path in (pairs, gold, ratings, items) if path is not None),
    )


def _wanted(items: Path, names: set[str]) -> dict[str, Item]:
    found: dict[str, Item] = {}
    for item in read_items(items):
        for name in (item.id, *item.aliases):
            if name in names:
                found.setdefault(name, item)
    return found


def _gold(pairs: Path, gold: Path | None, ratings: Path | None, n_pairs: int) -> Gold:
    if ratings is not None:
        return gold_of(str(ratings), read_ratings(ratings), n_pairs)
    if gold is None:
        raise BadTrainingData(f"no gold for {pairs}; give a gold file, or ratings")
    values = np.array(parse_scores(gold, read_lines(gold)))
    if len(values) != n_pairs:
        raise BadTrainingData(f"{gold} has {len(values)} lines and {pairs} has {n_pairs}; they must go together")
    return Gold(str(gold), values)


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
