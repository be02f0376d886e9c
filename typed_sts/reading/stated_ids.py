"""The id that a record itself gives for what a value names: it leads, before anything that is known of the words."""

from typed_sts.domain.span import Span
from typed_sts_fetch.item import Item, ids_of

_SCHEMES = ("wikidata", "geonames", "iconclass", "ulan", "gnd", "aat", "viaf")
"""Authorities, that which most catalogues share first: of several ids of one thing two records must choose the same."""
_MOST_OF_VALUE = 0.5
_FIELDS_OF_LABEL = {
    "MAKER": ("dcCreator", "dcContributor"),
    "PLACE": ("dctermsSpatial", "dcSubject"),
    "PERSON": ("dcSubject",),
    "EVENT": ("dcSubject",),
    "GROUP": ("dcSubject",),
    "CULTURE": ("dcSubject",),
}


def stated_id(item: Item, span: Span, label: str) -> str:
    """Return the record's own id of an entity: that of the value which the span is, or is most of; "" for none."""
    if span.field not in _FIELDS_OF_LABEL.get(label, ()):
        return ""
    value = getattr(item, span.field)[span.value]
    return value_id(item, span.field, span.value) if span.end - span.start >= _MOST_OF_VALUE * len(value) else ""


def value_id(item: Item, field: str, number: int) -> str:
    """Return the record's own id of what a value names; "" for none."""
    ids = ids_of(item, field, number)
    return min(ids, key=_place, default="")


def _place(identifier: str) -> int:
    scheme = identifier.partition(":")[0]
    return _SCHEMES.index(scheme) if scheme in _SCHEMES else len(_SCHEMES)
