"""A collection on Elasticsearch."""
