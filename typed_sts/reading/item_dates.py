"""When an item was made, and the years its record tells of what it shows: each date with how far it is trusted.

Date fields count most. In titles and descriptions the dates are found by rule and by the tagger, and judged by what
stands around them (typed_sts.reading.dates.in_text). Years in the fields of makers are their lives, in subjects those
of the subject; in sources and holders they are nothing of the item.
"""

from collections.abc import Iterable, Iterator

from typed_sts.domain.span import Span
from typed_sts.reading.dates.in_text import dates_in_text, is_life, is_of_its_time
from typed_sts.reading.dates.interval import Interval
from typed_sts.reading.dates.read import read_dates
from typed_sts.reading.dates.trust import Trust
from typed_sts.reading.document import Entity, Years
from typed_sts.reading.tagging.annotated import LabelledSpan
from typed_sts_fetch.item import Item

_FIELDS = (("dctermsCreated", Trust.FIELD), ("dcDate", Trust.FIELD), ("dctermsTemporal", Trust.COVERAGE))
_TRUST_OF_TAGGED = {
    "dcSubject": Trust.SUBJECT,
    "dctermsSpatial": Trust.SUBJECT,
    "dctermsIsPartOf": Trust.SUBJECT,
    "dctermsMedium": Trust.MAKING,
}
_KINDS = ("dcType", "dctermsMedium", "dcTitle", "dcDescription")


def dates_of(item: Item, tagged: Iterable[LabelledSpan], made_by: Iterable[Entity]) -> Iterator[Years]:
    """Yield the dates of an item, those of its date fields first; the lives of its makers, `made_by`, are left out."""
    for field, trust in _FIELDS:
        for number, text in enumerate(getattr(item, field)):
            for interval in _joined(read_dates(text), text):
                start, end = interval.span
                mention = Span(field, number, start, end, text[start:end])
                yield Years(mention, interval.start, interval.end, interval.flags, trust)
    places: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for found in tagged:
        if found.label == "DATE":
            places.setdefault((found.span.field, found.span.value), []).append((found.span.start, found.span.end))
    makers = {(maker.mention.field, maker.mention.value) for maker in made_by}
    of_its_time = is_of_its_time([text[:300] for field in _KINDS for text in getattr(item, field)[:3]])
    for field in ("dcTitle", "dcDescription"):
        for number, text in enumerate(getattr(item, field)):
            others = places.get((field, number), ())
            told = dates_in_text(text, others, title=field == "dcTitle", of_its_time=of_its_time)
            for date in told:
                start, end = date.interval.span
                if date.trust == Trust.SUBJECT and (field, number) in makers and is_life(text, start, end):
                    continue
                mention = Span(field, number, start, end, text[start:end])
                yield Years(mention, date.interval.start, date.interval.end, date.interval.flags, date.trust)
    for (field, number), spans in places.items():
        if (level := _TRUST_OF_TAGGED.get(field)) is not None:
            text = getattr(item, field)[number]
            for start, end in spans:
                for interval in read_dates(text[start:end]):
                    first, last = start + interval.span[0], start + interval.span[1]
                    mention = Span(field, number, first, last, text[first:last])
                    yield Years(mention, interval.start, interval.end, interval.flags, level)


def _joined(intervals: tuple[Interval, ...], text: str) -> Iterator[Interval]:
    """Yield the intervals of a date field, those with only a slash between them as one: "1850/1880"."""
    before: Interval | None = None
    for interval in intervals:
        if before and interval.start >= before.start and text[before.span[1] : interval.span[0]].strip() == "/":
            span = (before.span[0], interval.span[1])
            before = Interval(before.start, max(before.end, interval.end), before.flags, span)
            continue
        if before:
            yield before
        before = interval
    if before:
        yield before
