"""Walks over similar items, and the pairs along them."""

from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import pytest

from typed_sts.related.pair_walks import sample_seeds, similar_pairs
from typed_sts_fetch.item import Item
from typed_sts_index.embedded.collection import EmbeddedCollection
from typed_sts_index.entry import entry_of
from typed_sts_index.errors import ItemMissing


def ring(count: int) -> list[Item]:
    """Return items of which each shares a word with the next and the last one only."""
    return [Item(id=f"/r/{n}", dcTitle=(f"w{n} w{(n + 1) % count}",)) for n in range(count)]


def collection(folder: Path, items: Iterable[Item]) -> EmbeddedCollection:
    made = EmbeddedCollection(folder)
    made.rebuild(map(entry_of, items))
    return made


def test_a_walk_gives_pairs_one_and_two_steps_apart(tmp_path: Path) -> None:
    found = list(similar_pairs(collection(tmp_path, ring(40)), ["/r/10"]))
    assert [pair.distance for pair in found] == [1] * 5 + [2] * 4
    number = [int(pair.left[3:]) for pair in found], [int(pair.right[3:]) for pair in found]
    assert all(abs(a - b) == pair.distance for a, b, pair in zip(*number, found, strict=True))
    assert found[0].left == "/r/10"


def test_no_item_is_walked_to_twice_and_no_pair_comes_twice(tmp_path: Path) -> None:
    items = ring(60)
    found = list(similar_pairs(collection(tmp_path, items), [item.id for item in items]))
    pairs = [frozenset((pair.left, pair.right)) for pair in found]
    assert len(pairs) == len(set(pairs))
    assert all(len(pair) == 2 for pair in pairs)
    ends = [pair.right for pair in found if pair.distance == 1]
    assert len(ends) == len(set(ends))


def test_a_walk_ends_where_nothing_new_is_near(tmp_path: Path) -> None:
    found = list(similar_pairs(collection(tmp_path, ring(4)), ["/r/0", "/r/1"]))
    assert sorted(pair.distance for pair in found) == [1, 1, 1, 2, 2]


def test_the_seed_fixes_the_walks(tmp_path: Path) -> None:
    items = [Item(id=f"/s/{n}", dcTitle=(f"same words, {n % 3} and {n % 7}",)) for n in range(80)]
    made = collection(tmp_path, items)
    starts = sample_seeds(made, 5, seed=3)
    first, again, other = (list(similar_pairs(made, starts, seed=seed)) for seed in (3, 3, 4))
    assert first == again
    assert first != other


def test_seeds_do_not_depend_on_the_order_of_the_items(tmp_path: Path) -> None:
    items = ring(50)
    there, back = collection(tmp_path / "a", items), collection(tmp_path / "b", items[::-1])
    assert sample_seeds(there, 10, 1) == sample_seeds(back, 10, 1)
    draws = [sample_seeds(there, 10, seed) for seed in range(5)]
    assert all(set(a) != set(b) for a, b in combinations(draws, 2))
    assert len(set(sample_seeds(there, 100, 1))) == 50


def test_an_unknown_start_is_said(tmp_path: Path) -> None:
    with pytest.raises(ItemMissing, match="/none"):
        list(similar_pairs(collection(tmp_path, ring(5)), ["/none"]))
