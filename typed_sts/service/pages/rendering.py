"""Templates and the files they load: every text escaped, every address under the service's own root.

Static files are read once and served by name from a fixed table, so that no part of a request becomes a path.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined

from typed_sts.domain.limits import unread
from typed_sts.domain.message import Message, Part, YearSpan, message
from typed_sts.domain.types import SIMILARITY_TYPES, SimilarityType, type_of
from typed_sts.messages.catalogue import ENGLISH, languages
from typed_sts.messages.wording import say
from typed_sts.output.records import FIELD_NAMES
from typed_sts.sample.drawings import drawn
from typed_sts.service.computing.process import Content
from typed_sts.service.pages.component_words import component_words
from typed_sts.service.pages.glyphs import glyph_of, sprite
from typed_sts.service.pages.linked_data import json_ld
from typed_sts.service.pages.marks import AGREES, DIFFERS, ONE_SIDED
from typed_sts.service.pages.narrowing import LANGUAGE_NAMES
from typed_sts.service.pages.waterfall import direction
from typed_sts_fetch.item import Item, web_address

COMPONENT = "typed-sts-related.js"
MEDIA_TYPES = {
    "page.css": "text/css; charset=utf-8",
    "pictures.css": "text/css; charset=utf-8",
    "lists.css": "text/css; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "embed.css": "text/css; charset=utf-8",
    COMPONENT: "text/javascript; charset=utf-8",
    "survey.css": "text/css; charset=utf-8",
    "pair.css": "text/css; charset=utf-8",
    "survey.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "glyphs.svg": "image/svg+xml",
}
NOT_SAID = ("static/", "openapi", "picture")
"""What is the same in every language: its address asks for none."""


_DRAWN = {
    ONE_SIDED: "text-decoration: underline 1px var(--c)",
    DIFFERS: "box-shadow: inset 0 0 0 1.5px var(--c)",
    AGREES: "background: var(--filled)",
}
"""How marks are drawn by their state: underlined, outlined, filled."""


@cache
def static_file(name: str) -> bytes:
    """Return one of the page's own files; style sheets end with the looks of the types, the component begins so."""
    if name == "glyphs.svg":
        return sprite()
    content = files("typed_sts.service.pages").joinpath("static", name).read_bytes()
    if name == COMPONENT:
        return component_words() + content
    return content + type_styles().encode() if name in ("page.css", "embed.css") else content


def type_styles() -> str:
    """Return the style sheet of the types: their colours, their underlines, and their marks when one is chosen."""
    light = "".join(f" --{row.name}: {row.look.light};" for row in SIMILARITY_TYPES)
    dark = "".join(f" --{row.name}: {row.look.dark};" for row in SIMILARITY_TYPES)
    rules = [f":root {{{light} }}", f"@media (prefers-color-scheme: dark) {{ :root {{{dark} }} }}"]
    rules += [rule for row in SIMILARITY_TYPES for rule in _type_rules(row)]
    return "\n/* the types, from typed_sts.domain.types */\n" + "\n".join(rules) + "\n"


def _type_rules(row: SimilarityType) -> list[str]:
    name, look = row.name, row.look
    chosen = f'.pair[data-chosen="{name}"]'
    return [
        f".t-{name} {{ --c: var(--{name}); --u: {look.underline}; --w: {look.width}; }}",
        f'{chosen} mark[data-types~="{name}"] {{ --c: var(--{name}); }}',
        *(f'{chosen} mark[data-{state}~="{name}"] {{ {how} }}' for state, how in _DRAWN.items()),
    ]


@cache
def static_version() -> str:
    """Return a short digest of all static files, so that browsers may keep them for good."""
    digest = hashlib.sha256(b"".join(static_file(name) for name in MEDIA_TYPES))
    return digest.hexdigest()[:12]


@cache
def environment() -> Environment:
    """Return the templates."""
    made = Environment(
        loader=PackageLoader("typed_sts.service.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"points": points, "score": score}
    made.globals |= {"SIMILARITY_TYPES": SIMILARITY_TYPES, "type_of": type_of, "FIELD_NAMES": FIELD_NAMES}
    made.globals |= {"unread": unread, "json_ld": json_ld, "glyph_of": glyph_of}
    made.globals |= {"languages": languages(), "LANGUAGE_NAMES": LANGUAGE_NAMES}
    return made


@dataclass(frozen=True, slots=True)
class Speech:
    """The language of a page; `asked` is the one its address asks for, which its links then ask for too.

    `pictures` says whether the pictures of the records are shown, or glyphs in their place.
    """

    language: str = ENGLISH
    asked: str = ""
    pictures: bool = False

    def in_english(self) -> "Speech":
        """Return it for a page that is in English only, with links to those that are not."""
        return replace(self, language=ENGLISH)


IN_ENGLISH = Speech()
Here = tuple[str, Mapping[str, object]]
"""The path and the query of a page."""


def render(
    root: str,
    template: str,
    status: int = 200,
    *,
    speech: Speech = IN_ENGLISH,
    here: Here | None = None,
    **values: object,
) -> Content:
    """Return a page whose addresses are all under `root`; `here` is its own, for those who want another language."""

    def url(path: str, **query: object) -> str:
        if speech.asked and not path.startswith(NOT_SAID):
            query["language"] = speech.asked
        given = {name: value for name, value in query.items() if value not in ("", None, [], ())}
        tail = urlencode(given, doseq=True, errors="replace")
        return f"{root}/{path}" + (f"?{tail}" if tail else "")

    def in_language(code: str) -> str:
        """Return the address of this very page in another language."""
        path, query = here or ("", {})
        given = {name: value for name, value in {**query, "language": code}.items() if value not in ("", None, [], ())}
        return f"{root}/{path}?{urlencode(given, doseq=True, errors='replace')}"

    def said(what: str | Message | YearSpan, **places: Part) -> str:
        return say(message(what, **places) if isinstance(what, str) else what, speech.language)

    def has_picture(item: Item) -> bool:
        return drawn(item.id) or (speech.pictures and bool(web_address(item.preview)))

    page = environment().get_template(template)
    text = page.render(
        url=url,
        here=here,
        in_language=in_language,
        said=said,
        has_picture=has_picture,
        speech=speech,
        static_version=static_version(),
        **values,
    )
    return Content(text.encode("utf-8", "replace"), "text/html; charset=utf-8", status, speech.language)


def error_page(root: str, speech: Speech, status: int, told: str) -> Content:
    """Return the page of an error: what went wrong, and a way on."""
    return render(root, "error.html", status, speech=speech.in_english(), code=status, message=told)


def missing_page(root: str, speech: Speech, wanted: str) -> Content:
    """Return the page of an item there is not."""
    return error_page(root, speech, 404, f"There is no item {wanted[:200]} in this collection.")


def points(value: float) -> str:
    """Return points with their sign: "+1.20", "−0.35", "0.00"."""
    sign = {"gain": "+", "loss": "−", "none": ""}[direction(value)]
    return f"{sign}{abs(value):.2f}"


def score(value: float) -> str:
    """Return a score with one decimal, never "-0.0"."""
    return f"{value + 0.0:.1f}".replace("-0.0", "0.0").replace("-", "−")
