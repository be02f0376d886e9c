"""What the web component says in each language, and the looks of the types: its file begins with them.

    const WORDS = {"en": {"heading": "Related items", ...}, "de": ...};
    const LOOKS = {"author": ["#7a3b00", "#f0a860", "solid"], ...};     on light paper, on dark, and how underlined

So the component is one file without a request of its own for words, and its words are translated where all others are.
"""

import orjson

from typed_sts.domain.message import message
from typed_sts.domain.types import SIMILARITY_TYPES
from typed_sts.messages.catalogue import languages
from typed_sts.messages.wording import say

_WORDS = {
    "heading": message("Related items"),
    "loading": message("Looking for related items …"),
    "none": message("Nothing in this collection is related to it."),
    "failed": message("Related items cannot be shown at the moment."),
    "again": message("Try again"),
    "why": message("Why?"),
    "untitled": message("[untitled]"),
}
"""What the component says, by the names it uses."""


def component_words() -> bytes:
    """Return what the component's file begins with: its words by language, and the looks of the types."""
    words = {code: {name: say(text, code) for name, text in _WORDS.items()} | _types(code) for code in languages()}
    looks = {row.name: [row.look.light, row.look.dark, row.look.underline] for row in SIMILARITY_TYPES}
    # Letters of other languages as they are: the file is served as UTF-8.
    return b"const WORDS = " + orjson.dumps(words) + b";\nconst LOOKS = " + orjson.dumps(looks) + b";\n"


def _types(language: str) -> dict[str, dict[str, str]]:
    return {"types": {row.name: say(message(row.title), language) for row in SIMILARITY_TYPES}}
