"""The statistics shipped with the package: the default IDF of a user who has no collection of their own.

They were counted over public catalogue records by `python -m typed_sts.training.shipped.background`, with each maker's
share capped; docs/collections.md says from what, and how. Terms that stand in one record only count as unknown.
"""

import gzip
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import orjson

from typed_sts_index.analyser import ANALYSER_VERSION
from typed_sts_index.entry import indexable
from typed_sts_index.errors import BadQuery, WrongFormat

BACKGROUND_FORMAT = 2
_FILE = "background.json.gz"


@dataclass(frozen=True, slots=True)
class Table:
    """Terms in order, and the document frequency of each in one view or several."""

    terms: tuple[str, ...]
    doc_freq: Mapping[str, Sequence[int]]


@dataclass(frozen=True, slots=True)
class _View:
    """Where each term stands, and the counts in that order; views may share the first."""

    rows: Mapping[str, int]
    counts: Sequence[int]


@dataclass(frozen=True, slots=True)
class BackgroundStats:
    """Document frequencies per view, held in memory; a CorpusStats like any collection."""

    n_docs: int
    cap_per_maker: int
    by_view: Mapping[str, _View]

    @property
    def name(self) -> str:
        return f"background statistics of {self.n_docs:,} heritage records"

    @property
    def views(self) -> tuple[str, ...]:
        return tuple(self.by_view)

    def doc_freq(self, view: str, terms: Sequence[str]) -> list[int]:
        """Return for each term the number of records with it in that view; 0 for a term that is not known."""
        if view not in self.by_view:
            raise BadQuery(f'no view "{view}" in the background statistics; they have {", ".join(self.by_view)}')
        rows, counts = self.by_view[view].rows, self.by_view[view].counts
        return [counts[row] if (row := rows.get(indexable(term))) is not None else 0 for term in terms]

    def sizes(self) -> dict[str, int]:
        """Return how many terms of each view are known."""
        return {view: sum(number > 0 for number in found.counts) for view, found in self.by_view.items()}


@cache
def background_stats() -> BackgroundStats:
    """Return the shipped statistics; read once, at the first call."""
    return from_bytes((files("typed_sts_index") / "data" / _FILE).read_bytes())


def from_bytes(content: bytes) -> BackgroundStats:
    """Return the statistics that `to_bytes` wrote."""
    found = orjson.loads(gzip.decompress(content))
    if (found["format_version"], found["analyser_version"]) != (BACKGROUND_FORMAT, ANALYSER_VERSION):
        raise WrongFormat(
            "the background statistics are of another version of the analyser; build them again with"
            ' "python -m typed_sts.training.shipped.background"'
        )
    by_view: dict[str, _View] = {}
    for table in found["tables"]:
        rows = {term: row for row, term in enumerate(table["terms"].split(" ")) if term}
        by_view |= {view: _View(rows, array("I", numbers)) for view, numbers in table["doc_freq"].items()}
    return BackgroundStats(found["n_docs"], found["cap_per_maker"], by_view)


def to_bytes(n_docs: int, cap_per_maker: int, tables: Iterable[Table]) -> bytes:
    """Return the statistics as bytes; the same statistics give the same bytes."""
    content = {
        "format_version": BACKGROUND_FORMAT,
        "analyser_version": ANALYSER_VERSION,
        "n_docs": n_docs,
        "cap_per_maker": cap_per_maker,
        "tables": [
            {"terms": " ".join(table.terms), "doc_freq": {v: list(counts) for v, counts in table.doc_freq.items()}}
            for table in tables
        ],
    }
    return gzip.compress(orjson.dumps(content), compresslevel=9, mtime=0)
