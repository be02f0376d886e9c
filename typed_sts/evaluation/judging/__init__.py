"""Judging by reading: samples of answers, verdicts of people on them, and the tables of these."""
