"""Weighted terms of a document, one space of columns for all views.

    column = view << 40 | hash of the term      weight = tf * idf, each view of length 1

A hash needs no vocabulary that grows; two of a record's terms share one with a chance of about 1 in 10^8.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from typed_sts.domain.labels import TERM_VIEWS, VIEWS
from typed_sts.reading.document import Document
from typed_sts_index.contract import CorpusStats, idf
from typed_sts_index.entry import TEXT_VIEWS, indexable

MOST_TERMS = 2_000
"""Distinct terms of a view that count: those that weigh most."""
_SHIFT = 40
_MOST_LETTERS = 400


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """Columns in rising order, with their weights and plain idf."""

    columns: npt.NDArray[np.int64]
    weights: npt.NDArray[np.float32]
    idf: npt.NDArray[np.float32]


def terms_of(document: Document, stats: CorpusStats) -> Terms:
    """Return the weighted terms of all views of a document."""
    columns: list[int] = []
    weights: list[float] = []
    idfs: list[float] = []
    for number, row in enumerate(VIEWS):
        view = row.name
        counts = Counter(letters_of(document, row.letters_of) if row.letters_of else document.tokens(view))
        if not counts:
            continue
        names = list(counts)
        rare = _idf(view, names, stats)
        if len(names) > MOST_TERMS:
            by_name = dict(zip(names, rare, strict=True))
            names = sorted(names, key=lambda name: (-counts[name] * by_name[name], name))[:MOST_TERMS]
            rare = [by_name[name] for name in names]
        weighed = [counts[name] * each for name, each in zip(names, rare, strict=True)]
        length = sum([weight**2 for weight in weighed]) ** 0.5
        first = number << _SHIFT
        columns += [first | _hash(name) for name in names]
        weights += [weight / length for weight in weighed]
        idfs += rare
    order = np.argsort(np.array(columns, dtype=np.int64))
    return Terms(
        np.array(columns, dtype=np.int64)[order],
        np.array(weights, dtype=np.float32)[order],
        np.array(idfs, dtype=np.float32)[order],
    )


def column_of(view: str, term: str) -> int:
    """Return the column of a term of a view."""
    return TERM_VIEWS.index(view) << _SHIFT | _hash(term)


def view_of(columns: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the number of the view of each column."""
    return columns >> _SHIFT


def term_of(columns: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the columns without their view."""
    return columns & ((1 << _SHIFT) - 1)


def letters_of(document: Document, view: str) -> list[str]:
    """Return the runs of three letters of the words of a view."""
    text = " ".join(document.tokens(view))[:_MOST_LETTERS]
    return [run for word in text.split() for run in _runs(word)]


def _runs(word: str) -> list[str]:
    padded = f"^{word}$"
    return [padded[start : start + 3] for start in range(len(padded) - 2)]


def _idf(view: str, names: Sequence[str], stats: CorpusStats) -> list[float]:
    if view not in stats.views:
        return [1.0] * len(names)
    known = names if view in TEXT_VIEWS else [indexable(name) for name in names]
    n_docs = stats.n_docs
    return [_idf_of(n_docs, count) for count in stats.doc_freq(view, known)]


_idf_of = lru_cache(maxsize=1 << 16)(idf)


@lru_cache(maxsize=1 << 18)
def _hash(term: str) -> int:
    return int.from_bytes(blake2b(term.encode("utf-8", "surrogatepass"), digest_size=5).digest(), "big")
