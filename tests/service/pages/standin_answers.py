"""Answers for the page's tests: a real collection of the sample and of hostile records, with made-up scores.

The scores mean nothing. What counts is that they have the right shape: spans that stand where they say, points that
add up, types that one record or neither states.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from zlib import crc32

from typed_sts.domain.explanation import Reason, Related, TypeReasons, Why
from typed_sts.domain.groups import CUT
from typed_sts.domain.scores import PairScores, TypeScore
from typed_sts.domain.span import Evidence, Span, known_as
from typed_sts.domain.statement import SharedThing, Statement
from typed_sts.domain.types import TYPES
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts_fetch.formats.read import read_items
from typed_sts_fetch.item import LIST_FIELDS, Item
from typed_sts_index.contract import NO_FILTERS, Filters, Hit
from typed_sts_index.entry import entry_of
from typed_sts_index.opening import open_collection

SCRIPT = "<script>alert('1')</script>"
HOSTILE = (
    Item(
        id="/hostile/script?<b>&amp;\"'#%2F",
        provider=f"{SCRIPT} Museum",
        dcTitle=(f"{SCRIPT}\"'><img src=x onerror=alert(2)> Nelson's & “Victory” </title><script>alert(3)</script>",),
        dcCreator=("{{ 7*7 }} ${7*7} <svg onload=alert(4)>",),
        dcSubject=("Nelson, Horatio", "</mark></dd></dl><h1>", "javascript:alert(5)"),
        dcDescription=(
            "Nelson on the <b>Victory</b> -->\n]]> <style>*{display:none}</style>\tBattle of Trafalgar &lt;",
        ),
        dcDate=('1805" onclick="alert(6)',),
        isShownAt="javascript:alert(7)",
        preview='https://example.org/?a="><script>alert(8)</script>',
        rights="data:text/html,<script>alert(9)</script>",
        language='"><script>',
        country="<i>",
    ),
    Item(
        id="/hostile/right-to-left",
        provider="מוזיאון ישראל",
        dcTitle=("מגילת ישעיהו (1QIsa) – Nelson",),
        dcCreator=("ناسخ غير معروف",),
        dcDescription=("‮gnp.exe‬ מגילה שנמצאה בקומראן, 17 שורות (Qumran, Cave 1).", "Battle of Trafalgar"),
        dcDate=("המאה השנייה לפנה״ס",),
        language="he",
        isShownAt="https://example.org/scroll one",
    ),
    Item(id="/hostile/empty"),
    Item(
        id="https://example.org/" + "unbroken" * 30,
        dcTitle=("Donaudampfschifffahrtsgesellschaft" * 6 + " Nelson",),
        dcDescription=("A very long text about the Battle of Trafalgar and Nelson. " * 120,),
        dcSubject=tuple(f"subject number {number} of many" for number in range(40)),
        language="mul",
    ),
)
_FIELDS_OF = {
    "author": ("dcCreator",),
    "people": ("dcSubject", "dcTitle"),
    "time": ("dcDate",),
    "location": ("dctermsSpatial", "dcTitle"),
    "event": ("dcDescription",),
    "subject": ("dcSubject",),
    "description": ("dcDescription",),
    "general": LIST_FIELDS,
}
_GROUP_OF = {
    "author": "creator",
    "people": "people",
    "time": "time",
    "location": "place",
    "event": "event",
    "subject": "subject",
    "description": "description",
    "general": "record",
}
_WORD = re.compile(r"\w{4,}")
CONCEPTS = {"Nelson": "own:<i>nelson"}
"""Words of which it is known what they name."""


class StandInAnswers:
    """Answers over a real embedded collection."""

    model = "stand-in"
    version = "0"
    about = "model stand-in (made-up scores), IDF of this collection, without provider features"

    def __init__(self, folder: Path) -> None:
        self._collection = open_collection(folder / "collection")
        items = [*read_items(SAMPLE_ITEMS), *HOSTILE]
        self._collection.rebuild(entry_of(item) for item in items)

    def item(self, item_id: str) -> Item:
        return self._collection.item(item_id)

    def search(self, text: str, k: int = 10, offset: int = 0, filters: Filters = NO_FILTERS) -> list[Hit]:
        return self._collection.search(text, k, offset=offset, filters=filters)

    def count(self, text: str, filters: Filters = NO_FILTERS) -> int:
        return self._collection.count(text, filters=filters)

    def nearest(self, text: str, k: int = 10, filters: Filters = NO_FILTERS) -> list[Hit]:
        return []

    def predict(self, pairs: Sequence[tuple[Item, Item]]) -> list[PairScores]:
        return [self._scores(self.why(left, right)) for left, right in pairs]

    def why(self, left: Item, right: Item, *, language: str = "en") -> Why:
        types = tuple(_explained(name, left, right) for name in TYPES)
        told = tuple(statement for kind in types[1:] for statement in kind.statements)[:2]
        sentence = " ".join(f"{statement.text.capitalize()}." for statement in told)
        return Why(left.id, right.id, types, self.model, self.version, sentence, told, language)

    def related(
        self,
        item: Item,
        k: int = 10,
        by: Mapping[str, float] | None = None,
        *,
        language: str = "en",
        at_least: float | None = None,
        other_holder: bool = True,
    ) -> list[Related]:
        weights = by or dict.fromkeys(TYPES, 1.0)
        found = []
        for hit in self._collection.similar(item, 4 * k):
            why = self.why(item, hit.item)
            scores = self._scores(why).types
            total = sum(weights.get(entry.type, 0.0) * (entry.score or 0.0) for entry in scores)
            best = max(scores, key=lambda entry: (weights.get(entry.type, 0.0) > 0, entry.score or 0.0))
            reason = next(kind.summary for kind in why.types if kind.type == best.type)
            found.append(Related(hit.item, total / sum(weights.values()), scores, best.type, reason))
        return sorted(found, key=lambda entry: -entry.score)[:k]

    def _scores(self, why: Why) -> PairScores:
        types = tuple(TypeScore(kind.type, kind.score, kind.estimate, kind.stated) for kind in why.types)
        return PairScores(why.a, why.b, types, self.model, self.version)


def _explained(name: str, left: Item, right: Item) -> TypeReasons:
    fields = _FIELDS_OF[name]
    matched = list(_matches(fields, left, right))
    said = [any(getattr(item, field) for field in fields) for item in (left, right)]
    stated = ("none", "one", "both")[sum(said)]
    baseline = 1.5 + _noise(name, left, right) / 2
    points = min(4.5, 0.9 * len(matched)) if matched else (-1.0 if stated == "both" else -0.2)
    words = ", ".join(dict.fromkeys(found.a.text for found in matched[:4] if found.a))
    relation = {"none": "not_stated", "one": "one_sided"}.get(stated, "same" if matched else "differs")
    text = (
        f"both say {words}" if words else {"both": "differs", "one": "only in one record", "none": "not stated"}[stated]
    )
    evidence = tuple(matched[:12]) or _unmatched(fields, left, right)
    years = sorted({span.text for each in evidence[:1] for span in (each.a, each.b) if span and span.text.isdecimal()})
    values = tuple(years) if name == "time" else ()
    main = Reason(_GROUP_OF[name], points, relation, values, text, evidence)
    reasons = [main]
    for number, group in enumerate(("title", "description", "time", "record")):
        if group != main.group:
            reasons.append(
                Reason(group, 0.4 * _noise(name + group, left, right) - 0.25 * number / 2, "near", (), "", ())
            )
    total = baseline + sum(reason.points for reason in reasons)
    if not 0 <= total <= 5:
        cut = max(0.0, min(5.0, total)) - total
        reasons.append(Reason(CUT, cut, "", (), "the scale ends here", ()))
    estimate = baseline + sum(reason.points for reason in reasons)
    score = None if stated == "none" else max(0.0, min(5.0, estimate))
    summary = {"none": "not stated in either record", "one": "stated in one record only"}.get(stated, text)
    told = (_statement(name, text, matched),) if matched and name != "general" else ()
    return TypeReasons(name, score, stated, summary, baseline, estimate, tuple(reasons), told)


def _statement(name: str, text: str, matched: Sequence[Evidence]) -> Statement:
    names = [(each.a.text, each.b.text) for each in matched[:4] if each.a and each.b]
    things = tuple(SharedThing("words", "", pair) for pair in names)
    return Statement(name, "same", things, 3.0, 0.9, f"{text} ({name})", tuple(matched[:4]))


def _unmatched(fields: Sequence[str], left: Item, right: Item) -> tuple[Evidence, ...]:
    """Return the first words of both records, or of the one that has any."""
    one, other = (next(iter(_words(fields, item)), None) for item in (left, right))
    return (Evidence(one, other),) if one or other else ()


def _matches(fields: Sequence[str], left: Item, right: Item) -> Iterator[Evidence]:
    """Yield a word of one record and where the other says it too, once a word."""
    there = {span.text.casefold(): span for span in _words(fields, right)}
    seen = set()
    for span in _words(fields, left):
        word = span.text.casefold()
        if word in there and word not in seen:
            seen.add(word)
            yield Evidence(span, there[word])


def _words(fields: Sequence[str], item: Item) -> Iterator[Span]:
    for field in fields:
        for number, text in enumerate(getattr(item, field)):
            for match in _WORD.finditer(text):
                span = Span(field, number, match.start(), match.end(), match[0])
                yield known_as(span, CONCEPTS.get(match[0], ""))


def _noise(name: str, left: Item, right: Item) -> float:
    """Return a number from 0 to 1 that depends on the pair alone, in either order."""
    return crc32("\n".join([name, *sorted((left.id, right.id))]).encode("utf-8", "replace")) % 1000 / 1000
