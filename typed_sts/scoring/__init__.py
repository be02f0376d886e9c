"""Models that give the eight scores of a pair."""
