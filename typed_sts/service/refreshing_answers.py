"""Answers that follow their collection: rebuilt, added to, removed and brought back while they are asked.

They follow an editor's overrides too, when they are told of new ones.
"""

import hashlib
import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

from typed_sts import __version__
from typed_sts.answers.collection import Answers
from typed_sts.domain.explanation import Related, Why
from typed_sts.domain.scores import PairScores
from typed_sts.knowledge.pack import in_use as known
from typed_sts.messages.catalogue import ENGLISH
from typed_sts.reading.overrides import in_use, use_content
from typed_sts_fetch.item import Item
from typed_sts_index.contract import NO_FILTERS, Collection, Filters, Hit
from typed_sts_index.errors import AccessRefused, BadQuery, CollectionError, ItemMissing, NoServer

T = TypeVar("T")
_SETTLED = (ItemMissing, BadQuery, NoServer, AccessRefused)
"""Errors that opening the collection anew does not help against."""


class FreshAnswers:
    """The same answers, of the collection as it is now.

    The collection's state is looked at every few seconds, when something is asked. Where an answer fails because the
    collection was replaced meanwhile, it is opened anew and asked once more.
    """

    def __init__(self, answers: Answers, collection: Collection, seconds: float) -> None:
        self._answers = answers
        self._collection = collection
        self._seconds = seconds
        # Answers that keep something of the collection (frequencies, documents) drop it in a refresh of their own.
        self._refresh: Callable[[], None] = getattr(answers, "refresh", collection.refresh)
        self._looked = -math.inf
        self._seen: str | None = None

    @property
    def model(self) -> str:
        return self._answers.model

    @property
    def version(self) -> str:
        return self._answers.version

    @property
    def about(self) -> str:
        """One line about the model; where the collection stands is nothing for those who ask."""
        return self._answers.about.replace(self._collection.name, "this collection")

    @property
    def n_items(self) -> int:
        """How many items the collection has, looked at whether it can answer; raises when it cannot."""
        return self._asked(self._checked)

    @property
    def state(self) -> str:
        """A text that is another one as soon as answers may be: with every state of the collection, model, overrides.

        "" while the collection's state cannot be told.
        """
        self._look()
        if self._seen is None:
            return ""
        made_by = (__version__, self.model, self.version, self.about, getattr(self._answers, "tagger", ""))
        told = (self._seen, *made_by, in_use().digest, known().digest)
        return hashlib.blake2b("\0".join(told).encode(), digest_size=12).hexdigest()

    def item(self, item_id: str) -> Item:
        return self._asked(lambda: self._answers.item(item_id))

    def search(self, text: str, k: int = 10, offset: int = 0, filters: Filters = NO_FILTERS) -> list[Hit]:
        return self._asked(lambda: self._answers.search(text, k, offset, filters))

    def count(self, text: str, filters: Filters = NO_FILTERS) -> int:
        return self._asked(lambda: self._answers.count(text, filters))

    def nearest(self, text: str, k: int = 10, filters: Filters = NO_FILTERS) -> list[Hit]:
        return self._asked(lambda: self._answers.nearest(text, k, filters))

    def predict(self, pairs: Sequence[tuple[Item, Item]]) -> list[PairScores]:
        return self._asked(lambda: self._answers.predict(pairs))

    def why(self, left: Item, right: Item, *, language: str = ENGLISH) -> Why:
        return self._asked(lambda: self._answers.why(left, right, language=language))

    def related(
        self,
        item: Item,
        k: int = 10,
        by: Mapping[str, float] | None = None,
        *,
        language: str = ENGLISH,
        at_least: float | None = None,
        other_holder: bool = True,
    ) -> list[Related]:
        return self._asked(
            lambda: self._answers.related(item, k, by, language=language, at_least=at_least, other_holder=other_holder)
        )

    def warm_up(self) -> None:
        """Open all that an answer needs, if there is anything to answer from yet."""
        warm_up: Callable[[], None] | None = getattr(self._answers, "warm_up", None)
        if warm_up is not None:
            with suppress(Exception):  # whatever it is: who asks first is told
                self._asked(warm_up)

    def override(self, path: str, content: bytes) -> None:
        """Answer by what an editor's file holds from now on; raise BadOverrides."""
        before = in_use()
        use_content(path, content)
        if before.corrections != in_use().corrections:
            self._looked, self._seen = -math.inf, None  # what was read is forgotten with the next question

    def _asked(self, ask: Callable[[], T]) -> T:
        self._look()
        try:
            return ask()
        except _SETTLED:
            raise
        except CollectionError:
            self._refresh()
            return ask()

    def _checked(self) -> int:
        self._collection.check()
        return self._collection.n_docs

    def _look(self) -> None:
        if time.monotonic() - self._looked < self._seconds:
            return
        state = self._state()
        if state != self._seen:
            self._refresh()
        self._seen, self._looked = state, time.monotonic()

    def _state(self) -> str | None:
        try:
            return self._collection.state()
        except CollectionError:
            return None
