"""The cards of a sample, drawn by a seed: the same collection and seed, the same items and pairs.

An item's place in a draw is a digest of the seed and its id, so that neither the order nor the number of the others
matters. Items are drawn from all providers in turn; those who hold next to nothing are one provider together.
"""

import hashlib
import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from random import Random
from typing import TypeVar

from typed_sts.answers.collection import Answers, CollectionAnswers
from typed_sts.evaluation.judging.sample_file import LETTER, RELATED, WHY, Card, Other, Sample
from typed_sts.evaluation.judging.statements import said_of_related, said_of_why
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Collection, Filters

_FEW_OF, _FEW = 200, 20
"""A provider with less than this share of the items, or less than this many, is counted among the others."""
OTHERS = "others"
_NEAR = 10
GroupedPair = tuple[Item, Item, str]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a sample is to hold: items with k related ones, pairs of three kinds; `given` are ids in a group's name."""

    seed: int
    n_items: int = 0
    k: int = 5
    n_neighbours: int = 0
    n_across: int = 0
    providers: tuple[str, ...] = ()
    given: tuple[tuple[str, str], ...] = ()
    group: str = "given"


def cards(answers: CollectionAnswers, wanted: Wanted) -> Iterator[Card]:
    """Yield the cards of a sample: related items first, then pairs."""
    collection, seed, of = answers.collection, wanted.seed, wanted.providers
    if wanted.n_items:
        items = spread_items(collection, wanted.n_items, seed, of)
        yield from related_cards(answers, items, wanted.k, groups(collection))
    pairs = chain(
        ((answers.item(left), answers.item(right), wanted.group) for left, right in wanted.given),
        neighbour_pairs(collection, wanted.n_neighbours, seed, of) if wanted.n_neighbours else (),
        pairs_across(collection, wanted.n_across, seed, of) if wanted.n_across else (),
    )
    yield from why_cards(answers, pairs)


def spread_items(collection: Collection, n: int, seed: int, providers: Sequence[str] = ()) -> list[Item]:
    """Return n items drawn from the providers in turn, the largest first; where any are named, of these only."""
    group_of = groups(collection)
    drawn: dict[str, list[tuple[bytes, str, Item]]] = defaultdict(list)
    for item in collection.all_items():
        if not providers or item.provider in providers:
            group = drawn[group_of.get(item.provider, OTHERS)]
            group.append((_draw(seed, item.id), item.id, item))
            if len(group) > 4 * n:
                group[:] = heapq.nsmallest(n, group, key=_place)
    order = [name for name in dict.fromkeys([*group_of.values(), OTHERS]) if name in drawn]
    columns = [[item for _, _, item in heapq.nsmallest(n, drawn[name], key=_place)] for name in order]
    return _in_turn(columns)[:n]


def _place(entry: tuple[bytes, str, Item]) -> tuple[bytes, str]:
    return entry[:2]


def _draw(seed: int, text: str) -> bytes:
    return hashlib.blake2b(f"judge {seed} {text}".encode(), digest_size=8).digest()


def _in_turn(columns: Iterable[Sequence[T]]) -> list[T]:
    return [found for found in chain.from_iterable(zip_longest(*columns)) if found is not None]


def groups(collection: Collection) -> dict[str, str]:
    """Return the group of each provider, the largest first: its own name, or that of the many small ones."""
    counts = collection.providers()
    least = max(_FEW, collection.n_docs // _FEW_OF)
    return {name: name or "no provider" if count >= least else OTHERS for name, count in counts.items()}


# Pairs.


def neighbour_pairs(collection: Collection, n: int, seed: int, providers: Sequence[str] = ()) -> Iterator[GroupedPair]:
    """Yield n items, each with one of the ten nearest to it by words."""
    for item in spread_items(collection, n, seed, providers):
        near = [hit.item for hit in collection.similar(item.id, _NEAR)]
        if near:
            yield item, Random(f"{seed} {item.id}").choice(near), "neighbours"


def pairs_across(collection: Collection, n: int, seed: int, providers: Sequence[str] = ()) -> Iterator[GroupedPair]:
    """Yield n items, each with the nearest one by words that another provider holds."""
    known = tuple(collection.providers())
    for item in spread_items(collection, n, seed, providers):
        others = Filters(providers=tuple(name for name in known if name != item.provider))
        for hit in collection.similar(item.id, 1, filters=others):
            yield item, hit.item, "across providers"


def drawn_of(pairs: Sequence[tuple[str, str]], n: int | None, seed: int) -> list[tuple[str, str]]:
    """Return n of the pairs in their order, all of them for None."""
    if n is None:
        return list(pairs)
    drawn = set(heapq.nsmallest(n, pairs, key=lambda pair: _draw(seed, " ".join(pair))))
    return [pair for pair in pairs if pair in drawn]


# Cards.


def related_cards(answers: Answers, items: Iterable[Item], k: int, group_of: dict[str, str]) -> Iterator[Card]:
    """Yield a card for each item with what is shown as related to it."""
    for number, item in enumerate(items, 1):
        others = [
            Other(found.item, said_of_related(found), found.score, found.reason) for found in answers.related(item, k)
        ]
        yield Card(f"{LETTER[RELATED]}{number}", RELATED, group_of.get(item.provider, OTHERS), item, tuple(others))


def why_cards(answers: Answers, pairs: Iterable[GroupedPair]) -> Iterator[Card]:
    """Yield a card for each pair with what `why` says of it."""
    for number, (left, right, group) in enumerate(pairs, 1):
        why = answers.why(left, right)
        other = Other(right, said_of_why(why), why.types[0].score, why.sentence)
        yield Card(f"{LETTER[WHY]}{number}", WHY, group, left, (other,))


def cards_again(answers: Answers, sample: Sample, k: int) -> Iterator[Card]:
    """Yield the cards of a sample as they would be drawn today: the same items and pairs, what is said of them anew."""
    for card in sample.cards:
        item = answers.item(card.item.id)
        if card.kind == WHY:
            pair = item, answers.item(card.others[0].item.id), card.group
            new = next(why_cards(answers, [pair]))
        else:
            new = next(related_cards(answers, [item], k, {item.provider: card.group}))
        yield Card(card.key, card.kind, card.group, new.item, new.others)
