"""What is drawn for a record that has no picture: a glyph by the kind of object it says it is.

The kind is read from the concepts of the knowledge pack (typed_sts.reading.topics), in whatever language the record is:
"Ölgemälde", "huile sur toile" and "painting" have the same glyph. The type counts first, then the title, then the
medium. All glyphs are lines of ours on a square of 48, in the colour of the text around them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from typed_sts.domain.message import Message, message
from typed_sts.knowledge.pack import in_use, of_knowledge
from typed_sts.reading.mentions import longest, mentions_in
from typed_sts_fetch.item import Item


@dataclass(frozen=True, slots=True)
class Glyph:
    """A kind of object: what people call it, the concepts it stands for by their English names, the lines of it."""

    name: str
    said: Message
    things: tuple[str, ...]
    lines: str
    words: tuple[str, ...] = ()
    """A type, or its first word, that the knowledge pack has no concept for."""


GLYPHS = (
    Glyph(
        "painting",
        message("Painting"),
        tuple(
            "painting oil_painting portrait self_portrait landscape still_life miniature oil_on_canvas oil_on_panel"
            " tempera gouache altarpiece triptych diptych icon fresco canvas".split()
        ),
        "M6 9h36v30H6zM10 13h28v22H10zM10 31l8-9 6 6 5-5 9 9M30 18.5a2 2 0 1 0 .1 0",
        ("oil", "huile", "öl", "olieverf", "óleo", "olio"),
    ),
    Glyph(
        "photograph",
        message("Photograph"),
        tuple(
            "photograph negative daguerreotype stereograph slide carte_de_visite postcard albumen_print"
            " gelatin_silver_print film".split()
        ),
        "M6 15h9l3-5h12l3 5h9v24H6zM24 19a8 8 0 1 0 .1 0M24 23.5a3.5 3.5 0 1 0 .1 0M37 19h1",
    ),
    Glyph(
        "print",
        message("Drawing or print"),
        tuple(
            "drawing sketch watercolour pastel print etching engraving copperplate_engraving woodcut wood_engraving"
            " lithograph mezzotint aquatint screenprint poster pen_and_ink ink chalk charcoal pencil printing paper"
            " broadside".split()
        ),
        "M9 6h22l8 8v28H9zM31 6v8h8M15 35l14-16 4 4-14 14-5 1zM15 12h9",
    ),
    Glyph(
        "map",
        message("Map"),
        ("map", "atlas", "globe", "plan"),
        "M6 11l12-4 12 4 12-4v30l-12 4-12-4-12 4zM18 7v30M30 11v30M10 26c4-4 6 2 10-2s6-8 10-4 4 2 8-2",
    ),
    Glyph(
        "coin",
        message("Coin or medal"),
        ("coin", "medal", "medallion", "token", "banknote", "stamp", "seal"),
        "M24 6a18 18 0 1 0 .1 0M24 10a14 14 0 1 0 .1 0M19 33c0-5 3-5 3-8-3-1-4-4-3-7 2-4 9-4 11 0v5l2 3-3 1v3h-4v3",
    ),
    Glyph(
        "letter",
        message("Letter or manuscript"),
        ("letter", "manuscript", "charter", "diary", "parchment", "papyrus", "book_of_hours", "psalter"),
        "M10 42h26V14l-8-8H10zM28 6v8h8M15 20h14M15 25h16M15 30h12M15 35h6M36 26l6-9M36 26l-3 5",
    ),
    Glyph(
        "book",
        message("Book"),
        tuple("book incunable bible newspaper periodical pamphlet".split()),
        "M24 12c-5-4-12-4-18-3v28c6-1 13-1 18 3 5-4 12-4 18-3V9c-6-1-13-1-18 3zM24 12v28M11 16c3 0 6 0 8 2"
        "M11 22c3 0 6 0 8 2M29 18c2-2 5-2 8-2M29 24c2-2 5-2 8-2",
    ),
    Glyph(
        "costume",
        message("Costume"),
        ("costume", "dress", "hat", "shoe", "fan", "lace"),
        "M18 6c2 4 10 4 12 0l4 3-4 10 8 22c-9 3-19 3-28 0l8-22-4-10zM18 19h12M24 25v14",
        ("uniform", "uniforms", "costumes", "clothing", "coat"),
    ),
    Glyph(
        "textile",
        message("Textile"),
        tuple("textile tapestry carpet embroidery weaving silk wool cotton linen velvet flag".split()),
        "M8 8h32v28H8zM8 13h32M8 31h32M12 36v6M18 36v6M24 36v6M30 36v6M36 36v6M24 16l6 6-6 6-6-6zM12 22h2M34 22h2",
    ),
    Glyph(
        "furniture",
        message("Furniture"),
        ("furniture", "chair", "table", "chest", "cabinet", "mirror", "lamp", "candlestick"),
        "M15 6v36M15 8c6-3 12-3 18 0v16M15 24h18v18M15 32h18M21 9v15M27 9v15",
    ),
    Glyph(
        "vessel",
        message("Vessel"),
        tuple(
            "vase plate bowl cup jug tile amphora chalice porcelain faience maiolica earthenware stoneware ceramic"
            " glass terracotta reliquary".split()
        ),
        "M18 7h12M19 7c0 5 1 6-2 10-6 7-4 15 3 22h8c7-7 9-15 3-22-3-4-2-5-2-10M18 41h12M13 24c7 3 15 3 22 0"
        "M17 17c-5-4-8 0-4 6M31 17c5-4 8 0 4 6",
    ),
    Glyph(
        "sculpture",
        message("Sculpture"),
        tuple(
            "sculpture statue statuette bust relief marble alabaster bronze stone mask tombstone sarcophagus plaster"
            " limestone granite".split()
        ),
        "M24 6c-5 0-7 4-6 9 0 4 2 5 2 8-5 2-8 4-8 9h24c0-5-3-7-8-9 0-3 2-4 2-8 1-5-1-9-6-9zM16 32v4h16v-4"
        "M13 42h22v-6H13z",
    ),
    Glyph(
        "score",
        message("Music"),
        ("sheet_music",),
        "M6 14h36M6 20h36M6 26h36M6 32h36M16 33V13l16-4v20M16 33a4 3 0 1 1-.1-.2M32 29a4 3 0 1 1-.1-.2",
        ("musikhandschrift", "music"),
    ),
    Glyph(
        "instrument",
        message("Musical instrument"),
        tuple("musical_instrument violin lute guitar piano harpsichord organ flute trumpet drum harp bell".split()),
        "M33 6l9 9-4 1-8 8c3 5 0 8-3 9 0 6-8 12-15 6s0-14 6-15c1-3 4-6 9-3l8-8zM19 26l3 3M13 32l3 3M17 36l19-23",
    ),
    Glyph(
        "weapon",
        message("Arms and armour"),
        tuple("sword dagger knife axe spear gun cannon armour helmet shield".split()),
        "M24 6l14 5c1 14-3 24-14 31C13 35 9 25 10 11zM24 12v22M16 20h16",
    ),
    Glyph(
        "ship",
        message("Ship"),
        ("ship_model", "ship", "warship", "boat"),
        "M6 33h36l-5 8H11zM24 33V6M24 9c8 3 11 9 11 18H24M21 12c-6 4-9 9-10 15h10",
        ("ship", "boat", "ships", "schiff", "navire"),
    ),
    Glyph(
        "jewellery",
        message("Jewellery"),
        ("jewellery", "ring", "brooch", "necklace", "crown", "diamond", "pearl"),
        "M24 17a12 12 0 1 0 .1 0M18 6h12l4 5-10 9-10-9zM14 11h20M21 11l3 9 3-9",
    ),
    Glyph(
        "timepiece",
        message("Timepiece or instrument"),
        ("clock", "watch"),
        "M24 10a16 16 0 1 0 .1 0M24 16v10l7 4M24 10V5M20 5h8M24 38v1M12 26h1M35 26h1",
    ),
    Glyph(
        "object",
        message("Object"),
        (),
        "M24 6l16 8v20l-16 8-16-8V14zM8 14l16 8 16-8M24 22v20",
    ),
)
"""The glyphs; the last is for what says nothing of its kind."""
_BY_NAME = {glyph.name: glyph for glyph in GLYPHS}
_OTHER = GLYPHS[-1]
_OF_WORD = {word: glyph for glyph in GLYPHS for word in glyph.words}
_LONGEST = 200
"""Characters of a value in which its kind is looked for."""
_MOST_VALUES = 6
_OBJECTS = frozenset(("object",))
_KINDS = frozenset(("object", "material", "technique"))
SIZE = 48


def glyph_of(item: Item) -> Glyph:
    """Return the glyph of what a record says it is."""
    language = item.language[:2].lower()
    made_how, title = item.dctermsMedium[:_MOST_VALUES], item.dcTitle[:1]
    looked_in = (item.dcType[:_MOST_VALUES], made_how, title, made_how)
    for values, kinds in zip(looked_in, (_KINDS, _OBJECTS | {"technique"}, _OBJECTS, _KINDS), strict=True):
        for value in values:
            text = value[:_LONGEST]
            if found := _glyph_in(text, language, kinds) or _glyph_in(text, "en", kinds):  # many are in English besides
                return _BY_NAME[found]
    return _OTHER


def glyph_named(name: str) -> Glyph:
    """Return the glyph of a name."""
    return _BY_NAME[name]


@lru_cache(maxsize=4096)
def _glyph_in(text: str, language: str, kinds: frozenset[str]) -> str:
    """Return the name of the glyph of the first kind of object that a text names, or nothing."""
    if len(kinds) > 1 and (stated := _OF_WORD.get(text.lower().partition(" ")[0].strip(",;:."))):
        return stated.name
    return next(_named(text, language, kinds), "")


def _named(text: str, language: str, kinds: frozenset[str]) -> Iterator[str]:
    of_concept = _names_of_glyphs()
    found = [mention for mention in longest(mentions_in(text, language)) if mention.kind in kinds]
    for mention in sorted(found, key=lambda mention: mention.kind not in _OBJECTS):  # a printed book is a book
        yield from (of_concept[concept] for concept in mention.concepts if concept in of_concept)


@of_knowledge
@cache
def _names_of_glyphs() -> dict[str, str]:
    """Return the name of the glyph of each concept that has one."""
    found: dict[str, str] = {}
    for glyph in GLYPHS:
        for thing in glyph.things:
            for concept in in_use().named(thing.replace("_", " ")):
                if concept.kind in _KINDS:
                    found.setdefault(concept.id, glyph.name)
    return found


def sprite() -> bytes:
    """Return all glyphs as one SVG, each a symbol of its name."""
    symbols = "".join(
        f'<symbol id="{glyph.name}" viewBox="0 0 {SIZE} {SIZE}"><path d="{glyph.lines}"/></symbol>' for glyph in GLYPHS
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'.encode()


def glyph_picture(glyph: Glyph) -> bytes:
    """Return a glyph as a picture of its own, for where a picture was promised and cannot be had."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 96" width="128" height="96">'
        "<style>path{stroke:#857f73}@media (prefers-color-scheme:dark){path{stroke:#8d8779}}</style>"
        f'<path transform="translate(40 24)" d="{glyph.lines}" fill="none" stroke-width="1.4" stroke-linejoin="round"'
        ' stroke-linecap="round"/></svg>'
    ).encode()
