"""The statistics shipped with the package: the default IDF of a user who has no collection of their own.

They were counted over public catalogue records by `python -m typed_sts.training.background`, with each maker's
share capped; docs/index.md says from what, and how. Terms that stand in one record only count as unknown.
"""

import gzip
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import orjson

from typed_sts_index.analyser import ANALYSER_VERSION
from typed_sts_index.errors import BadQuery, WrongFormat

BACKGROUND_FORMAT = 1
_FILE = "background.json.gz"


@dataclass(frozen=True, slots=True)
class BackgroundStats:
    """Document frequencies per view, held in memory; a CorpusStats like any collection."""

    n_docs: int
    cap_per_maker: int
    rows: Mapping[str, int]
    counts: Mapping[str, Sequence[int]]

    @property
    def name(self) -> str:
        return f"background statistics of {self.n_docs:,} heritage records"

    @property
    def views(self) -> tuple[str, ...]:
        return tuple(self.counts)

    def doc_freq(self, view: str, terms: Sequence[str]) -> list[int]:
        """Return for each term the number of records with it in that view; 0 for a term that is not known."""
        if view not in self.counts:
            raise BadQuery(f'no view "{view}" in the background statistics; they have {", ".join(self.counts)}')
        counts = self.counts[view]
        return [counts[row] if (row := self.rows.get(term)) is not None else 0 for term in terms]


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
            ' "python -m typed_sts.training.background"'
        )
    rows = {term: row for row, term in enumerate(found["terms"].split(" "))}
    counts = {view: array("I", numbers) for view, numbers in found["doc_freq"].items()}
    return BackgroundStats(found["n_docs"], found["cap_per_maker"], rows, counts)


def to_bytes(n_docs: int, cap_per_maker: int, terms: Sequence[str], doc_freq: Mapping[str, Sequence[int]]) -> bytes:
    """Return the statistics as bytes; the same statistics give the same bytes."""
    content = {
        "format_version": BACKGROUND_FORMAT,
        "analyser_version": ANALYSER_VERSION,
        "n_docs": n_docs,
        "cap_per_maker": cap_per_maker,
        "terms": " ".join(terms),
        "doc_freq": {view: list(counts) for view, counts in doc_freq.items()},
    }
    return gzip.compress(orjson.dumps(content), compresslevel=9, mtime=0)
