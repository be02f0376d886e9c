"""An explained pair as a page for a terminal: a bar and a line per type, what counts, and the evidence in its place.

Texts of records come from strangers: nothing of them that a terminal would obey is printed.
"""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from typed_sts.domain.explanation import SHOWN_FROM, Reason, TypeReasons, Why
from typed_sts.domain.limits import unread
from typed_sts.domain.message import message
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Span, printable
from typed_sts.domain.types import SIMILARITY_TYPES, type_of
from typed_sts.explaining.finding import shown
from typed_sts.messages.wording import say
from typed_sts.output.records import field_heading
from typed_sts.output.scores import bar
from typed_sts_fetch.item import Item

_LABEL, _BAR, _NUMBER = 16, 6, 6
_MOST_REASONS = 3
_QUOTES, _MOST_QUOTES = 1, 4
"""Quotations of a group: on the page of all types, and when types are chosen."""
_CONTEXT = 28
"""Characters of a value that are shown around what is quoted from it."""
_SIDES = ("A", "B")


def pair_page(
    why: Why, left: Item, right: Item, *, types: Sequence[str] = (), short: bool = False, width: int = 120
) -> Iterator[Text]:
    """Yield the lines of the page in the language of the answer; of these types only, when any are named."""
    for side, item in zip(_SIDES, (left, right), strict=True):
        yield Text(f"{side}  {shown(next(iter(item.dcTitle), ''))}  ").append(f"({shown(item.id)})", style="dim")
    yield Text()
    chosen = [entry for entry in why.types if not types or entry.type in types]
    look = _look(why.language, width)
    for entry in chosen:
        yield from _lines(entry, look)
        if not short:
            yield from _counts(entry, look, most=len(entry.reasons) if types else _MOST_REASONS)
    if not short:
        yield Text()
        yield from _evidence(chosen, (left, right), look, every=bool(types))
    yield Text()
    for side, item in zip(_SIDES, (left, right), strict=True):
        for part in unread(item):
            yield Text(f"{side}  {say(part.told(), why.language)}", "dim")
    closing = message(
        "model {name}; scores start at what two empty records get; ~ only one record says anything",
        name=f"{why.model} {why.version}",
    )
    yield from (Text(part, "dim") for part in textwrap.wrap(say(closing, why.language), width))


@dataclass(frozen=True, slots=True)
class _Look:
    """The language of a page, how wide it is, and how wide its first column."""

    language: str
    width: int
    label: int

    @property
    def indent(self) -> str:
        return " " * (self.label + _BAR + _NUMBER)

    def said(self, text: str) -> str:
        """Return a title or name of one of the tables."""
        return say(message(text), self.language)

    def wrapped(self, text: str) -> list[str]:
        return textwrap.wrap(text, max(self.width - len(self.indent), 20)) or [""]


def _look(language: str, width: int) -> _Look:
    longest = max(len(say(message(row.title), language)) for row in SIMILARITY_TYPES)
    return _Look(language, width, max(_LABEL, longest + 1))


def _lines(entry: TypeReasons, look: _Look) -> Iterator[Text]:
    if entry.score is None:
        filled, number = "", "-"
    else:
        filled, number = bar(entry.score), f"{'~' if entry.stated == 'one' else ''}{entry.score:.1f}"
    first, *more = look.wrapped(entry.summary)
    line = Text(f"{look.said(type_of(entry.type).title):<{look.label}}", style="bold")
    line.append(f"{filled:<{_BAR}}", style="cyan").append(f"{number:>{_NUMBER - 2}}  ")
    yield line.append(first, style="dim" if entry.score is None else "")
    yield from (Text(look.indent + part) for part in more)


def _counts(entry: TypeReasons, look: _Look, most: int) -> Iterator[Text]:
    """Yield the points line: where the score starts and what moves it most."""
    large = [reason for reason in entry.reasons if abs(reason.points) >= SHOWN_FROM]
    parts = [f"{reason.points:+.1f} {look.said(reason.group)}" for reason in large[:most]]
    rest = sum(reason.points for reason in entry.reasons) - sum(reason.points for reason in large[:most])
    if abs(rest) >= SHOWN_FROM:
        parts.append(f"{rest:+.1f} {say(message('all else'), look.language)}")
    for part in look.wrapped(f"{entry.baseline:.1f} {' '.join(parts)} = {entry.estimate:.1f}"):
        yield Text(look.indent + part, style="dim")


def _evidence(entries: Sequence[TypeReasons], items: tuple[Item, Item], look: _Look, every: bool) -> Iterator[Text]:
    """Yield each group that counts for any of the types once, with its quotations."""
    largest: dict[str, Reason] = {}
    for entry in entries:
        for reason in entry.reasons:
            before = largest.get(reason.group)
            if reason.evidence and (before is None or abs(reason.points) > abs(before.points)):
                largest[reason.group] = reason
    for reason in sorted(largest.values(), key=lambda reason: -abs(reason.points)):
        if not every and not Relation(reason.relation).quoted:
            continue
        points = f"{reason.points:+.1f}  " if len(entries) == 1 else ""
        first, *more = textwrap.wrap(points + reason.text, max(look.width - look.label, 20)) or [""]
        yield Text(f"{look.said(reason.group):<{look.label}}", style="bold").append(first)
        yield from (Text(" " * look.label + part) for part in more)
        for place in reason.evidence[: _MOST_QUOTES if every else _QUOTES]:
            for side, span, item in zip(_SIDES, (place.a, place.b), items, strict=True):
                if span is not None:
                    yield _quoted(side, span, item)


def _quoted(side: str, span: Span, item: Item) -> Text:
    value = getattr(item, span.field)[span.value]
    before, after = value[max(span.start - _CONTEXT, 0) : span.start], value[span.end : span.end + _CONTEXT]
    line = Text(f"    {side} {field_heading(span.field):<12}")
    line.append(("…" if span.start > _CONTEXT else "") + _plain(before), style="dim")
    line.append(f"[{shown(span.text)}]", style="bold yellow")
    return line.append(_plain(after) + ("…" if span.end + _CONTEXT < len(value) else ""), style="dim")


def _plain(text: str) -> str:
    return printable(text.replace("\n", " "))
