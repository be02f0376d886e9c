"""What a list of items can be narrowed down to: a holder, a time, a kind, a language; with how many items each leaves.

    /search?q=nelson&holder=Tate&first=1801&last=1900        each limit is part of the address, and each count a link

For a search the counts are those of the whole collection, asked of the index; for related items those of the list.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from typed_sts.answers.collection import Answers
from typed_sts.domain.message import Message, YearSpan, message
from typed_sts.reading.dates.read import overall
from typed_sts.service.pages.glyphs import glyph_named, glyph_of
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Filters
from typed_sts_index.errors import BadQuery

LOOKED_AT = 200
"""Items of a search whose holders, kinds and languages are offered; of fewer, all counts are theirs."""
MOST_CHOICES = 6
LONGEST_LIMIT = 300
Period = tuple[int | None, int | None]
PERIODS: tuple[Period, ...] = (
    (None, 500),
    (501, 1500),
    *((century, century + 99) for century in range(1501, 2001, 100)),
    (2001, None),
)
_DIGITS = 5
LANGUAGE_NAMES = {
    "ar": "العربية", "bg": "Български", "ca": "Català", "cs": "Čeština", "cy": "Cymraeg", "da": "Dansk",
    "de": "Deutsch", "el": "Ελληνικά", "en": "English", "es": "Español", "et": "Eesti", "eu": "Euskara", "fi": "Suomi",
    "fr": "Français", "ga": "Gaeilge", "gl": "Galego", "he": "עברית", "hr": "Hrvatski", "hu": "Magyar",
    "is": "Íslenska", "it": "Italiano", "la": "Latina", "lt": "Lietuvių", "lv": "Latviešu", "mt": "Malti",
    "nl": "Nederlands",
    "no": "Norsk", "pl": "Polski", "pt": "Português", "ro": "Română", "ru": "Русский", "sk": "Slovenčina",
    "sl": "Slovenščina", "sr": "Српски", "sv": "Svenska", "tr": "Türkçe", "uk": "Українська", "yi": "ייִדיש",
}  # fmt: skip
"""What languages call themselves."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a list is narrowed down to; nothing by default."""

    holder: str = ""
    kind: str = ""
    tongue: str = ""
    first: int | None = None
    last: int | None = None

    def query(self) -> dict[str, str]:
        """Return it as the query of an address."""
        years = {"first": self.first, "last": self.last}
        texts = {"holder": self.holder, "kind": self.kind, "tongue": self.tongue}
        return {name: str(value) for name, value in {**texts, **years}.items() if value not in ("", None)}

    def filters(self) -> Filters:
        """Return it as the index takes it."""

        def one(text: str) -> tuple[str, ...]:
            return (text,) if text else ()

        return Filters(one(self.holder), self.first, self.last, one(self.tongue), one(self.kind))


NO_LIMITS = Limits()


def limits_of(query: Mapping[str, str]) -> Limits:
    """Return the limits that an address names; what is none is left out."""
    holder, kind, tongue = (query.get(name, "").strip()[:LONGEST_LIMIT] for name in ("holder", "kind", "tongue"))
    return Limits(holder, kind, tongue, _year(query.get("first", "")), _year(query.get("last", "")))


def _year(text: str) -> int | None:
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS):
        return None
    return -int(digits) if text.strip().startswith("-") else int(digits)


@dataclass(frozen=True, slots=True)
class Choice:
    """One limit: what it is called, how many items it leaves, and the limits of a list with it, or without it again."""

    label: str | Message | YearSpan
    count: int
    limits: Limits
    is_chosen: bool
    lang: str = ""


@dataclass(frozen=True, slots=True)
class Facet:
    """One respect in which a list can be narrowed down."""

    name: str
    title: Message
    choices: Sequence[Choice]


def _limited(limits: Limits, name: str, value: str) -> Limits:
    """Return the limits with another one of this name; "" is none."""
    if name == "holder":
        return replace(limits, holder=value)
    return replace(limits, kind=value) if name == "kind" else replace(limits, tongue=value)


def search_facets(answers: Answers, text: str, limits: Limits) -> list[Facet]:
    """Return how a search can be narrowed down further, or freed again; each facet with all limits but its own."""
    found = [
        _counted(answers, text, limits, "holder", message("Holder")),
        _counted(answers, text, limits, "kind", message("Kind")),
        _periods(partial(_count, answers, text), limits),
        _counted(answers, text, limits, "tongue", message("Language")),
    ]
    return [facet for facet in found if facet is not None]


def _count(answers: Answers, text: str, limits: Limits) -> int:
    return answers.count(text, limits.filters())


def _counted(answers: Answers, text: str, limits: Limits, name: str, title: Message) -> Facet | None:
    """Return a facet of a search by the values of its items; None where the collection does not keep them."""
    free = _limited(limits, name, "")
    try:
        items = [hit.item for hit in answers.search(text, LOOKED_AT, 0, free.filters())]
        values = Counter(value for item in items for value in _values(item, name))
        chosen = getattr(limits, name)
        offered = [value for value, _ in values.most_common(MOST_CHOICES)]
        if chosen and chosen not in offered:
            offered.append(chosen)
        if len(items) < LOOKED_AT:
            counts = {value: values[value] for value in offered}
        else:
            counts = {value: _count(answers, text, _limited(free, name, value)) for value in offered}
    except BadQuery:
        return None
    return _facet(name, title, counts, limits, free)


def _values(item: Item, name: str) -> Iterable[str]:
    """Return what a record says of a facet, each value once, as the filter of the index compares it."""
    if name == "holder":
        return [item.provider] if item.provider else []
    if name == "tongue":
        return [item.language.lower()] if item.language else []
    return {value.strip().lower() for value in item.dcType if value.strip() and len(value) <= LONGEST_LIMIT}


def _facet(name: str, title: Message, counts: Mapping[str, int], limits: Limits, free: Limits) -> Facet | None:
    chosen = getattr(limits, name)
    choices = [
        Choice(
            _label(name, value),
            count,
            free if value == chosen else _limited(free, name, value),
            value == chosen,
            value if name == "tongue" and value in LANGUAGE_NAMES else "",
        )
        for value, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        if count or value == chosen
    ]
    return Facet(name, title, choices) if chosen or len(choices) > 1 else None


def _label(name: str, value: str) -> str:
    if name == "tongue":
        return LANGUAGE_NAMES.get(value, value)
    return value[:1].upper() + value[1:] if name == "kind" else value


def _periods(count: "partial[int]", limits: Limits) -> Facet | None:
    free = replace(limits, first=None, last=None)
    chosen = (limits.first, limits.last)
    periods = PERIODS if chosen in (*PERIODS, (None, None)) else (*PERIODS, chosen)
    counts = {period: count(replace(free, first=period[0], last=period[1])) for period in periods}
    return _of_periods(counts, limits, free)


def _of_periods(counts: Mapping[Period, int], limits: Limits, free: Limits) -> Facet | None:
    chosen = (limits.first, limits.last)
    choices = [
        Choice(
            period_label(period),
            number,
            free if period == chosen else replace(free, first=period[0], last=period[1]),
            period == chosen,
        )
        for period, number in counts.items()
        if number or period == chosen
    ]
    narrowed = chosen != (None, None)
    return Facet("years", message("Years"), choices) if narrowed or len(choices) > 1 else None


def period_label(period: Period) -> Message | YearSpan:
    """Return what a period is called."""
    first, last = period
    if first is None:
        return message("up to the year {year}", year=last or 0)
    return message("from {year} on", year=first) if last is None else YearSpan(first, last)


# Related items: the list itself is counted, and narrowed down.


def years_of(item: Item) -> tuple[int, int] | None:
    """Return the years that the date fields of a record tell, if they do."""
    for values in (item.dctermsCreated, item.dcDate, item.dctermsTemporal):
        for value in values[:5]:
            if (found := overall(value[:200])) is not None:
                return found.start, found.end
    return None


def passes(item: Item, limits: Limits) -> bool:
    """Say whether an item is within the limits of a list of related ones."""
    if limits.holder and item.provider != limits.holder:
        return False
    if limits.kind and glyph_of(item).name != limits.kind:
        return False
    if limits.tongue and item.language.lower() != limits.tongue:
        return False
    return _touches(item, (limits.first, limits.last))


def _touches(item: Item, period: Period) -> bool:
    first, last = period
    if first is None and last is None:
        return True
    years = years_of(item)
    return years is not None and (first is None or years[1] >= first) and (last is None or years[0] <= last)


def list_facets(items: Sequence[Item], limits: Limits) -> list[Facet]:
    """Return how a list of items can be narrowed down, by what its items are."""
    found: list[Facet | None] = []
    for name, title in (("holder", message("Holder")), ("kind", message("Kind")), ("tongue", message("Language"))):
        free = _limited(limits, name, "")
        left = [item for item in items if passes(item, free)]
        counts = Counter(value for item in left for value in _values_listed(item, name))
        if chosen := getattr(limits, name):
            counts[chosen] += 0
        found.append(_facet(name, title, dict(counts.most_common(MOST_CHOICES)), limits, free))
    free = replace(limits, first=None, last=None)
    left = [item for item in items if passes(item, free)]
    found.insert(2, _of_periods({p: sum(_touches(item, p) for item in left) for p in PERIODS}, limits, free))
    return [_with_kinds(facet) for facet in found if facet is not None]


def _values_listed(item: Item, name: str) -> Iterable[str]:
    return [glyph_of(item).name] if name == "kind" else _values(item, name)


def _with_kinds(facet: Facet) -> Facet:
    """Return a facet of kinds with what their glyphs are called."""
    if facet.name != "kind":
        return facet
    choices = []
    for choice in facet.choices:
        name = str(choice.label)
        choices.append(replace(choice, label=glyph_named(name[:1].lower() + name[1:]).said))
    return replace(facet, choices=choices)
