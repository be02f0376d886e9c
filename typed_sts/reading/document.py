"""Document: what reading an Item once gives. Everything that compares two records starts from here.

    Document
    |-- words       the analyser's tokens of every value, and where they stand
    |-- entities    who, where and what happens: a place in the record, its label, its normal form
    |-- verbs       each with its lemma, and where it stands
    |-- years       when: intervals of years, where they stand, and whether they date the item or what it shows
    |-- origins     the peoples and places that stand where a maker should
    |-- portraits   the words that say that somebody sat for this
    |-- topics      what kind of thing it is and what it is about, as concepts
    |-- digests     of title, subject, description and of all fields: equal for what says the same
    |-- left_out    stretches that say nothing of the item: credit lines, holders, licences, "unknown", "Untitled"
    |-- repeated    those of them that its provider writes in many records
    |-- common      headings and names, folded, that many records of its provider have
    |-- language    of its texts
    `-- views       tokens by name, made of the above: text, title, creator, subject, description (words), and
                    makers, people, groups, places, cultures, dates, events, verbs, topics (concepts, normal forms)

Only what the record says is in it; sentence vectors are made from it on demand (typed_sts.reading.vectors). The item
is kept for its texts to be quoted and encoded.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import accumulate, groupby
from typing import Any

import orjson

from typed_sts.domain.labels import VIEWS
from typed_sts.domain.span import Span
from typed_sts.reading.dates.interval import AFTER, BEFORE
from typed_sts.reading.dates.trust import Candidate, Trust, centuries, chosen, doubted
from typed_sts.reading.entities.non_values import is_no_value
from typed_sts_fetch.item import LIST_FIELDS, Item, item_from_dict
from typed_sts_index.entry import views_of_terms

FORMAT_VERSION = 5
DATE_FIELDS = ("dcDate", "dctermsCreated", "dctermsTemporal")
SEARCHED_ONLY = "dcSource"
"""Inventory numbers and holders: their words are kept to be searched for, and count in no view."""
FORMERLY = "formerly attributed"
"""The role of a maker who is thought to be none any more; named by the record, and compared with nobody."""
TEXTS = ("dcTitle", "dcSubject", "dcDescription")
"""Fields that have a digest of their own, before that of all fields."""


@dataclass(frozen=True, slots=True)
class Words:
    """The tokens of one value of a field in order, and where the word of each starts and ends."""

    field: str
    value: int
    terms: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entity:
    """A span with one of the eight labels; `norm` is equal for what is the same ("" when it states nothing)."""

    mention: Span
    label: str
    norm: str
    stated: str = ""
    """All the record says of a maker found by rule, with dates and nationality; "" for other entities."""
    role: str = ""
    """The label before such a maker: "artist"; FORMERLY for one who was only thought to be the maker."""
    material: bool = False
    """Whether a place only says of what kind a material is: "India paper" is not from India."""
    concept: str = ""
    """The id of what is meant, where the record gives one or it is known beyond doubt."""

    @property
    def key(self) -> str:
        """What is equal for what is the same, in whatever language: the concept, or else the normal form."""
        return self.concept or self.norm


@dataclass(frozen=True, slots=True)
class VerbUse:
    """A verb where it stands, and its base form."""

    mention: Span
    lemma: str


@dataclass(frozen=True, slots=True)
class Years:
    """Years `first` to `last`, both included, BC negative, that a mention tells; flags such as circa or before.

    `trust` says how far they are the item's; those of the subject, as when the bridge of a photograph was built, never
    date it.
    """

    mention: Span
    first: int
    last: int
    flags: tuple[str, ...]
    trust: Trust = Trust.FIELD

    @property
    def of_subject(self) -> bool:
        """Whether they are years of what is shown or told, and not of the item."""
        return self.trust == Trust.SUBJECT

    @property
    def centuries(self) -> tuple[int, int] | None:
        """The first and the last century that these years are, BC negative; None for years that are no centuries."""
        return centuries((self.first, self.last))


@dataclass(frozen=True, slots=True)
class Document:
    """An item as it was read, by the reader of that version."""

    item: Item
    version: str
    language: str
    words: tuple[Words, ...]
    entities: tuple[Entity, ...]
    verbs: tuple[VerbUse, ...]
    years: tuple[Years, ...]
    origins: tuple[Entity, ...] = ()
    portraits: tuple[Span, ...] = ()
    topics: tuple[Entity, ...] = ()
    digests: tuple[int, ...] = (0,) * (len(TEXTS) + 1)
    left_out: tuple[Span, ...] = ()
    repeated: tuple[Span, ...] = ()
    common: tuple[str, ...] = ()
    views: dict[str, tuple[str, ...]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "views", _views(self))

    @property
    def id(self) -> str:
        """The item's id."""
        return self.item.id

    @property
    def provider(self) -> str:
        """Who holds the item."""
        return self.item.provider

    def tokens(self, view: str) -> tuple[str, ...]:
        """Return the tokens of a view; none for a view there is not."""
        return self.views.get(view, ())

    def labelled(self, *labels: str) -> tuple[Entity, ...]:
        """Return the entities with any of these labels, in the order of the record."""
        return tuple(entity for entity in self.entities if entity.label in labels)

    def own_years(self) -> tuple[Years, ...]:
        """Return the dates that date the item, in the order of the record: the most trusted, near each other."""
        return tuple([self.years[place] for place in chosen([_candidate(years) for years in self.years])])

    def span_of_years(self) -> tuple[int, int] | None:
        """Return the first and the last year the record dates its item to, or None.

        The date fields count before other texts; of "1628" and "17th century", which contains it, the year counts.
        """
        own = self.own_years()
        return (min(years.first for years in own), max(years.last for years in own)) if own else None

    def is_dated_openly(self) -> bool:
        """Tell whether a date of the item has one end only ("before 1924"): the years at the other one are a guess."""
        return any(limit in years.flags for years in self.own_years() for limit in (BEFORE, AFTER))

    def is_date_doubted(self) -> bool:
        """Tell whether the record states another date that is far from the item's, as of an edition or a cast."""
        return doubted([_candidate(years) for years in self.years])

    def years_of_subject(self) -> tuple[Years, ...]:
        """Return the years of what is shown or told: when a bridge was built, who lived when."""
        return tuple([years for years in self.years if years.of_subject])


_DAY = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{4}|\d{4}-\d\d-\d\d.*", re.DOTALL)


def _candidate(years: Years) -> Candidate:
    by_day = _DAY.fullmatch(years.mention.text) is not None
    return Candidate(years.first, years.last, years.flags, years.trust, by_day)


def blank_document(item: Item, version: str = "") -> Document:
    """Return the document of an item of which nothing is known but that it exists."""
    return Document(item, version, "", (), (), (), ())


def _views(document: Document) -> dict[str, tuple[str, ...]]:
    by_field: dict[str, list[str]] = {}
    for words in document.words:
        if words.field != SEARCHED_ONLY:
            by_field.setdefault(words.field, []).extend(words.terms)
    views = {view: tuple(tokens) for view, tokens in views_of_terms(by_field).items()}
    for view in VIEWS:
        if view.labels:
            views[view.name] = tuple(
                [e.key for e in document.entities if e.label in view.labels and e.role != FORMERLY]
            )
    views["topics"] = tuple(topic.key for topic in document.topics)
    views["dates"] = tuple(sorted({str(year) for years in document.years for year in {years.first, years.last}}))
    views["verbs"] = tuple(verb.lemma for verb in document.verbs)
    return views


def digests_of(item: Item) -> tuple[int, ...]:
    """Return the digests of an item: of TEXTS, whatever their case and white space, and of all fields; 0 for none.

    Values that state nothing do not count: two records that are "Untitled" have no title in common.
    """
    folded = (" ".join(" ".join(_stated(item, name)).split()).casefold() for name in TEXTS)
    whole = "\0".join("\1".join(getattr(item, name)) for name in LIST_FIELDS)
    said = any(getattr(item, name) for name in LIST_FIELDS)
    texts = (digest(name, text) if text else 0 for name, text in zip(TEXTS, folded, strict=True))
    return (*texts, digest("content", whole) if said else 0)


def _stated(item: Item, name: str) -> Iterable[str]:
    return (text for text in getattr(item, name) if not is_no_value(name, text))


def digest(space: str, text: str) -> int:
    """Return a number above 0 that is equal for equal texts of one space, and for no others that anyone has seen."""
    content = blake2b(f"{space}\0{text}".encode("utf-8", "surrogatepass"), digest_size=7).digest()
    return int.from_bytes(content, "big") + 1


# As JSON. Words are [terms in one text, gap and length of each], by field and value; other things are rows.


def to_bytes(document: Document) -> bytes:
    """Return a document as JSON; the same document gives the same bytes."""
    content = {
        "format_version": FORMAT_VERSION,
        "version": document.version,
        "item": document.item.to_dict(),
        "language": document.language,
        "words": {
            name: [_words_row(words) for words in group] for name, group in groupby(document.words, lambda w: w.field)
        },
        "entities": [_entity_row(entity) for entity in document.entities],
        "verbs": [[*_row(v.mention), v.lemma] for v in document.verbs],
        "years": [[*_row(y.mention), y.first, y.last, y.flags, int(y.trust)] for y in document.years],
        "origins": [_entity_row(origin) for origin in document.origins],
        "portraits": [_row(mention) for mention in document.portraits],
        "topics": [_entity_row(topic) for topic in document.topics],
        "digests": document.digests,
        "left_out": [_row(part) for part in document.left_out],
        "repeated": [_row(part) for part in document.repeated],
        "common": document.common,
    }
    return orjson.dumps(content)


def from_bytes(content: bytes) -> Document:
    """Return the document that `to_bytes` wrote; raise ValueError for anything else."""
    try:
        found = orjson.loads(content)
        if found["format_version"] != FORMAT_VERSION:
            raise ValueError(f"format version {found['format_version']}")
        return Document(
            item=item_from_dict(found["item"]),
            version=found["version"],
            language=found["language"],
            words=tuple(_words_of(name, *row) for name, rows in found["words"].items() for row in rows),
            entities=tuple(_entity(row) for row in found["entities"]),
            verbs=tuple(VerbUse(Span(*row[:5]), row[5]) for row in found["verbs"]),
            years=tuple(Years(Span(*row[:5]), row[5], row[6], tuple(row[7]), Trust(row[8])) for row in found["years"]),
            origins=tuple(_entity(row) for row in found["origins"]),
            portraits=tuple(Span(*row) for row in found["portraits"]),
            topics=tuple(_entity(row) for row in found["topics"]),
            digests=tuple(found["digests"]),
            left_out=tuple(Span(*row) for row in found["left_out"]),
            repeated=tuple(Span(*row) for row in found["repeated"]),
            common=tuple(found["common"]),
        )
    except (KeyError, TypeError, IndexError, AttributeError, orjson.JSONDecodeError) as error:
        raise ValueError(f"not a document: {error!r}") from error


def _row(mention: Span) -> list[Any]:
    return [mention.field, mention.value, mention.start, mention.end, mention.text]


def _entity_row(entity: Entity) -> list[Any]:
    extra = (entity.stated, entity.role, entity.material, entity.concept)
    return [*_row(entity.mention), entity.label, entity.norm, *(extra if any(extra) else ())]


def _entity(row: list[Any]) -> Entity:
    return Entity(Span(*row[:5]), *row[5:])


def _words_row(words: Words) -> list[Any]:
    places: list[int] = []
    end = 0
    for start, stop in zip(words.starts, words.ends, strict=True):
        places += (start - end, stop - start)
        end = stop
    return [words.value, " ".join(words.terms), places]


def _words_of(name: str, value: int, terms: str, places: list[int]) -> Words:
    bounds = tuple(accumulate(places))
    return Words(name, value, tuple(terms.split(" ")), bounds[::2], bounds[1::2])
