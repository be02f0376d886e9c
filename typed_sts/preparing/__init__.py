"""From items to documents and profiles that can be compared."""
