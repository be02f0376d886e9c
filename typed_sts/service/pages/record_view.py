"""A record as the page shows it: a title, a line below it, fields with marked evidence, links safe to follow.

Its texts are cut into pieces that a page can mark, since evidence of several types may overlap.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from typed_sts.domain.explanation import MARKED_FROM, Reason, Why
from typed_sts.domain.groups import compares_texts
from typed_sts.domain.message import Message, message
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Span
from typed_sts.domain.types import GENERAL, TYPES, type_of, type_of_group
from typed_sts.output.records import FIELD_NAMES
from typed_sts_fetch.item import LIST_FIELDS, Item, web_address

_MOST_TELLING_FIRST = (*(name for name in TYPES if name != GENERAL), GENERAL)
"""Of the types that a word is evidence of, the first one here decides how it looks."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of one text, the type it is evidence of, and the number of the evidence on the page.

    `about` is the type it is about, when that is another one: a shared name moves the general score too.
    """

    start: int
    end: int
    type: str
    evidence: int
    about: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text with the same evidence all along; `look` is the type it looks like when all are shown."""

    text: str
    types: tuple[str, ...] = ()
    evidence: tuple[int, ...] = ()
    look: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class NumberedEvidence:
    """Evidence with its number on the page."""

    number: int
    a: Span | None
    b: Span | None


Marks = dict[tuple[str, int], list[Mark]]
"""The marks of a record, by field and number of the value."""


def number_evidence(why: Why) -> tuple[list[list[list[NumberedEvidence]]], Marks, Marks]:
    """Return the evidence by type and reason, numbered, and the marks it leaves in both records.

    Evidence that several types share has one number, so that hovering it finds one counterpart.
    """
    numbers: dict[tuple[Span | None, Span | None], int] = {}
    left: Marks = {}
    right: Marks = {}
    listed = []
    for kind in why.types:
        by_reason = []
        for reason in kind.reasons:
            rows = []
            for found in reason.evidence:
                number = numbers.setdefault((found.a, found.b), len(numbers) + 1)
                rows.append(NumberedEvidence(number, found.a, found.b))
                if not _worth_marking(kind.type, reason):
                    continue
                about = type_of_group(reason.group) or kind.type
                for span, marks in ((found.a, left), (found.b, right)):
                    if span is not None:
                        mark = Mark(span.start, span.end, kind.type, number, "" if about == kind.type else about)
                        marks.setdefault((span.field, span.value), []).append(mark)
            by_reason.append(rows)
        listed.append(by_reason)
    return listed, left, right


def _worth_marking(kind: str, reason: Reason) -> bool:
    """Say whether a reason's words are marked under a type: those about it; for general likeness all that weigh."""
    if reason.relation == Relation.DIFFERS and compares_texts(reason.group):
        return False
    about = type_of_group(reason.group) or kind
    return about == kind or (kind == GENERAL and abs(reason.points) >= MARKED_FROM)


def marked_fields(item: Item, marks: Mapping[tuple[str, int], Sequence[Mark]]) -> dict[str, list[list[Piece]]]:
    """Return the values of every field that has any, in pieces."""
    return {
        name: [pieces(text, marks.get((name, number), ())) for number, text in enumerate(values)]
        for name in LIST_FIELDS
        if (values := getattr(item, name))
    }


def pieces(text: str, marks: Iterable[Mark]) -> list[Piece]:
    """Return the text in pieces, cut wherever a mark starts or ends; joined, they are the text."""
    inside = [(max(mark.start, 0), min(mark.end, len(text)), mark) for mark in marks]
    inside = [(start, end, mark) for start, end, mark in inside if start < end]
    cuts = sorted({0, len(text), *(start for start, _, _ in inside), *(end for _, end, _ in inside)})
    found = []
    for start, end in pairwise(cuts):
        over = [mark for first, last, mark in inside if first <= start and end <= last]
        types, about = {mark.type for mark in over}, {mark.about or mark.type for mark in over}
        found.append(
            Piece(
                text[start:end],
                types=tuple(name for name in TYPES if name in types),
                evidence=tuple(sorted({mark.evidence for mark in over})),
                look=next((name for name in _MOST_TELLING_FIRST if name in about), ""),
            )
        )
    return _tagged(found)


def _tagged(found: list[Piece]) -> list[Piece]:
    """Return the pieces with the name of its type on the last piece of every look."""
    last = {piece.look: number for number, piece in enumerate(found) if piece.look}
    return [
        replace(piece, tag=type_of(piece.look).tag) if last.get(piece.look) == number else piece
        for number, piece in enumerate(found)
    ]


UNTITLED = "[untitled]"
SNIPPET = 220
LONG = 2500
"""A text longer than this gets a box of its own to scroll in."""

_LISTED_BRIEFLY = ("dcSubject", "dcType", "dcSource", "dctermsMedium")

# A language a screen reader can switch to: the two-letter codes of ISO 639-1. Other values are left to the reader.
_LANGUAGES = frozenset(
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en"
    " eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv"
    " ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne"
    " ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st"
    " su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu".split()
)


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field: its name for people, and its values in pieces."""

    name: str
    label: Message
    values: Sequence[Sequence[Piece]]
    brief: bool
    long: bool


@dataclass(frozen=True, slots=True)
class RecordView:
    """Everything a page shows of a record."""

    item: Item
    title: str
    title_pieces: Sequence[Piece]
    line: str
    snippet: str
    language: str
    fields: Sequence[FieldView]
    landing_page: str
    picture: str
    rights_link: str


def record_view(item: Item, marks: Mapping[tuple[str, int], Sequence[Mark]] | None = None) -> RecordView:
    """Return the view of a record, with marks where evidence stands."""
    by_field = marked_fields(item, marks or {})
    titles = by_field.get("dcTitle", [])
    fields = []
    for name, label in FIELD_NAMES.items():
        values = by_field.get(name, [])[1:] if name == "dcTitle" else by_field.get(name, [])
        if values:
            lengths = [sum(len(piece.text) for piece in value) for value in values]
            brief = name in _LISTED_BRIEFLY and max(lengths) <= 60
            shown_as = message("Also titled") if name == "dcTitle" else label
            fields.append(FieldView(name, shown_as, values, brief, max(lengths) > LONG))
    return RecordView(
        item=item,
        title=title_of(item),
        title_pieces=titles[0] if titles else (),
        line=" · ".join(dict.fromkeys(filter(None, (first(item.dcCreator), first(item.dcDate), item.provider)))),
        snippet=shortened(first(item.dcDescription), SNIPPET),
        language=language_of(item),
        fields=fields,
        landing_page=web_address(item.isShownAt),
        picture=web_address(item.preview),
        rights_link=web_address(item.rights),
    )


def title_of(item: Item) -> str:
    """Return the first title of a record, or a stand-in for it."""
    return first(item.dcTitle) or UNTITLED


def language_of(item: Item) -> str:
    """Return the record's language as HTML wants it, or nothing when it is not one a reader can use."""
    code = re.split("[-_]", item.language.strip().lower())[0]
    return code if code in _LANGUAGES else ""


def first(values: Sequence[str]) -> str:
    """Return the first of the values, or nothing."""
    return values[0] if values else ""


def shortened(text: str, length: int) -> str:
    """Return the text, cut at a word's end when it is longer."""
    if len(text) <= length:
        return text
    cut = text[: length + 1].rsplit(None, 1)[0]
    return (cut if length // 2 < len(cut) <= length else text[:length]) + "…"
