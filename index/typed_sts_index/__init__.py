"""Corpus statistics and neighbour search over Items: one contract, an embedded engine and Elasticsearch."""

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
