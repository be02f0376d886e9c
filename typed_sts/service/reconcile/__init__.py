"""The Reconciliation Service API 0.2, as OpenRefine speaks it: over the collection, and over the knowledge pack."""
