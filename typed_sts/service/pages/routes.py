"""The page: search, an item and what is related to it, a pair side by side. Only what Answers says is shown.

    /                home
    /search?q=       items nearest to a text; with=ID offers each for comparison with that item
    /item?id=        a record and its related items; by=TYPE chooses types, twice for twice the weight
    /pair?a=&b=      two records and why they are related; type=TYPE shows one type only
    /static/NAME     style, script and icon

Everything works without JavaScript.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response

from typed_sts.answers.collection import Answers
from typed_sts.domain.explanation import Related, TypeReasons
from typed_sts.domain.types import SIMILARITY_TYPES, TYPES
from typed_sts.service.computing.process import Content, Question
from typed_sts.service.pages.record_view import RecordView, number_evidence, record_view
from typed_sts.service.pages.rendering import MEDIA_TYPES, render, static_file, static_version
from typed_sts.service.pages.waterfall import Waterfall, waterfall
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
    """A related item and its record."""

    related: Related
    record: RecordView


@dataclass(frozen=True, slots=True)
class TypeView:
    """A type of a pair and how its score adds up."""

    reasons: TypeReasons
    waterfall: Waterfall


# The questions, as they are asked in the process that computes; `root` is the address the page is under.


def home_page(answers: Answers, root: str) -> Content:
    """What there is, and where to begin."""
    examples = _example_pairs(answers)
    items = [record_view(answers.item(name)) for name in _FIRST_ITEMS] if examples else _example_items(answers)
    return render(root, "home.html", examples=examples, items=items, about=answers.about)


def search_page(answers: Answers, root: str, text: str, start: int, compared: str) -> Content:
    """Items nearest to a text."""
    hits = answers.search(text, PAGE_SIZE + 1, start) if text else []
    after = start + PAGE_SIZE
    return render(
        root,
        "search.html",
        text=text,
        start=start,
        before=max(start - PAGE_SIZE, 0),
        after=after if len(hits) > PAGE_SIZE and after <= LAST_OFFSET else None,
        found=[record_view(hit.item) for hit in hits[:PAGE_SIZE]],
        other=_other(answers, compared),
        about=answers.about,
    )


def item_page(answers: Answers, root: str, item_id: str, weights: dict[str, int], more: bool) -> Content:
    """A record and its related items."""
    try:
        shown = answers.item(item_id)
    except ItemMissing:
        return _missing(root, item_id)
    related = answers.related(shown, MORE_RELATED if more else RELATED, weights or None)
    return render(
        root,
        "item.html",
        record=record_view(shown),
        groups=group_by_best(related),
        count=len(related),
        weights=weights,
        by=[name for name, weight in weights.items() for _ in range(weight)],
        by_api=",".join(name if weight == 1 else f"{name}:{weight}" for name, weight in weights.items()),
        may_have_more=len(related) == RELATED and not more,
        about=answers.about,
    )


def pair_page(answers: Answers, root: str, a: str, b: str, chosen: str) -> Content:
    """Two records side by side, and why they are related."""
    items = []
    for wanted in (a, b):
        try:
            items.append(answers.item(wanted))
        except ItemMissing:
            return _missing(root, wanted)
    why = answers.why(*items)
    evidence, left_marks, right_marks = number_evidence(why)
    return render(
        root,
        "pair.html",
        left=record_view(items[0], left_marks),
        right=record_view(items[1], right_marks),
        why=why,
        types=[TypeView(kind, waterfall(kind, found)) for kind, found in zip(why.types, evidence, strict=True)],
        chosen=chosen if chosen in TYPES else "all",
        about=answers.about,
    )


# The routes.


def page_routes(ask: Ask) -> APIRouter:
    """Return the routes of the page over one collection and one model."""
    router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    async def answered(request: Request, question: Question) -> Response:
        return shown(await ask(request, question))

    @router.get("/")
    async def home(request: Request) -> Response:
        return await answered(request, partial(home_page, root=root_of(request)))

    @router.get("/search")
    async def search(
        request: Request,
        q: str = "",
        offset: str = "",
        compared: Annotated[str, Query(alias="with")] = "",
    ) -> Response:
        text = q.strip()[:LONGEST_QUERY]
        start = min(int(offset), LAST_OFFSET) if offset.isascii() and offset.isdigit() and len(offset) < 9 else 0
        wanted = compared if len(compared) <= LONGEST_ID else ""
        return await answered(
            request, partial(search_page, root=root_of(request), text=text, start=start, compared=wanted)
        )

    @router.get("/item")
    async def item(
        request: Request,
        item_id: Annotated[str, Query(alias="id")] = "",
        by: Annotated[list[str] | None, Query()] = None,
        more: str = "",
    ) -> Response:
        if not item_id.strip() or len(item_id) > LONGEST_ID:
            return render_error(request, 422, "Say which item: /item?id= and its id or its Europeana address.")
        question = partial(item_page, item_id=item_id, weights=chosen_weights(by or []), more=more == "1")
        return await answered(request, partial(question, root=root_of(request)))

    @router.get("/pair")
    async def pair(
        request: Request, a: str = "", b: str = "", chosen: Annotated[str, Query(alias="type")] = ""
    ) -> Response:
        if not (a.strip() and b.strip()) or max(len(a), len(b)) > LONGEST_ID:
            return render_error(request, 422, "Say which two items: /pair?a= and b= with their ids or addresses.")
        return await answered(request, partial(pair_page, root=root_of(request), a=a, b=b, chosen=chosen[:20]))

    @router.get("/static/{name}")
    async def static(name: str, v: str = "") -> Response:
        if name not in MEDIA_TYPES:
            raise HTTPException(404)
        kept = "public, max-age=31536000, immutable" if v == static_version() else "no-cache"
        headers = {"Cache-Control": kept}
        return Response(static_file(name), media_type=MEDIA_TYPES[name], headers=headers)

    return router


def shown(page: Content) -> Response:
    """Return a page as it is sent."""
    return Response(page.body, page.status, media_type=page.media_type)


def root_of(request: Request) -> str:
    """Return the address the page is under: behind a proxy it may not be the root."""
    return str(request.scope.get("root_path", "")).rstrip("/")


def render_error(request: Request, status: int, message: str) -> Response:
    """Return the page of an error: what went wrong, and a way on."""
    return shown(_error(root_of(request), status, message))


def chosen_weights(by: Sequence[str]) -> dict[str, int]:
    """Return the weight of each type asked for: how often it is named, at most twice; unknown names count nothing."""
    named = Counter(name.strip() for entry in by[:100] for name in entry.split(",")[:100])
    return {name: min(named[name], 2) for name in TYPES if named[name]}


def group_by_best(related: Sequence[Related]) -> list[tuple[str, list[RelatedView]]]:
    """Return related items under the type that speaks most for them; the group of the best item comes first."""
    groups: dict[str, list[RelatedView]] = {}
    for entry in related:
        groups.setdefault(entry.best, []).append(RelatedView(entry, record_view(entry.item)))
    return list(groups.items())


def _error(root: str, status: int, message: str) -> Content:
    return render(root, "error.html", status, code=status, message=message)


def _missing(root: str, wanted: str) -> Content:
    return _error(root, 404, f"There is no item {wanted[:200]} in this collection.")


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
