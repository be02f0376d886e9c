"""What a record says of who holds, gave, sold, scanned or licensed the item, and not of the item itself.

    dcSource                  the holder, the credit line, the licence: all of it
    dcCreator, dcContributor  a museum that only holds the item, a donor, a lender
    sentences and sections    "Gift of ...", "Schenking van ...", "Provenance: ...", "© ...", "Digitalisiert von ..."
    anywhere                  web addresses, names of aggregators, and but in title and subject the holder's own name
    non-values                "unknown", "Untitled", "s.n.": typed_sts.reading.entities.non_values

None of it is tagged or counted. What a provider repeats in its records is found by typed_sts.reading.boilerplate.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from typed_sts.domain.limits import MOST_OF_NAME, read_to
from typed_sts.domain.span import Span
from typed_sts.reading.entities.non_values import is_no_value
from typed_sts.reading.entities.qualifiers import is_holder
from typed_sts_fetch.item import LIST_FIELDS, Item

WHOLE_FIELDS = ("dcSource",)
_SAYS_WHO = ("dcCreator", "dcContributor")
_OF_THE_ITEM = ("dcTitle", "dcSubject")
"""Fields in which the holder's name may be what is shown, and "Gift of" a title."""
_FORMS_IN = ("dcDescription", "dctermsIsPartOf", "dctermsMedium", "dcContributor")

SENTENCE = re.compile(
    r"(?:[^.;\n|]|\.(?:(?<=\b[A-Z]\.)|(?<=\b(?:Dr|Mr|St|Jr|Sr|Ms)\.)|(?<=\bMrs\.)"
    r"|(?!\s+(?:[^\W\d_a-zß-ÿ]|[©(\[\"“„«])|(?<=\w{4}\.)\s+\d|\s*+\n|\s*+\Z)))++[.;\n|]?"
)
"""A sentence, or a part of a list with semicolons."""

_CAPITAL = r"(?-i:[^\W\d_a-zß-ÿ])"
_NAME = rf"(?:(?:the |a |an |his |her |der |den |dem |des |het |de )*+{_CAPITAL}|the |anonymous)"
_OPENINGS = re.compile(
    r"[\s\"'(\[,-]*+(?:"
    rf"(?:(?:anonymous |partial |promised )?(?:gift|bequest|donation|legacy)|donated|lent|presented|bequeathed|given)"
    rf"(?: to [^.;\n]{{0,60}})? (?:of|by|from) {_NAME}"
    r"|(?:purchase|museum purchase|acquired|purchased)(?:[,;:.]|\s*\d{4}| (?:with|through|by|from|in|via|fund)\b|\s*\Z)"
    rf"|(?:on )?(?:(?:long[- ]term|permanent) )?loan (?:from|of|by) {_NAME}|courtesy (?:of )?{_NAME}|image courtesy"
    rf"|transfer(?:red)? (?:from|by) {_NAME}|from the (?:collection|estate) of {_NAME}"
    rf"|collection of (?:the )?(?:artist|author|family|late|{_CAPITAL}[\w'.-]+ (?:{_CAPITAL}\. )?{_CAPITAL})"
    r"|©|\(c\)|copyright\b|all rights reserved|creative commons|cc[ -](?:by|0)\b|public domain|this work is in the"
    r" public"
    r"|no known copyright|licen[cs]ed? under|terms of use|digiti[sz]ed by|scanned by|photo credit|image credit"
    rf"|geschenk (?:von|der|des) {_NAME}|schenkung|stiftung (?:von|der|des) {_NAME}|vermächtnis|leihgabe|dauerleihgabe"
    r"|ankauf\b|angekauft|erworben|digitalisiert (?:von|durch)|urheberrecht|alle rechte vorbehalten|bildnachweis"
    r"|(?:don|legs|achat|dépôt|donation|dation) (?:de |du |d'|des |par |à |anonyme|\d{4})"
    rf"|(?:don|legs|achat|dépôt|donation) {_CAPITAL}[^.;\n]{{1,60}}?\d{{4}}"
    r"|acquis (?:par|en|de|auprès)|numérisé par|tous droits réservés|crédit photo"
    r"|(?:schenking|geschenk|legaat|bruikleen|langdurig bruikleen|aankoop|overdracht)"
    r"(?: (?:van|door|uit)\b|[,:;.]| \d{4}|\s*\Z)"
    r"|geschonken door|verworven|aangekocht|gedigitaliseerd door|alle rechten voorbehouden|met dank aan"
    r"|(?:donación|donativo|legado|compra|depósito|adquisición) (?:de |del |por |anónim|a |\d{4})|donado por"
    r"|adquirido|digitalizado por|todos los derechos reservados"
    r"|(?:dono|lascito|legato|acquisto|deposito) (?:di |del|della|dell'|da |anonimo|\d{4})|donato da"
    r"|digitalizzato da|tutti i diritti riservati"
    rf"|(?:doação|legado|compra|aquisição|oferta|depósito) (?:de |do |da |por |pel|a |\d{{4}})|doado por|doada por"
    r"|todos os direitos reservados"
    r"|(?:gåva|testamente|inköp|inköpt|förvärvad|övertagande|deposition|donation|skänkt|överförd|omförd)"
    r"(?: (?:av|från|enligt|genom|\d{4})|[,:;.])"
    r"|(?-i:Dar|Zakup|Depozyt|Zapis) (?:(?-i:[A-ZĄĆĘŁŃÓŚŹŻ])|od |w |\d{4})|zdigitalizowan|wszelkie prawa"
    r"|(?:donație|achiziție|donația|achiziția) |donat de|toate drepturile"
    r")",
    re.IGNORECASE,
)
_SECTIONS = (
    "acquisition|acquisition method|acquisition date|source of acquisition|provenance|credit line|creditline|credit"
    "|credits|rights|copyright|licence|license|owner|owners|ownership|repository|holding institution|current location"
    "|accession|accession number|accession no.|inventory number|image credit|photo credit|custodial history|donor"
    "|lender|object number"
    "|provenienz|erwerbung|zugang|eigentümer|besitzer|vorbesitzer|inventarnummer|inv.-nr.|inv.nr.|standort"
    "|bildnachweis|rechte|leihgeber|lizenz"
    "|mode d'acquisition|date d'acquisition|numéro d'inventaire|propriétaire|crédit|crédits|crédit photo|droits"
    "|localisation"
    "|verwerving|bruikleen van|huidige standplaats|inventarisnummer|eigenaar|met dank aan|rechten"
    "|vorige eigenaar"
    "|adquisición|número de inventario|propietario|derechos|donante|acquisizione|proprietà|inventario|diritti"
    "|donatore|aquisição|proprietário|direitos|doador|número de registro"
    "|förvärv|proveniens|ägare|rättigheter|inventarienummer"
    "|sposób pozyskania|właściciel|prawa|numer inwentarzowy|achiziție|proprietar|drepturi"
)
"""Before a colon."""
_SECTION = re.compile(
    rf"(?<![\w-])(?:{'|'.join(re.escape(label) for label in _SECTIONS.split('|'))})(?:\(s\))?\s?\Z", re.IGNORECASE
)
_HELD_BY = re.compile(
    r"(?<![\w-])(?:collection|sammlung|bestand|collectie|colección|collezione|coleção|samling|kolekcja|zbiory|museum"
    r"|musée|museo|muzeum|holder|institution|institutie|institución|istituzione|instituição|instytucja)\s?\Z",
    re.IGNORECASE,
)
"""Before a colon, where what follows is a museum."""
_LONGEST_LABEL = 30
_NEXT_LABEL = re.compile(
    r"(?:;|\.|\n|\s)\s*+(?:[^\W\d_a-zß-ÿ][\w()'’/-]{1,25}+(?: [a-zß-ÿ][\w()'’/-]{0,20}+){0,2}+"
    r"|[a-zß-ÿ]{3,25}+)\s?:|\n\n"
)
_LONGEST_SECTION = 600
_ADDRESS = re.compile(r"(?<!\w)(?:https?://|www\.)[^\s<>\"]++", re.IGNORECASE)
_AGGREGATOR = re.compile(
    r"(?<!\w)(?:europeana(?: (?:collections )?1914[-–]1918| foundation| fashion| sounds| xx)?|culture ?grid"
    r"|picture library"
    r"|deutsche digitale bibliothek|gallica|wikimedia commons|getty images|bridgeman images|akg-images|alamy"
    r"|transcribathon|europhot|the european library)(?!\w)",
    re.IGNORECASE,
)
_GIVING = (
    "(?:donors?|lenders?|former owner|previous owner|schenker|bruikleengever|leihgeber|vorbesitzer|stifter|donateur"
    "|ancien propriétaire|donante|donatore|doador|givare|darczyńca)"
)
_GIVER = re.compile(rf"\A\s*+{_GIVING}\s?:|[(\[,;]\s*+{_GIVING}\s*+(?:[)\],;]|\Z)", re.IGNORECASE)
_SHORTEST_NAME = 5


_CLOCK = re.compile(r"(?<=\d{4})-\d\d-\d\dT[\d:.]++Z?")
"""What a machine adds to a year."""


def parts_not_of_item(item: Item) -> tuple[Span, ...]:
    """Return the stretches of a record's values that say nothing of the item, in the order of the record."""
    holder = _holders(item)
    found = []
    for field in LIST_FIELDS:
        for number, text in enumerate(getattr(item, field)):
            for start, end in _joined(_parts(field, text, holder)):
                found.append(Span(field, number, start, end, text[start:end]))
    return tuple(found)


class LeftOut:
    """Stretches of values, and whether something of a value lies in one of them."""

    def __init__(self, parts: Iterable[Span]) -> None:
        self.places: dict[tuple[str, int], list[tuple[int, int]]] = {}
        for part in parts:
            self.places.setdefault((part.field, part.value), []).append((part.start, part.end))
        self.places = {where: list(_joined(places)) for where, places in self.places.items()}

    def covers(self, field: str, value: int, start: int) -> bool:
        """Tell whether a character of a value is left out."""
        places = self.places.get((field, value))
        if not places:
            return False
        before = bisect_right(places, (start, len(places) and places[-1][1]))
        return before > 0 and start < places[before - 1][1]

    def rest(self, field: str, value: int, text: str) -> str:
        """Return the text of a value without what is left out of it."""
        if (field, value) not in self.places:
            return text
        kept, at = [], 0
        for start, end in self.places[field, value]:
            kept.append(text[at:start])
            at = end
        return " ".join([*kept, text[at:]]).strip()

    def holds(self, span: Span) -> bool:
        """Tell whether a span begins in what is left out."""
        return self.covers(span.field, span.value, span.start)


def _joined(parts: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the parts in order, those that meet as one."""
    first, last = -1, -1
    for start, end in sorted(parts):
        if start > last:
            if last > first:
                yield first, last
            first, last = start, end
        else:
            last = max(last, end)
    if last > first:
        yield first, last


def _parts(field: str, text: str, holder: re.Pattern[str] | None) -> Iterator[tuple[int, int]]:
    if field in WHOLE_FIELDS or is_no_value(field, text):
        yield 0, len(text)
        return
    if field in _SAYS_WHO and len(text) <= MOST_OF_NAME and (is_holder(text) or _GIVER.search(text)):
        yield 0, len(text)
        return
    end = read_to(text)
    if "://" in text or "www." in text.lower():
        yield from (match.span() for match in _ADDRESS.finditer(text, 0, end))
    yield from (match.span() for match in _CLOCK.finditer(text, 0, end))
    if field in _OF_THE_ITEM:
        return
    if holder:
        yield from (match.span() for match in holder.finditer(text, 0, end))
    yield from (match.span() for match in _AGGREGATOR.finditer(text, 0, end))
    if field in _FORMS_IN:
        yield from (match.span() for match in SENTENCE.finditer(text, 0, end) if _OPENINGS.match(match[0]))
        if ":" in text:
            yield from _sections(text, end)


def _sections(text: str, end: int) -> Iterator[tuple[int, int]]:
    """Yield the labelled sections on who had and has the item, each to the next label."""
    colon = text.find(":", 0, end)
    while colon >= 0:
        before = max(0, colon - _LONGEST_LABEL)
        at = colon + 1
        label = _SECTION.search(text[before:colon]) or _held_by(text, before, colon)
        if label and (label[0][0].isupper() or before + label.start() == 0):
            most = min(at + _LONGEST_SECTION, end)
            following = _NEXT_LABEL.search(text, at, most)
            at = following.start() if following else most
            yield before + label.start(), at
        colon = text.find(":", at, end)


def _held_by(text: str, before: int, colon: int) -> re.Match[str] | None:
    """Return the label of a collection or museum, if what follows in its sentence is one."""
    label = _HELD_BY.search(text[before:colon])
    told = SENTENCE.match(text, colon + 1, min(len(text), colon + 1 + MOST_OF_NAME)) if label else None
    return label if told and is_holder(told[0].strip(" .;|\n")) else None


def _holders(item: Item) -> re.Pattern[str] | None:
    """Return what finds the names of who holds the item: its provider, and a museum that is its source."""
    names = [item.provider, *(text for text in item.dcSource[:3] if len(text) <= MOST_OF_NAME and is_holder(text))]
    known = {name.strip() for name in names if len(name.strip()) >= _SHORTEST_NAME}
    known = {name for name in known if " " in name or is_holder(name)}  # a provider may be called after its town
    if not known:
        return None
    either = "|".join(re.escape(name[:MOST_OF_NAME]) for name in sorted(known, key=lambda name: (-len(name), name)))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)
