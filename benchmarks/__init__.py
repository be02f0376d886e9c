"""Figures anyone can rerun: `python -m benchmarks.NAME --help`."""
