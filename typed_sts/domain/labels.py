"""The labels of spans: one row each, with what the label means and what becomes of a span that has it.

The views that spans of a label go into are those of `typed_sts.domain.views` that name it. How the normal form of a
label is read is said in `typed_sts.reading.normal_forms`; a tagger knows only the labels it was trained on.
"""

from dataclasses import dataclass


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
