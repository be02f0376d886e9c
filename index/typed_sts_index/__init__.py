"""Corpus statistics and neighbour search over Items: one contract, an embedded engine and Elasticsearch."""
