"""The items that somebody names, in a file of pairs or two of them, out of files of records and a collection."""

from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Dict
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from typed_sts.errors import BadOptions, TypedStsError
from typed_sts.sample import SAMPLE_ITEMS, sample_pairs
from typed_sts.task_files.lines import quoted
from typed_sts.task_files.pairs import names_of, plain_name
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import Item
from typed_sts_fetch.tables.mapping import NOTHING_SAID, Mapping
from typed_sts_index.contract import Neighbours

_SHOWN = 5


class UnknownItems(TypedStsError):
    """Pairs that name items there are no records of: carries each name with the line it first stands in."""

    def __init__(self, missing: Dict[str, int], source: str) -> None:
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


# The two records somebody asks about: by name out of files or a collection, or each in a file of its own.


def two_items(
    names: Sequence[str],
    files: Iterable[Path] = (),
    collection: Neighbours | None = None,
    *,
    sample: bool = False,
    mapping: Mapping = NOTHING_SAID,
) -> tuple[Item, Item]:
    """Return the two items that are named: ids or Europeana addresses, or, without any source, two files of one record.

    With `sample` and no names, the first pair of the bundled sample.
    """
    if sample and not names:
        names = sample_pairs()[0]
    if len(names) != 2:
        raise BadOptions(f"name two records, not {len(names)}: ids, Europeana addresses, or files of one record each")
    files = list(files)
    if not files and not sample and collection is None:
        return _one_of_file(names[0], mapping), _one_of_file(names[1], mapping)
    own = chain.from_iterable(read_items(file, mapping=mapping) for file in files)
    records = chain(own, read_items(SAMPLE_ITEMS)) if sample else own
    wanted = find_wanted(names, records, collection)
    if unknown := [name for name in names if name not in wanted.rows]:
        raise BadOptions(f'there is no record "{unknown[0]:.200}" in what --items, --index or --sample names')
    left, right = (wanted.items[wanted.rows[name]] for name in names)
    return left, right


def _one_of_file(name: str, mapping: Mapping) -> Item:
    if not Path(name).is_file():
        raise BadOptions(
            f'"{name:.200}" is not a file; name where its record is with --items FILE, --index COLLECTION or --sample'
        )
    items = list(read_items(Path(name), mapping=mapping))
    if len(items) != 1:
        raise BadOptions(f"{name} holds {len(items)} records, not one; name it with --items, and two of their ids")
    return items[0]
