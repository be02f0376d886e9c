"""The page of an item: its record, and what is related to it, grouped, narrowed down, or alike but for one thing."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from typed_sts.answers.collection import Answers
from typed_sts.domain.explanation import Related
from typed_sts.domain.message import Listing, Message, counted, message
from typed_sts.domain.types import TYPES
from typed_sts.service.computing.process import Content
from typed_sts.service.pages.linked_data import typed_links
from typed_sts.service.pages.narrowing import NO_LIMITS, Limits, list_facets, passes, years_of
from typed_sts.service.pages.record_view import RecordView, record_view
from typed_sts.service.pages.rendering import Speech, missing_page, render
from typed_sts_fetch.item import Item
from typed_sts_index.errors import ItemMissing

RELATED = 12
LISTED_RELATED = 24
"""Related items that are looked at to show the first of them, and to say what kinds of them there are."""
MORE_RELATED = 36
LEAST_NARROWED = 4
"""Related items from which on there is something to narrow down."""
_SHARED = 3
"""Items that share the first sentence said of them, from which on it stands once above them."""
_OTHER_TIME = 25
"""Years between items of another time."""


@dataclass(frozen=True, slots=True)
class RelatedView:
    """A related item, its record, and what is said of it alone."""

    related: Related
    record: RecordView
    reason: str


@dataclass(frozen=True, slots=True)
class Block:
    """Related items of which the same is said, which stands once above them; or that share nothing that is said."""

    said: str
    entries: Sequence[RelatedView]


@dataclass(frozen=True, slots=True)
class GroupView:
    """Related items under one type, and what is said of all of them once, above them."""

    best: str
    said: str
    blocks: Sequence[Block]

    @property
    def entries(self) -> list[RelatedView]:
        """All its items."""
        return [entry for block in self.blocks for entry in block.entries]


@dataclass(frozen=True, slots=True)
class Otherwise:
    """More like an item, but for one thing: what it is called, and which items are meant."""

    said: Message
    holds: Callable[[Item, Item], bool]


def _of_another_holder(one: Item, other: Item) -> bool:
    return bool(other.provider) and other.provider.casefold() != one.provider.casefold()


def _from_another_time(one: Item, other: Item) -> bool:
    years, others = years_of(one), years_of(other)
    if years is None or others is None:
        return False
    return max(years[0] - others[1], others[0] - years[1]) >= _OTHER_TIME


OTHERWISE = {
    "holder": Otherwise(message("of another holder"), _of_another_holder),
    "time": Otherwise(message("from another time"), _from_another_time),
}


def item_page(
    answers: Answers,
    root: str,
    speech: Speech,
    item_id: str,
    weights: dict[str, int],
    more: bool,
    limits: Limits = NO_LIMITS,
    but: str = "",
) -> Content:
    """A record and its related items."""
    try:
        shown = answers.item(item_id)
    except ItemMissing:
        return missing_page(root, speech, item_id)
    most = MORE_RELATED if more or but or limits != NO_LIMITS else LISTED_RELATED
    at_least = 0 if but else None  # what is alike but for one thing is looked for further down
    related = answers.related(shown, most, weights or None, language=speech.language, at_least=at_least)
    if but:
        related = [entry for entry in related if OTHERWISE[but].holds(shown, entry.item)][:RELATED]
    within = [entry for entry in related if passes(entry.item, limits)]
    listed = within if more else within[:RELATED]
    by = [name for name, weight in weights.items() for _ in range(weight)]
    query: dict[str, object] = {"id": shown.id, "by": by, "but": but}
    page = render(
        root,
        "item.html",
        speech=speech,
        here=("item", query | limits.query() | {"more": "1" if more else ""}),
        query=query,
        record=record_view(shown),
        groups=group_by_best(listed),
        count=_counted(len(listed), weights),
        weights=weights,
        by_api=",".join(name if weight == 1 else f"{name}:{weight}" for name, weight in weights.items()),
        facets=list_facets([entry.item for entry in related], limits) if len(related) >= LEAST_NARROWED else [],
        limits=limits,
        but=but,
        otherwise=OTHERWISE,
        may_have_more=len(within) > len(listed),
        about=answers.about,
    )
    return replace(page, links=typed_links(root, shown, [entry.item for entry in listed]))


def chosen_weights(by: Sequence[str]) -> dict[str, int]:
    """Return the weight of each type asked for: how often it is named, at most twice; unknown names count nothing."""
    named = Counter(name.strip() for entry in by[:100] for name in entry.split(",")[:100])
    return {name: min(named[name], 2) for name in TYPES if named[name]}


def group_by_best(related: Sequence[Related]) -> list[GroupView]:
    """Return related items under the type that speaks most for them; the group of the best item comes first.

    A sentence that is said of all items of a group stands above them, and not in each line again.
    """
    groups: dict[str, list[Related]] = {}
    for entry in related:
        groups.setdefault(entry.best, []).append(entry)
    return [_group(best, entries) for best, entries in groups.items()]


def _group(best: str, entries: Sequence[Related]) -> GroupView:
    of_all: list[str] = []
    if len(entries) > 1:
        of_all = [said for said in entries[0].sentences if all(said in other.sentences for other in entries[1:])]
    left = {entry.item.id: [said for said in entry.sentences if said not in of_all] for entry in entries}
    shared = Counter(said for sentences in left.values() for said in dict.fromkeys(sentences[:1]))
    blocks: dict[str, list[RelatedView]] = {}
    for entry in entries:
        first, *others = left[entry.item.id] or [""]
        above = first if first and shared[first] >= _SHARED else ""
        # The reason as a whole where nothing of it stands above: it may be worded otherwise than its sentences.
        reason = " ".join(others if above else [first, *others]).strip() if of_all or above else entry.reason
        blocks.setdefault(above, []).append(RelatedView(entry, record_view(entry.item), reason))
    return GroupView(best, " ".join(of_all), [Block(above, views) for above, views in blocks.items()])


def _counted(count: int, weights: Mapping[str, int]) -> Message:
    """Return how many related items there are, and by which types, where some were chosen."""
    if not weights:
        return counted("{count} related item", "{count} related items", count)
    names = [message("{name} (twice)", name=message(name)) if weights[name] > 1 else message(name) for name in weights]
    return counted(
        "{count} related item, the best by {types} first",
        "{count} related items, the best by {types} first",
        count,
        types=Listing(tuple(names), len(names)),
    )
