"""In which language a request is answered: the one its address asks for, else the one its client prefers.

?language=de                        wins; one there is not is refused (422)
Accept-Language: fr-CH, de;q=0.8    the best of those there are; English for all others
"""

from typing import Annotated

from fastapi import Query
from starlette.requests import Request

from typed_sts.messages.catalogue import Language, preferred

Asked = Annotated[
    Language | None,
    Query(description="The language of the sentences; without, the best of those that Accept-Language names."),
]


def language_of(request: Request, asked: Language | None) -> str:
    """Return the language of the answer to a request."""
    return str(asked) if asked else preferred(request.headers.get("accept-language", ""))
