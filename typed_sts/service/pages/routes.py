"""The page: search, an item and what is related to it, a pair side by side. Only what Answers says is shown.

    /                home
    /search?q=       items nearest to a text; with=ID offers each for comparison with that item
    /item?id=        a record and its related items; by=TYPE chooses types, twice for twice the weight
    /pair?a=&b=      two records and why they are related; type=TYPE shows one type only
    /static/NAME     style, script and icon

Everything works without JavaScript.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response

from typed_sts.answers.collection import Answers
from typed_sts.domain.explanation import Related, TypeReasons
from typed_sts.domain.types import SIMILARITY_TYPES, TYPES
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


def page_routes(answers: Answers) -> APIRouter:
    """Return the routes of the page over one collection and one model."""
    router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    @router.get("/")
    def home(request: Request) -> Response:
        examples = _example_pairs(answers)
        items = [record_view(answers.item(name)) for name in _FIRST_ITEMS] if examples else _example_items(answers)
        return render(request, "home.html", examples=examples, items=items, about=answers.about)

    @router.get("/search")
    def search(
        request: Request,
        q: str = "",
        offset: str = "",
        compared: Annotated[str, Query(alias="with")] = "",
    ) -> Response:
        text = q.strip()[:LONGEST_QUERY]
        start = min(int(offset), LAST_OFFSET) if offset.isascii() and offset.isdigit() and len(offset) < 9 else 0
        hits = answers.search(text, PAGE_SIZE + 1, start) if text else []
        found = [record_view(hit.item) for hit in hits[:PAGE_SIZE]]
        after = start + PAGE_SIZE
        return render(
            request,
            "search.html",
            text=text,
            start=start,
            before=max(start - PAGE_SIZE, 0),
            after=after if len(hits) > PAGE_SIZE and after <= LAST_OFFSET else None,
            found=found,
            other=_other(answers, compared),
            about=answers.about,
        )

    @router.get("/item")
    def item(
        request: Request,
        item_id: Annotated[str, Query(alias="id")] = "",
        by: Annotated[list[str] | None, Query()] = None,
        more: str = "",
    ) -> Response:
        if not item_id.strip() or len(item_id) > LONGEST_ID:
            return render_error(request, 422, "Say which item: /item?id= and its id or its Europeana address.")
        try:
            shown = answers.item(item_id)
        except ItemMissing:
            return _missing(request, item_id)
        weights = chosen_weights(by or [])
        related = answers.related(shown, MORE_RELATED if more == "1" else RELATED, weights or None)
        return render(
            request,
            "item.html",
            record=record_view(shown),
            groups=group_by_best(related),
            count=len(related),
            weights=weights,
            by=[name for name, weight in weights.items() for _ in range(weight)],
            by_api=",".join(name if weight == 1 else f"{name}:{weight}" for name, weight in weights.items()),
            may_have_more=len(related) == RELATED and more != "1",
            about=answers.about,
        )

    @router.get("/pair")
    def pair(request: Request, a: str = "", b: str = "", chosen: Annotated[str, Query(alias="type")] = "") -> Response:
        if not (a.strip() and b.strip()) or max(len(a), len(b)) > LONGEST_ID:
            return render_error(request, 422, "Say which two items: /pair?a= and b= with their ids or addresses.")
        items = []
        for wanted in (a, b):
            try:
                items.append(answers.item(wanted))
            except ItemMissing:
                return _missing(request, wanted)
        why = answers.why(*items)
        evidence, left_marks, right_marks = number_evidence(why)
        return render(
            request,
            "pair.html",
            left=record_view(items[0], left_marks),
            right=record_view(items[1], right_marks),
            why=why,
            types=[TypeView(kind, waterfall(kind, found)) for kind, found in zip(why.types, evidence, strict=True)],
            chosen=chosen if chosen in TYPES else "all",
            about=answers.about,
        )

    @router.get("/static/{name}")
    def static(name: str, v: str = "") -> Response:
        if name not in MEDIA_TYPES:
            raise HTTPException(404)
        kept = "public, max-age=31536000, immutable" if v == static_version() else "no-cache"
        headers = {"Cache-Control": kept}
        return Response(static_file(name), media_type=MEDIA_TYPES[name], headers=headers)

    return router


def render_error(request: Request, status: int, message: str) -> HTMLResponse:
    """Return the page of an error: what went wrong, and a way on."""
    return render(request, "error.html", status, code=status, message=message)


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


def _missing(request: Request, wanted: str) -> HTMLResponse:
    return render_error(request, 404, f"There is no item {wanted[:200]} in this collection.")


def _other(answers: Answers, item_id: str) -> RecordView | None:
    if not item_id or len(item_id) > LONGEST_ID:
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
