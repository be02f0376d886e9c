"""The reason for a related item in one line, from what both records say alike."""

from collections.abc import Sequence

from typed_sts.documents.document import Document
from typed_sts.entities.relation import Match, Relation
from typed_sts.features.things import Thing, compare_things, things_of
from typed_sts_index.contract import CorpusStats, idf

_KINDS = {
    "author": (("maker", "maker"),),
    "people": (("person", "person"), ("group", "kind of people")),
    "location": (("place", "place"), ("culture", "culture")),
    "event": (("event", "event"),),
}
_VIEWS = {"subject": ("subject", "title"), "description": ("description",), "general": ("text",)}
_MOST_WORDS = 4


def phrase(name: str, left: Document, right: Document, stats: CorpusStats) -> str:
    """Return what two records have in common in one type: "same maker: J. M. W. Turner"."""
    if name == "time":
        return _years(left, right)
    if name in _KINDS:
        return _things(name, left, right)
    return _words(name, left, right, stats)


def _years(left: Document, right: Document) -> str:
    ours, theirs = left.span_of_years(), right.span_of_years()
    if ours is None or theirs is None:
        return "dated in one record only" if ours or theirs else "not dated"
    if ours == theirs:
        return f"both dated {_span(ours)}"
    return f"dated {_span(ours)} and {_span(theirs)}"


def _span(years: tuple[int, int]) -> str:
    first, last = (f"{-year} BC" if year < 0 else str(year) for year in years)
    return first if first == last else f"{first} to {last}"


def _things(name: str, left: Document, right: Document) -> str:
    ours, theirs = things_of(left), things_of(right)
    for kind, word in _KINDS[name]:
        found = _best(kind, ours[kind], theirs[kind])
        if found is not None:
            match, one, other = found
            if match.relation is Relation.SAME:
                return f"same {word}: {_shown(one)}"
            return f"{word}s {match.relation}: {_shown(one)}, {_shown(other)}"
    return ""


def _best(kind: str, ours: Sequence[Thing], theirs: Sequence[Thing]) -> tuple[Match, Thing, Thing] | None:
    matches = [(compare_things(kind, one.value, other.value), one, other) for one in ours for other in theirs]
    found = max(matches, key=lambda match: match[0].degree, default=None)
    return found if found and found[0].degree > 0 else None


def _shown(thing: Thing) -> str:
    return " ".join(thing.mentions[0].text.split()) if thing.mentions else thing.key


def _words(name: str, left: Document, right: Document, stats: CorpusStats) -> str:
    weights: dict[str, float] = {}
    for view in _VIEWS[name]:
        shared = sorted(set(left.tokens(view)) & set(right.tokens(view)))
        for word, count in zip(shared, stats.doc_freq(view, shared), strict=True):
            weights[word] = max(weights.get(word, 0.0), idf(stats.n_docs, count))
    words = sorted(weights, key=lambda word: (-weights[word], word))[:_MOST_WORDS]
    return f"both: {', '.join(words)}" if words else ""
