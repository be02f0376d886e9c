"""What is no news between two records: headings that many records of a holder have, kinds of objects, and classes.

A subject "Photographic Negative", "Textiles" or "oil on canvas" says what an item is, in which department it is kept or
what it is made of, and not what it is about.
"""

import re
from functools import lru_cache

from typed_sts.explaining.finding import Side
from typed_sts.knowledge.concepts import Concept
from typed_sts.knowledge.pack import named
from typed_sts.reading.document import Entity
from typed_sts.reading.entities.tables import fold
from typed_sts_index.stopwords import STOP_WORDS

_KINDS = frozenset(("object", "technique", "material"))
_PARTS = re.compile(r"\s*(?:[,;&/+|]|\s(?:and|und|et|en|y|e|i|och|og|ja|on|auf|sur|op|sobre|su|w|на|и)\s)\s*")
_WORD = re.compile(r"[^\W\d_]+")
_DEPARTMENTS = frozenset(
    """
    metals individual unrelated interior exterior reportage reportagem article artigo artikel articolo articulo
    metalwork ceramics ceramic glass glassware textiles textile jewelry jewellery furniture costume costumes numismatics
    decorative arts applied arts fine arts visual arts folk art works on paper works of art artworks arms armor armour
    musical instruments instruments lighting devices devices tools equipment containers vessels tableware household
    photography photographs paintings drawings prints graphics sculpture books manuscripts archives documents posters
    audiovisual image images text texts video sound objects object document documento
    dokument artifacts artefacts museum collection
    oil acrylic tempera gouache pastel watercolour watercolor calligraphy weaving pottery porcelain earthenware
    stoneware cabinet card carte visite albumen silver negative positive slide
    kunsthandwerk kunstgewerbe malerei grafik graphik druckgrafik druckgraphik handzeichnung fotografie photographie
    plastik skulptur mobel textilien keramik glas porzellan munzen waffen schmuck musikinstrumente gemalde gegenstand
    beeldende kunst kunstnijverheid schilderkunst beeldhouwkunst tekeningen prenten foto fotos meubels textiel keramiek
    munten wapens sieraden voorwerp voorwerpen object objecten muziekinstrumenten
    arts decoratifs peinture dessin estampe estampes gravure sculpture photographie mobilier ceramique orfevrerie
    verrerie textile monnaie monnaies armes bijoux objet objets art metal
    artes decorativas pintura dibujo grabado escultura fotografia mobiliario ceramica orfebreria vidrio textiles moneda
    monedas armas joyas objeto objetos pecuniarios desenho gravura ourivesaria porcelana vidro moeda moedas joias
    arti decorative disegno incisione scultura mobili oreficeria vetro tessuti monete armi gioielli oggetto oggetti
    bildkonst maleri malningar teckningar grafik skulpturer mobler textilier konsthantverk mynt vapen smycken foremal
    malarstwo rysunek grafika rzezba meble tkaniny ceramika szklo monety bron bizuteria zlotnictwo fotografia przedmiot
    живопись графика скульптура керамика рисунок гравюра фотография мебель текстиль
    """.split()
)
"""Words of which names of departments, materials and kinds of museum objects are made, folded."""


@lru_cache(maxsize=20_000)
def is_kind(text: str, language: str = "") -> bool:
    """Say whether a subject, in a language or English, is but a kind of object, a department, a material."""
    plain = text.split("(")[0].strip()
    parts = [part for part in _PARTS.split(plain) if part]
    return bool(parts) and (_names_a_kind(plain, language) or all(_names_a_kind(part, language) for part in parts))


def _names_a_kind(text: str, language: str) -> bool:
    words = _WORD.findall(fold(text))
    if not words:
        return True
    if all(word in _DEPARTMENTS for word in words) or _kinds_called(text, language):
        return True
    return 1 < len(words) <= _MOST_WORDS and not _PICTURES.isdisjoint(_kinds_called(words[-1], language))


def _kinds_called(text: str, language: str) -> list[str]:
    """Return the English names of the kinds of things that a word of these languages is for."""
    return [
        known.names[0].text
        for known in named(text)[:2]
        if known.kind in _KINDS
        and any(n.lang in (language, "en", "") and fold(n.text) == fold(text) for n in known.names)
    ]


_MOST_WORDS = 3
_PICTURES = frozenset(
    "print photograph negative painting drawing engraving etching lithograph woodcut poster postcard sketch".split()
)
"""Kinds of pictures, in English: an albumen silver print is one of them."""


def is_common(text: str, left: Side, right: Side) -> bool:
    """Say whether something is common at a holder of one of two records: as a whole, or each of its long words."""
    folded = fold(text)
    words = [word for word in _WORD.findall(folded) if len(word) >= _LONG and word not in _LITTLE]
    return any(
        side.document.common
        and (folded in side.document.common or (bool(words) and all(word in side.document.common for word in words)))
        for side in (left, right)
    )


_LONG = 3
_LITTLE = frozenset(word for words in STOP_WORDS.values() for word in words)


def is_one_thing(known: Concept, *named_by: tuple[Side, Entity]) -> bool:
    """Say whether two words mean the same, where a class of Iconclass holds several: "clarinet, bassoon, oboe"."""
    words = {fold(entity.mention.text) for _, entity in named_by}
    if len(words) == 1 or not known.id.startswith(_CLASSES):
        return True
    of_one_language = len({side.document.language for side, _ in named_by}) == 1
    if of_one_language:
        one, other = words
        return one[:_STEM] == other[:_STEM]
    return sum(name.lang == "en" for name in known.names) < _SEVERAL_NAMES


_CLASSES = "iconclass:"
_STEM = 5
_SEVERAL_NAMES = 3
