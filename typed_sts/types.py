"""The eight types of similarity, in the column order of the task."""

TYPES = ("general", "author", "people", "time", "location", "event", "subject", "description")

DISPLAY = {name: name.capitalize() for name in TYPES} | {"people": "People involved"}
"""The names people are shown: those the task's own script prints."""

LOWEST, HIGHEST = 0.0, 5.0
"""The scale of every score."""
