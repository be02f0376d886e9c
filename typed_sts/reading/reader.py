"""Read Items into Documents, one or many, in worker processes when asked; the same items give the same documents."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import accumulate, tee
from pathlib import Path

from typed_sts.domain.labels import DATE_LABELS
from typed_sts.domain.limits import readable_part
from typed_sts.domain.span import Span
from typed_sts.reading.boilerplate import NOTHING_KNOWN, Boilerplate, without
from typed_sts.reading.confirming import as_people, stands
from typed_sts.reading.corrections import corrected
from typed_sts.reading.document import FORMERLY, SEARCHED_ONLY, TEXTS, Document, Entity, VerbUse, Words, digests_of
from typed_sts.reading.entities.linking import link
from typed_sts.reading.entities.makers import makers, origins
from typed_sts.reading.entities.non_values import states_nothing
from typed_sts.reading.entities.qualifiers import Qualifier, was_maker
from typed_sts.reading.identifying import Identities
from typed_sts.reading.inscriptions import inscriptions
from typed_sts.reading.item_dates import dates_of
from typed_sts.reading.language import Languages, detect_language, languages_of_values
from typed_sts.reading.not_of_item import LeftOut, parts_not_of_item
from typed_sts.reading.stated_ids import stated_id
from typed_sts.reading.store import DocumentStore
from typed_sts.reading.tagging.annotated import LabelledSpan
from typed_sts.reading.tagging.engines import DEFAULT_TAGGER, Tagger, open_tagger
from typed_sts.reading.topics import topics
from typed_sts.reading.unreadable import UnreadableRecord, one_by_one
from typed_sts.reading.version import reader_version
from typed_sts.running.workers import batches, map_in_order
from typed_sts_fetch.item import LIST_FIELDS, Item
from typed_sts_index.analyser import DEFAULT_LANGUAGE, analyse

VERB_FIELDS = ("dcTitle", "dcDescription", "dcSubject")
_MATERIAL = re.compile(r"\s+(?:laid |wove )?(?:paper|ink|vellum)\b", re.IGNORECASE)
"""After a place's name."""
_PORTRAIT = re.compile(r"\b(?:self-?\s?)?portraits?\b|\bsitters?\b", re.IGNORECASE)
_SIGNED = DATE_LABELS | {"MAKER"}
"""What is read of an inscription."""
_MOST_CHARACTERS = 5_000
_CHUNK = 256


class Reader:
    """Reads records with one tagger; `version` names everything that decides what it says of what it reads.

    What the providers of a collection repeat in their records (`boilerplate`) is left out of its documents.
    """

    def __init__(self, tagger: str = DEFAULT_TAGGER, boilerplate: Boilerplate = NOTHING_KNOWN) -> None:
        self.tagger = tagger
        self.boilerplate = boilerplate

    @property
    def version(self) -> str:
        """Return a short text that changes whenever documents could, but for what is left out of them."""
        return reader_version(self.tagger)

    def store(self, path: Path, *, forgiving: bool = False) -> DocumentStore:
        """Return the store at that path of what this reader reads."""
        return DocumentStore(path, self.version, boilerplate=self.boilerplate, forgiving=forgiving)

    def read(self, item: Item) -> Document:
        """Return the document of an item; raise UnreadableRecord."""
        (found,) = _read_chunk(self.tagger, self.boilerplate, [item])
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
        read = map_in_order(partial(_read_chunk, self.tagger, self.boilerplate), unread, workers)
        for (chunk, known), (_, fresh) in zip(kept, read, strict=True):
            if store and (made := [found for found in fresh if isinstance(found, Document)]):
                store.put(made)
            new = iter(fresh)
            yield from (known[item.id] if item.id in known else next(new) for item in chunk)


_read_here = [0]


def records_read() -> int:
    """Return how many records this process has read anew so far: those that no store and no memory had."""
    return _read_here[0]


def _read_chunk(name: str, boilerplate: Boilerplate, items: list[Item]) -> list[Document | UnreadableRecord]:
    _read_here[0] += len(items)
    return one_by_one(partial(_documents, name, boilerplate), items, lambda item: item.id)


def _documents(name: str, boilerplate: Boilerplate, items: Sequence[Item]) -> list[Document]:
    return [corrected(_document(item, spans, name, boilerplate)) for item, spans in _tagger(name).tag_all(items)]


@cache
def _tagger(name: str) -> Tagger:
    return open_tagger(name)


def _document(item: Item, tagged: tuple[LabelledSpan, ...], name: str, boilerplate: Boilerplate) -> Document:
    part = readable_part(item)
    language = detect_language(item)
    languages = languages_of_values(part)
    repeated = boilerplate.parts(item)
    parts = (*parts_not_of_item(item), *repeated)
    left_out = LeftOut(parts)
    made_by = tuple(maker for maker in _makers(part, language) if not left_out.holds(maker.mention))
    found = tuple([span for span in tagged if not left_out.holds(span.span) and not states_nothing(span.span.text)])
    years = tuple(years for years in dates_of(part, found, made_by) if not left_out.holds(years.mention))
    parts = (*parts, *inscriptions(part))
    left_out = LeftOut(parts)
    spans = tuple([span for span in found if span.label in _SIGNED or not left_out.holds(span.span)])
    told = _not_about(made_by, spans, part) if made_by else spans
    return Document(
        item=item,
        version=reader_version(name),
        language=language,
        words=tuple(_words(item, left_out)),
        entities=_entities(part, made_by, told, language, languages),
        verbs=tuple(verb for verb in _verbs(part, languages, _tagger(name)) if not left_out.holds(verb.mention)),
        years=years,
        origins=tuple(_origins(part)),
        portraits=tuple(mention for mention in _portraits(part) if not left_out.holds(mention)),
        topics=tuple(topic for topic in topics(part, languages) if not left_out.holds(topic.mention)),
        digests=(*digests_of(without(item, repeated))[:-1], digests_of(item)[-1]) if repeated else digests_of(item),
        left_out=parts,
        repeated=repeated,
        common=boilerplate.common(item),
    )


def _words(item: Item, left_out: LeftOut) -> Iterator[Words]:
    language = item.language or DEFAULT_LANGUAGE
    for field in LIST_FIELDS:
        for number, text in enumerate(getattr(item, field)):
            tokens = analyse(text, language)
            if field != SEARCHED_ONLY and (field, number) in left_out.places:
                tokens = [token for token in tokens if not left_out.covers(field, number, token[1])]
            if tokens:
                yield Words(field, number, *zip(*tokens, strict=True))


def _makers(item: Item, language: str) -> Iterator[Entity]:
    for maker in makers(item):
        mention = Span(maker.field, maker.value, maker.start, maker.end, maker.text)
        if maker.name.qualifier is Qualifier.FORMER:
            yield Entity(mention, "MAKER", maker.name.norm, maker.stated, FORMERLY)
            continue
        concept = stated_id(item, mention, "MAKER") or link("MAKER", maker.stated or maker.text, language)
        yield Entity(mention, "MAKER", maker.name.norm, maker.stated, maker.label, concept=concept)


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


class _MakersOfValue:
    """Where the makers of one value stand, so that a span is compared with the nearest of them only."""

    def __init__(self, mentions: Iterable[Span], text: str) -> None:
        places = sorted((mention.start, mention.end) for mention in mentions)
        self.starts = [start for start, _ in places]
        self.farthest = list(accumulate((end for _, end in places), max))
        self.ends = sorted(end for _, end in places)
        self.semicolons = [match.start() for match in re.finditer(";", text)]

    def meet(self, span: Span) -> bool:
        """Tell whether a span shares a character with a maker."""
        before = bisect_left(self.starts, span.end)
        return before > 0 and self.farthest[before - 1] > span.start

    def lead_to(self, span: Span) -> bool:
        """Tell whether a maker stands before a span, with no semicolon between them."""
        before = bisect_right(self.ends, span.start)
        if not before:
            return False
        following = bisect_left(self.semicolons, self.ends[before - 1])
        return following == len(self.semicolons) or self.semicolons[following] >= span.start


def _not_about(made_by: Iterable[Entity], tagged: Iterable[LabelledSpan], item: Item) -> tuple[LabelledSpan, ...]:
    """Return the spans that do not only repeat a maker the rules have found, or date that maker's life.

    "Artist: Moore, Henry Spencer, sculptor - British sculptor, 1898-1986; Date(s): 1944": nobody called Moore is shown,
    and the first years are his; what is said of a maker in a description ends at the semicolon.
    """
    mentions: dict[tuple[str, int], list[Span]] = {}
    for maker in made_by:
        mentions.setdefault((maker.mention.field, maker.mention.value), []).append(maker.mention)
    makers_of = {
        (field, value): _MakersOfValue(found, getattr(item, field)[value]) for (field, value), found in mentions.items()
    }

    def about(found: LabelledSpan) -> bool:
        span, label = found.span, found.label
        makers_here = makers_of.get((span.field, span.value))
        if makers_here is None:
            return False
        if label in ("PERSON", "MAKER"):
            return makers_here.meet(span)
        return label == "DATE" and span.field == "dcDescription" and makers_here.lead_to(span)

    return tuple([found for found in tagged if not about(found)])


def _entities(
    item: Item, by_rule: tuple[Entity, ...], spans: tuple[LabelledSpan, ...], language: str, languages: Languages
) -> tuple[Entity, ...]:
    """Return who, where and what happens, with normal forms; spans that state nothing are left out.

    Makers come from the rules that know holders and labelled texts; a span the tagger calls a maker counts only where
    those found nobody. What neither form nor knowledge confirms is left out. Dates are in `years`.
    """
    identities = Identities(item, spans, language)
    found = [*by_rule]
    for marked in spans:
        if (tagged := as_people(marked)) is None:
            continue
        span, label = tagged.span, tagged.label
        if label in DATE_LABELS or (label == "MAKER" and by_rule) or _was_maker(tagged, item):
            continue
        norm, concept = identities.of(tagged)
        text = getattr(item, span.field)[span.value]
        if norm and stands(tagged, text, languages[span.field, span.value], norm, concept):
            found.append(Entity(span, label, norm, material=_is_material(tagged, item), concept=concept))
    return tuple(sorted(found, key=lambda e: (e.mention.field, e.mention.value, e.mention.start, e.label)))


def _was_maker(tagged: LabelledSpan, item: Item) -> bool:
    span = tagged.span
    return tagged.label in ("MAKER", "PERSON") and was_maker(
        getattr(item, span.field)[span.value], span.start, span.end
    )


def _is_material(tagged: LabelledSpan, item: Item) -> bool:
    text = getattr(item, tagged.span.field)[tagged.span.value]
    return tagged.label == "PLACE" and _MATERIAL.match(text, tagged.span.end) is not None


def _verbs(item: Item, languages: Languages, tagger: Tagger) -> Iterator[VerbUse]:
    """Yield the verbs of English texts; of other languages the actions that the knowledge pack knows are events."""
    for field in VERB_FIELDS:
        for number, text in enumerate(getattr(item, field)):
            if languages[field, number] in ("en", ""):
                for verb in tagger.verbs(text):
                    yield VerbUse(Span(field, number, verb.start, verb.end, verb.text), verb.lemma)
