"""One line of plain English for each type, from evidence only.

A line leads with what the type is about: the maker for author, the place for location. Where that does not speak for
a high score, what does follows. For general, all that agrees counts, the largest points first.
"""

from collections.abc import Mapping

from typed_sts.explaining.finding import Found

ABOUT = {
    "general": (),
    "author": ("creator",),
    "people": ("people",),
    "time": ("time",),
    "location": ("place",),
    "event": ("event",),
    "subject": ("subject", "title"),
    "description": ("description",),
}
"""The feature groups a type is about."""
_STATES = {
    "general": "says anything",
    "author": "names a maker",
    "people": "names people",
    "time": "has a date",
    "location": "names a place",
    "event": "names an event",
    "subject": "has a subject or title",
    "description": "has a description",
}
"""What a record does that states a type."""
NEITHER = "not stated in either record"
NOTHING = "nothing in common"
_TELLING = ("creator", "event", "people", "place", "time", "title", "subject")
_REST = ("description", "record", "provider")
"""Groups that are named when no telling one agrees: what they share is seldom a reason of its own."""
_HIGH = 2.5
"""A score from which a line must say what speaks for it."""
_MOST_PARTS = 3
_LEAST_POINTS = 0.05


def summary(
    name: str,
    stated: str,
    estimate: float,
    found: Mapping[str, Found],
    points: Mapping[str, float],
    short: bool = False,
) -> str:
    """Return the line of one type; `points` are what each group adds to it."""
    if stated == "none":
        return NEITHER
    about = [group for group in ABOUT[name] if found[group].relation != "not_stated"]
    agreeing = [group for group in about if found[group].matches]
    if agreeing:
        parts = agreeing
    elif about:
        parts = [about[0], *(_speaking(found, points)[: _MOST_PARTS - 1] if estimate >= _HIGH else [])]
    else:
        parts = _speaking(found, points)[:_MOST_PARTS]
    line = _joined(found, parts[:1] if short else parts, short)
    if stated == "one" and not line.startswith("only one record"):
        return f"only one record {_STATES[name]}; {line}"
    return line


def listed_reasons(found: Mapping[str, Found], best: str) -> str:
    """Return what agrees in one line without points: what a type is about first, then who, what, where and when."""
    order = dict.fromkeys((*ABOUT[best], *_TELLING))
    parts = [group for group in order if found[group].matches] or [group for group in _REST if found[group].matches]
    return _joined(found, parts[:_MOST_PARTS], short=True)


def _speaking(found: Mapping[str, Found], points: Mapping[str, float]) -> list[str]:
    """Return the groups that agree and raise the score, the largest first; telling ones before the rest."""
    for groups in (_TELLING, _REST):
        raising = [g for g in groups if found[g].matches and points.get(g, 0.0) >= _LEAST_POINTS]
        if raising:
            return sorted(raising, key=lambda group: -points[group])
    return []


def _joined(found: Mapping[str, Found], groups: list[str], short: bool) -> str:
    return "; ".join(dict.fromkeys(found[g].short if short else found[g].text for g in groups)) or NOTHING
