"""The ways to read a record, by name.

multilingual    the default: conditional random field and net, in many languages
crf             the field alone: faster, where no sentence vectors are wanted
stanza          stanza with our labels, trained by the user
stanza-stock    stanza's own models
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from typed_sts.errors import UnknownEngine

if TYPE_CHECKING:  # an engine is imported when it is opened
    from typed_sts.reading.tagging.annotated import LabelledSpan
    from typed_sts.reading.tagging.verb_tagger import Verb, VerbTagger
    from typed_sts_fetch.item import Item


class Engine(StrEnum):
    """The names of the engines, as users write them."""

    MULTILINGUAL = "multilingual"
    CRF = "crf"
    STANZA = "stanza"
    STANZA_STOCK = "stanza-stock"


DEFAULT_TAGGER = Engine.MULTILINGUAL
"""What reads records unless another engine is asked for."""


class SpanFinder(Protocol):
    """Reads the spans of records."""

    def tag(self, item: "Item") -> "tuple[LabelledSpan, ...]":
        """Return the spans of a record."""
        ...

    def tag_all(self, items: "Iterable[Item]") -> "Iterator[tuple[Item, tuple[LabelledSpan, ...]]]":
        """Yield each record and its spans, as fast as the engine can."""
        ...


class Tagger(SpanFinder, Protocol):
    """Reads the spans of records and the verbs of texts."""

    def verbs(self, text: str) -> "tuple[Verb, ...]":
        """Return the verbs of a text."""
        ...


class PairedTagger:
    """Spans by one model, verbs by another."""

    def __init__(self, spans: SpanFinder, verbs: "VerbTagger") -> None:
        self._spans = spans
        self._verbs = verbs

    def tag(self, item: "Item") -> "tuple[LabelledSpan, ...]":
        """Return the spans of a record."""
        return self._spans.tag(item)

    def tag_all(self, items: "Iterable[Item]") -> "Iterator[tuple[Item, tuple[LabelledSpan, ...]]]":
        """Yield each record and its spans."""
        return self._spans.tag_all(items)

    def verbs(self, text: str) -> "tuple[Verb, ...]":
        """Return the verbs of a text."""
        return self._verbs.verbs(text)


def open_tagger(name: str = DEFAULT_TAGGER, *, models: Path | None = None) -> Tagger:
    """Return an engine by name; `models` is the folder of stanza's models where they are not in their usual place."""
    if name in (Engine.MULTILINGUAL, Engine.CRF):
        from typed_sts.reading.tagging.span_tagger import SpanTagger
        from typed_sts.reading.tagging.verb_tagger import default_verb_tagger

        return PairedTagger(SpanTagger.load(net=name == Engine.MULTILINGUAL), default_verb_tagger())
    if name not in list(Engine):
        raise UnknownEngine(f"no engine is called {name!r}; there are {', '.join(Engine)}")
    from typed_sts.reading.tagging.stanza import MODELS, StanzaTagger, StockTagger

    if name == Engine.STANZA:
        return StanzaTagger.load(models or MODELS)
    return StockTagger.load(models)
