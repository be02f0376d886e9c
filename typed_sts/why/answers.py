"""What the command line, the service and the page ask: items, scores, reasons and related items of one collection."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from typed_sts.scores import PairScores, TypeScore
from typed_sts.why.shape import Why
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Hit


@dataclass(frozen=True, slots=True)
class Related:
    """An item related to another: how much by the chosen types (0..5), all eight scores, and the reason in a line."""

    item: Item
    score: float
    types: tuple[TypeScore, ...]
    best: str
    """The type that speaks most for it, under which a page groups it."""
    reason: str


class Answers(Protocol):
    """Everything a portal asks of one collection and one model."""

    @property
    def model(self) -> str:
        """The model's name."""

    @property
    def version(self) -> str:
        """The model's version."""

    @property
    def about(self) -> str:
        """One line: model, IDF corpus, provider features used or not."""

    def item(self, item_id: str) -> Item:
        """Return an item by id, alias or Europeana URL; raise ItemMissing."""

    def search(self, text: str, k: int = 10, offset: int = 0) -> list[Hit]:
        """Return the items nearest to a text."""

    def predict(self, pairs: Sequence[tuple[Item, Item]]) -> list[PairScores]:
        """Return the scores of pairs."""

    def why(self, left: Item, right: Item) -> Why:
        """Return the reasons of a pair."""

    def related(self, item: Item, k: int = 10, by: Mapping[str, float] | None = None) -> list[Related]:
        """Return related items, the best first, by these types and weights; all types alike when none are given."""
