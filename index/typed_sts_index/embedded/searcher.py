"""One state of an embedded collection, as a searcher sees it from its opening on."""

from pathlib import Path
from typing import Any

import orjson
from tantivy import DocAddress, Index, Order, Query, Searcher

from typed_sts_index.embedded.files import Header
from typed_sts_index.embedded.schema import EVERY
from typed_sts_index.errors import WrongFormat
from typed_sts_index.neighbour_query import DocFreqMemory


class OpenedIndex:
    """One state of the index on disk, as a searcher sees it."""

    def __init__(self, folder: Path, header: Header) -> None:
        path = folder / header.generation
        if not path.is_dir():
            raise FileNotFoundError(path)
        try:
            self.index = Index.open(str(path))
        except (OSError, ValueError) as error:
            raise WrongFormat(f"cannot open {path}: {error}; index again with --rebuild") from error
        self.header = header
        self.searcher: Searcher = self.index.searcher()
        self.has_deleted = self.searcher.doc_freq(EVERY, "1") != self.searcher.num_docs
        self.memory = DocFreqMemory()

    def count(self, field: str, token: str) -> int:
        query = Query.term_query(self.index.schema, field, token, "freq")
        found: int = self.searcher.search(query, limit=1, count=True).count  # type: ignore[attr-defined]
        return found

    def first(self, query: Query) -> DocAddress | None:
        """Return the document a query finds, of several the first by their tie-breakers; None when there is none."""
        hits = self.searcher.search(query, limit=1, count=False, order_by_field="tie", order=Order.Asc).hits
        return hits[0][1] if hits else None

    def stored(self, address: DocAddress) -> dict[str, Any]:
        stored: dict[str, Any] = orjson.loads(self.searcher.doc(address)["entry"][0])
        return stored

    def ranked(self, query: Query, wanted: int, without: int | None) -> list[tuple[float, DocAddress]]:
        """Return the best documents, equal scores in the order of their tie-breakers."""
        limit = wanted + 2  # one for the item itself, one to see whether the last place is shared
        while True:
            hits = self.searcher.search(query, limit=limit, count=False).hits
            ties = self.searcher.fast_field_values("tie", [address for _, address in hits])
            found = [(round(hit[0], 4), tie, hit[1]) for hit, tie in zip(hits, ties, strict=True) if tie != without]
            found.sort(key=lambda row: (-row[0], row[1]))
            shared = len(hits) == limit and found[wanted - 1][0] == found[-1][0]
            if not shared or limit > 10_000:
                return [(score, address) for score, _, address in found[:wanted]]
            limit *= 4
