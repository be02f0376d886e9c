"""What two documents have in common, as numbers in named groups, for whole lists of pairs at once."""
