"""Which pairs were seen in training: the same pair in either order, or any pair with an item of a training pair.

The task's own test set repeats training pairs, so a figure over all pairs flatters a system that remembers.
"""

from collections.abc import Sequence

import numpy as np

from typed_sts.domain.arrays import Bools
from typed_sts_fetch.ids import europeana_id

Pair = tuple[str, str]


def record_key(item: str) -> str:
    """Return "/collection/local" for a Europeana address of any age, any other id as it is."""
    try:
        return europeana_id(item)
    except ValueError:
        return item.strip()


def pair_key(pair: Pair) -> frozenset[str]:
    """Return the same key for a pair in either order."""
    return frozenset(map(record_key, pair))


def new_pairs(pairs: Sequence[Pair], train: Sequence[Pair]) -> Bools:
    """Return, for each pair, whether it is not a training pair in either order."""
    known = {pair_key(pair) for pair in train}
    return np.array([pair_key(pair) not in known for pair in pairs], dtype=np.bool_)


def new_items(pairs: Sequence[Pair], train: Sequence[Pair]) -> Bools:
    """Return, for each pair, whether neither of its items stands in any training pair."""
    known = {item for pair in train for item in pair_key(pair)}
    return np.array([known.isdisjoint(pair_key(pair)) for pair in pairs], dtype=np.bool_)
