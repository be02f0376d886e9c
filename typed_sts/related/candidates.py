"""Candidates: items of a collection worth comparing with one, by what the index alone can tell.

Each chosen type looks for neighbours by the views that speak of it, with the whole text as tie-breaker (a thousand
items have the same creator; those that share words too come first):

    general      text                 location     places, cultures     (read collections)
    author       creator, makers      event        events, verbs        (read collections)
    people       people, groups       subject      subject, title
    time         text, among items    description  description
                 of the same years

The lists are merged by rank / weight, so that a type of twice the weight gives twice as many. The whole text is always
asked, whatever is chosen: a type that a record does not state finds nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil

from typed_sts_fetch.item import Item
from typed_sts_index.contract import NO_FILTERS, Collection, Filters

VIEWS: Mapping[str, tuple[str, ...]] = {
    "general": ("text",),
    "author": ("creator", "makers"),
    "people": ("people", "groups"),
    "time": ("text",),
    "location": ("places", "cultures"),
    "event": ("events", "verbs"),
    "subject": ("subject", "title"),
    "description": ("description",),
}
_OWN, _TEXT = 3.0, 1.0
"""Weights of a type's own views and of the whole text behind them."""
_LEAST_GENERAL = 0.5
_NEAR_YEARS = 5
_SPARE = 2
"""How many times its share a type is asked for, since the lists hold many items in common."""


def find_candidates(
    collection: Collection,
    item: Item,
    weights: Mapping[str, float],
    most: int,
    *,
    known: bool,
    years: tuple[int, int] | None,
) -> list[Item]:
    """Return at most `most` items to compare with one, the likeliest first; never the item under any of its ids.

    `known` says that the item is the collection's own, whose read views the index has; `years` are when it was made.
    """
    wanted = {name: weight for name, weight in weights.items() if weight > 0}
    wanted["general"] = max(wanted.get("general", 0.0), _LEAST_GENERAL * max(wanted.values(), default=1.0))
    start: Item | str = item.id if known else item
    available = set(collection.views)
    lists: list[tuple[float, Sequence[Item]]] = []
    for name, weight in wanted.items():
        own = [view for view in VIEWS[name] if view in available]
        filters = _around(years) if name == "time" else NO_FILTERS
        if not own or (name == "time" and years is None):
            continue
        views = dict.fromkeys(own, _OWN) | {"text": _TEXT}
        share = weight / sum(wanted.values())
        hits = collection.similar(start, min(most, ceil(_SPARE * most * share)), weights=views, filters=filters)
        lists.append((weight, [hit.item for hit in hits]))
    return _merged(lists, item)[:most]


def _around(years: tuple[int, int] | None) -> Filters:
    if years is None:
        return NO_FILTERS
    return Filters(first_year=years[0] - _NEAR_YEARS, last_year=years[1] + _NEAR_YEARS)


def _merged(lists: Iterable[tuple[float, Sequence[Item]]], item: Item) -> list[Item]:
    places = [
        (rank / weight, number, rank, found)
        for number, (weight, items) in enumerate(lists)
        for rank, found in enumerate(items, start=1)
    ]
    places.sort(key=lambda place: place[:3])
    distinct = {found.id: found for _, _, _, found in reversed(places)}
    order = dict.fromkeys(found.id for _, _, _, found in places)
    return [distinct[item_id] for item_id in order if not is_same(distinct[item_id], item)]


def is_same(one: Item, other: Item) -> bool:
    """Say whether two items are one record, under their ids or older ones."""
    return not {one.id, *one.aliases}.isdisjoint({other.id, *other.aliases})
