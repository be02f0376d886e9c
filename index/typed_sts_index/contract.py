"""The contract both engines keep: corpus statistics, neighbours, and how a collection is written.

    CorpusStats    number of documents, document frequencies per view     (engines, shipped background statistics)
    Neighbours     items by id, by likeness, by provider, all of them     (engines)
    Collection     both, and writing                                      (engines)

Streams go in and out. A term is a token of the analyser, or a token handed in for a further view.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from typed_sts_fetch.item import Item
from typed_sts_index.entry import ALL_TEXT, Entry, Vector

DEFAULT_WEIGHTS: Mapping[str, float] = {ALL_TEXT: 1.0}
MAX_QUERY_TERMS = 25
"""Terms of an item, per view, that its neighbours are looked for with: those with the highest TF-IDF."""


@dataclass(frozen=True, slots=True)
class Hit:
    """An item found, and its BM25 score over the views asked for, or the cosine of its vector."""

    item: Item
    score: float


@dataclass(frozen=True, slots=True)
class Filters:
    """Which items may be found: of any of these providers, and with years that touch the range (ends included).

    Items in any of these languages, and of any of these types, as the records state them (`Item.language`,
    `Item.dcType`), whatever their case. A collection made before these two were kept refuses them (BadQuery).
    """

    providers: tuple[str, ...] = ()
    first_year: int | None = None
    last_year: int | None = None
    languages: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


NO_FILTERS = Filters()


class CorpusStats(Protocol):
    """How many documents there are, and in how many of them a term stands."""

    @property
    def views(self) -> tuple[str, ...]:
        """The views there are statistics of."""

    @property
    def n_docs(self) -> int:
        """Number of documents."""

    def doc_freq(self, view: str, terms: Sequence[str]) -> list[int]:
        """Return for each term the exact number of documents with it in that view; 0 when there is none."""


class Neighbours(Protocol):
    """Items by id and by likeness."""

    def item(self, item_id: str) -> Item:
        """Return the item with that id, or else the one that has it among its aliases; raise ItemMissing."""

    def items(self, ids: Iterable[str]) -> Iterator[Item]:
        """Yield the items with these ids or aliases in the order asked; those that are not there are left out."""

    def all_items(self) -> Iterator[Item]:
        """Yield every item once, in no promised order."""

    def similar(
        self,
        item: Item | Entry | str,
        k: int = 10,
        *,
        offset: int = 0,
        weights: Mapping[str, float] = DEFAULT_WEIGHTS,
        filters: Filters = NO_FILTERS,
    ) -> list[Hit]:
        """Return the neighbours of an item, given itself or by id, from number `offset` on; never the item itself.

        An entry brings its further views along, for an item that is not in the collection.
        """

    def nearest(
        self, vector: Vector, k: int = 10, *, filters: Filters = NO_FILTERS, without: str | None = None
    ) -> list[Hit]:
        """Return the k items with the vectors nearest to one, by their cosine, without the item of that id.

        At least 95% of them are those that a look at every vector finds; none where there are no vectors.
        """

    def search(
        self,
        text: str,
        k: int = 10,
        *,
        offset: int = 0,
        weights: Mapping[str, float] = DEFAULT_WEIGHTS,
        filters: Filters = NO_FILTERS,
    ) -> list[Hit]:
        """Return the items nearest to a free text."""

    def count(self, text: str, *, weights: Mapping[str, float] = DEFAULT_WEIGHTS, filters: Filters = NO_FILTERS) -> int:
        """Return how many items `search` finds for a free text in all."""

    def providers(self) -> dict[str, int]:
        """Return the number of items per provider, the largest first."""


class Collection(CorpusStats, Neighbours, Protocol):
    """A store of items that answers both, and can be written to."""

    @property
    def name(self) -> str:
        """Where it is, without secrets."""

    @property
    def made_by(self) -> str:
        """What made its further views, as was said when it was made; "" when nothing was."""

    @property
    def made_with(self) -> str:
        """What they were made with: a text of the maker's own, as was said when it was made; "" when nothing was."""

    @property
    def vectors(self) -> str:
        """What made the vectors of its items, as was said when it was made; "" when it keeps none."""

    @property
    def n_vectors(self) -> int:
        """How many of its items have a vector; where some have none, finding by meaning is not complete."""

    @property
    def keeps_readings(self) -> bool:
        """Whether what is handed in with an entry as its reading is kept here; in a folder a file of its own does."""

    def readings(self, ids: Sequence[str]) -> dict[str, bytes]:
        """Return, by id, what was handed in to be kept with items; nothing where none is kept here."""

    def exists(self) -> bool:
        """Say whether there is a collection at that place."""

    def refresh(self) -> None:
        """See what other processes have written since it was opened; its own writes it sees at once."""

    def state(self) -> str:
        """Return a text that changes when anyone has written to it, whatever has been opened here; costs little."""

    def check(self, *, everything: bool = False) -> None:
        """Raise a CollectionError when it cannot answer, after a look that costs little; with `everything` read all."""

    def add(self, entries: Iterable[Entry]) -> int:
        """Put entries in, in place of those with the same ids, and return how many were given."""

    def rebuild(
        self,
        entries: Iterable[Entry],
        extra_views: Iterable[str] = (),
        made_by: str = "",
        made_with: str = "",
        vectors: str = "",
    ) -> int:
        """Make the collection anew from these entries alone; readers see the old one until it is whole.

        `made_by` and `made_with` say what made the further views, and with what, for those who add to them later;
        `vectors` what made the vectors of its entries: without, none are kept.
        """

    def delete(self, ids: Iterable[str]) -> int:
        """Remove items and return how many there were."""


def idf(n_docs: int, doc_freq: int) -> float:
    """Return ln(1 + (n - df + 0.5) / (df + 0.5)), which is BM25's and never negative; unknown terms weigh most."""
    return math.log(1 + (n_docs - doc_freq + 0.5) / (doc_freq + 0.5))
