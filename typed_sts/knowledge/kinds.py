"""What kinds of things the knowledge pack knows, the label that a span of each has, and how its names are written.

    kind      label    written
    ruler     PERSON   with capitals, in every language alike: "Charles V" may stand in a Dutch text
    group     GROUP    a word of its language, with its inflected forms: "soldaten", German with capitals
    object             likewise, and no span has it

A kind of an event or a place is what the pack tells by it: a battle, a feast, a town, a river.
"""

PERSONS = ("artist", "ruler", "saint", "god", "biblical", "mythical", "literary", "person")
EVENTS = (
    "event", "battle", "siege", "war", "treaty", "fire", "coronation", "wedding", "death", "exhibition", "scene",
    "feast", "revolt", "disaster", "voyage", "council",
)  # fmt: skip
PLACES = (
    "place", "continent", "country", "region", "county", "town", "island", "water", "mountain", "building", "district",
)  # fmt: skip
WORDS = ("culture", "group", "action", "object", "material", "technique", "subject")
"""Kinds whose names are words of a language; all others have names."""
KINDS = (*PERSONS, *EVENTS, *PLACES, *WORDS, "period")

LABEL_OF_KIND: dict[str, str] = {
    **dict.fromkeys(PERSONS, "PERSON"),
    "artist": "MAKER",
    **dict.fromkeys(EVENTS, "EVENT"),
    **dict.fromkeys(PLACES, "PLACE"),
    "culture": "CULTURE",
    "group": "GROUP",
    "action": "EVENT",
    "period": "DATE",
    **dict.fromkeys(("object", "material", "technique", "subject"), ""),
}
"""The label of a span that names a thing of this kind; "" where spans have none."""
