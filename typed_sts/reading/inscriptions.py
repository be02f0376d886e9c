"""What is written on an item, as its description reports it: signatures, stamps, numbers, titles in pencil.

    "Titled lower left in pencil: "The Well"; numbered bottom center: "ed./15""    both parts
    "Signerad: Ernst Josephson 1893", "bez. u. r.: K. W.", "Signé en bas à droite"

A signature says who made the item and when, and is read for that. It is no description: two prints that are numbered
in pencil are not alike for it, so its words, things and meaning are left out of what is compared.
"""

import re
from collections.abc import Iterator

from typed_sts.domain.limits import read_to
from typed_sts.domain.span import Span
from typed_sts.reading.not_of_item import SENTENCE
from typed_sts_fetch.item import Item

_FIELD = "dcDescription"
_WHERE = (
    r"(?:lower|upper|bottom|top|center|centre|left|right|below|beneath|above|verso|recto|reverse|[lu]\.?[lrc]\.?(?!\w)"
    r"|at (?:the )?(?:lower|upper|left|right|bottom|top|cent)|(?:on|along|across) (?:the )?(?:back|verso|recto|base"
    r"|bottom|reverse|front|stretcher|mount|plate|stone|underside|label|frame|lower|upper|left|right|top)"
    r"|(?:on|in) (?:the )?(?:pencil|ink|pen|graphite|plate|stone|block|image|matrix|margin|crayon|chalk|red|black|brown"
    r"|white|blue|gold)"
    r"|unten|oben|links|rechts|rückseitig|u\. ?[lrm]\.|o\. ?[lrm]\.|u[lr](?!\w)|o[lr](?!\w)|auf (?:der|dem) (?:rück"
    r"|platte|stein|sockel)|in der platte"
    r"|en bas|en haut|à (?:gauche|droite)|au (?:dos|revers|verso|crayon)|sur la (?:pierre|planche)|b\. ?[dg]\. ?"
    r"|linksonder|rechtsonder|linksboven|rechtsboven|onder|boven|middenonder|midden|op de (?:achter|keer)|l\. ?o\. |r\."
    r" ?o\. "
    r"|abajo|arriba|ángulo|al (?:dorso|reverso)|a lápiz|en el (?:reverso|ángulo)|in basso|in alto|a (?:destra|sinistra)"
    r"|sul retro|embaixo|acima|no (?:canto|verso)|à (?:direita|esquerda)|canto"
    r"|nere|uppe|t\. ?[vh]\. |a tergo|på baksidan|nedtill|upptill|l\. d\. |p\. d\. |u dołu|na odwrocie)"
)
_VERBS = (
    r"(?:signed|inscribed|titled|numbered|dated|annotated|stamped|initial+ed|monogrammed|lettered|labell?ed|marked"
    r"|signiert|bezeichnet|bez\.|datiert|beschriftet|monogrammiert|betitelt|gestempelt|nummeriert"
    r"|signée?|datée?|inscrite?|annotée?|monogrammée?|titrée?|timbrée?"
    r"|gesigneerd|gedateerd|gemerkt|opgeschreven|gemonogrammeerd"
    r"|firmad[oa]|fechad[oa]|inscrit[oa]|titulad[oa]|numerad[oa]|assinad[oa]|datad[oa]|firmat[oa]|datat[oa]|siglat[oa]"
    r"|signerad|signerat|daterad|märkt|betecknad|sygn\.|sygnowan[yae]|datowan[yae]|opisan[yae])"
)
_AND = r"(?:\s*+(?:,|and|und|et|en|y|e|och|i|&)\s*+)"
_NOUNS = (
    r"(?:inscriptions?|signatures?|signed|signature and date|inscribed|watermark|marks?|markings?|stamps?|lettering"
    r"|inschrift(?:en)?|aufschrift(?:en)?|signatur|signiert|bezeichnung|beschriftung|stempel|wasserzeichen"
    r"|signée?|inscription|filigrane|poinçons?|marques?|opschrift(?:en)?|onderschrift(?:en)?|inscripties?|merken|merk"
    r"|gesigneerd|firma|firmado|inscripción(?:es)?|inscripciones|leyenda|marcas?|iscrizion[ei]|scritta|timbro"
    r"|inscriç(?:ão|ões)|assinatura|assinado|påskrift(?:er)?|inskription(?:er)?|signerad|signering|märkning|stämplar"
    r"|sygnatura|napisy?|sygn\.)"
)
_WRITTEN = re.compile(
    rf"[\s\"'“„(\[,-]*+(?:{_VERBS}(?:{_AND}?{_VERBS}){{0,3}}+(?:\s*+:|,?\s++{_WHERE})"
    rf"|{_NOUNS}(?:\s*+:|,?\s++{_WHERE}))",
    re.IGNORECASE,
)


def inscriptions(item: Item) -> Iterator[Span]:
    """Yield the sentences of an item's descriptions that say what is written on it."""
    for number, text in enumerate(getattr(item, _FIELD)):
        for match in SENTENCE.finditer(text, 0, read_to(text)):
            if _WRITTEN.match(match[0]):
                yield Span(_FIELD, number, match.start(), match.end(), match[0])
