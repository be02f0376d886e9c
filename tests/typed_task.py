"""A made-up task of the form of TYPED: the sample's records behind Europeana addresses, some moved, some gone.

Its gold is a formula over the records' words, so that there is something to learn. Nothing in it is the task's.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.standin import KEY, World
from typed_sts.domain.types import TYPES
from typed_sts.sample import SAMPLE_ITEMS, sample_pairs
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import LIST_FIELDS, Item

N_TRAIN, N_TEST = 28, 12
_FIELDS = ("dcTitle", "dcCreator", "dcDescription", "dcDate", "dcSubject", "dcDescription", "dcSubject", "dcTitle")


@dataclass(frozen=True, slots=True)
class MadeUpTask:
    """Where its files are, and a server's world that holds its records."""

    folder: Path
    world: World
    train: list[tuple[str, str]]
    test: list[tuple[str, str]]


def make_task(folder: Path, *, moved: int = 3, gone: int = 2, test_gold: bool = True) -> MadeUpTask:
    """Write the task's files; of the records of test, the first so many are gone, and then so many moved."""
    items = {item.id: item for item in read_items(SAMPLE_ITEMS)}
    pairs = sample_pairs()
    train, test = pairs[:N_TRAIN], pairs[N_TRAIN : N_TRAIN + N_TEST]
    test += [(right, left) for left, right in train[:2]]  # as in TYPED, some pairs of train stand in test, too
    old = {identifier: address_id(identifier) for pair in (*train, *test) for identifier in pair}
    in_test_only = [i for i in dict.fromkeys(i for pair in test for i in pair) if all(i not in pair for pair in train)]
    world = World(gone=1.0)  # what is not put into it is gone
    for identifier, name in old.items():
        if identifier in in_test_only[:gone]:
            continue
        now = f"/2020{name}".replace("/2020/", "/2020_") if identifier in in_test_only[gone : gone + moved] else name
        world.raw_records[name] = json.dumps(_answer(items[identifier], now)).encode()
    world.search_results = [_result(item) for item in items.values()]
    _write(folder / "train", train, old, items, gold=True)
    _write(folder / "test", test, old, items, gold=test_gold)
    return MadeUpTask(folder, world, train, test)


def address_id(identifier: str) -> str:
    """Return the Europeana id that a record of the sample has in the task."""
    return f"/09405x/{hashlib.sha1(identifier.encode()).hexdigest().upper()}"


def _write(
    folder: Path, pairs: list[tuple[str, str]], old: dict[str, str], items: dict[str, Item], *, gold: bool
) -> None:
    folder.mkdir(parents=True)
    address = "http://www.europeana.eu/portal/record{}.html"
    lines = ["\t".join(address.format(old[identifier]) for identifier in pair) for pair in pairs]
    (folder / "STS.input.europeana.txt").write_text("".join(f"{line}\n" for line in lines))
    if gold:
        rows = ["\t".join(_gold(items[a], items[b], k) for k in range(len(TYPES))) for a, b in pairs]
        (folder / "STS.gs.europeana.txt").write_text("".join(f"{row}\n" for row in rows))


def _gold(left: Item, right: Item, column: int) -> str:
    """Return five times the share of words that the field of this type has in common, moved a little by chance."""
    a, b = (set(" ".join(getattr(item, _FIELDS[column])).lower().split()) for item in (left, right))
    shared = len(a & b) / max(len(a | b), 1)
    chance = hashlib.sha256(f"{sorted((left.id, right.id))} {column}".encode()).digest()[0] / 255
    return f"{min(5.0, 4 * shared + chance):.1f}"


def _answer(item: Item, now: str) -> dict[str, Any]:
    proxy = {name: {"def": list(getattr(item, name))} for name in LIST_FIELDS if getattr(item, name)}
    return {
        "apikey": KEY,
        "success": True,
        "object": {
            "about": now,
            "proxies": [proxy | {"europeanaProxy": False}],
            "aggregations": [{"edmDataProvider": {"def": [item.provider]}}],
        },
    }


def _result(item: Item) -> dict[str, Any]:
    return {
        "id": f"/culturegrid{item.id.replace('/', '_')}/1",
        "title": list(item.dcTitle),
        "dcCreator": list(item.dcCreator),
        "dcDescription": list(item.dcDescription),
        "dataProvider": [item.provider],
    }
