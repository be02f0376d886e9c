"""The routes under /api: what a caller sends becomes items, is computed in the work threads, and answered as JSON."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Body, Query, Request
from fastapi.responses import Response

from typed_sts.answers.collection import Answers
from typed_sts.domain.explanation import Related
from typed_sts.domain.scores import PairScores, TypeScore
from typed_sts.domain.types import TYPES
from typed_sts.service import schemas
from typed_sts.service.http.errors import Problem
from typed_sts.service.http.worker_threads import Work
from typed_sts.service.schemas import PairToScore, Record, errors
from typed_sts.service.settings import (
    LAST_OFFSET,
    LONGEST_ID,
    LONGEST_QUERY,
    LONGEST_RECORD,
    MOST_HITS,
    MOST_RELATED,
    ServiceSettings,
)
from typed_sts_fetch.item import Item, item_from_dict
from typed_sts_index.contract import Hit
from typed_sts_index.errors import ItemMissing

# From what a caller sends to items: ids looked up, records checked, types and weights read.

_MOST_NAMED = 20
_WEIGHT = r"(:([1-9][0-9]{0,2}(\.[0-9]{1,3})?|0\.[0-9]{0,2}[1-9]))?"
_TYPE = f"({'|'.join(TYPES)}){_WEIGHT}"
BY = f"^({_TYPE}(,{_TYPE}){{0,7}})?$"
"""Types with their weights, as in author,time:2."""


def item_of(record: Record, where: str) -> Item:
    """Return the Item of a record sent in; raise Problem when it cannot be one."""
    given = record.model_dump(exclude_none=True)
    size = sum(len(str(value)) for entry in given.values() for value in (entry if isinstance(entry, list) else [entry]))
    if size > LONGEST_RECORD:
        raise Problem(422, "invalid", f"{where}: the texts of a record may have {LONGEST_RECORD:,} characters in all")
    try:
        return item_from_dict(given)
    except ValueError as error:
        raise Problem(422, "invalid", f"{where}: {error}") from error


def items_of(pairs: Sequence[PairToScore], answers: Answers) -> list[tuple[Item, Item]]:
    """Return the items of pairs; raise Problem naming those that are not in the collection."""
    found: dict[str, Item] = {}
    missing: list[str] = []
    sides: list[Item | None] = []
    for number, pair in enumerate(pairs):
        for name, side in (("a", pair.a), ("b", pair.b)):
            where = f"pairs.{number}.{name}"
            if isinstance(side, Record):
                sides.append(item_of(side, where))
                continue
            try:
                sides.append(found.get(side) or found.setdefault(side, answers.item(side)))
            except ItemMissing:
                missing.append(where)
                sides.append(None)
    if missing:
        detail = [{"where": where, "problem": "not in the collection"} for where in missing[:_MOST_NAMED]]
        message = f"the collection does not have {len(missing)} of the items asked for; the first is {missing[0]}"
        raise Problem(404, "no_such_item", message, detail)
    items = [item for item in sides if item is not None]
    return list(zip(items[::2], items[1::2], strict=True))


def weights_of(by: str) -> dict[str, float]:
    """Return the weight of each type in a text like "author,time:2"; the text has been matched with BY."""
    parts = (part.partition(":") for part in by.split(",") if part)
    return {name: float(weight or 1) for name, _, weight in parts}


WantedId = Annotated[str, Query(min_length=1, max_length=LONGEST_ID, description="An id, or a Europeana address.")]
_A, _B = "/sample/turner-trafalgar", "/sample/devis-death-of-nelson"


def api_routes(answers: Answers, work: Work, settings: ServiceSettings) -> APIRouter:
    """Return the routes over one collection and one model."""
    router = APIRouter(prefix="/api", tags=["api"])

    async def answered(request: Request, ask: Callable[[], Any]) -> Response:
        """Compute an answer and write it as JSON, both in a work thread; dataclasses are written as they are."""
        content = await work.run(request, lambda: orjson.dumps(ask(), option=orjson.OPT_SERIALIZE_NUMPY))
        return Response(content, media_type="application/json")

    @router.get("/why", response_model=schemas.WhyShape, responses=errors(404), operation_id="why")
    async def why(
        request: Request,
        a: Annotated[WantedId, Query(examples=[_A])],
        b: Annotated[WantedId, Query(examples=[_B])],
    ) -> Response:
        """Why two items of the collection are related: eight scores, each with the reasons that add up to it."""
        return await answered(request, lambda: answers.why(answers.item(a), answers.item(b)))

    @router.post("/why", response_model=schemas.WhyShape, responses=errors(400), operation_id="why_inline")
    async def why_inline(request: Request, body: Annotated[schemas.TwoRecords, Body()]) -> Response:
        """Why two records sent in are related; neither has to be in the collection."""
        left, right = item_of(body.a, "a"), item_of(body.b, "b")
        return await answered(request, lambda: answers.why(left, right))

    @router.post(
        "/predict", response_model=schemas.PredictionsShape, responses=errors(400, 404), operation_id="predict"
    )
    async def predict(request: Request, body: Annotated[schemas.PairsToScore, Body()]) -> Response:
        """The eight scores of many pairs, without reasons; much faster than asking why for each."""
        if len(body.pairs) > settings.pairs:
            raise Problem(422, "invalid", f"body.pairs: at most {settings.pairs:,} pairs at once")

        def ask() -> dict[str, Any]:
            return {"pairs": [_scores(pair) for pair in answers.predict(items_of(body.pairs, answers))]}

        return await answered(request, ask)

    @router.get("/related", response_model=schemas.RelatedItemsShape, responses=errors(404), operation_id="related")
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
    ) -> Response:
        """The items related to one, by the types that matter to the caller, each with the reason in a line."""
        weights = weights_of(by)

        def ask() -> dict[str, Any]:
            item = answers.item(item_id)
            found = answers.related(item, k, weights or None)
            shown = {"id": item.id, "by": weights, "related": [_related(entry) for entry in found]}
            return shown | {"model": answers.model, "version": answers.version}

        return await answered(request, ask)

    @router.get("/item", response_model=schemas.RecordShape, responses=errors(404), operation_id="item")
    async def item(request: Request, item_id: Annotated[WantedId, Query(alias="id", examples=[_A])]) -> Response:
        """One record of the collection."""
        return await answered(request, lambda: answers.item(item_id).to_dict())

    @router.get("/search", response_model=schemas.HitsShape, responses=errors(), operation_id="search")
    async def search(
        request: Request,
        q: Annotated[str, Query(min_length=1, max_length=LONGEST_QUERY, examples=["naval battle"])],
        k: Annotated[int, Query(ge=1, le=MOST_HITS)] = 10,
        offset: Annotated[int, Query(ge=0, le=LAST_OFFSET)] = 0,
    ) -> Response:
        """The items nearest to a text."""

        def ask() -> dict[str, Any]:
            return {"hits": [_hit(hit) for hit in answers.search(q, k, offset)], "offset": offset}

        return await answered(request, ask)

    return router


def _hit(hit: Hit) -> dict[str, Any]:
    return {"id": hit.item.id, "score": hit.score, "item": hit.item.to_dict()}


def _scores(pair: PairScores) -> dict[str, Any]:
    shown = {"a": pair.a, "b": pair.b, "types": [_type(entry) for entry in pair.types]}
    return shown | {"model": pair.model, "version": pair.version}


def _related(entry: Related) -> dict[str, Any]:
    return {
        "id": entry.item.id,
        "score": entry.score,
        "best": entry.best,
        "reason": entry.reason,
        "types": [_type(score) for score in entry.types],
        "item": entry.item.to_dict(),
    }


def _type(entry: TypeScore) -> dict[str, Any]:
    shown = {"type": entry.type, "score": entry.score, "estimate": entry.estimate, "stated": entry.stated}
    return shown if entry.not_stated is None else shown | {"not_stated": entry.not_stated}
