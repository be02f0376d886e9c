"""The routes of the two reconciliation services: over the collection, and over what records are read with.

    /reconcile/items, /reconcile/knowledge      the manifest; candidates for `queries`; columns for `extend`
      /suggest/entity  /suggest/type  /suggest/property
      /properties                               what a column can be filled with
      /preview?id=                              a small page for a frame

There is no JSONP: it would run our answer as a script of the page that asks. Clients of version 0.2 use CORS.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any
from urllib.parse import parse_qs

import orjson
from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from typed_sts.service.computing.process import Content, Question
from typed_sts.service.computing.work import Work
from typed_sts.service.http.errors import Problem
from typed_sts.service.http.languages import Asked, language_of
from typed_sts.service.http.origins import OPENREFINE, framed
from typed_sts.service.http.sending import sent
from typed_sts.service.openapi import errors
from typed_sts.service.pages.rendering import Speech
from typed_sts.service.pages.routes import root_of
from typed_sts.service.reconcile import items, things
from typed_sts.service.reconcile.candidates import Named, as_json, begins_like, suggestions
from typed_sts.service.reconcile.described import BATCHES, EXAMPLES, FORM, answer
from typed_sts.service.reconcile.manifest import ITEMS, KNOWLEDGE, manifest
from typed_sts.service.reconcile.preview import preview_item, preview_thing
from typed_sts.service.reconcile.queries import read_extension, read_queries, read_query
from typed_sts.service.refreshing_answers import FreshAnswers
from typed_sts.service.settings import LAST_OFFSET, LONGEST_ID, LONGEST_QUERY, ServiceSettings

_MOST_FIELDS = 20
_ONLY = "q0"
_PAGES: dict[int | str, dict[str, Any]] = {
    200: {"description": "A small page."},
    404: {"description": "A page that says that there is nothing of this id."},
}


@dataclass(frozen=True, slots=True)
class Offer:
    """One of the services: its name in addresses, its types and properties, and its questions."""

    name: str
    default_types: Sequence[Named]
    properties: Sequence[Named]
    reconcile: Callable[..., Content]
    extend: Callable[..., Content]
    suggest: Callable[..., Content]
    suggest_types: Callable[..., Content]
    preview: Callable[..., Content]


OFFERS = (
    Offer(
        ITEMS,
        (items.RECORD,),
        items.PROPERTIES,
        items.reconcile_items,
        items.extend_items,
        items.suggest_items,
        items.suggest_kinds,
        preview_item,
    ),
    Offer(
        KNOWLEDGE,
        things.DEFAULT_TYPES,
        things.PROPERTIES,
        things.reconcile_things,
        things.extend_things,
        things.suggest_things,
        things.suggest_families,
        preview_thing,
    ),
)
Prefix = Annotated[str, Query(max_length=LONGEST_QUERY, description="What was typed so far.")]
Cursor = Annotated[int, Query(ge=0, le=LAST_OFFSET, description="Leave out this many.")]


def reconcile_routes(work: Work, settings: ServiceSettings) -> APIRouter:
    """Return the routes of both services."""
    router = APIRouter(prefix="/reconcile", tags=["reconcile"])
    for offer in OFFERS:
        _add(router, offer, work, settings)
    return router


def _add(router: APIRouter, offer: Offer, work: Work, settings: ServiceSettings) -> None:
    path, name = f"/{offer.name}", f"reconcile_{offer.name}"

    async def asked(request: Request, question: Question) -> Response:
        return sent(await work.ask(request, question))

    async def answered(request: Request, given: Mapping[str, str]) -> Response | None:
        """Answer what was sent in the address or in a form; None where that is nothing of ours."""
        queries = read_queries(given["queries"]) if "queries" in given else None
        wanted = read_extension(given["extend"]) if "extend" in given else None
        if queries is not None:
            return await asked(request, partial(offer.reconcile, queries=queries))
        if wanted is not None:
            return await asked(request, partial(offer.extend, wanted=wanted))
        if "query" in given:
            question = partial(offer.reconcile, queries={_ONLY: read_query(given["query"])})
            return await asked(request, partial(_only, question=question))
        return None

    @router.get(
        path,
        operation_id=name,
        openapi_extra={"parameters": BATCHES},
        responses=answer("The manifest, or what was asked.", EXAMPLES[offer.name]) | errors(400),
    )
    async def get(request: Request) -> Response:
        """The manifest of the reconciliation service (API 0.2); with `queries` or `extend`, the answer to these."""
        found = await answered(request, request.query_params)
        if found is not None:
            return found
        base = str(request.base_url).rstrip("/")
        return sent(as_json(manifest(base, offer.name, offer.default_types, page=settings.page)))

    @router.post(
        path,
        operation_id=f"{name}_batch",
        openapi_extra={"requestBody": FORM},
        responses=answer("What was asked, by the keys of the queries.", EXAMPLES[offer.name]) | errors(400),
    )
    async def post(request: Request) -> Response:
        """Candidates for a batch of queries, or columns of records, as OpenRefine asks for them: in a form."""
        found = await answered(request, await _form(request))
        if found is None:
            raise Problem(
                422, "invalid", 'send a form with "queries" or "extend", as application/x-www-form-urlencoded'
            )
        return found

    @router.get(f"{path}/suggest/entity", operation_id=f"{name}_entities", responses=answer("Suggestions.") | errors())
    async def suggest_entity(request: Request, prefix: Prefix = "", cursor: Cursor = 0) -> Response:
        """What begins as somebody types, with its id."""
        return await asked(request, partial(offer.suggest, prefix=prefix, cursor=cursor))

    @router.get(f"{path}/suggest/type", operation_id=f"{name}_types", responses=answer("Suggestions.") | errors())
    async def suggest_type(request: Request, prefix: Prefix = "", cursor: Cursor = 0) -> Response:
        """Types to narrow a query to."""
        return await asked(request, partial(offer.suggest_types, prefix=prefix, cursor=cursor))

    @router.get(
        f"{path}/suggest/property", operation_id=f"{name}_properties", responses=answer("Suggestions.") | errors()
    )
    async def suggest_property(prefix: Prefix = "", cursor: Cursor = 0) -> Response:
        """Properties to hold other columns against, or to fill columns with."""
        found = [named.to_dict() for named in offer.properties if begins_like(named, prefix)]
        return sent(suggestions(found[cursor:]))

    @router.get(f"{path}/properties", operation_id=f"{name}_proposed", responses=answer("Properties.") | errors())
    async def properties(
        kind: Annotated[str, Query(alias="type", max_length=LONGEST_QUERY)] = "",
        limit: Annotated[int, Query(ge=1, le=100)] = 100,
    ) -> Response:
        """Properties that columns can be filled with."""
        found = [named.brief() for named in offer.properties[:limit]]
        return sent(as_json({"type": kind, "limit": limit, "properties": found}))

    @router.get(
        f"{path}/preview",
        operation_id=f"{name}_preview",
        response_class=HTMLResponse,
        responses=_PAGES | errors(),
    )
    async def preview(
        request: Request,
        item_id: Annotated[str, Query(alias="id", min_length=1, max_length=LONGEST_ID)],
        language: Asked = None,
    ) -> Response:
        """A small page about one of them, for a frame of OpenRefine's or of an origin that may."""
        speech = Speech(language_of(request, language), str(language or ""))
        page = sent(
            await work.ask(request, partial(offer.preview, item_id=item_id, root=root_of(request), speech=speech))
        )
        page.headers.update(framed((*OPENREFINE, *settings.origins)))
        return page


def _only(answers: FreshAnswers, question: Question) -> Content:
    """The answer to a single query, as the older parameter `query` has it."""
    return as_json(orjson.loads(question(answers).body)[_ONLY])


async def _form(request: Request) -> Mapping[str, str]:
    body = (await request.body()).decode("utf-8", "replace")
    try:
        found = parse_qs(body, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError as error:
        raise Problem(400, "bad_request", "this is not a form") from error
    return {name: values[0] for name, values in found.items()}
