"""What a user asks: scores, reasons and related items, of two records, a file or a collection."""
