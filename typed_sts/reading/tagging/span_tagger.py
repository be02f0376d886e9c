"""SpanTagger: a conditional random field, trained with python-crfsuite, that reads records and marks their spans.

The tags are the best sequence under the model, but for two labels that are mostly one word and often missed: a bias
in the model's settings makes EVENT and GROUP a little likelier. F1 is highest when a span is marked that has somewhat
less than an even chance.

    spans.crfsuite    the model, as python-crfsuite trained it
    spans.json        its format and settings, and what it was trained on
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import islice
from typing import Any

import numpy as np

from typed_sts.domain.limits import readable
from typed_sts.domain.span import Span
from typed_sts.errors import BadModel
from typed_sts.reading.tagging.annotated import LabelledSpan, Place, Token, balanced, places_of, tokenise
from typed_sts.reading.tagging.crfsuite_model import CrfModel, Emissions, Value, best_tags, read_model
from typed_sts.reading.tagging.lexicons import lexicons
from typed_sts.reading.tagging.token_attributes import WordAttributes, field_letter, maker_words
from typed_sts.running.workers import batches
from typed_sts_fetch.item import LIST_FIELDS, Item

FORMAT = "spans.v1"
MODEL, SETTINGS = "spans.crfsuite", "spans.json"

TAGGED_FIELDS = tuple(field for field in LIST_FIELDS if field != "dcSource")
"""Every list of texts but dcSource, which holds shelf marks."""

BATCH = 128
CACHED_VALUES = 50_000
CACHED_CHARACTERS = 20_000_000
"""What is kept of values that were read before, at most."""
_NOBODY: frozenset[str] = frozenset()

# A value and what can change its spans: the letter of its field, its text, the words in its makers' names.
_Key = tuple[str, str, frozenset[str]]


class SpanTagger:
    """Marks the spans of records. Hold one and use it again: what it knows of words makes it faster.

    Not for use by several threads at once.
    """

    def __init__(self, model: CrfModel, bias: Mapping[str, float]) -> None:
        self._model = model
        first = {f"B-{label}": amount for label, amount in bias.items()}
        self._emissions = Emissions(model, WordAttributes(lexicons()), first)
        self._done: dict[_Key, list[Place]] = {}
        self._characters = 0

    @classmethod
    def load(cls, folder: Traversable | None = None) -> "SpanTagger":
        """Return the tagger in a folder; by default the one in the package."""
        folder = folder or files("typed_sts.reading.tagging").joinpath("data")
        try:
            settings: dict[str, Any] = json.loads(folder.joinpath(SETTINGS).read_bytes())
            if settings.get("format") != FORMAT:
                raise BadModel(f"{folder} holds a model of format {settings.get('format')!r:.40}, not {FORMAT}")
            content = folder.joinpath(MODEL).read_bytes()
            if sha256(content).hexdigest() != settings["model_sha256"]:
                raise BadModel(f"the span model at {folder} is damaged; install typed-sts again")
            return cls(read_model(content), settings["bias"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, MemoryError) as error:
            raise BadModel(f"no span model at {folder} ({error}); install typed-sts again") from error

    def tag(self, item: Item) -> tuple[LabelledSpan, ...]:
        """Return the spans of a record, in the order of its fields, values and text; they never overlap."""
        return self._tag_batch([item])[0]

    def tag_all(self, items: Iterable[Item]) -> Iterator[tuple[Item, tuple[LabelledSpan, ...]]]:
        """Yield each record and its spans; several times faster than one record at a time."""
        for batch in batches(items, BATCH):
            yield from zip(batch, self._tag_batch(batch), strict=True)

    def _tag_batch(self, items: list[Item]) -> list[tuple[LabelledSpan, ...]]:
        values = [self._values(item) for item in items]
        if len(self._done) > CACHED_VALUES or self._characters > CACHED_CHARACTERS:
            self._done.clear()
            self._characters = 0
        self._tag_new(list(dict.fromkeys(key for of_item in values for _, _, key in of_item if key not in self._done)))
        return [
            tuple(
                [
                    LabelledSpan(Span(field, number, start, end, key[1][start:end]), label)
                    for field, number, key in of_item
                    for start, end, label in self._done[key]
                ]
            )
            for of_item in values
        ]

    def _values(self, item: Item) -> list[tuple[str, int, _Key]]:
        makers = maker_words(readable(item.dcCreator), readable(item.dcDescription))
        found = []
        for field in TAGGED_FIELDS:
            for number, text in enumerate(readable(getattr(item, field))):
                found.append((field, number, (field_letter(field), text, makers_for(field, makers))))
        return found

    def _tag_new(self, keys: list[_Key]) -> None:
        read: list[tuple[_Key, list[Token]]] = []
        for key in keys:
            self._characters += len(key[1])
            tokens = tokenise(key[1])
            if tokens:
                read.append((key, tokens))
            else:
                self._done[key] = []
        values = [Value(letter, [word for word, _, _ in tokens], makers) for (letter, _, makers), tokens in read]
        lengths = np.array([len(tokens) for _, tokens in read], dtype=np.intp)
        numbers = best_tags(self._emissions.of(values), lengths, self._model.transitions).tolist()
        tags = iter(map(self._model.tags.__getitem__, numbers))
        for key, tokens in read:
            self._done[key] = balanced(key[1], places_of(tokens, list(islice(tags, len(tokens)))))


def makers_for(field: str, makers: frozenset[str]) -> frozenset[str]:
    """Return the makers' words that a field is read with: none for dates, which are the same whoever made it."""
    return _NOBODY if field_letter(field) == "Y" else makers
