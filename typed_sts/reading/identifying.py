"""What the spans of one record name: the normal form of each, and the id of the concept where that is sure."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from typed_sts.domain.span import Span, known_as
from typed_sts.reading.entities.gazetteer import Kind
from typed_sts.reading.entities.linking import link_in
from typed_sts.reading.entities.place_in_text import is_called, place_in
from typed_sts.reading.entities.places import Place, hints_of, resolve
from typed_sts.reading.entities.tables import fold
from typed_sts.reading.language import detect_language
from typed_sts.reading.normal_forms import norm_of
from typed_sts.reading.stated_ids import stated_id
from typed_sts.reading.tagging.annotated import LabelledSpan
from typed_sts_fetch.item import Item

_CONTEXT_PLACES = 8


class Identities:
    """Tells what a span names, by its words and by the record around it."""

    def __init__(self, item: Item, spans: Sequence[LabelledSpan], language: str) -> None:
        self._item = item
        self._language = language
        places = dict.fromkeys(found.span.text for found in spans if found.label == "PLACE")
        self._places = tuple(places)[:_CONTEXT_PLACES]
        self._hints = hints_of(item.country, language)
        self._followed = _containers(item, spans)

    def of(self, tagged: LabelledSpan) -> tuple[str, str]:
        """Return the normal form and the concept's id, each "" where there is none; the record's own id leads."""
        span, label = tagged.span, tagged.label
        text = getattr(self._item, span.field)[span.value]
        if label == "PLACE":  # Cambridge is in Massachusetts when the record names Boston
            others = tuple(other for other in self._places if other != span.text)
            place = self._followed.get(span) or place_in(text, (span.start, span.end), others, self._hints)
            norm, concept = place.norm, "" if _is_indies(span.text, self._hints) else place.concept
        else:
            concept = link_in(label, text, (span.start, span.end), self._language)
            norm = norm_of(label, span.text, self._language, concept)
        return norm, stated_id(self._item, span, label) or concept


def identified(item: Item, spans: Sequence[LabelledSpan]) -> tuple[LabelledSpan, ...]:
    """Return the spans of a record, each with the id of what it names where that is known."""
    identities = Identities(item, spans, detect_language(item))
    return tuple(replace(found, span=known_as(found.span, identities.of(found)[1])) for found in spans)


def _is_indies(name: str, hints: tuple[str, ...]) -> bool:
    """Say whether the Dutch speak of the Indies, which were theirs and are not India."""
    return "Netherlands" in hints and fold(name) == "indie"


def _containers(item: Item, spans: Sequence[LabelledSpan]) -> dict[Span, Place]:
    """Return the places that what contains them follows, with a comma between: "Paris, Texas"."""
    named = [found.span for found in spans if found.label == "PLACE"]
    placed: dict[Span, Place] = {}
    for one, other in pairwise(named):
        if (one.field, one.value) != (other.field, other.value):
            continue
        between = getattr(item, one.field)[one.value][one.end : other.start]
        if between.strip() not in (",", "(") or resolve(one.text).level(Kind.CONTINENT) == resolve(one.text).norm:
            continue
        place = resolve(f"{one.text}, {other.text}")
        if place.concept and resolve(other.text).norm in place.chain[1:] and is_called(place, one.text):
            placed[one] = place
    return placed
