"""Small drawings of our own: a kind of object where there is no picture, a sign for each type.

They are the symbols of drawings.svg; a page has that file once (`symbols`) and uses them by name (`drawn`).
"""

import re
from functools import cache
from importlib.resources import files

from typed_sts_fetch.item import Item

_KINDS = (
    ("photograph", "photo foto daguerr negativ diapositiv"),
    ("map", r"\bmaps?\b \bcartes?\b karte\b \bkaart \bmapas?\b \bmappa \batlas"),
    ("music", r"music musik musique muziek música partitur \bscores?\b \blied"),
    ("book", r"\bbook buch \blivre \bboek \blibro codex incunab \balbum"),
    ("writing", r"manuscript handschrift manuscrit manoscritt manuscrito \bletters?\b \bbrief \blettre \blettera"),
    ("writing", r"archiv document dokument \btexte?\b newspaper zeitung krant"),
    ("coin", r"\bcoin münz monnaie \bmunt moneda moneta medal medaille médaille"),
    ("dress", r"costume kostüm dress kleid textil tapestr tapis wandteppich arazz uniform vêtement clothing kleding"),
    ("furniture", r"furnitur möbel meubel meuble mueble mobili \bchair stuhl cabinet \btable\b"),
    ("vehicle", r"\bship schiff \bschip navire bateau \bboat \bboot\b locomotive lokomotiv vehicle fahrzeug"),
    (
        "vessel",
        r"\bvase \bvaas \bvaso \bjarr \bkrug \bpitcher \bbowl \bschale ceramic keramik céramique ceramica cerámica",
    ),
    ("vessel", r"porcel porzellan \bpots? pottery \bglass?\b \bglas\b \bverre \bamphora \bvessel"),
    ("figure", r"sculptur skulptur escultura scultura statue estatua statua \bbust\b \bbüste relief figur beeld"),
    ("picture", "paint gemälde malerei peinture schilderij pintura pittura dipint print druck estampe prent stampa"),
    ("picture", "grabado drawing zeichnung dessin tekening dibujo disegno poster plakat affiche etching engraving"),
    ("picture", "radierung watercolour woodcut image bild"),
)
"""Kinds of objects, and how the words for them begin in the languages of our sentences; the first met counts."""
_PATTERNS = [(kind, re.compile(words.replace(" ", "|"), re.IGNORECASE)) for kind, words in _KINDS]
_LONGEST = 200


@cache
def symbols() -> str:
    """Return the SVG with all symbols, which itself is not seen."""
    return (files("typed_sts.output") / "drawings.svg").read_text(encoding="utf-8")


def drawn(name: str) -> str:
    """Return the use of a symbol; it is decoration, so that a word must stand beside it."""
    return f'<svg aria-hidden="true" focusable="false"><use href="#{name}"/></svg>'


def sign_of(type_name: str) -> str:
    """Return the sign of a type."""
    return drawn(f"t-{type_name}")


def kind_drawn(item: Item) -> str:
    """Return the drawing of the kind of object that a record is about, by the words it has for that."""
    for text in (*item.dcType[:3], *item.dctermsMedium[:2], *item.dcTitle[:1]):
        for kind, words in _PATTERNS:
            if words.search(text[:_LONGEST]):
                return drawn(f"k-{kind}")
    return drawn("k-thing")
