"""Read Items into Documents, one or many, in worker processes when asked; the same items give the same documents."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import tee

from typed_sts.domain.labels import DATE_LABELS
from typed_sts.domain.span import Span
from typed_sts.reading.dates.read import read_dates
from typed_sts.reading.document import DATE_FIELDS, TEXTS, Document, Entity, VerbUse, Words, Years, digests_of
from typed_sts.reading.entities.makers import makers, origins
from typed_sts.reading.entities.places import resolve
from typed_sts.reading.language import detect_language
from typed_sts.reading.normal_forms import norm_of
from typed_sts.reading.store import DocumentStore
from typed_sts.reading.tagging.annotated import LabelledSpan
from typed_sts.reading.tagging.engines import Tagger, open_tagger
from typed_sts.reading.unreadable import UnreadableRecord, one_by_one
from typed_sts.reading.version import reader_version
from typed_sts.running.workers import batches, map_in_order
from typed_sts_fetch.item import LIST_FIELDS, Item
from typed_sts_index.analyser import DEFAULT_LANGUAGE, analyse

VERB_FIELDS = ("dcTitle", "dcDescription", "dcSubject")
MAX_TAGGED = 20_000
"""Characters of a value that verbs and spans are looked for in; a longer text is a book, not a record."""
_ACQUISITION = re.compile(r"\bAcquisition:.*?(?=(?:;|\s)\s*[A-Z][a-z]+(?:\(s\))?:|$)", re.DOTALL)
_MATERIAL = re.compile(r"\s+(?:laid |wove )?(?:paper|ink|vellum)\b", re.IGNORECASE)
"""After a place's name."""
_PORTRAIT = re.compile(r"\b(?:self-?\s?)?portraits?\b|\bsitters?\b", re.IGNORECASE)
_MOST_CHARACTERS = 5_000
_CONTEXT_PLACES = 8
_CHUNK = 256


class Reader:
    """Reads records with one tagger; `version` names everything that decides what it says."""

    def __init__(self, tagger: str = "crf") -> None:
        self.tagger = tagger

    @property
    def version(self) -> str:
        """Return a short text that changes whenever documents could."""
        return reader_version(self.tagger)

    def read(self, item: Item) -> Document:
        """Return the document of an item; raise UnreadableRecord."""
        (found,) = _read_chunk(self.tagger, [item])
        if isinstance(found, UnreadableRecord):
            raise found
        return found

    def read_all(
        self, items: Iterable[Item], *, workers: int = 1, store: DocumentStore | None = None
    ) -> Iterator[Document]:
        """Yield the documents of many items in their order, through a store when one is given.

        Raise UnreadableRecord at one that cannot be read.
        """
        for found in self.read_each(items, workers=workers, store=store):
            if isinstance(found, UnreadableRecord):
                raise found
            yield found

    def read_each(
        self, items: Iterable[Item], *, workers: int = 1, store: DocumentStore | None = None
    ) -> Iterator[Document | UnreadableRecord]:
        """Yield for each item its document, or what is wrong with it."""
        kept, sent = tee((chunk, store.get(chunk) if store else {}) for chunk in batches(items, _CHUNK))
        unread = ([item for item in chunk if item.id not in known] for chunk, known in sent)
        read = map_in_order(partial(_read_chunk, self.tagger), unread, workers)
        for (chunk, known), (_, fresh) in zip(kept, read, strict=True):
            if store and (made := [found for found in fresh if isinstance(found, Document)]):
                store.put(made)
            new = iter(fresh)
            yield from (known[item.id] if item.id in known else next(new) for item in chunk)


def _read_chunk(name: str, items: list[Item]) -> list[Document | UnreadableRecord]:
    return one_by_one(partial(_documents, name), items, lambda item: item.id)


def _documents(name: str, items: Sequence[Item]) -> list[Document]:
    return [_document(item, spans, name) for item, spans in _tagger(name).tag_all(items)]


@cache
def _tagger(name: str) -> Tagger:
    return open_tagger(name)


def _document(item: Item, tagged: tuple[LabelledSpan, ...], name: str) -> Document:
    made_by = tuple(_makers(item))
    spans = tuple(found for found in tagged if not _about_maker(found, item, made_by))
    return Document(
        item=item,
        version=reader_version(name),
        language=detect_language(item),
        words=tuple(_words(item)),
        entities=_entities(item, made_by, spans),
        verbs=tuple(_verbs(item, _tagger(name))),
        years=tuple(_years(item, spans)),
        origins=tuple(_origins(item)),
        portraits=tuple(_portraits(item)),
        digests=digests_of(item),
    )


def _words(item: Item) -> Iterator[Words]:
    language = item.language or DEFAULT_LANGUAGE
    for field in LIST_FIELDS:
        for number, text in enumerate(getattr(item, field)):
            if tokens := analyse(text, language):
                yield Words(field, number, *zip(*tokens, strict=True))


def _makers(item: Item) -> Iterator[Entity]:
    for maker in makers(item):
        mention = Span(maker.field, maker.value, maker.start, maker.end, maker.text)
        yield Entity(mention, "MAKER", maker.name.norm, maker.stated, maker.label)


def _origins(item: Item) -> Iterator[Entity]:
    for origin in origins(item):
        text = item.dcCreator[origin.value]
        yield Entity(Span("dcCreator", origin.value, 0, len(text), text), "ORIGIN", origin.norm)


def _portraits(item: Item) -> Iterator[Span]:
    """Yield the words that say somebody sat for this; the taggers see no event in them, people do."""
    for field in TEXTS:
        for number, text in enumerate(getattr(item, field)):
            for word in _PORTRAIT.finditer(text[:_MOST_CHARACTERS]):
                yield Span(field, number, word.start(), word.end(), word[0])


def _about_maker(tagged: LabelledSpan, item: Item, made_by: Iterable[Entity]) -> bool:
    """Tell whether a span only repeats a maker the rules have found, or dates that maker's life.

    "Artist: Moore, Henry Spencer, sculptor - British sculptor, 1898-1986; Date(s): 1944": nobody called Moore is shown,
    and the first years are his; what is said of a maker in a description ends at the semicolon.
    """
    span, label = tagged.span, tagged.label
    for maker in (entity.mention for entity in made_by):
        if (span.field, span.value) != (maker.field, maker.value):
            continue
        if label in ("PERSON", "MAKER") and span.start < maker.end and maker.start < span.end:
            return True
        if label == "DATE" and span.field == "dcDescription" and span.start >= maker.end:
            if ";" not in item.dcDescription[span.value][maker.end : span.start]:
                return True
    return False


def _entities(item: Item, by_rule: tuple[Entity, ...], spans: tuple[LabelledSpan, ...]) -> tuple[Entity, ...]:
    """Return who, where and what happens, with normal forms; spans that state nothing are left out.

    Makers come from the rules that know holders and labelled texts; a span the tagger calls a maker counts only where
    those found nobody. Dates are in `years`.
    """
    other_places = tuple(dict.fromkeys(found.span.text for found in spans if found.label == "PLACE"))[:_CONTEXT_PLACES]
    found = [*by_rule]
    for tagged in spans:
        span, label = tagged.span, tagged.label
        if label in DATE_LABELS or (label == "MAKER" and by_rule):
            continue
        if label == "PLACE":  # Cambridge is in Massachusetts when the record names Boston
            norm = resolve(span.text, tuple(text for text in other_places if text != span.text)).norm
        else:
            norm = norm_of(label, span.text)
        if norm:
            found.append(Entity(span, label, norm, material=_is_material(tagged, item)))
    return tuple(sorted(found, key=lambda e: (e.mention.field, e.mention.value, e.mention.start, e.label)))


def _is_material(tagged: LabelledSpan, item: Item) -> bool:
    text = getattr(item, tagged.span.field)[tagged.span.value]
    return tagged.label == "PLACE" and _MATERIAL.match(text, tagged.span.end) is not None


def _verbs(item: Item, tagger: Tagger) -> Iterator[VerbUse]:
    for field in VERB_FIELDS:
        for number, text in enumerate(getattr(item, field)):
            for verb in tagger.verbs(text[:MAX_TAGGED]):
                yield VerbUse(Span(field, number, verb.start, verb.end, verb.text), verb.lemma)


def _years(item: Item, spans: Iterable[LabelledSpan]) -> Iterator[Years]:
    """Yield the years of the date fields, and of the dates the tagger finds in other fields.

    When a museum acquired a thing does not date the thing.
    """
    for field in DATE_FIELDS:
        for number, text in enumerate(getattr(item, field)):
            yield from _years_in(text, field, number, 0)
    for tagged in spans:
        span = tagged.span
        if tagged.label == "DATE" and span.field not in DATE_FIELDS and not _of_acquisition(span, item):
            yield from _years_in(span.text, span.field, span.value, span.start)


def _of_acquisition(span: Span, item: Item) -> bool:
    text = getattr(item, span.field)[span.value]
    return any(part.start() <= span.start < part.end() for part in _ACQUISITION.finditer(text))


def _years_in(text: str, field: str, number: int, offset: int) -> Iterator[Years]:
    for interval in read_dates(text):
        start, end = interval.span
        mention = Span(field, number, offset + start, offset + end, text[start:end])
        yield Years(mention, interval.start, interval.end, interval.flags)
