"""A page that shows records with their spans coloured: one file, no script, nothing from elsewhere.

Colours never stand alone: each span also carries its label in small letters, for readers who do not tell the colours
apart, and for print.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from typed_sts.domain.labels import LABELS, SPAN_LABELS, SpanLabel
from typed_sts.domain.limits import unread
from typed_sts.domain.span import KnownSpan
from typed_sts.messages.wording import say
from typed_sts.output.records import field_heading
from typed_sts.reading.tagging.annotated import LabelledSpan
from typed_sts_fetch.item import LIST_FIELDS, Item

_SHORT = 60
"""Values of at most this many characters share a line."""

_STYLE = """
:root{color-scheme:light dark;--ink:#1d1d1f;--paper:#fff;--soft:#63666d;--line:#dcdce0;--s:75%;--l:89%;--u:40%}
@media(prefers-color-scheme:dark){:root{--ink:#ececee;--paper:#17181b;--soft:#a5a8af;--line:#3a3b40;--s:40%;--l:25%;--u:62%}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:52rem;background:var(--paper);color:var(--ink);overflow-wrap:anywhere}
body{font:1rem/1.75 system-ui,sans-serif}
h1{font-size:1.3rem;margin:.2rem 0}
h2{font-size:.85rem;font-weight:600;margin:0 0 .4rem;color:var(--soft)}
p{margin:.2rem 0}
.note,.legend,dt{color:var(--soft);font-size:.85rem}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;list-style:none;margin:.6rem 0;padding:0}
article{border-top:1px solid var(--line);padding:.9rem 0}
dl{margin:0;display:grid;grid-template-columns:7rem 1fr;gap:.2rem .8rem}
dd{margin:0;white-space:pre-line}
dd>span{display:block}
.short>span{display:inline-block;margin-right:1.2rem}
mark{color:inherit;background:hsl(var(--h) var(--s) var(--l));border-bottom:2px solid hsl(var(--h) 65% var(--u))}
mark{border-radius:.2rem;padding:.05rem .15rem;-webkit-box-decoration-break:clone;box-decoration-break:clone}
mark small{font-size:.6rem;letter-spacing:.03em;margin-left:.3em;opacity:.85;user-select:none}
.legend mark{color:var(--ink)}
@media(max-width:34rem){dl{display:block}dt{margin-top:.4rem}}
"""


def page(records: Iterable[tuple[Item, Sequence[LabelledSpan]]]) -> Iterator[str]:
    """Yield the page in pieces, a record at a time, so that any number of records can be written."""
    hues = "".join(f".{row.name}{{--h:{row.hue}}}" for row in SPAN_LABELS)
    yield (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<title>Spans in records</title>\n"
        f"<style>{_STYLE}{hues}</style>\n</head>\n<body>\n<h1>Spans in records</h1>\n"
        '<p class="note">Marked by the typed-sts span tagger, not by a person: expect mistakes.</p>\n'
        f'<ul class="legend">{"".join(map(_legend, SPAN_LABELS))}</ul>\n'
    )
    for item, spans in records:
        yield _article(item, spans)
    yield "</body>\n</html>\n"


def _legend(row: SpanLabel) -> str:
    return f'<li><mark class="{row.name}">{row.name}</mark> {row.meaning}</li>'


def _article(item: Item, spans: Sequence[LabelledSpan]) -> str:
    by_value = {place: list(group) for place, group in groupby(spans, key=_value_of)}
    rows = []
    for field in LIST_FIELDS:
        texts = getattr(item, field)
        if texts:
            values = [f"<span>{marked(text, by_value.get((field, n), ()))}</span>" for n, text in enumerate(texts)]
            kind = ' class="short"' if max(map(len, texts)) <= _SHORT else ""
            rows.append(f"<dt>{field_heading(field)}</dt><dd{kind}>{''.join(values)}</dd>\n")
    counts = Counter(span.label for span in spans)
    summary = ", ".join(f"{counts[label]} {label}" for label in LABELS if counts[label]) or "no spans"
    summary += "".join(f"<br>{say(part.told())}" for part in unread(item))
    return (
        f"<article>\n<h2>{escape(item.id)}</h2>\n<dl>\n{''.join(rows)}</dl>\n"
        f'<p class="note">{summary}</p>\n</article>\n'
    )


def _value_of(tagged: LabelledSpan) -> tuple[str, int]:
    return tagged.span.field, tagged.span.value


def marked(text: str, spans: Iterable[LabelledSpan]) -> str:
    """Return a text as HTML with its spans marked; the spans are in order and do not overlap."""
    pieces = []
    done = 0
    for tagged in spans:
        span, label = tagged.span, tagged.label
        pieces.append(escape(text[done : span.start]))
        inside = escape(text[span.start : span.end])
        told = f"{label} {escape(span.concept)}" if isinstance(span, KnownSpan) else label
        pieces.append(f'<mark class="{label}" title="{told}">{inside}<small>{label}</small></mark>')
        done = span.end
    return "".join(pieces) + escape(text[done:])
