"""The routes under /api: a request becomes a question, computed in another process and answered as JSON."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Body, Query, Request
from fastapi.responses import Response

from typed_sts.answers.collection import Answers
from typed_sts.domain.explanation import Related
from typed_sts.domain.scores import PairScores, TypeScore
from typed_sts.domain.types import TYPES
from typed_sts.service import schemas
from typed_sts.service.computing.process import Content, Question
from typed_sts.service.computing.work import Work
from typed_sts.service.http.errors import Problem
from typed_sts.service.schemas import Record, errors
from typed_sts.service.settings import (
    LAST_OFFSET,
    LONG_PAIRS,
    LONG_TEXT,
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

_MOST_NAMED = 20
_WEIGHT = r"(:([1-9][0-9]{0,2}(\.[0-9]{1,3})?|0\.[0-9]{0,2}[1-9]))?"
_TYPE = f"({'|'.join(TYPES)}){_WEIGHT}"
BY = f"^({_TYPE}(,{_TYPE}){{0,7}})?$"
"""Types with their weights, as in author,time:2."""


def weights_of(by: str) -> dict[str, float]:
    """Return the weight of each type in a text like "author,time:2"; the text has been matched with BY."""
    parts = (part.partition(":") for part in by.split(",") if part)
    return {name: float(weight or 1) for name, _, weight in parts}


# The questions, as they are asked in the process that computes.

Side = str | dict[str, Any]
"""One side of a pair: an id, or the fields of a record sent in."""


def why_two(answers: Answers, a: Side, b: Side) -> Content:
    """Why two items are related."""
    return _json(answers.why(_item(answers, a, "a"), _item(answers, b, "b")))


def predict_pairs(answers: Answers, pairs: Sequence[tuple[Side, Side]]) -> Content:
    """The scores of pairs."""
    return _json({"pairs": [_scores(pair) for pair in answers.predict(_items(answers, pairs))]})


def related_to(answers: Answers, item_id: str, k: int, weights: dict[str, float]) -> Content:
    """The items related to one."""
    item = answers.item(item_id)
    found = answers.related(item, k, weights or None)
    shown = {"id": item.id, "by": weights, "related": [_related(entry) for entry in found]}
    return _json(shown | {"model": answers.model, "version": answers.version})


def one_item(answers: Answers, item_id: str) -> Content:
    """One record."""
    return _json(answers.item(item_id).to_dict())


def search_items(answers: Answers, text: str, k: int, offset: int) -> Content:
    """The items nearest to a text."""
    return _json({"hits": [_hit(hit) for hit in answers.search(text, k, offset)], "offset": offset})


def _json(shown: Any) -> Content:
    return Content(orjson.dumps(shown, option=orjson.OPT_SERIALIZE_NUMPY))


def _item(answers: Answers, side: Side, where: str) -> Item:
    """Return the item of an id, or of a record sent in; raise Problem when it cannot be one."""
    if isinstance(side, str):
        return answers.item(side)
    try:
        return item_from_dict(side)
    except ValueError as error:
        raise Problem(422, "invalid", f"{where}: {error}") from error


def _items(answers: Answers, pairs: Sequence[tuple[Side, Side]]) -> list[tuple[Item, Item]]:
    """Return the items of pairs; raise Problem naming those that are not in the collection."""
    found: dict[str, Item] = {}
    missing: list[str] = []
    sides: list[Item] = []
    for number, pair in enumerate(pairs):
        for name, side in zip("ab", pair, strict=True):
            where = f"pairs.{number}.{name}"
            try:
                item = (found.get(side) if isinstance(side, str) else None) or _item(answers, side, where)
            except ItemMissing:
                missing.append(where)
                continue
            sides.append(item)
            if isinstance(side, str):
                found[side] = item
    if missing:
        detail = [{"where": where, "problem": "not in the collection"} for where in missing[:_MOST_NAMED]]
        message = f"the collection does not have {len(missing)} of the items asked for; the first is {missing[0]}"
        raise Problem(404, "no_such_item", message, detail)
    return list(zip(sides[::2], sides[1::2], strict=True))


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


# The routes.


def _sent(record: Record, where: str) -> tuple[dict[str, Any], int]:
    """Return the fields of a record sent in, and how many characters they have."""
    given = record.model_dump(exclude_none=True)
    size = sum(len(str(value)) for entry in given.values() for value in (entry if isinstance(entry, list) else [entry]))
    if size > LONGEST_RECORD:
        raise Problem(422, "invalid", f"{where}: the texts of a record may have {LONGEST_RECORD:,} characters in all")
    return given, size


WantedId = Annotated[str, Query(min_length=1, max_length=LONGEST_ID, description="An id, or a Europeana address.")]
_A, _B = "/sample/turner-trafalgar", "/sample/devis-death-of-nelson"


def api_routes(work: Work, settings: ServiceSettings) -> APIRouter:
    """Return the routes over one collection and one model."""
    router = APIRouter(prefix="/api", tags=["api"])

    async def answered(request: Request, question: Question, is_long: bool = False) -> Response:
        content = await work.ask(request, question, is_long=is_long)
        return Response(content.body, content.status, media_type=content.media_type)

    @router.get("/why", response_model=schemas.WhyShape, responses=errors(404), operation_id="why")
    async def why(
        request: Request,
        a: Annotated[WantedId, Query(examples=[_A])],
        b: Annotated[WantedId, Query(examples=[_B])],
    ) -> Response:
        """Why two items of the collection are related: eight scores, each with the reasons that add up to it."""
        return await answered(request, partial(why_two, a=a, b=b))

    @router.post("/why", response_model=schemas.WhyShape, responses=errors(400), operation_id="why_inline")
    async def why_inline(request: Request, body: Annotated[schemas.TwoRecords, Body()]) -> Response:
        """Why two records sent in are related; neither has to be in the collection."""
        (left, left_size), (right, right_size) = _sent(body.a, "a"), _sent(body.b, "b")
        return await answered(request, partial(why_two, a=left, b=right), left_size + right_size > LONG_TEXT)

    @router.post(
        "/predict", response_model=schemas.PredictionsShape, responses=errors(400, 404), operation_id="predict"
    )
    async def predict(request: Request, body: Annotated[schemas.PairsToScore, Body()]) -> Response:
        """The eight scores of many pairs, without reasons; much faster than asking why for each."""
        if len(body.pairs) > settings.pairs:
            raise Problem(422, "invalid", f"body.pairs: at most {settings.pairs:,} pairs at once")

        size = 0
        pairs: list[tuple[Side, Side]] = []
        for number, pair in enumerate(body.pairs):
            sides: list[Side] = []
            for name, side in (("a", pair.a), ("b", pair.b)):
                given, characters = (side, 0) if isinstance(side, str) else _sent(side, f"pairs.{number}.{name}")
                sides.append(given)
                size += characters
            pairs.append((sides[0], sides[1]))
        is_long = size > LONG_TEXT or len(pairs) > LONG_PAIRS
        return await answered(request, partial(predict_pairs, pairs=pairs), is_long)

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
        return await answered(request, partial(related_to, item_id=item_id, k=k, weights=weights_of(by)))

    @router.get("/item", response_model=schemas.RecordShape, responses=errors(404), operation_id="item")
    async def item(request: Request, item_id: Annotated[WantedId, Query(alias="id", examples=[_A])]) -> Response:
        """One record of the collection."""
        return await answered(request, partial(one_item, item_id=item_id))

    @router.get("/search", response_model=schemas.HitsShape, responses=errors(), operation_id="search")
    async def search(
        request: Request,
        q: Annotated[str, Query(min_length=1, max_length=LONGEST_QUERY, examples=["naval battle"])],
        k: Annotated[int, Query(ge=1, le=MOST_HITS)] = 10,
        offset: Annotated[int, Query(ge=0, le=LAST_OFFSET)] = 0,
    ) -> Response:
        """The items nearest to a text."""
        return await answered(request, partial(search_items, text=q, k=k, offset=offset))

    return router
