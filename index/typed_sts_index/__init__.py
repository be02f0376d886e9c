"""Corpus statistics and neighbour search over Items: one contract, an embedded engine and Elasticsearch."""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typed_sts_index.analyser import Token, analyse, terms
    from typed_sts_index.contract import Collection, CorpusStats, Filters, Hit, Neighbours, idf
    from typed_sts_index.entry import Entry, entry_of, text_views
    from typed_sts_index.errors import CollectionError
    from typed_sts_index.opening import open_collection

__all__ = [
    "Collection",
    "CollectionError",
    "CorpusStats",
    "Entry",
    "Filters",
    "Hit",
    "Neighbours",
    "Token",
    "analyse",
    "entry_of",
    "idf",
    "open_collection",
    "terms",
    "text_views",
]
_MODULES = {
    "Collection": "contract",
    "CollectionError": "errors",
    "CorpusStats": "contract",
    "Entry": "entry",
    "Filters": "contract",
    "Hit": "contract",
    "Neighbours": "contract",
    "Token": "analyser",
    "analyse": "analyser",
    "entry_of": "entry",
    "idf": "contract",
    "open_collection": "opening",
    "terms": "analyser",
    "text_views": "entry",
}


def __getattr__(name: str) -> object:
    """Import what the package offers when it is first asked for: importing one of its modules costs no other."""
    if name in _MODULES:
        return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
