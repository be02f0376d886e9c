"""The groups every feature belongs to: one row each. Explanations give the points of each group.

The views of a group are those of `typed_sts.domain.labels` that name it.
"""

from dataclasses import dataclass
from enum import StrEnum

PROVIDER = "provider"
"""The group that a model may be told not to look at: who holds the records."""


class Compared(StrEnum):
    """What a group compares: named entities, dates, whole texts, or the holders of the records."""

    NAMES = "names"
    DATES = "dates"
    TEXTS = "texts"
    HOLDERS = "holders"


@dataclass(frozen=True, slots=True)
class FeatureGroup:
    """One group: how people are told of it, and what it compares."""

    name: str
    title: str
    compared: Compared
    telling: int
    """Its place among the groups that are a reason of their own; 0 for those named only when no other agrees."""
    field: str = ""
    """The one field whose text it compares, and what one such text and several are called."""
    one: str = ""
    many: str = ""


FEATURE_GROUPS = (
    FeatureGroup("creator", "Maker", Compared.NAMES, telling=1),
    FeatureGroup("people", "People", Compared.NAMES, telling=3),
    FeatureGroup("place", "Place", Compared.NAMES, telling=4),
    FeatureGroup("time", "Time", Compared.DATES, telling=5),
    FeatureGroup("event", "Event", Compared.NAMES, telling=2),
    FeatureGroup("subject", "Subject", Compared.TEXTS, telling=7, field="dcSubject", one="subject", many="subjects"),
    FeatureGroup("title", "Title", Compared.TEXTS, telling=6, field="dcTitle", one="title", many="titles"),
    FeatureGroup(
        "description",
        "Description",
        Compared.TEXTS,
        telling=0,
        field="dcDescription",
        one="description",
        many="descriptions",
    ),
    FeatureGroup("record", "The record as a whole", Compared.TEXTS, telling=0),
    FeatureGroup(PROVIDER, "Provider", Compared.HOLDERS, telling=0),
)
GROUPS = tuple(group.name for group in FEATURE_GROUPS)
TELLING = tuple(row.name for row in sorted(FEATURE_GROUPS, key=lambda row: row.telling) if row.telling)
"""Groups whose agreement is a reason of its own, the most telling first."""
REST = tuple(row.name for row in FEATURE_GROUPS if not row.telling)
"""Groups that are named when no telling one agrees."""
CUT = "scale"
"""Not a group of features: the name of the reason that says how much was cut off at 0 or 5."""
_TITLES = {row.name: row.title for row in FEATURE_GROUPS} | {CUT: "Kept within 0 to 5"}
_BY_NAME = {row.name: row for row in FEATURE_GROUPS}


def group_title(name: str) -> str:
    """Return what people are shown for the group of a reason."""
    return _TITLES[name]


def compares_texts(name: str) -> bool:
    """Say whether the group of a reason compares whole texts: where those differ there is no word to point at."""
    return name != CUT and _BY_NAME[name].compared is Compared.TEXTS
