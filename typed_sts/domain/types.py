"""The eight types of similarity, in the column order of the task."""

from typed_sts.errors import BadOptions, UnknownType

TYPES = ("general", "author", "people", "time", "location", "event", "subject", "description")

DISPLAY = {name: name.capitalize() for name in TYPES} | {"people": "People involved"}
"""The names people are shown: those the task's own script prints."""

LOWEST, HIGHEST = 0.0, 5.0
"""The scale of every score."""


def type_number(name: str) -> int:
    """Return the place of a type in TYPES; raise UnknownType, which is a KeyError, for any other name."""
    if name not in TYPES:
        raise UnknownType(f"no type {name!r:.60}; there are {', '.join(TYPES)}")
    return TYPES.index(name)


# Which types matter, as users write it: "author,time:2" gives time twice the weight of author.


def parse_by(text: str) -> dict[str, float]:
    """Return the weight of each type named; none for a blank text, which means all alike."""
    weights: dict[str, float] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, colon, number = part.partition(":")
        name = name.strip()
        if name not in TYPES:
            raise BadOptions(f'--by: no type "{name:.40}"; there are {", ".join(TYPES)}')
        try:
            weights[name] = float(number) if colon else 1.0
        except ValueError:
            weights[name] = 0.0
        if not 0 < weights[name] <= 1_000:
            raise BadOptions(f'--by: "{part:.60}" needs a weight above 0 and up to 1000, as in {name}:2')
    return weights
