"""Names, places, events, groups and cultures as comparable values: what is the same, near, within, or differs."""
