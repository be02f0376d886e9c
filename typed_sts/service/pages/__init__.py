"""The page: search, an item, and a pair side by side."""
