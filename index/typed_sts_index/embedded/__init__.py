"""A collection in a directory, with tantivy."""
