"""The page: search, an item and what is related to it, a pair side by side. Only what Answers says is shown.

    /                home
    /search?q=       items nearest to a text; with=ID offers each for comparison with that item
    /item?id=        a record and its related items; by=TYPE chooses types, twice for twice the weight
    /pair?a=&b=      two records and why they are related; type=TYPE shows one type only
    /static/NAME     style, script and icon

Everything works without JavaScript.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response

from typed_sts.answers.collection import Answers
from typed_sts.domain.explanation import Related
from typed_sts.domain.message import Listing, Message, counted, message
from typed_sts.domain.types import SIMILARITY_TYPES, TYPES
from typed_sts.messages.catalogue import Language
from typed_sts.service.computing.process import Content, Question
from typed_sts.service.http.languages import Asked, language_of
from typed_sts.service.http.sending import sent
from typed_sts.service.pages.pair_view import pair_view
from typed_sts.service.pages.record_view import RecordView, record_view
from typed_sts.service.pages.rendering import IN_ENGLISH, MEDIA_TYPES, Speech, render, static_file, static_version
from typed_sts_index.errors import ItemMissing

PAGE_SIZE = 20
LAST_OFFSET = 1000
LONGEST_QUERY = 400
LONGEST_ID = 2000
RELATED = 12
MORE_RELATED = 36

_FIRST_ITEMS = (
    "/sample/van-gogh-letter-bedroom",
    "/sample/athens-owl",
    "/sample/victoria-wedding-dress",
    "/sample/beck-tube-map",
    "/sample/lange-migrant-mother",
    "/sample/beethoven-eroica",
)
"""Items of the sample to begin with, of many kinds."""
_ORDINARY_SEARCHES = ("portrait", "map", "coin", "letter", "photograph", "costume")
"""What finds a few items in any other collection."""


Ask = Callable[[Request, Question], Awaitable[Content]]
"""How a question is asked for a request."""


@dataclass(frozen=True, slots=True)
class RelatedView:
    """A related item, its record, and what is said of it alone."""

    related: Related
    record: RecordView
    reason: str


@dataclass(frozen=True, slots=True)
class GroupView:
    """Related items under one type, and what is said of all of them once, above them."""

    best: str
    said: str
    entries: Sequence[RelatedView]


# The questions, as they are asked in the process that computes; `root` is the address the page is under.


def home_page(answers: Answers, root: str, speech: Speech) -> Content:
    """What there is, and where to begin."""
    examples = _example_pairs(answers)
    items = [record_view(answers.item(name)) for name in _FIRST_ITEMS] if examples else _example_items(answers)
    return render(root, "home.html", speech=speech.in_english(), examples=examples, items=items, about=answers.about)


def search_page(answers: Answers, root: str, speech: Speech, text: str, start: int, compared: str) -> Content:
    """Items nearest to a text."""
    hits = answers.search(text, PAGE_SIZE + 1, start) if text else []
    after = start + PAGE_SIZE
    return render(
        root,
        "search.html",
        speech=speech.in_english(),
        text=text,
        start=start,
        before=max(start - PAGE_SIZE, 0),
        after=after if len(hits) > PAGE_SIZE and after <= LAST_OFFSET else None,
        found=[record_view(hit.item) for hit in hits[:PAGE_SIZE]],
        other=_other(answers, compared),
        about=answers.about,
    )


def item_page(
    answers: Answers, root: str, speech: Speech, item_id: str, weights: dict[str, int], more: bool
) -> Content:
    """A record and its related items."""
    try:
        shown = answers.item(item_id)
    except ItemMissing:
        return _missing(root, speech, item_id)
    most = MORE_RELATED if more else RELATED
    related = answers.related(shown, most, weights or None, language=speech.language)
    return render(
        root,
        "item.html",
        speech=speech,
        record=record_view(shown),
        groups=group_by_best(related),
        count=_counted(len(related), weights),
        weights=weights,
        by=[name for name, weight in weights.items() for _ in range(weight)],
        by_api=",".join(name if weight == 1 else f"{name}:{weight}" for name, weight in weights.items()),
        may_have_more=len(related) == RELATED and not more,
        about=answers.about,
    )


def pair_page(answers: Answers, root: str, speech: Speech, a: str, b: str, chosen: str) -> Content:
    """Two records side by side, and why they are related."""
    items = []
    for wanted in (a, b):
        try:
            items.append(answers.item(wanted))
        except ItemMissing:
            return _missing(root, speech, wanted)
    why = answers.why(*items, language=speech.language)
    return render(
        root,
        "pair.html",
        speech=speech,
        pair=pair_view(items[0], items[1], why),
        chosen=chosen if chosen in TYPES else "all",
        about=answers.about,
    )


# The routes.


def page_routes(ask: Ask) -> APIRouter:
    """Return the routes of the page over one collection and one model."""
    router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    async def answered(request: Request, language: Language | None, question: Callable[..., Content]) -> Response:
        speech = Speech(language_of(request, language), str(language or ""))
        return sent(await ask(request, partial(question, root=root_of(request), speech=speech)))

    @router.get("/")
    async def home(request: Request, language: Asked = None) -> Response:
        return await answered(request, language, home_page)

    @router.get("/search")
    async def search(
        request: Request,
        q: str = "",
        offset: str = "",
        compared: Annotated[str, Query(alias="with")] = "",
        language: Asked = None,
    ) -> Response:
        text = q.strip()[:LONGEST_QUERY]
        start = min(int(offset), LAST_OFFSET) if offset.isascii() and offset.isdigit() and len(offset) < 9 else 0
        wanted = compared if len(compared) <= LONGEST_ID else ""
        return await answered(request, language, partial(search_page, text=text, start=start, compared=wanted))

    @router.get("/item")
    async def item(
        request: Request,
        item_id: Annotated[str, Query(alias="id")] = "",
        by: Annotated[list[str] | None, Query()] = None,
        more: str = "",
        language: Asked = None,
    ) -> Response:
        if not item_id.strip() or len(item_id) > LONGEST_ID:
            return render_error(request, 422, "Say which item: /item?id= and its id or its Europeana address.")
        question = partial(item_page, item_id=item_id, weights=chosen_weights(by or []), more=more == "1")
        return await answered(request, language, question)

    @router.get("/pair")
    async def pair(
        request: Request,
        a: str = "",
        b: str = "",
        chosen: Annotated[str, Query(alias="type")] = "",
        language: Asked = None,
    ) -> Response:
        if not (a.strip() and b.strip()) or max(len(a), len(b)) > LONGEST_ID:
            return render_error(request, 422, "Say which two items: /pair?a= and b= with their ids or addresses.")
        return await answered(request, language, partial(pair_page, a=a, b=b, chosen=chosen[:20]))

    add_static(router)
    return router


def add_static(router: APIRouter) -> None:
    """Add the route of the files that pages load."""

    @router.get("/static/{name}")
    async def static(name: str, v: str = "") -> Response:
        if name not in MEDIA_TYPES:
            raise HTTPException(404)
        kept = "public, max-age=31536000, immutable" if v == static_version() else "no-cache"
        headers = {"Cache-Control": kept}
        return Response(static_file(name), media_type=MEDIA_TYPES[name], headers=headers)


def root_of(request: Request) -> str:
    """Return the address the page is under: behind a proxy it may not be the root."""
    return str(request.scope.get("root_path", "")).rstrip("/")


def render_error(request: Request, status: int, told: str) -> Response:
    """Return the page of an error: what went wrong, and a way on."""
    return sent(_error(root_of(request), IN_ENGLISH, status, told))


def chosen_weights(by: Sequence[str]) -> dict[str, int]:
    """Return the weight of each type asked for: how often it is named, at most twice; unknown names count nothing."""
    named = Counter(name.strip() for entry in by[:100] for name in entry.split(",")[:100])
    return {name: min(named[name], 2) for name in TYPES if named[name]}


def group_by_best(related: Sequence[Related]) -> list[GroupView]:
    """Return related items under the type that speaks most for them; the group of the best item comes first.

    A sentence that is said of all items of a group stands above them, and not in each line again.
    """
    groups: dict[str, list[Related]] = {}
    for entry in related:
        groups.setdefault(entry.best, []).append(entry)
    return [_group(best, entries) for best, entries in groups.items()]


def _group(best: str, entries: Sequence[Related]) -> GroupView:
    of_all: list[str] = []
    if len(entries) > 1:
        of_all = [said for said in entries[0].sentences if all(said in other.sentences for other in entries[1:])]
    views = []
    for entry in entries:
        reason = " ".join(said for said in entry.sentences if said not in of_all) if of_all else entry.reason
        views.append(RelatedView(entry, record_view(entry.item), reason))
    return GroupView(best, " ".join(of_all), views)


def _counted(count: int, weights: Mapping[str, int]) -> Message:
    """Return how many related items there are, and by which types, where some were chosen."""
    if not weights:
        return counted("{count} related item", "{count} related items", count)
    names = [message("{name} (twice)", name=message(name)) if weights[name] > 1 else message(name) for name in weights]
    return counted(
        "{count} related item, the best by {types} first",
        "{count} related items, the best by {types} first",
        count,
        types=Listing(tuple(names), len(names)),
    )


def _error(root: str, speech: Speech, status: int, told: str) -> Content:
    return render(root, "error.html", status, speech=speech.in_english(), code=status, message=told)


def _missing(root: str, speech: Speech, wanted: str) -> Content:
    return _error(root, speech, 404, f"There is no item {wanted[:200]} in this collection.")


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


def _example_items(answers: Answers) -> list[RecordView]:
    """Return a few items to begin with, each found by another ordinary word."""
    found = {}
    for text in _ORDINARY_SEARCHES:
        for hit in islice(answers.search(text, 1), 1):
            found[hit.item.id] = record_view(hit.item)
    return list(found.values())
