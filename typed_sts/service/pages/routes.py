"""The page: search, an item and what is related to it, a pair side by side. Only what Answers says is shown.

    /                home
    /search?q=       items nearest to a text; with=ID offers each for comparison with that item
    /item?id=        a record and its related items; by=TYPE chooses types, twice for twice the weight; but=holder and
                     but=time are for more like it of another holder, from another time
                     both lists are narrowed down by holder=, kind=, tongue=, first= and last=
    /pair?a=&b=      two records and why they are related; type=TYPE shows one type only
    /picture?id=     what an item looks like (typed_sts.service.pages.picture_route)
    /static/NAME     style, script and icon

Everything works without JavaScript.
"""

from collections.abc import Callable
from functools import partial
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response

from typed_sts.answers.collection import Answers
from typed_sts.domain.types import TYPES
from typed_sts.messages.catalogue import Language
from typed_sts.service.computing.process import Ask, Content
from typed_sts.service.http.languages import Asked, language_of
from typed_sts.service.http.sending import sent
from typed_sts.service.pages.finding import LAST_OFFSET, home_page, search_page
from typed_sts.service.pages.item_page import OTHERWISE, chosen_weights, item_page
from typed_sts.service.pages.narrowing import limits_of
from typed_sts.service.pages.pair_view import pair_view
from typed_sts.service.pages.picture_route import picture_route
from typed_sts.service.pages.rendering import (
    IN_ENGLISH,
    MEDIA_TYPES,
    Speech,
    error_page,
    missing_page,
    render,
    static_file,
    static_version,
)
from typed_sts.service.pictures import Pictures
from typed_sts_index.errors import ItemMissing

LONGEST_QUERY = 400
LONGEST_ID = 2000


# The questions, as they are asked in the process that computes; `root` is the address the page is under.


def pair_page(answers: Answers, root: str, speech: Speech, a: str, b: str, chosen: str) -> Content:
    """Two records side by side, and why they are related."""
    items = []
    for wanted in (a, b):
        try:
            items.append(answers.item(wanted))
        except ItemMissing:
            return missing_page(root, speech, wanted)
    why = answers.why(*items, language=speech.language)
    return render(
        root,
        "pair.html",
        speech=speech,
        here=("pair", {"a": a, "b": b, "type": chosen}),
        pair=pair_view(items[0], items[1], why),
        chosen=chosen if chosen in TYPES else "all",
        about=answers.about,
    )


# The routes.


def page_routes(ask: Ask, pictures: Pictures | None = None, *, private: bool = False) -> APIRouter:
    """Return the routes of the page over one collection and one model, with the pictures of its records if given.

    `private` says that answers are for those who have a key, and no shared cache keeps them.
    """
    router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    async def answered(request: Request, language: Language | None, question: Callable[..., Content]) -> Response:
        speech = Speech(language_of(request, language), str(language or ""), pictures is not None)
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
        limits = limits_of(request.query_params)
        question = partial(search_page, text=text, start=start, compared=wanted, limits=limits)
        return await answered(request, language, question)

    @router.get("/item")
    async def item(
        request: Request,
        item_id: Annotated[str, Query(alias="id")] = "",
        by: Annotated[list[str] | None, Query()] = None,
        more: str = "",
        but: str = "",
        language: Asked = None,
    ) -> Response:
        if not item_id.strip() or len(item_id) > LONGEST_ID:
            return render_error(request, 422, "Say which item: /item?id= and its id or its Europeana address.")
        question = partial(
            item_page,
            item_id=item_id,
            weights=chosen_weights(by or []),
            more=more == "1",
            limits=limits_of(request.query_params),
            but=but if but in OTHERWISE else "",
        )
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

    router.include_router(picture_route(ask, pictures, private=private))
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
    return sent(error_page(root_of(request), IN_ENGLISH, status, told))
