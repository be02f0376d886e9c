"""The route of pictures: what an item looks like, as an image that a page may show.

    /picture?id=     our own drawing of an item of the sample; else, where the operator lets pictures be had, the one at
                     the record's `preview`; else the glyph of its kind

The answer is always a picture, so that a page has no hole; what is only a glyph may not be kept for long.
"""

import hashlib
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import orjson
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from typed_sts.answers.collection import Answers
from typed_sts.sample.drawings import drawing, drawn
from typed_sts.service.computing.process import Ask, Content
from typed_sts.service.http.errors import Problem
from typed_sts.service.pages.glyphs import glyph_named, glyph_of, glyph_picture
from typed_sts.service.picture_cache import picture_type
from typed_sts.service.pictures import Pictures
from typed_sts.service.settings import LONGEST_ID
from typed_sts_fetch.item import web_address

SVG = "image/svg+xml"
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""What a picture may do when it is opened by itself: nothing. The style is that of our own glyphs."""
_KEPT, _KEPT_GLYPH = 86_400, 60
"""Seconds for which a picture may be shown again without asking, and a glyph that stands for one."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture as it is sent."""

    content: bytes
    media_type: str
    seconds: int


def look_of(answers: Answers, item_id: str) -> Content:
    """Return where the picture of an item is, and the glyph of its kind."""
    item = answers.item(item_id)
    return Content(orjson.dumps([web_address(item.preview), glyph_of(item).name]))


def picture_route(ask: Ask, pictures: Pictures | None, *, private: bool = False) -> APIRouter:
    """Return the route; without `pictures` nothing is asked of the network. `private` keeps shared caches out."""
    router = APIRouter(include_in_schema=False)

    async def shown(request: Request, item_id: str) -> Shown:
        if drawn(item_id):
            return Shown(drawing(item_id), SVG, _KEPT)
        address, glyph = orjson.loads((await ask(request, partial(look_of, item_id=item_id))).body)
        content = await pictures.get(address) if pictures is not None and address else None
        if content is None:
            return Shown(glyph_picture(glyph_named(glyph)), SVG, _KEPT_GLYPH)
        return Shown(content, picture_type(content), _KEPT)

    @router.get("/picture")
    async def picture(request: Request, item_id: Annotated[str, Query(alias="id")] = "") -> Response:
        if not item_id.strip() or len(item_id) > LONGEST_ID:
            raise Problem(422, "invalid", "say which item: /picture?id= and its id")
        found = await shown(request, item_id)
        etag = f'"{hashlib.blake2b(found.content, digest_size=12).hexdigest()}"'
        headers = {
            "Cache-Control": f"{'private' if private else 'public'}, max-age={found.seconds}",
            "Content-Security-Policy": POLICY,
            "ETag": etag,
            "X-Content-Type-Options": "nosniff",
        }
        known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "")[:2_000].split(",")}
        if etag in known:
            return Response(status_code=304, headers=headers)
        return Response(found.content, media_type=found.media_type, headers=headers)

    return router
