"""The named groups every feature belongs to; explanations give the points of each group."""

GROUPS = (
    "creator",
    "people",
    "place",
    "time",
    "event",
    "subject",
    "title",
    "description",
    "record",
    "provider",
)
