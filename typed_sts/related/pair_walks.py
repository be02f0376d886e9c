"""Pairs of items, made the way the TYPED task made its own: walks over similar items.

    start -> one of its neighbours -> one of that one's ...   five rounds, never twice to the same item
    a     -  b  -  c  -  d            distance 1: ab bc cd    distance 2: ac bd

The same collection, starts and seed give the same pairs.
"""

import hashlib
import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from typed_sts_index.contract import Neighbours


@dataclass(frozen=True, slots=True)
class WalkedPair:
    """Two item ids, and how many steps of a walk lie between them."""

    left: str
    right: str
    distance: int


def similar_pairs(
    collection: Neighbours, starts: Iterable[str], *, rounds: int = 5, k: int = 10, seed: int = 1
) -> Iterator[WalkedPair]:
    """Yield the pairs one and two steps apart on a walk from each start.

    No item is on two walks, so no pair comes twice.
    """
    visited: set[str] = set()
    for start in starts:
        if start in visited:
            continue
        walk = _walk(collection, start, rounds, k, Random(f"{seed} {start}"), visited)
        for distance in (1, 2):
            for left, right in zip(walk, walk[distance:], strict=False):
                yield WalkedPair(left, right, distance)


def _walk(collection: Neighbours, start: str, rounds: int, k: int, random: Random, visited: set[str]) -> list[str]:
    walk = [start]
    visited.add(start)
    for _ in range(rounds):
        near = [hit.item.id for hit in collection.similar(walk[-1], k)]
        unvisited = [item_id for item_id in near if item_id not in visited]
        if not unvisited:
            break
        walk.append(random.choice(unvisited))
        visited.add(walk[-1])
    return walk


def sample_seeds(collection: Neighbours, n: int, seed: int) -> list[str]:
    """Return n ids drawn from the whole collection; the draw does not depend on the order items come in."""

    def draw(item_id: str) -> bytes:
        return hashlib.blake2b(f"{seed} {item_id}".encode(), digest_size=8).digest()

    return heapq.nsmallest(n, (item.id for item in collection.all_items()), key=draw)
