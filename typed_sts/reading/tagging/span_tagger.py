"""SpanTagger: reads records and marks their spans, with a conditional random field and, if there is one, a net.

The field (python-crfsuite) knows words and the knowledge pack; the net (`word_net`) knows what words mean in many
languages. Their scores are added up before the best sequence of tags is chosen. A bias in the settings makes some
labels a little likelier: F1 is highest when a span is marked that has somewhat less than an even chance.

    spans.crfsuite    the field, as python-crfsuite trained it
    word_net.npz      the net
    spans.json        format and settings, and what both were trained on
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import islice
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np

from typed_sts.domain.limits import readable
from typed_sts.domain.span import Span
from typed_sts.errors import BadModel
from typed_sts.reading.encoder import encoder
from typed_sts.reading.language import Languages, languages_of_values
from typed_sts.reading.tagging.annotated import LabelledSpan, Place, Token, balanced, places_of, tokenise
from typed_sts.reading.tagging.crfsuite_model import CrfModel, Emissions, Value, best_tags, read_model
from typed_sts.reading.tagging.known_names import known_marks
from typed_sts.reading.tagging.lexicons import lexicons
from typed_sts.reading.tagging.settling import settle
from typed_sts.reading.tagging.token_attributes import WordAttributes, field_letter, maker_words, marks
from typed_sts.reading.tagging.word_net import NetText, WordNet, from_bytes
from typed_sts.running.workers import batches
from typed_sts_fetch.item import LIST_FIELDS, Item

FORMAT = "spans.v2"
MODEL, NET, SETTINGS = "spans.crfsuite", "word_net.npz", "spans.json"

_NO_TEXT = ("dcSource", "dcType", "dctermsMedium", "dctermsIsPartOf")
TAGGED_FIELDS = tuple(field for field in LIST_FIELDS if field not in _NO_TEXT)
"""Every list of texts but shelf marks, types, materials and names of collections, which are no running text."""

BATCH = 128
CACHED_VALUES = 50_000
CACHED_CHARACTERS = 20_000_000
"""What is kept of values that were read before, at most."""
_NOBODY: frozenset[str] = frozenset()


class _Key(NamedTuple):
    """A value and what can change its spans: its field, its language, the words in the names of the makers."""

    letter: str
    text: str
    language: str
    makers: frozenset[str]


class SpanTagger:
    """Marks the spans of records. Hold one and use it again: what it knows of words makes it faster.

    Not for use by several threads at once.
    """

    def __init__(
        self, model: CrfModel, bias: Mapping[str, float], net: WordNet | None = None, share: float = 1.0
    ) -> None:
        self._model = model
        first = {f"B-{label}": amount for label, amount in bias.items()}
        self._emissions = Emissions(model, WordAttributes(lexicons()), first)
        self._transitions = model.transitions
        self._net = net
        self._share = share
        if net is not None:
            self._net_columns = [net.tags.index(tag) for tag in model.tags]
            learned = net.transitions[np.ix_(self._net_columns, self._net_columns)]
            self._transitions = model.transitions + np.float32(share) * learned
        self._done: dict[_Key, list[Place]] = {}
        self._characters = 0

    @classmethod
    def load(cls, folder: Traversable | None = None, *, net: bool = True) -> "SpanTagger":
        """Return the tagger in a folder, by default the one in the package; without its net when so asked."""
        folder = folder or files("typed_sts.reading.tagging").joinpath("data")
        try:
            settings: dict[str, Any] = json.loads(folder.joinpath(SETTINGS).read_bytes())
            if settings.get("format") != FORMAT:
                raise BadModel(f"{folder} holds a model of format {settings.get('format')!r:.40}, not {FORMAT}")
            field = read_model(_checked(folder, MODEL, settings["model_sha256"]))
            if not net:
                return cls(field, settings["bias"])
            read = from_bytes(_checked(folder, NET, settings["net_sha256"]))
            return cls(field, settings["bias_with_net"], read, settings["share_of_net"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, MemoryError, BadZipFile) as error:
            raise BadModel(f"no span model at {folder} ({error}); install typed-sts again") from error

    def tag(self, item: Item) -> tuple[LabelledSpan, ...]:
        """Return the spans of a record, in the order of its fields, values and text; they never overlap."""
        return self._tag_batch([item])[0]

    def tag_all(self, items: Iterable[Item]) -> Iterator[tuple[Item, tuple[LabelledSpan, ...]]]:
        """Yield each record and its spans; several times faster than one record at a time."""
        for batch in batches(items, BATCH):
            yield from zip(batch, self._tag_batch(batch), strict=True)

    def _tag_batch(self, items: list[Item]) -> list[tuple[LabelledSpan, ...]]:
        languages = [languages_of_values(item) for item in items]
        values = [self._values(item, found) for item, found in zip(items, languages, strict=True)]
        if len(self._done) > CACHED_VALUES or self._characters > CACHED_CHARACTERS:
            self._done.clear()
            self._characters = 0
        self._tag_new(list(dict.fromkeys(key for of_item in values for _, _, key in of_item if key not in self._done)))
        return [
            settle(item, [found for value in of_item for found in self._spans(*value)], told)
            for item, of_item, told in zip(items, values, languages, strict=True)
        ]

    def _spans(self, field: str, number: int, key: _Key) -> Iterator[LabelledSpan]:
        for start, end, label in self._done[key]:
            yield LabelledSpan(Span(field, number, start, end, key.text[start:end]), label)

    def _values(self, item: Item, languages: Languages) -> list[tuple[str, int, _Key]]:
        makers = maker_words(readable(item.dcCreator), readable(item.dcDescription))
        found = []
        for field in TAGGED_FIELDS:
            for number, text in enumerate(readable(getattr(item, field))):
                language = languages[field, number]
                found.append((field, number, _Key(field_letter(field), text, language, makers_for(field, makers))))
        return found

    def _tag_new(self, keys: list[_Key]) -> None:
        read: list[tuple[_Key, NetText]] = []
        for key in keys:
            self._characters += len(key.text)
            tokens = tokenise(key.text)
            if tokens:
                marked = marks_of(key.text, tokens, key.letter, key.language, key.makers)
                read.append((key, NetText(key.text, tokens, key.letter, marked)))
            else:
                self._done[key] = []
        if not read:
            return
        texts = [text for _, text in read]
        values = [Value(text.letter, [word for word, _, _ in text.tokens], text.marks) for text in texts]
        scores = self._emissions.of(values)
        if self._net is not None:
            learned = np.concatenate(self._net.scores(texts, encoder()))
            scores += np.float32(self._share) * learned[:, self._net_columns]
        lengths = np.array([len(text.tokens) for text in texts], dtype=np.intp)
        numbers = best_tags(scores, lengths, self._transitions).tolist()
        tags = iter(map(self._model.tags.__getitem__, numbers))
        for key, text in read:
            self._done[key] = balanced(key.text, places_of(text.tokens, list(islice(tags, len(text.tokens)))))


def marks_of(
    text: str, tokens: Sequence[Token], letter: str, language: str, makers: frozenset[str]
) -> list[tuple[int, str]]:
    """Return what is known of the words of a value beyond themselves: brackets, names of makers, names of the pack."""
    return [*marks([word for word, _, _ in tokens], makers, letter), *known_marks(text, tokens, language)]


def _checked(folder: Traversable, name: str, digest: str) -> bytes:
    content = folder.joinpath(name).read_bytes()
    if sha256(content).hexdigest() != digest:
        raise BadModel(f"the span model at {folder} is damaged; install typed-sts again")
    return content


def makers_for(field: str, makers: frozenset[str]) -> frozenset[str]:
    """Return the makers' words that a field is read with: none for dates, which are the same whoever made it."""
    return _NOBODY if field_letter(field) == "Y" else makers
