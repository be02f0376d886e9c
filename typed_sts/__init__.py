"""Say how similar two cultural-heritage records are in eight respects, and why."""

__version__ = "0.1.0"
