"""The pages on which things are found: the first one, and that of a search."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from typed_sts.answers.collection import Answers
from typed_sts.domain.message import counted
from typed_sts.domain.types import SIMILARITY_TYPES
from typed_sts.knowledge.kinds import EVENTS, WORDS
from typed_sts.knowledge.pack import concept
from typed_sts.reading.mentions import longest, mentions_in
from typed_sts.service.computing.process import Content
from typed_sts.service.pages.matched_words import Part, marked, snippet
from typed_sts.service.pages.narrowing import LOOKED_AT, NO_LIMITS, Limits, search_facets
from typed_sts.service.pages.record_view import RecordView, record_view, title_of
from typed_sts.service.pages.rendering import Speech, render
from typed_sts_fetch.item import Item
from typed_sts_index.contract import Filters
from typed_sts_index.errors import ItemMissing

PAGE_SIZE = 20
LAST_OFFSET = 1000
MOST_NEAR = 6
MOST_NAMES = 30
LONGEST_WORDS = 600
_TRANSLATED = frozenset((*WORDS, *EVENTS))
"""Kinds of things that have words in every language; a name is the same in most."""
LEAST_NEAR = 0.35
"""The cosine from which on an item is near a few words in meaning; below, it is chance that brings it."""
_FIRST_PAIR = ("/sample/turner-trafalgar", "/sample/devis-death-of-nelson")
_FIRST_ITEMS = (
    "/sample/van-gogh-letter-bedroom",
    "/sample/athens-owl",
    "/sample/victoria-wedding-dress",
    "/sample/beck-tube-map",
    "/sample/lange-migrant-mother",
    "/sample/beethoven-eroica",
    "/sample/himmelsscheibe-nebra",
    "/sample/stradivari-messiah",
)
"""Items of the sample to begin with, of many kinds."""
_ORDINARY_SEARCHES = ("portrait", "map", "coin", "letter", "photograph", "costume")
"""What finds a few items in any other collection."""


@dataclass(frozen=True, slots=True)
class FoundView:
    """An item found by a search, with the words searched for marked."""

    record: RecordView
    title: Sequence[Part]
    snippet: Sequence[Part]


@dataclass(frozen=True, slots=True)
class PairView:
    """Two records, and what is said of them."""

    left: RecordView
    right: RecordView
    sentence: str


def home_page(answers: Answers, root: str, speech: Speech) -> Content:
    """What there is, and where to begin."""
    examples = _example_pairs(answers)
    items = [record_view(answers.item(name)) for name in _FIRST_ITEMS] if examples else _example_items(answers)
    first = _first_pair(answers, speech.language) if examples else None
    return render(
        root, "home.html", speech=speech, here=("", {}), first=first, examples=examples, items=items,
        about=answers.about,
    )  # fmt: skip


def search_page(
    answers: Answers, root: str, speech: Speech, text: str, start: int, compared: str, limits: Limits = NO_LIMITS
) -> Content:
    """Items nearest to a text: by its words, and below them by what it means; and how to narrow them down."""
    filters = limits.filters()
    hits = answers.search(text, PAGE_SIZE + 1, start, filters) if text else []
    after = start + PAGE_SIZE
    other = _other(answers, compared)
    free = {"q": text, "with": other.item.id if other else ""}
    query = free | limits.query()
    total = answers.count(text, filters) if text else 0
    return render(
        root,
        "search.html",
        speech=speech,
        here=("search", query | {"offset": start or ""}),
        query=query,
        query_free=free,
        text=text,
        start=start,
        before=max(start - PAGE_SIZE, 0),
        after=after if len(hits) > PAGE_SIZE and after <= LAST_OFFSET else None,
        found=[_found(hit.item, text) for hit in hits[:PAGE_SIZE]],
        total_said=counted("{count} item", "{count} items", total),
        near=_near_in_meaning(answers, text, filters) if text and not start else [],
        facets=search_facets(answers, text, limits) if text else [],
        limits=limits,
        other=other,
        about=answers.about,
    )


def _found(item: Item, text: str) -> FoundView:
    language = item.language[:2].lower()
    description = item.dcDescription[0] if item.dcDescription else ""
    title = marked(title_of(item), text, language) if item.dcTitle else []
    return FoundView(record_view(item), title, snippet(description, text, language))


def _near_in_meaning(answers: Answers, text: str, filters: Filters) -> list[FoundView]:
    """Return items that the words do not find: those with other words for the same, in any language, then by meaning.

    The other words are those of the knowledge pack; they are marked too, so that one sees why an item is here.
    """
    words = _other_words(text)
    hits = answers.search(words, LOOKED_AT, 0, filters) if words else []
    hits += [hit for hit in answers.nearest(text, MOST_NEAR * 3, filters) if hit.score >= LEAST_NEAR]
    if not hits:
        return []
    by_words = {hit.item.id for hit in answers.search(text, LOOKED_AT, 0, filters)}
    near = {hit.item.id: hit.item for hit in hits if hit.item.id not in by_words}
    return [_found(item, f"{text} {words}") for item in list(near.values())[:MOST_NEAR]]


def _other_words(text: str) -> str:
    """Return what things named in a text are called otherwise: "boda" is also a wedding, a Hochzeit."""
    meant = [mention for mention in longest(mentions_in(text, "")) if mention.sure and mention.kind in _TRANSLATED]
    known = [found for mention in meant if (found := concept(mention.concepts[0]))]
    return " ".join(dict.fromkeys(name.text for one in known for name in one.names[:MOST_NAMES]))[:LONGEST_WORDS]


def _other(answers: Answers, item_id: str) -> RecordView | None:
    if not item_id:
        return None
    try:
        return record_view(answers.item(item_id))
    except ItemMissing:
        return None


def _example_pairs(answers: Answers) -> dict[str, tuple[RecordView, RecordView]]:
    """Return the sample's examples by type, or nothing when the collection is another."""
    try:
        return {
            row.name: (record_view(answers.item(row.example[0])), record_view(answers.item(row.example[1])))
            for row in SIMILARITY_TYPES
        }
    except ItemMissing:
        return {}


def _first_pair(answers: Answers, language: str) -> PairView | None:
    """Return a pair that shows what all this is about, and what is said of it; None when the collection is another."""
    try:
        left, right = (answers.item(name) for name in _FIRST_PAIR)
    except ItemMissing:
        return None
    return PairView(record_view(left), record_view(right), answers.why(left, right, language=language).sentence)


def _example_items(answers: Answers) -> list[RecordView]:
    """Return a few items to begin with, each found by another ordinary word."""
    found = {}
    for text in _ORDINARY_SEARCHES:
        for hit in islice(answers.search(text, 1), 1):
            found[hit.item.id] = record_view(hit.item)
    return list(found.values())
