"""A small page about a record or a thing, which OpenRefine shows in a frame beside a cell."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from typed_sts.answers.collection import Answers
from typed_sts.domain.message import Message, message
from typed_sts.knowledge.pack import in_use
from typed_sts.output.records import FIELD_NAMES
from typed_sts.service.computing.process import Content
from typed_sts.service.pages.record_view import first, record_view, shortened
from typed_sts.service.pages.rendering import Speech, render
from typed_sts.service.reconcile.things import described, from_id
from typed_sts_fetch.authority import address_of
from typed_sts_fetch.item import web_address
from typed_sts_index.errors import BadQuery, ItemMissing

_SHOWN = ("dcCreator", "dcDate", "dctermsSpatial", "dcType", "dctermsMedium", "dcSubject")
_MOST = 3
"""Values of a field that are shown."""
_NAMES, _NAMES_READ = 7, 300


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the preview: its label, and its values."""

    label: str | Message
    values: tuple[str, ...]


def preview_item(answers: Answers, item_id: str, root: str, speech: Speech) -> Content:
    """A record in a few lines."""
    try:
        item = answers.item(item_id)
    except (ItemMissing, BadQuery):
        return _missing(item_id, root, speech)
    rows = [
        Row(FIELD_NAMES[name], tuple(shortened(text, 120) for text in getattr(item, name)[:_MOST])) for name in _SHOWN
    ]
    rows += (
        [Row(FIELD_NAMES["dcDescription"], (shortened(first(item.dcDescription), 140),))] if item.dcDescription else []
    )
    view = record_view(item)
    return render(
        root,
        "preview.html",
        speech=speech,
        title=view.title,
        lang=view.language,
        line=item.provider,
        rows=[row for row in rows if row.values],
        link=view.landing_page,
        link_text=message("At its provider"),
        id=item.id,
    )


def preview_thing(_: Answers, item_id: str, root: str, speech: Speech) -> Content:
    """A person, place, event or concept in a few lines: what it is, and its names by language."""
    known = in_use()
    concept = from_id(known, item_id)
    if concept is None:
        return _missing(item_id, root, speech)
    spoken: dict[str, list[str]] = {}
    for name in concept.names[:_NAMES_READ]:
        spoken.setdefault(name.text, []).append(name.lang)
    rows = [Row(" ".join(filter(None, codes)), (text,)) for text, codes in spoken.items()]
    point = (f"{concept.point[0]:.2f}, {concept.point[1]:.2f}",) if concept.point else ()
    rows = rows[:_NAMES] + ([Row(message("Latitude, longitude"), point)] if point else [])
    return render(
        root,
        "preview.html",
        speech=speech,
        title=concept.names[0].text,
        lang="",
        line=described(known, concept),
        rows=rows,
        link=(link := web_address(address_of(concept.id))),
        link_text=urlsplit(link).hostname or "",
        id=concept.id,
    )


def _missing(wanted: str, root: str, speech: Speech) -> Content:
    return render(
        root,
        "preview.html",
        404,
        speech=speech,
        title="",
        lang="",
        line="",
        rows=[],
        link="",
        link_text="",
        id=wanted[:200],
    )
