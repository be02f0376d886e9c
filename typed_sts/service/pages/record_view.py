"""A record as the page shows it: a title, a line below it, fields with marked evidence, links safe to follow."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from typed_sts.domain.message import Message, message
from typed_sts.output.records import FIELD_NAMES
from typed_sts.service.pages.marks import Mark, Piece, marked_fields
from typed_sts_fetch.item import Item, web_address

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
            shown_as = message("Also titled") if name == "dcTitle" else label
            fields.append(FieldView(name, shown_as, values, is_brief(name, lengths), max(lengths) > LONG))
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


def is_brief(name: str, lengths: Sequence[int]) -> bool:
    """Say whether the values of a field are so short that they stand in one line."""
    return name in _LISTED_BRIEFLY and max(lengths, default=0) <= 60


def title_of(item: Item) -> str:
    """Return the first title of a record, or a stand-in for it."""
    return first(item.dcTitle) or UNTITLED


def language_of(item: Item) -> str:
    """Return the record's language as HTML wants it, or nothing when it is not one a reader can use."""
    return html_language(item.language)


def html_language(language: str) -> str:
    """Return a language as HTML wants it, or nothing when it is not one a reader can use."""
    code = re.split("[-_]", language.strip().lower())[0]
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
