"""What a provider writes in many of its records: found by counting.

    items -> SentenceCounts -> Boilerplate -> parts(item)      sentences, left out like credit lines
                                           -> common(item)     headings and names, which are read and told nobody

A sentence counts when it stands in more than SHARE of at least FEWEST records of its provider. Short ones never do:
what a third of all drawings say ("Graphite on paper.") is true of each of them, and rarity weighs it. Only digests of
folded sentences are kept. Of a single pair of records nothing is known, and nothing left out.

A heading of the catalogue ("Photographic Negative") counts from COMMON_VALUE on, a word that is written large, such as
the name of the provider's own town, from COMMON_WORD on: that two of its records share it is no news.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

import orjson

from typed_sts.domain.span import Span
from typed_sts.reading.document import digest
from typed_sts.reading.entities.tables import fold
from typed_sts.reading.not_of_item import SENTENCE
from typed_sts.reading.provider_counts import ProviderCounts
from typed_sts_fetch.item import Item, with_texts

SHARE = 0.5
FEWEST = 50
FIELDS = ("dcDescription",)
"""Not subjects, types, series: what every photograph of an archive is called is still true of it."""
_SHORTEST = 40
_MOST_SENTENCES = 200
"""Of one value; a longer one has its boilerplate at its beginning, or nobody would read it."""
_MOST_COUNTED = 1_000_000
_MOST_OF_PROVIDER = 200
_MOST_FOUND = 10_000
COMMON_VALUE = 0.02
COMMON_WORD = 0.04
_HEADINGS = ("dcSubject", "dctermsSpatial", "dctermsIsPartOf", "dcType")
_TEXTS = ("dcTitle", "dcSubject", "dcDescription", "dctermsSpatial")
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_MOST_VALUES, _MOST_LETTERS = 50, 5_000
FORMAT_VERSION = 2


@dataclass(frozen=True)
class Boilerplate:
    """The digests of the sentences that each provider repeats, and of the headings and names that are common there."""

    sentences: Mapping[str, frozenset[int]] = field(default_factory=dict)
    headings: Mapping[str, frozenset[int]] = field(default_factory=dict)

    def parts(self, item: Item) -> tuple[Span, ...]:
        """Return the sentences of an item that its provider repeats."""
        known = self.sentences.get(item.provider)
        if not known:
            return ()
        return tuple([span for span in _sentences(item) if _digest(span) in known])

    def common(self, item: Item) -> tuple[str, ...]:
        """Return the headings and names of an item, folded and in order, that are common at its provider."""
        known = self.headings.get(item.provider)
        if not known:
            return ()
        return tuple(sorted({text for text in (*_headings(item), *_names(item)) if digest("common", text) in known}))

    def __bool__(self) -> bool:
        return bool(self.sentences or self.headings)

    def __len__(self) -> int:
        return sum(map(len, self.sentences.values()))

    def to_text(self) -> str:
        """Return it as a text to be kept with a collection: "" for nothing, the same for the same sentences."""
        if not self:
            return ""
        sentences, headings = (
            {provider: sorted(known) for provider, known in sorted(table.items())}
            for table in (self.sentences, self.headings)
        )
        content = {"format_version": FORMAT_VERSION, "sentences": sentences, "headings": headings}
        return orjson.dumps(content).decode()


NOTHING_KNOWN = Boilerplate()


def boilerplate_from_text(text: str) -> Boilerplate:
    """Return what `to_text` wrote; raise ValueError for anything else."""
    if not text:
        return NOTHING_KNOWN
    try:
        found = orjson.loads(text)
        if found["format_version"] != FORMAT_VERSION:
            raise ValueError(f"format version {found['format_version']}")
        sentences, headings = (
            {provider: frozenset(map(int, known)) for provider, known in found[name].items()}
            for name in ("sentences", "headings")
        )
        return Boilerplate(sentences, headings)
    except (KeyError, TypeError, AttributeError, orjson.JSONDecodeError) as error:
        raise ValueError(f"not a table of what is repeated: {error!r}") from error


class SentenceCounts:
    """Counts the sentences, headings and names of records by provider."""

    def __init__(self, most: int = _MOST_COUNTED) -> None:
        self.sentences, self.headings, self.names = (ProviderCounts(most) for _ in range(3))

    def through(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield items as they are, counted."""
        for item in items:
            self.add(item)
            yield item

    def add(self, item: Item) -> None:
        """Count what a record says, each thing once."""
        self.sentences.add(item.provider, map(_digest, _sentences(item)))
        self.headings.add(item.provider, (digest("common", text) for text in _headings(item)))
        self.names.add(item.provider, (digest("common", text) for text in _names(item)))

    def repeated(self, *, share: float = SHARE, fewest: int = FEWEST) -> Boilerplate:
        """Return what is in more than a share of the records of each provider that has enough of them."""
        most = {"of_one": _MOST_OF_PROVIDER, "of_all": _MOST_FOUND}
        headings = self.headings.often(COMMON_VALUE, fewest, **most)
        names = self.names.often(COMMON_WORD, fewest, **most)
        both = {provider: headings.get(provider, _NONE) | names.get(provider, _NONE) for provider in headings | names}
        return Boilerplate(self.sentences.often(share, fewest, **most), both)


_NONE: frozenset[int] = frozenset()


def find_boilerplate(items: Iterable[Item], *, share: float = SHARE, fewest: int = FEWEST) -> Boilerplate:
    """Return the sentences that the providers of these items repeat."""
    counts = SentenceCounts()
    for item in items:
        counts.add(item)
    return counts.repeated(share=share, fewest=fewest)


def without(item: Item, parts: Sequence[Span]) -> Item:
    """Return an item with these stretches, in their order, cut out of its values; of some nothing may be left."""
    if not parts:
        return item
    cut: dict[str, list[tuple[int, str]]] = {}
    for (name, number), here in groupby(parts, lambda part: (part.field, part.value)):
        values = cut.setdefault(name, list(enumerate(getattr(item, name))))
        values[number] = number, "".join(left.text for left in _between(name, number, values[number][1], here))
    return with_texts(item, cut)


def stretches(item: Item, field: str, parts: Iterable[Span]) -> Iterator[Span]:
    """Yield what is left of the values of a field without these stretches: nearly always each value as it is."""
    cut = {number: list(here) for number, here in groupby((p for p in parts if p.field == field), lambda p: p.value)}
    for number, text in enumerate(getattr(item, field)):
        if number in cut:
            yield from (left for left in _between(field, number, text, cut[number]) if left.text.strip())
        else:
            yield Span(field, number, 0, len(text), text)


def _between(field: str, value: int, text: str, parts: Iterable[Span]) -> Iterator[Span]:
    start = 0
    for part in parts:
        yield Span(field, value, start, part.start, text[start : part.start])
        start = part.end
    yield Span(field, value, start, len(text), text[start:])


def _sentences(item: Item) -> Iterator[Span]:
    for name in FIELDS:
        for number, text in enumerate(getattr(item, name)):
            if len(text) < _SHORTEST:
                continue
            for nth, match in enumerate(SENTENCE.finditer(text)):
                if nth >= _MOST_SENTENCES:
                    break
                if len(match[0].strip()) >= _SHORTEST:
                    yield Span(name, number, match.start(), match.end(), match[0])


def _headings(item: Item) -> Iterator[str]:
    for name in _HEADINGS:
        yield from (fold(text) for text in getattr(item, name)[:_MOST_VALUES] if len(text) <= _MOST_LETTERS)


def _names(item: Item) -> Iterator[str]:
    """Yield the words that are written large, folded."""
    for name in _TEXTS:
        for text in getattr(item, name)[:_MOST_VALUES]:
            yield from {fold(word) for word in _LETTERS.findall(text[:_MOST_LETTERS]) if word[0].isupper()}


def _digest(span: Span) -> int:
    return digest(span.field, " ".join(span.text.split()).strip(" .;|").casefold())
