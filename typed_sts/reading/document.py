"""Document: what reading an Item once gives. Everything that compares two records starts from here.

    Document
    |-- views       tokens by name: text, title, creator, subject, description (the analyser's words), and
    |               makers, people, groups, places, cultures, dates, events, verbs (normal forms)
    |-- entities    who, where and what happens: a place in the record, its label, its normal form
    |-- verbs       each with its lemma, and where it stands
    |-- years       when: intervals of years of the item, and where they stand
    `-- language    of its texts

Only what the record says is in it; sentence vectors are made from it on demand (typed_sts.reading.vectors).
"""

from dataclasses import asdict, dataclass
from typing import Any

import orjson

from typed_sts.domain.span import Span
from typed_sts_fetch.item import Item, item_from_dict

FORMAT_VERSION = 1
DATE_FIELDS = ("dcDate", "dctermsCreated", "dctermsTemporal")


@dataclass(frozen=True, slots=True)
class Entity:
    """A span with one of the eight labels; `norm` is equal for what is the same ("" when it states nothing)."""

    mention: Span
    label: str
    norm: str


@dataclass(frozen=True, slots=True)
class VerbUse:
    """A verb where it stands, and its base form."""

    mention: Span
    lemma: str


@dataclass(frozen=True, slots=True)
class Years:
    """Years `first` to `last`, both included, BC negative, that a mention tells; flags such as circa or before."""

    mention: Span
    first: int
    last: int
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """An item as it was read, by the reader of that version."""

    item: Item
    version: str
    language: str
    views: tuple[tuple[str, tuple[str, ...]], ...]
    entities: tuple[Entity, ...]
    verbs: tuple[VerbUse, ...]
    years: tuple[Years, ...]

    @property
    def id(self) -> str:
        """The item's id."""
        return self.item.id

    def tokens(self, view: str) -> tuple[str, ...]:
        """Return the tokens of a view; none for a view there is not."""
        return dict(self.views).get(view, ())

    def labelled(self, *labels: str) -> tuple[Entity, ...]:
        """Return the entities with any of these labels, in the order of the record."""
        return tuple(entity for entity in self.entities if entity.label in labels)

    def span_of_years(self) -> tuple[int, int] | None:
        """Return the first and the last year the record dates its item to, or None.

        The date fields count before other texts; of "1628" and "17th century", which contains it, the year counts.
        """
        own = [years for years in self.years if "later" not in years.flags]
        stated = [years for years in own if years.mention.field in DATE_FIELDS] or own
        spans = {(years.first, years.last) for years in stated}
        finest = [a for a in spans if not any(a != b and a[0] <= b[0] and b[1] <= a[1] for b in spans)]
        return (min(first for first, _ in finest), max(last for _, last in finest)) if finest else None


def to_bytes(document: Document) -> bytes:
    """Return a document as JSON; the same document gives the same bytes."""
    content = {
        "format_version": FORMAT_VERSION,
        "version": document.version,
        "item": document.item.to_dict(),
        "language": document.language,
        "views": dict(document.views),
        "entities": [[*_row(e.mention), e.label, e.norm] for e in document.entities],
        "verbs": [[*_row(v.mention), v.lemma] for v in document.verbs],
        "years": [[*_row(y.mention), y.first, y.last, y.flags] for y in document.years],
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
            views=tuple((name, tuple(tokens)) for name, tokens in found["views"].items()),
            entities=tuple(Entity(Span(*row[:5]), row[5], row[6]) for row in found["entities"]),
            verbs=tuple(VerbUse(Span(*row[:5]), row[5]) for row in found["verbs"]),
            years=tuple(Years(Span(*row[:5]), row[5], row[6], tuple(row[7])) for row in found["years"]),
        )
    except (KeyError, TypeError, IndexError, orjson.JSONDecodeError) as error:
        raise ValueError(f"not a document: {error!r}") from error


def _row(mention: Span) -> list[Any]:
    return list(asdict(mention).values())
