"""Related items for the pages of a portal, as a page for a frame.

    /embed?item=ID                        a list that works without JavaScript, in an <iframe>
    /static/typed-sts-related.js          <typed-sts-related item="ID">, for everybody else

Both link to an item where its holder shows it, else to our page about the pair. The sites whose pages may frame the one
and ask for the other are those of --origin; no other may.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from typed_sts.answers.collection import Answers
from typed_sts.domain.explanation import Related
from typed_sts.domain.types import SIMILARITY_TYPES
from typed_sts.service.computing.process import Ask, Content
from typed_sts.service.http.languages import Asked, language_of
from typed_sts.service.http.origins import framed
from typed_sts.service.http.sending import sent
from typed_sts.service.pages.record_view import RecordView, record_view
from typed_sts.service.pages.rendering import Speech, render
from typed_sts.service.pages.routes import root_of
from typed_sts.service.settings import LONGEST_ID
from typed_sts_index.errors import ItemMissing

EMBEDDED, MOST_EMBEDDED = 6, 24
"""Items listed where none are asked for, and at most."""


@dataclass(frozen=True, slots=True)
class Card:
    """A related item as a card: its record, and why it is there."""

    related: Related
    record: RecordView


def embed_page(
    answers: Answers, root: str, speech: Speech, item_id: str, k: int, weights: Mapping[str, int], pictures: bool
) -> Content:
    """A list of related items, and nothing else."""
    try:
        shown = answers.item(item_id)
    except ItemMissing:
        return render(root, "embed.html", 404, speech=speech, record=None, cards=[], pictures=False)
    related = answers.related(shown, k, weights or None, language=speech.language)
    cards = [Card(found, record_view(found.item)) for found in related]
    return render(root, "embed.html", speech=speech, record=record_view(shown), cards=cards, pictures=pictures)


def embed_routes(ask: Ask, origins: Sequence[str]) -> APIRouter:
    """Return the route of the page for a frame, which pages of these origins may frame."""
    router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

    @router.get("/embed")
    async def embed(
        request: Request,
        item: Annotated[str, Query(min_length=1, max_length=LONGEST_ID)],
        k: Annotated[int, Query(ge=1, le=MOST_EMBEDDED)] = EMBEDDED,
        by: Annotated[str, Query(max_length=200)] = "",
        pictures: bool = False,
        language: Asked = None,
    ) -> Response:
        speech = Speech(language_of(request, language), str(language or ""))
        question = partial(embed_page, item_id=item, k=k, weights=weights_of(by), pictures=pictures)
        page = sent(await ask(request, partial(question, root=root_of(request), speech=speech)))
        page.headers.update(framed(origins, pictures="'self'" if pictures else "'none'"))
        return page

    return router


def weights_of(by: str) -> dict[str, int]:
    """Return the weight of each type named, twice for one named twice; unknown names count nothing."""
    named = [name.strip() for name in by.split(",")]
    return {row.name: min(named.count(row.name), 2) for row in SIMILARITY_TYPES if row.name in named}
