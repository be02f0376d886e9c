"""The two records somebody asks about: by name out of files or a collection, or each in a file of its own."""

from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from typed_sts.errors import BadOptions
from typed_sts.sample import SAMPLE_ITEMS, sample_pairs
from typed_sts.wanted_items import find_wanted
from typed_sts_fetch.item import Item
from typed_sts_fetch.reading import read_items
from typed_sts_index.contract import Neighbours


def two_items(
    names: Sequence[str], files: Iterable[Path] = (), collection: Neighbours | None = None, *, sample: bool = False
) -> tuple[Item, Item]:
    """Return the two items that are named: ids or Europeana addresses, or, without any source, two files of one record.

    With `sample` and no names, the first pair of the bundled sample.
    """
    if sample and not names:
        names = sample_pairs()[0]
    if len(names) != 2:
        raise BadOptions(f"name two records, not {len(names)}: ids, Europeana addresses, or files of one record each")
    sources = [*files, *([SAMPLE_ITEMS] if sample else [])]
    if not sources and collection is None:
        return _one_of_file(names[0]), _one_of_file(names[1])
    wanted = find_wanted(names, chain.from_iterable(read_items(file) for file in sources), collection)
    if unknown := [name for name in names if name not in wanted.rows]:
        raise BadOptions(f'there is no record "{unknown[0]:.200}" in what --items, --index or --sample names')
    left, right = (wanted.items[wanted.rows[name]] for name in names)
    return left, right


def _one_of_file(name: str) -> Item:
    if not Path(name).is_file():
        raise BadOptions(
            f'"{name:.200}" is not a file; name where its record is with --items FILE, --index COLLECTION or --sample'
        )
    items = list(read_items(Path(name)))
    if len(items) != 1:
        raise BadOptions(f"{name} holds {len(items)} records, not one; name it with --items, and two of their ids")
    return items[0]
