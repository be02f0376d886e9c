"""Related items: candidates from the index, scored by the model, ranked by what matters to the caller, and varied."""
