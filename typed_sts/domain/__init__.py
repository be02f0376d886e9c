"""The words of the house: one table per axis, and the values that everything else speaks in."""
