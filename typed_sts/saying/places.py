"""The same place in both records; countries, peoples and nationalities are said in a phrase with other things."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from typed_sts.domain.message import Called, Message, Part, message
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Span
from typed_sts.explaining.finding import Side
from typed_sts.explaining.name_evidence import Pairing, called, matched
from typed_sts.features.parsed_entities import Thing
from typed_sts.reading.entities.events import read_event
from typed_sts.reading.entities.gazetteer import Kind
from typed_sts.reading.entities.name_words import is_given
from typed_sts.reading.entities.people_kinds import is_body
from typed_sts.reading.entities.qualifiers import is_holder
from typed_sts.reading.entities.tables import fold
from typed_sts.saying.candidate import Candidate
from typed_sts.saying.headings import is_common
from typed_sts.saying.pairings import (
    BY_FORM,
    BY_NAME,
    DOUBTFUL,
    candidate_of,
    is_of_maker,
    is_shown,
    sure_by_id,
    together,
)
from typed_sts.saying.whole import wholes

_LANDMARK = re.compile(
    r"(?:^|\b)(?:river|lake|mount|mountain|valley|bay|cape|island|bridge|church|chapel|cathedral|abbey|castle|palace|park"
    r"|street|square|avenue|road|hill|hall|house|theatre|theater|station|port|harbour|harbor|gate|tower|garden|gardens"
    r"|fort|kirche|dom|schloss|burg|brucke|platz|strasse|tal|berg|eglise|cathedrale|chateau|pont|rue|place|lac|palais"
    r"|kerk|kasteel|brug|gracht|plein|straat|iglesia|catedral|castillo|puente|plaza|calle|rio|lago|chiesa|duomo"
    r"|castello|ponte|piazza|via|palazzo|igreja|castelo|praca|rua|serra|monte|vale|kyrka|slott|torg|gata|kosciol|zamek)\b"
)
"""A word for what a place is, in the name of one that no gazetteer knows."""
_STATES_PLACE = ("dctermsSpatial",)
_STATES_ORIGIN = ("dcCreator", "dcSubject", "dctermsSpatial", "dcType")
_COUNTRY_FROM = 2.0
"""Scores from which on people of both descriptions, and countries, are said."""
_OF_LIFE = re.compile(r"[\s,]*(?:[^\W\d_]+[\s,]+)?\(?(?:ca?\.\s?|um\s|vers\s)?1\d{3}\b(?=[^()]*\)|\s?[-–;])")
_CITED = re.compile(r"[\s,:]+(?:1[5-9]|20)\d{2}\b")
"""After the place of publication in a citation: "Nürnberg 2003, S. 285"."""
_AT = re.compile(r"\b(?:in|at|near|off|bei|nach|aus|à|en|te|bij|vid|från|w)\s\Z", re.IGNORECASE)
_ORGANISATION = re.compile(
    r"\b(?:force|forces|army|navy|naval|department|ministry|museum|museu|musee|museo|institute?|universit|college"
    r"|company|compagnie|library|biblioth|archiv|gallery|bank|press|verlag|institut|ministerio|ministere)"
)
_NEAR = 40
_COUNTRY_RARITY = 1.5
_COMMON_RARITY = 0.5
_COUNTRY_LINE_FROM = 4.0
"""... and from which on a country has a line under the heading of places, unless it is rare."""
_RARE_COUNTRY = 4.0
"""One that one record in fifty names."""
"""Of a place that many records of a holder name: enough for a line where places are spoken of."""


def places(left: Side, right: Side) -> Iterator[Candidate]:
    """Yield the places in both records; countries and nationalities are trivial."""
    fine: list[Pairing] = []
    coarse: list[Pairing] = []
    for pairing in matched(left, right, "place"):
        if not (_is_told(pairing.left, left) and _is_told(pairing.right, right)) or is_of_maker(pairing, left, right):
            continue
        if pairing.match.relation is Relation.SAME:
            (coarse if _level(pairing) >= Kind.COUNTRY else fine).append(pairing)
        elif pairing.match.relation is Relation.WITHIN and (container := _container(pairing)):
            outer, kind = container
            sure = _sure_of_place(pairing, left, right)
            if kind is Kind.TOWN:
                text = message("Both name places in {place}", place=outer)
                yield candidate_of("location", [pairing], text, sure=sure, weight=0.5, relation="within")
            elif kind is Kind.COUNTRY:
                yield _country(pairing, message("Same country: {country}", country=outer), sure, (left, right))
            else:
                yield _country(pairing, message("Same region: {region}", region=outer), sure, (left, right))
    all_small = [pairing for pairing in fine if _level(pairing) < Kind.REGION]
    small = [pairing for pairing in all_small if not _is_house_place(pairing, left, right)]
    regions = [pairing for pairing in fine if _level(pairing) == Kind.REGION]
    sure_of = partial(_sure_of_place, left=left, right=right)
    shown = any(map(is_shown, small))
    for candidate in together("location", small, "Both name {names}", sure_of, 0.75 if shown else 0.55):
        yield replace(candidate, trivial=not shown)  # told of in texts alone: where a maker studied, a book was printed
    for pairing in all_small:
        if pairing not in small and _is_stated(pairing):
            text = message("Both name {names}", names=pairing.called())
            found = candidate_of("location", [pairing], text, sure=sure_of(pairing), weight=0.3, trivial=True)
            yield replace(found, rarity=max(found.rarity, _COMMON_RARITY))
            break
    for pairing in regions[:1]:
        text = message("Both name {names}", names=pairing.called())
        yield _country(pairing, text, _sure_of_place(pairing, left, right), (left, right))
    for pairing in coarse[:1]:
        if _level(pairing) is Kind.COUNTRY:
            text = message("Both name {names}", names=pairing.called())
            yield _country(pairing, text, _sure_of_place(pairing, left, right), (left, right))
    yield from _origins(left, right)


def _is_house_place(pairing: Pairing, left: Side, right: Side) -> bool:
    """Say whether a place is one of which a holder has very much, as of its own town; or part of a book's name."""
    name = pairing.left.key.split(",")[0]
    if all(name in fold(side.document.provider) for side in (left, right)):
        return True
    books = {word for key in wholes(left).keys() & wholes(right).keys() for word in key.split()}
    texts = [fold(mention.text) for thing in (pairing.left, pairing.right) for mention in thing.mentions]
    if books and all(set(text.split()) <= books for text in texts):  # named in "Wurzburg, Rhine and Ostend Sketchbook"
        return True
    return any(is_common(mention.text, left, right) for mention in pairing.left.mentions[:1])


def _is_stated(pairing: Pairing) -> bool:
    """Say whether both records state a place in a field for places."""
    return all(any(m.field in _STATES_PLACE for m in thing.mentions) for thing in (pairing.left, pairing.right))


def _is_told(thing: Thing, side: Side) -> bool:
    """Say whether a record names a place otherwise than as where somebody was born or died: "(Paris, 1777-1809)"."""
    for mention in thing.mentions:
        text = getattr(side.document.item, mention.field)[mention.value]
        if mention.field == "dcCreator":  # where the maker is from
            continue
        cited = mention.field == "dcDescription" and _CITED.match(text, mention.end, mention.end + _NEAR)
        if not cited and not _OF_LIFE.match(text, mention.end, mention.end + _NEAR):
            return True
    return False


def _country(pairing: Pairing, text: Message, sure: float, sides: tuple[Side, Side]) -> Candidate:
    found = candidate_of("location", [pairing], text, sure=sure, weight=0.35, trivial=True, part="where")
    common = is_common(pairing.left.mentions[0].text, *sides) if pairing.left.mentions else False
    is_rare = not common and found.rarity >= _RARE_COUNTRY
    rarity = _COMMON_RARITY if common else max(found.rarity, _COUNTRY_RARITY)
    least_in_line = _COUNTRY_FROM if is_rare else _COUNTRY_LINE_FROM
    return replace(found, least=_COUNTRY_FROM, rarity=rarity, least_in_line=least_in_line)


def _origins(left: Side, right: Side) -> Iterator[Candidate]:
    """Yield the people or country that both records say their item or its maker is of."""
    for kind in ("origin", "culture"):
        for pairing in matched(left, right, kind):
            told = _is_origin(pairing.left, left) and _is_origin(pairing.right, right)
            if pairing.match.relation is Relation.SAME and pairing.match.degree >= 1 and told:
                text = message("Both are {culture}", culture=_people_called(pairing))
                yield replace(_country(pairing, text, BY_NAME, (left, right)), in_line=False)
                return
    for pairing in matched(left, right, "where"):
        if pairing.match.relation is Relation.SAME and _level(pairing) is Kind.COUNTRY:
            yield _country(pairing, message("Same country: {country}", country=pairing.called()), 0.85, (left, right))
            return


def _people_called(pairing: Pairing) -> Part:
    """Return what both call a people; not "United States (Philadelphia)", where one names a town with its country."""
    found = pairing.called()
    if isinstance(found, Called):
        plain = found.text.split("(")[0].strip()
        return replace(found, text=plain or found.text)
    return found


def _is_origin(thing: Thing, side: Side) -> bool:
    """Say whether a people is what a record says of its item or maker, and not a word among others."""
    for mention in thing.mentions:
        text = getattr(side.document.item, mention.field)[mention.value]
        if mention.field == "dcCreator" or (mention.field in _STATES_ORIGIN and text.strip() == mention.text.strip()):
            return True
    return False


def _is_at(thing: Thing, side: Side) -> bool:
    """Say whether a record says that something is in, at or near a place."""
    for mention in thing.mentions:
        text = getattr(side.document.item, mention.field)[mention.value]
        if mention.text[:1].isupper() and _AT.search(text[max(0, mention.start - 8) : mention.start]):
            return True
    return False


def _sure_of_place(pairing: Pairing, left: Side, right: Side) -> float:
    one, other = pairing.left, pairing.right
    if one.value.known and other.value.known:
        return sure_by_id(pairing, BY_NAME)
    if all(any(mention.field in _STATES_PLACE for mention in thing.mentions) for thing in (one, other)):
        return BY_FORM
    if _ORGANISATION.search(one.key) or is_holder(one.key) or is_body(one.key):
        return DOUBTFUL
    if read_event(one.key.split(",")[0].split()[-1]).kind:  # a hunt, a wedding
        return DOUBTFUL
    if _is_at(one, left) and _is_at(other, right):
        return BY_FORM
    told = all(map(_is_written_as_name, (one, other))) and " " in one.key.split(",")[0]
    return BY_FORM if told and (_LANDMARK.search(one.key) or _is_place_of_title(pairing)) else DOUBTFUL


def _is_place_of_title(pairing: Pairing) -> bool:
    """Say whether a title or subject names an unknown place, and it reads like nobody's name."""
    return is_shown(pairing) and not is_given(pairing.left.key.split()[0])


def _is_written_as_name(thing: Thing) -> bool:
    return any(_capitals(mention) for mention in thing.mentions)


def _capitals(mention: Span) -> bool:
    words = [word for word in mention.text.split() if len(word) > 3]
    return bool(words) and all(word[:1].isupper() for word in words)


def _level(pairing: Pairing) -> Kind:
    kinds = pairing.left.value.kinds
    return kinds[0] if pairing.left.value.known and kinds else Kind.SPOT


def _container(pairing: Pairing) -> tuple[Called, Kind] | None:
    """Return the town, region or country that one of two places is and the other is in, and which of these."""
    sides = ((pairing.left, pairing.right, pairing.languages[0]), (pairing.right, pairing.left, pairing.languages[1]))
    for thing, other, language in sides:
        outer, inner = thing.value, other.value
        if outer.known and outer.kinds and outer.norm in inner.chain[1:] and outer.kinds[0] <= Kind.COUNTRY:
            return called(thing, language), outer.kinds[0]
    return None
