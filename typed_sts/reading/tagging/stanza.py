"""Reading with stanza: our own models from a folder, or stanza's stock English models with their labels mapped.

Both take a pipeline, anything that is called as `stanza.Pipeline` is and answers with its documents, so that tests can
bring their own. Ours see words split by us; the stock ones see text.

    document.sentences[].words[]   .text .upos .lemma, and .start_char .end_char when made from text
    document.sentences[].tokens[]  .ner, as B- I- E- S- and a label
    document.entities[]            .type .start_char .end_char
"""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from typed_sts.domain.limits import readable
from typed_sts.domain.span import Span
from typed_sts.errors import BadModel, needing
from typed_sts.reading.tagging.annotated import LabelledSpan, places_of, tokenise
from typed_sts.reading.tagging.span_tagger import TAGGED_FIELDS
from typed_sts.reading.tagging.token_attributes import field_letter, maker_words
from typed_sts.reading.tagging.verb_attributes import sentences, word_places
from typed_sts.reading.tagging.verb_tagger import Verb
from typed_sts.running.workers import batches
from typed_sts_fetch.item import Item

MODEL_FILES = ("resources.json", "vectors.pt", "pos.pt", "lemma.pt", "names.pt", "ner.pt")
MAKER_WORD = "dcMaker"
BATCH = 32
MODELS = Path.home() / ".local" / "share" / "typed-sts" / "stanza"
"""Where our models for stanza are looked for unless told otherwise; they do not come with the package."""

STOCK_LABELS = {
    "PERSON": "PERSON",
    "GPE": "PLACE",
    "LOC": "PLACE",
    "FAC": "PLACE",
    "NORP": "CULTURE",
    "DATE": "DATE",
    "EVENT": "EVENT",
}
"""What the labels of stanza's stock English NER (OntoNotes) are to us; the others (ORG, ...) are nothing."""

STOCK_LABELS_OF_CREATORS = STOCK_LABELS | {"PERSON": "MAKER", "ORG": "MAKER", "DATE": "LIFE"}
"""The same in dcCreator and dcContributor, where people are makers and years are their lives."""

Pipeline = Callable[[Any], Any]


class StanzaTagger:
    """Spans and verbs by models trained on our labels: `python -m typed_sts.training.shipped.stanza_models`."""

    def __init__(self, reading: Pipeline, naming: Pipeline) -> None:
        self._reading = reading
        self._naming = naming

    @classmethod
    def load(cls, folder: Path = MODELS) -> "StanzaTagger":
        """Open the models in a folder, without any download."""
        missing = [name for name in MODEL_FILES if not (folder / name).is_file()]
        if missing:
            command = f"python -m typed_sts.training.shipped.stanza_models --vectors FILE --to {folder}"
            raise BadModel(f"no stanza models at {folder} ({', '.join(missing)} missing); train them: {command}")
        return cls(_local_pipeline(folder, "pos", "lemma"), _local_pipeline(folder, "ner"))

    def tag(self, item: Item) -> tuple[LabelledSpan, ...]:
        """Return the spans of a record, in the order of its fields, values and text."""
        return self._tag_batch([item])[0]

    def tag_all(self, items: Iterable[Item]) -> Iterator[tuple[Item, tuple[LabelledSpan, ...]]]:
        """Yield each record and its spans; faster than one record at a time."""
        for batch in batches(items, BATCH):
            yield from zip(batch, self._tag_batch(batch), strict=True)

    def _tag_batch(self, items: list[Item]) -> list[tuple[LabelledSpan, ...]]:
        texts = [(number, *row, tokenise(row[2])) for number, item in enumerate(items) for row in _texts(item)]
        found: list[list[LabelledSpan]] = [[] for _ in items]
        spelt = [
            spelt_for_names(field, (token[0] for token in tokens), readable(items[number].dcCreator))
            for number, field, _, _, tokens in texts
        ]
        read = self._naming(spelt).sentences if spelt else []
        for (number, field, value, text, tokens), sentence in zip(texts, read, strict=True):
            tags = [bio_of(token.ner) for token in sentence.tokens[1:]]
            for start, end, label in places_of(tokens, tags):
                found[number].append(LabelledSpan(Span(field, value, start, end, text[start:end]), label))
        return [tuple(spans) for spans in found]

    def verbs(self, text: str) -> tuple[Verb, ...]:
        """Return the verbs of a text in order."""
        return next(self.verbs_of([text]))

    def verbs_of(self, texts: Iterable[str]) -> Iterator[tuple[Verb, ...]]:
        """Yield the verbs of each text; one call of stanza for all of them is much faster than one each."""
        split = [(text, word_places(text)) for text in texts]
        sequences = []
        for text, places in split:
            words = [text[start:end] for start, end in places]
            sequences += [words[start:end] for start, end in sentences(words)]
        read = self._reading(sequences).sentences if sequences else []
        words_read: Iterator[Any] = (word for sentence in read for word in sentence.words)
        for text, places in split:
            yield tuple(
                Verb(start, end, text[start:end], (word.lemma or word.text).lower())
                for (start, end), word in zip(places, words_read, strict=False)
                if word.upos == "VERB"
            )


class StockTagger:
    """Spans and verbs by stanza's stock English models: no GROUP, and EVENT only for named events."""

    def __init__(self, reading: Pipeline) -> None:
        self._reading = reading

    @classmethod
    def load(cls, folder: Path | None = None) -> "StockTagger":
        """Open the stock models where stanza keeps them, or in a folder, without any download."""
        stanza = _import_stanza()
        where = {} if folder is None else {"dir": str(folder)}
        try:
            return cls(
                stanza.Pipeline("en", processors="tokenize,pos,lemma,ner", download_method=None, **_QUIET, **where)
            )
        except Exception as exc:
            # What stanza raises depends on which of its files is missing.
            command = "python -c \"import stanza; stanza.download('en')\""
            raise BadModel(f"no stock English models for stanza; download them: {command}") from exc

    def tag(self, item: Item) -> tuple[LabelledSpan, ...]:
        """Return the spans of a record, in the order of its fields, values and text."""
        found = []
        for field, value, text in _texts(item):
            labels = STOCK_LABELS_OF_CREATORS if field in ("dcCreator", "dcContributor") else STOCK_LABELS
            for entity in self._reading(text).entities:
                if label := labels.get(entity.type):
                    start, end = entity.start_char, entity.end_char
                    found.append(LabelledSpan(Span(field, value, start, end, text[start:end]), label))
        return tuple(found)

    def tag_all(self, items: Iterable[Item]) -> Iterator[tuple[Item, tuple[LabelledSpan, ...]]]:
        """Yield each record and its spans."""
        return ((item, self.tag(item)) for item in items)

    def verbs(self, text: str) -> tuple[Verb, ...]:
        """Return the verbs of a text in order."""
        if not text.strip():
            return ()
        words = (word for sentence in self._reading(text).sentences for word in sentence.words)
        # A word made out of nothing ("du" = de + le) has no place of its own.
        return tuple(
            Verb(
                word.start_char, word.end_char, text[word.start_char : word.end_char], (word.lemma or word.text).lower()
            )
            for word in words
            if word.upos == "VERB" and word.start_char is not None
        )


def spelt_for_names(field: str, words: Iterable[str], creators: Iterable[str]) -> list[str]:
    """Return a value's words as the span model reads them.

    The field comes first, for the model sees words and nothing else; a word of the maker's name, outside the
    fields of makers and dates, is always the same word; and every digit is a zero, since no year is like another.

    >>> spelt_for_names("dcTitle", ["Turner", "in", "1855"], ["Turner, Joseph"])
    ['dcTitle', 'dcMaker', 'in', '0000']
    """
    makers = frozenset[str]() if field_letter(field) in "CY" else maker_words(creators, ())
    return [field, *(MAKER_WORD if word in makers else _DIGIT.sub("0", word) for word in words)]


def bio_of(tag: str) -> str:
    """Return a BIOES tag as B-, I- or O.

    >>> [bio_of(tag) for tag in ("S-DATE", "B-MAKER", "E-MAKER", "O")]
    ['B-DATE', 'B-MAKER', 'I-MAKER', 'O']
    """
    return tag if tag == "O" else {"S": "B", "E": "I"}.get(tag[0], tag[0]) + tag[1:]


_VECTORS = {"pos": "vectors.pt", "ner": "names.pt"}
_DIGIT = re.compile(r"\d")
_QUIET = {"verbose": False, "use_gpu": False}


def _local_pipeline(folder: Path, *processors: str) -> Pipeline:
    stanza = _import_stanza()
    paths = {f"{name}_model_path": str(folder / f"{name}.pt") for name in processors}
    vectors = {f"{name}_pretrain_path": str(folder / file) for name, file in _VECTORS.items() if name in processors}
    pipeline: Pipeline = stanza.Pipeline(
        "en",
        dir=str(folder),
        processors=dict.fromkeys(("tokenize", *processors), "default"),
        download_method=None,
        allow_unknown_language=True,
        tokenize_pretokenized=True,
        **paths,
        **vectors,
        **_QUIET,
    )
    return pipeline


def _import_stanza() -> Any:
    with needing("stanza"):
        import stanza
    return stanza


def _texts(item: Item) -> Iterator[tuple[str, int, str]]:
    for field in TAGGED_FIELDS:
        for value, text in enumerate(readable(getattr(item, field))):
            if text.strip():
                yield field, value, text
