"""The items that pairs name, out of files of records and a collection."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from typed_sts.errors import TypedStsError
from typed_sts.named_pairs import names_of, plain_name
from typed_sts.textfile import quoted
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Neighbours

_SHOWN = 5


class UnknownItems(TypedStsError):
    """Pairs that name items there are no records of: carries each name with the line it first stands in."""

    def __init__(self, missing: Mapping[str, int], source: str) -> None:
        super().__init__(missing, source)
        self.missing = missing
        self.source = source

    def __str__(self) -> str:
        shown = ", ".join(f"{quoted(name)} (line {self.missing[name]})" for name in list(self.missing)[:_SHOWN])
        more = ", ..." if len(self.missing) > _SHOWN else ""
        n = len(self.missing)
        what = "1 item there is" if n == 1 else f"{n:,} items there are"
        return (
            f"{self.source} names {what} no record of: {shown}{more}; give their records with --items or --index,"
            ' or leave their pairs out with "--missing skip"'
        )


@dataclass(frozen=True, slots=True, eq=False)
class WantedItems:
    """Items in the order they are first named, each once, and the number of the item each name (as written) means."""

    items: tuple[Item, ...]
    rows: dict[str, int]


def find_wanted(names: Iterable[str], records: Iterable[Item], collection: Neighbours | None = None) -> WantedItems:
    """Return the items these names mean: of records, the last with an id; else of the collection.

    An item's own id counts before an older id of another.
    """
    names = list(names)
    asked = {plain_name(name) for name in names}
    found = _matching(records, asked)
    if collection is not None and (unknown := asked - found.keys()):
        as_written = {name for name in names if plain_name(name) in unknown}  # its ids may be addresses themselves
        found |= _matching(collection.items(sorted(unknown | as_written)), unknown)
    items: dict[str, int] = {}
    rows: dict[str, int] = {}
    kept: list[Item] = []
    for name in names:
        item = found.get(plain_name(name))
        if item is None:
            continue
        if item.id not in items:
            items[item.id] = len(kept)
            kept.append(item)
        rows[name] = items[item.id]
    return WantedItems(tuple(kept), rows)


def _matching(records: Iterable[Item], asked: set[str]) -> dict[str, Item]:
    by_id: dict[str, Item] = {}
    by_alias: dict[str, Item] = {}
    for item in records:
        own, *older = names_of(item)
        if own in asked:
            by_id[own] = item
        for alias in older:
            if alias in asked:
                by_alias[alias] = item
    return by_alias | by_id
