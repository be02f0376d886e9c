"""The views of a document: one row each, in the order of their features. A view is a list of tokens.

Five come from the record's texts (`typed_sts_index`), eight from what was read in them, two are runs of three letters
of another view, for names and titles that are spelled a little differently.
"""

from dataclasses import dataclass

from typed_sts_index.entry import TEXT_VIEWS


@dataclass(frozen=True, slots=True)
class View:
    """One view, the group its features belong to, and what it is made from."""

    name: str
    group: str
    labels: tuple[str, ...] = ()
    """It holds the normal forms of spans with these labels."""
    letters_of: str = ""
    """It holds the runs of three letters of the words of this view."""


VIEWS = (
    View("text", "record"),
    View("title", "title"),
    View("creator", "creator"),
    View("subject", "subject"),
    View("description", "description"),
    View("makers", "creator", labels=("MAKER",)),
    View("people", "people", labels=("PERSON", "MAKER")),
    View("groups", "people", labels=("GROUP",)),
    View("places", "place", labels=("PLACE",)),
    View("cultures", "place", labels=("CULTURE",)),
    View("dates", "time"),
    View("events", "event", labels=("EVENT",)),
    View("verbs", "event"),
    View("title_letters", "title", letters_of="title"),
    View("creator_letters", "creator", letters_of="creator"),
)
TERM_VIEWS = tuple(view.name for view in VIEWS)
"""Every view whose terms are compared."""
READ_VIEWS = tuple(view.name for view in VIEWS if view.name not in TEXT_VIEWS and not view.letters_of)
"""Views the reading adds to those of the texts; a corpus without statistics of one lets all its terms weigh alike."""
GROUP_OF_VIEW = {view.name: view.group for view in VIEWS}
