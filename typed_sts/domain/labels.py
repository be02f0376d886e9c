"""The labels of spans, and the views of a document that they go into: one row each.

A label says what a span is. How its normal form is read is said in `typed_sts.reading.normal_forms`, how two entities
of its kind compare in `typed_sts.features.parsed_entities`; a tagger knows only the labels it was trained on.

A view is a list of tokens. Five come from the record's texts (`typed_sts_index`), nine from what was read in them, two
are runs of three letters of another view, for names and titles that are spelled a little differently.
"""

from dataclasses import dataclass

from typed_sts_index.entry import TEXT_VIEWS


@dataclass(frozen=True, slots=True)
class SpanLabel:
    """One label: its meaning, the kind of entity its spans name ("" for none), and its hue on a page."""

    name: str
    meaning: str
    kind: str
    hue: int
    date: bool = False
    """Its spans are years, not entities."""


SPAN_LABELS = (
    SpanLabel("PERSON", "a named being shown or told of", kind="person", hue=215),
    SpanLabel("GROUP", "people by role or kind", kind="group", hue=190),
    SpanLabel("MAKER", "who made it", kind="maker", hue=275),
    SpanLabel("PLACE", "a named place", kind="place", hue=140),
    SpanLabel("CULTURE", "a people, faith or culture", kind="culture", hue=45),
    SpanLabel("DATE", "when it was made or happened", kind="", hue=20, date=True),
    SpanLabel("LIFE", "years of somebody's life", kind="", hue=340, date=True),
    SpanLabel("EVENT", "what happens", kind="event", hue=75),
)
LABELS = tuple(row.name for row in SPAN_LABELS)
DATE_LABELS = frozenset(row.name for row in SPAN_LABELS if row.date)
KIND_OF_LABEL = {row.name: row.kind for row in SPAN_LABELS if row.kind}


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
    View("topics", "subject"),
    View("title_letters", "title", letters_of="title"),
    View("creator_letters", "creator", letters_of="creator"),
)
TERM_VIEWS = tuple(view.name for view in VIEWS)
"""Every view whose terms are compared, in the order of their features."""
READ_VIEWS = tuple(view.name for view in VIEWS if view.name not in TEXT_VIEWS and not view.letters_of)
"""Views the reading adds to those of the texts; a corpus without statistics of one lets all its terms weigh alike."""
GROUP_OF_VIEW = {view.name: view.group for view in VIEWS}
