"""A report for people: one HTML file with items, what is related to each, the sentence, and the words behind it.

    report_pieces(lists, look, extent)     the page in pieces, an item at a time, so that memory does not grow with it

Nothing is loaded and nothing runs: one style sheet, drawings as inline SVG, and a policy in the page that lets a
browser do no more. With `pictures` the thumbnails of the records are linked to, and the browser asks their holders for
them. Every text of a record is escaped, and only http(s) addresses become links.
"""

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from itertools import islice

from typed_sts import __version__
from typed_sts.domain.message import Part, counted, message
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Span, printable
from typed_sts.domain.statement import SharedThing, Statement
from typed_sts.domain.types import HIGHEST, SIMILARITY_TYPES, type_of
from typed_sts.messages.catalogue import ENGLISH
from typed_sts.messages.wording import say
from typed_sts.output.drawings import kind_drawn, sign_of, symbols
from typed_sts.output.lists import Extent, Listed, RelatedList
from typed_sts.output.records import FIELD_NAMES
from typed_sts_fetch.item import Item, language_of, web_address

FIRST = 2_000
"""Items that a report has at most, when nothing else is asked for: some 20 MB."""
_MOST_LISTED = 50
_CONTEXT = 60
_MOST_WORDS, _MOST_THINGS = 4, 3
_LONGEST, _NAMED = 300, 30
"""Characters of a text at most, and of a title that says which record a quotation is from."""
_LANGUAGE = re.compile(r"[a-z]{2,3}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Look:
    """How a report looks: its language, the number of items at most, whether it links to pictures, what it is about."""

    language: str = ENGLISH
    first: int = FIRST
    pictures: bool = False
    compared: bool = False
    """Whether items are compared with given ones, and not with those that were found to be related."""
    about: str = ""
    """The model and its version."""


def report_pieces(lists: Iterable[RelatedList], look: Look, extent: Extent) -> Iterator[str]:
    """Yield the report in pieces; items without anything listed are counted in its head, by `extent`."""
    yield from _head(look, extent)
    alone = extent.lists == 1
    shown = islice((one for one in lists if one.entries or alone), look.first)
    any_shown = False
    for one in shown:
        any_shown = True
        yield _article(one, look)
    if not any_shown:
        yield f'<p class="nothing">{_said(message("nothing related found"), look)}</p>\n'
    yield from _foot(look)


def _said(part: Part, look: Look) -> str:
    return escape(say(part, look.language))


# The head and the foot.


@cache
def style() -> str:
    """Return the style sheet, with the colours of the types."""
    own = (files("typed_sts.output") / "report.css").read_text(encoding="utf-8")
    light = "".join(f".t-{row.name}{{--c:{row.look.light}}}" for row in SIMILARITY_TYPES)
    dark = "".join(f".t-{row.name}{{--c:{row.look.dark}}}" for row in SIMILARITY_TYPES)
    return f"{own}{light}\n@media screen and (prefers-color-scheme: dark) {{{dark}}}\n"


@cache
def policy(pictures: bool) -> str:
    """Return what a browser may do with the page: show it with its own style, and pictures where they are asked for."""
    digest = base64.b64encode(hashlib.sha256(style().encode()).digest()).decode()
    images = " img-src http: https:;" if pictures else ""
    return f"default-src 'none'; style-src 'sha256-{digest}';{images} base-uri 'none'; form-action 'none'"


def _head(look: Look, extent: Extent) -> Iterator[str]:
    title = _said(message("Compared records"), look) if look.compared else _said(message("Related items"), look)
    full = extent.lists - extent.empty
    yield (
        f'<!doctype html>\n<html lang="{look.language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy(look.pictures))}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{title} – typed-sts</title>\n<style>{style()}</style>\n</head>\n<body>\n{symbols()}\n"
        f"<header>\n<h1>{title}</h1>\n"
    )
    for line in _summary(look, extent):
        yield f'<p class="soft">{line}</p>\n'
    warning = _said(message("Found by a computer from what the records say: expect mistakes."), look)
    yield f'<p class="note">{warning}</p>\n'
    if full > look.first:
        left = _said(
            message("Only the first {shown} of {all} items are on this page.", shown=look.first, all=full), look
        )
        yield f'<p class="left-out">{left} <code>--first {full}</code></p>\n'
    yield "</header>\n<main>\n"


def _summary(look: Look, extent: Extent) -> Iterator[str]:
    full, unread = extent.lists - extent.empty, extent.unread
    told = []
    if extent.lists == 1:
        return
    if not look.compared:
        told.append(counted("{count} item with related ones", "{count} items with related ones", full))
    if nothing := extent.empty - unread:
        told.append(counted("{count} item has nothing related", "{count} items have nothing related", nothing))
    if unread:
        told.append(counted("{count} record could not be read", "{count} records could not be read", unread))
    if told:
        yield " · ".join(_said(part, look) for part in told)


def _foot(look: Look) -> Iterator[str]:
    scale = _said(message("Scores are a model’s, from what the records say."), look)
    yield f"</main>\n<footer>\n<p>{scale}</p>\n<p>typed-sts {escape(__version__)}"
    yield f" · {escape(look.about)}</p>\n" if look.about else "</p>\n"
    yield "</footer>\n</body>\n</html>\n"


# An item and those listed with it.


def _article(one: RelatedList, look: Look) -> str:
    entries = "".join(_entry(one.item, entry, look) for entry in one.entries[:_MOST_LISTED])
    if (rest := len(one.entries) - _MOST_LISTED) > 0:
        more = counted("and {count} more, not on this page", "and {count} more, not on this page", rest)
        entries += f'<li class="more">{_said(more, look)}</li>\n'
    if not one.entries:
        entries = f'<li class="more">{_said(message("nothing related found"), look)}</li>\n'
    head = f'{_heading(one.item, "h2", look)}<p class="id">{escape(printable(one.item.id))}</p>'
    return (
        f'<article>\n<div class="asked">{_picture(one.item, look)}<div>{head}</div></div>\n'
        f'<ol class="listed">\n{entries}</ol>\n</article>\n'
    )


def _entry(own: Item, entry: Listed, look: Look) -> str:
    told = f'<p class="told" dir="auto">{escape(printable(entry.sentence))}</p>' if entry.sentence else ""
    more = f'<p class="more">{escape(printable(entry.more))}</p>' if entry.more else ""
    chips = "".join(_chip(statement, look) for statement in entry.statements)
    listed = f'<ul class="chips">{chips}</ul>' if chips else ""
    return (
        f"<li>{_picture(entry.item, look)}<div>{_heading(entry.item, 'h3', look)}{told}{more}{listed}</div>"
        f"{_score(entry, look)}{_behind(own, entry, look)}</li>\n"
    )


def _heading(item: Item, level: str, look: Look) -> str:
    title = _short("".join(item.dcTitle[:1]))
    shown = f"<span{_lang(item)} dir='auto'>{title}</span>" if title else _said(message("[untitled]"), look)
    if address := web_address(item.isShownAt):
        shown = f'<a href="{escape(address)}" rel="noopener noreferrer nofollow">{shown}</a>'
    made = item.dcDate or item.dctermsCreated
    line = filter(None, ("; ".join(item.dcCreator[:2]), "".join(made[:1]), item.provider))
    about = " · ".join(_short(part) for part in dict.fromkeys(line))
    return f"<{level}>{shown}</{level}>" + (f'<p class="line" dir="auto">{about}</p>' if about else "")


def _picture(item: Item, look: Look) -> str:
    address = web_address(item.preview) if look.pictures else ""
    image = (
        f'<img src="{escape(address)}" alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer">'
        if address
        else ""
    )
    return f'<div class="picture">{kind_drawn(item)}{image}</div>'


def _chip(statement: Statement, look: Look) -> str:
    relation = Relation(statement.relation)
    kind = f"<b>{_said(message(type_of(statement.type).title), look)}</b>"
    names = ", ".join(filter(None, map(_named, statement.things[:_MOST_THINGS])))
    names += f" +{rest}" if (rest := len(statement.things) - _MOST_THINGS) > 0 else ""
    nearly = "" if relation is Relation.SAME else f"({_said(message(relation.shown), look)})"
    name = f'<span dir="auto">{names}</span>' if names else ""
    css = f"t-{statement.type}" + ("" if relation is Relation.SAME else " nearly")
    return (
        f'<li class="{css}">{sign_of(statement.type)}<span>{" ".join(filter(None, (kind, name, nearly)))}</span></li>'
    )


def _named(thing: SharedThing) -> str:
    one, other = (_short(name) for name in thing.names)
    return one if one.casefold() == other.casefold() or not other else f"{one} / {other}" if one else other


def _score(entry: Listed, look: Look) -> str:
    if entry.score is None:
        return f'<p class="score">{_said(message("not stated"), look)}</p>'
    width = max(0.0, min(entry.score / HIGHEST, 1.0)) * 100
    return (
        f'<div class="score"><p><b>{entry.score:.1f}</b> {_said(message("of 5"), look)}</p><svg viewBox="0 0 100 5"'
        ' preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="rail" width="100" height="5"/>'
        f'<rect class="fill" width="{width:.0f}" height="5"/></svg></div>'
    )


def _behind(own: Item, entry: Listed, look: Look) -> str:
    """Return the words behind what is said, side by side, and all eight scores, folded away."""
    parts = "".join(_words(own, entry.item, statement, look) for statement in entry.statements)
    eight = "".join(
        f"<li>{_said(message(type_of(name).title), look)} {_number(score, look)}</li>" for name, score in entry.scores
    )
    if not (parts or eight):
        return ""
    summary = f"<summary>{_said(message('The words behind it'), look)}</summary>"
    return f'<details>{summary}{parts}<ul class="eight">{eight}</ul></details>'


def _number(score: float | None, look: Look) -> str:
    return f"<i>{_said(message('not stated'), look)}</i>" if score is None else f"<b>{score:.1f}</b>"


def _words(own: Item, other: Item, statement: Statement, look: Look) -> str:
    rows = []
    for evidence in statement.evidence[:_MOST_WORDS]:
        sides = [_quoted(item, span, look) for item, span in ((own, evidence.a), (other, evidence.b))]
        if any(sides):
            rows.append("<li>" + "".join(side or "<p>–</p>" for side in sides) + "</li>")
    if not rows:
        return ""
    css = f"t-{statement.type}"
    head = f'<p class="key {css}">{sign_of(statement.type)}<span dir="auto">{_short(statement.text)}</span></p>'
    return f'{head}<ul class="words {css}">{"".join(rows)}</ul>'


def _quoted(item: Item, span: Span | None, look: Look) -> str:
    """Return the words of a record with some of those around them; nothing where the record no longer has them."""
    values: Sequence[str] = getattr(item, span.field, ()) if span else ()
    if span is None or not 0 <= span.value < len(values) or values[span.value][span.start : span.end] != span.text:
        return ""
    text = values[span.value]
    start, end = max(span.start - _CONTEXT, 0), min(span.end + _CONTEXT, len(text))
    before, behind = text[start : span.start], text[span.end : end]
    if start and " " in before:
        before = "… " + before.partition(" ")[2]
    if end < len(text) and " " in behind:
        behind = behind.rpartition(" ")[0] + " …"
    before, behind = escape(printable(before)), escape(printable(behind))
    place = escape(say(FIELD_NAMES[span.field], look.language))
    if title := _short("".join(item.dcTitle[:1]), _NAMED):
        place += f' · <span dir="auto">{title}</span>'
    quote = (
        f"<span{_lang(item, span.field, span.value)} dir='auto'>{before}<mark>{_short(span.text)}</mark>{behind}</span>"
    )
    return f"<p><small>{place}</small>{quote}</p>"


def _lang(item: Item, field: str = "dcTitle", value: int = 0) -> str:
    found = _LANGUAGE.match(language_of(item, field, value))
    return f' lang="{found[0].lower()}"' if found else ""


def _short(text: str, longest: int = _LONGEST) -> str:
    """Return a text on one line, escaped, cut where it is very long."""
    line = " ".join(printable(text[: 2 * longest]).split())
    return escape(line if len(line) <= longest else line[:longest].rstrip() + "…")
