"""The routes of the API: a request becomes a question, computed in another process and answered as JSON."""

import time
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Body, Query, Request
from fastapi.responses import Response

from typed_sts.answers.collection import Answers
from typed_sts.domain.types import HIGHEST, LOWEST, TYPES
from typed_sts.output.json import related_json
from typed_sts.service import schemas
from typed_sts.service.batches import Part, Side, all_together, as_lines, item_of, parts_of, score_part
from typed_sts.service.computing.process import Content, Question
from typed_sts.service.computing.work import Work
from typed_sts.service.http.errors import Problem
from typed_sts.service.http.languages import Asked, language_of
from typed_sts.service.http.sending import NDJSON, Lines, conditional, sent
from typed_sts.service.openapi import AS_LINES, KEPT, errors
from typed_sts.service.schemas import Record
from typed_sts.service.settings import (
    LAST_OFFSET,
    LONG_PAIRS,
    LONG_TEXT,
    LONGEST_ID,
    LONGEST_QUERY,
    LONGEST_RECORD,
    MOST_FILTERED,
    MOST_HITS,
    MOST_RELATED,
    ServiceSettings,
)
from typed_sts_index.contract import Filters, Hit

_WEIGHT = r"(:([1-9][0-9]{0,2}(\.[0-9]{1,3})?|0\.[0-9]{0,2}[1-9]))?"
_TYPE = f"({'|'.join(TYPES)}){_WEIGHT}"
BY = f"^({_TYPE}(,{_TYPE}){{0,7}})?$"
"""Types with their weights, as in author,time:2."""


def weights_of(by: str) -> dict[str, float]:
    """Return the weight of each type in a text like "author,time:2"; the text has been matched with BY."""
    parts = (part.partition(":") for part in by.split(",") if part)
    return {name: float(weight or 1) for name, _, weight in parts}


# The questions, as they are asked in the process that computes.


def why_two(answers: Answers, a: Side, b: Side, language: str) -> Content:
    """Why two items are related."""
    return _json(answers.why(item_of(answers, a, "a"), item_of(answers, b, "b"), language=language), language)


def related_to(
    answers: Answers,
    item_id: str,
    k: int,
    weights: dict[str, float],
    language: str,
    at_least: float | None,
    other_holder: bool,
) -> Content:
    """The items related to one."""
    item = answers.item(item_id)
    found = answers.related(item, k, weights or None, language=language, at_least=at_least, other_holder=other_holder)
    shown = related_json(item.id, weights, found, answers.model, answers.version, language)
    return _json(shown, language, lasting=shown.get("complete", True))


def one_item(answers: Answers, item_id: str) -> Content:
    """One record."""
    return _json(answers.item(item_id).to_dict())


def search_items(answers: Answers, text: str, k: int, offset: int, filters: Filters) -> Content:
    """The items nearest to a text, and how many there are in all."""
    hits = [_hit(hit) for hit in answers.search(text, k, offset, filters)]
    return _json({"hits": hits, "total": answers.count(text, filters), "offset": offset})


def _json(shown: Any, language: str = "", *, lasting: bool = True) -> Content:
    return Content(orjson.dumps(shown, option=orjson.OPT_SERIALIZE_NUMPY), language=language, lasting=lasting)


def _hit(hit: Hit) -> dict[str, Any]:
    return {"id": hit.item.id, "score": hit.score, "item": hit.item.to_dict()}


# The routes.


def _sent(record: Record, where: str) -> tuple[dict[str, Any], int]:
    """Return the fields of a record sent in, and how many characters they have."""
    given = record.model_dump(exclude_none=True)
    size = sum(len(str(value)) for entry in given.values() for value in (entry if isinstance(entry, list) else [entry]))
    if size > LONGEST_RECORD:
        raise Problem(422, "invalid", f"{where}: the texts of a record may have {LONGEST_RECORD:,} characters in all")
    return given, size


def _side(side: str | Record, where: str) -> tuple[Side, int]:
    """Return one side of a pair, and how many characters of a record it brings."""
    return (side, 0) if isinstance(side, str) else _sent(side, where)


Filter = Annotated[
    Sequence[Annotated[str, Query(min_length=1, max_length=LONGEST_QUERY)]], Query(max_length=MOST_FILTERED)
]
Year = Annotated[int | None, Query(ge=-(10**10), le=10**10)]
WantedId = Annotated[str, Query(min_length=1, max_length=LONGEST_ID, description="An id, or a Europeana address.")]
_A, _B = "/sample/turner-trafalgar", "/sample/devis-death-of-nelson"


def api_routes(work: Work, settings: ServiceSettings) -> APIRouter:
    """Return the routes over one collection and one model."""
    router = APIRouter(tags=["api"])

    async def answered(request: Request, question: Question, is_long: bool = False) -> Response:
        return sent(await work.ask(request, question, is_long=is_long))

    async def kept(request: Request, question: Question, language: str = "") -> Response:
        """Answer what may be kept by the client, and is not computed again while it is the same."""
        return sent(await work.ask(request, conditional(request, question, language)), settings)

    @router.get("/why", response_model=schemas.WhyShape, responses=errors(404) | KEPT, operation_id="why")
    async def why(
        request: Request,
        a: Annotated[WantedId, Query(examples=[_A])],
        b: Annotated[WantedId, Query(examples=[_B])],
        language: Asked = None,
    ) -> Response:
        """Why two items of the collection are related: eight scores, each with the reasons that add up to it."""
        spoken = language_of(request, language)
        return await kept(request, partial(why_two, a=a, b=b, language=spoken), spoken)

    @router.post("/why", response_model=schemas.WhyShape, responses=errors(400), operation_id="why_inline")
    async def why_inline(
        request: Request, body: Annotated[schemas.TwoRecords, Body()], language: Asked = None
    ) -> Response:
        """Why two records sent in are related; neither has to be in the collection."""
        (left, left_size), (right, right_size) = _sent(body.a, "a"), _sent(body.b, "b")
        question = partial(why_two, a=left, b=right, language=language_of(request, language))
        return await answered(request, question, left_size + right_size > LONG_TEXT)

    @router.post(
        "/predict", response_model=schemas.PredictionsShape, responses=errors(400) | AS_LINES, operation_id="predict"
    )
    async def predict(request: Request, body: Annotated[schemas.PairsToScore, Body()]) -> Response:
        """The eight scores of many pairs, without reasons; much faster than asking why for each.

        A pair that cannot be scored has an error of its own. With `Accept: application/x-ndjson` the pairs come line by
        line as they are computed, and may take longer than other answers; the last line says whether all have come.
        """
        if len(body.pairs) > settings.pairs:
            raise Problem(422, "invalid", f"pairs: may have {settings.pairs:,} entries at most")

        began = time.monotonic()
        sides = [[_side(side, f"pairs.{n}.{name}") for name, side in pair] for n, pair in enumerate(body.pairs)]
        pairs, sizes = [(a, b) for (a, _), (b, _) in sides], [left + right for (_, left), (_, right) in sides]
        is_long = sum(sizes) > LONG_TEXT or len(pairs) > LONG_PAIRS
        request_id = request.scope["state"]["request_id"]

        async def ask(part: Part) -> Content:
            return await work.ask(request, partial(score_part, pairs=part), is_long=is_long)

        first, *others = parts_of(pairs, sizes)
        found = await ask(first)
        if NDJSON in request.headers.get("accept", ""):
            return Lines(request, as_lines(found, ask, others, request_id))
        return sent(await all_together(found, ask, others, request_id, began, settings.work_seconds))

    @router.get(
        "/related", response_model=schemas.RelatedItemsShape, responses=errors(404) | KEPT, operation_id="related"
    )
    async def related(
        request: Request,
        item_id: Annotated[WantedId, Query(alias="id", examples=[_A])],
        by: Annotated[
            str,
            Query(
                pattern=BY,
                max_length=200,
                description="Types and weights; all eight alike when left out.",
                examples=["author,time:2"],
            ),
        ] = "",
        k: Annotated[int, Query(ge=1, le=MOST_RELATED)] = 10,
        language: Asked = None,
        at_least: Annotated[
            float | None,
            Query(
                ge=LOWEST,
                le=HIGHEST,
                allow_inf_nan=False,
                description="Score that a type reaches in what is listed; each type's own when left out, 0 lists all.",
            ),
        ] = None,
        other_holder: Annotated[bool, Query(description="Keep a place for a good item of another holder.")] = True,
    ) -> Response:
        """The items related to one, by the types that matter to the caller, each with the reason in a line."""
        spoken = language_of(request, language)
        question = partial(related_to, item_id=item_id, k=k, weights=weights_of(by))
        listed = partial(question, at_least=at_least, other_holder=other_holder)
        return await kept(request, partial(listed, language=spoken), spoken)

    @router.get("/item", response_model=schemas.RecordShape, responses=errors(404) | KEPT, operation_id="item")
    async def item(request: Request, item_id: Annotated[WantedId, Query(alias="id", examples=[_A])]) -> Response:
        """One record of the collection."""
        return await kept(request, partial(one_item, item_id=item_id))

    @router.get("/search", response_model=schemas.HitsShape, responses=errors() | KEPT, operation_id="search")
    async def search(
        request: Request,
        q: Annotated[str, Query(min_length=1, max_length=LONGEST_QUERY, examples=["naval battle"])],
        k: Annotated[int, Query(ge=1, le=MOST_HITS)] = 10,
        offset: Annotated[int, Query(ge=0, le=LAST_OFFSET, description="Leave out this many of the best.")] = 0,
        provider: Annotated[Filter, Query(description="Only items of this provider; repeatable.")] = (),
        first_year: Annotated[Year, Query(description="Only items whose years end in or after this.")] = None,
        last_year: Annotated[Year, Query(description="Only items whose years start in or before this.")] = None,
        language: Annotated[Filter, Query(description="Only items that state this language; repeatable.")] = (),
        item_type: Annotated[
            Filter, Query(alias="type", description="Only items of this type (dcType), whatever its case; repeatable.")
        ] = (),
    ) -> Response:
        """The items nearest to a text, the best first, and how many there are in all."""
        filters = Filters(tuple(provider), first_year, last_year, tuple(language), tuple(item_type))
        return await kept(request, partial(search_items, text=q, k=k, offset=offset, filters=filters))

    return router
