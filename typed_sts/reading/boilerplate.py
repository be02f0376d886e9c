"""Sentences that a provider writes in most of its records: found by counting them, and left out like credit lines.

    items -> find_boilerplate -> Boilerplate -> parts(item)

A sentence counts when it stands in more than SHARE of at least FEWEST records of its provider. Only digests of folded
sentences are kept. Of a single pair of records nothing is known, and nothing left out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from typed_sts.domain.span import Span
from typed_sts.reading.document import digest
from typed_sts.reading.not_of_item import SENTENCE
from typed_sts_fetch.item import Item

SHARE = 0.3
FEWEST = 20
FIELDS = ("dcDescription",)
"""Not subjects, types, series: what every photograph of an archive is called is still true of it."""
_SHORTEST = 12
_MOST_SENTENCES = 200
"""Of one value; a longer one has its boilerplate at its beginning, or nobody would read it."""
_MOST_KEPT = 500_000
"""Sentences of one provider that are counted at a time; when there are more, those met once are forgotten."""


@dataclass(frozen=True)
class Boilerplate:
    """The digests of the sentences that each provider repeats."""

    sentences: dict[str, frozenset[int]] = field(default_factory=dict)

    def parts(self, item: Item) -> tuple[Span, ...]:
        """Return the sentences of an item that its provider repeats."""
        known = self.sentences.get(item.provider)
        if not known:
            return ()
        return tuple([span for span in _sentences(item) if _digest(span) in known])

    @cached_property
    def key(self) -> str:
        """A short text that is another one for other sentences."""
        told = "\n".join(f"{provider}\t{sorted(known)}" for provider, known in sorted(self.sentences.items()))
        return f"{digest('boilerplate', told):x}"

    def __bool__(self) -> bool:
        return bool(self.sentences)


def find_boilerplate(items: Iterable[Item], *, share: float = SHARE, fewest: int = FEWEST) -> Boilerplate:
    """Return the sentences that stand in more than a share of the records of each provider that has enough of them."""
    records: Counter[str] = Counter()
    counts: dict[str, Counter[int]] = {}
    for item in items:
        records[item.provider] += 1
        own = counts.setdefault(item.provider, Counter())
        own.update({_digest(span) for span in _sentences(item)})
        if len(own) > _MOST_KEPT:
            counts[item.provider] = Counter({key: count for key, count in own.items() if count > 1})
    found = {}
    for provider, total in records.items():
        if total >= fewest:
            repeated = frozenset(key for key, count in counts[provider].items() if count > share * total)
            if repeated:
                found[provider] = repeated
    return Boilerplate(found)


def _sentences(item: Item) -> Iterator[Span]:
    for name in FIELDS:
        for number, text in enumerate(getattr(item, name)):
            for nth, match in enumerate(SENTENCE.finditer(text)):
                if nth >= _MOST_SENTENCES:
                    break
                if len(match[0].strip()) >= _SHORTEST:
                    yield Span(name, number, match.start(), match.end(), match[0])


def _digest(span: Span) -> int:
    return digest(span.field, " ".join(span.text.split()).strip(" .;|").casefold())
