"""The same maker, person or body of people in both records.

A family name alone, "the bishop" or a kind of people is no sentence.
"""

from collections.abc import Iterator
from dataclasses import replace

from typed_sts.domain.message import Called, Listing, Message, Part, message
from typed_sts.domain.relation import Relation
from typed_sts.explaining.finding import Side
from typed_sts.explaining.name_evidence import Pairing, called, makers_named, matched
from typed_sts.features.parsed_entities import Thing
from typed_sts.reading.entities.name_words import SECONDARY_ROLES, is_given
from typed_sts.reading.entities.names import Name
from typed_sts.reading.entities.people_kinds import is_body
from typed_sts.reading.entities.qualifiers import Qualifier, is_holder, take_qualifier
from typed_sts.reading.entities.tables import fold
from typed_sts.saying.candidate import Candidate
from typed_sts.saying.headings import is_common
from typed_sts.saying.pairings import (
    ABOUT,
    BY_FORM,
    BY_NAME,
    DOUBTFUL,
    MOST,
    candidate_of,
    distinct_names,
    is_of_maker,
    is_shown,
    sure_by_id,
    together,
)

_BOTH = {
    Qualifier.BY: ("Both by {name}", "Also by {name}"),
    Qualifier.AND_WORKSHOP: ("Both by {name} and workshop", "Also by {name} and workshop"),
    Qualifier.ATTRIBUTED: ("Both attributed to {name}", "Also attributed to {name}"),
    Qualifier.WORKSHOP: ("Both from the workshop of {name}", "Also from the workshop of {name}"),
    Qualifier.CIRCLE: ("Both from the circle of {name}", "Also from the circle of {name}"),
    Qualifier.FOLLOWER: ("Both by followers of {name}", "Also by a follower of {name}"),
    Qualifier.SCHOOL: ("Both from the school of {name}", "Also from the school of {name}"),
    Qualifier.MANNER: ("Both in the manner of {name}", "Also in the manner of {name}"),
    Qualifier.AFTER: ("Both after {name}", "Also after {name}"),
    Qualifier.COPY: ("Both copies after {name}", "Also a copy after {name}"),
}
_ONE_OF_TWO = {
    Qualifier.AND_WORKSHOP: "One is by {name}, the other by {name} and workshop",
    Qualifier.ATTRIBUTED: "One is by {name}, the other attributed to {name}",
    Qualifier.WORKSHOP: "One is by {name}, the other from the workshop of {name}",
    Qualifier.CIRCLE: "One is by {name}, the other from the circle of {name}",
    Qualifier.FOLLOWER: "One is by {name}, the other by a follower",
    Qualifier.SCHOOL: "One is by {name}, the other from the school of {name}",
    Qualifier.MANNER: "One is by {name}, the other in the manner of {name}",
    Qualifier.AFTER: "One is by {name}, the other was made after {name}",
    Qualifier.COPY: "One is by {name}, the other is a copy after {name}",
}
_TOLD_FROM = 3.5
_RARE_NAME = 7.0
"""How rare a single name is that hardly two people have."""


def same_makers(left: Side, right: Side) -> Iterator[Candidate]:
    """Yield makers of both records who are one, or of whom one worked after the other."""
    by: dict[Qualifier, list[Pairing]] = {}
    for pairing in matched(left, right, "maker"):
        one, other = pairing.left.value, pairing.right.value
        if _is_house(pairing, left, right):
            continue
        if pairing.match.relation is Relation.SAME and one.qualifier == other.qualifier in _BOTH:
            by.setdefault(one.qualifier, []).append(pairing)
        elif apart := _one_of_two(one, other, _maker_called(pairing)):
            yield candidate_of("author", [pairing], apart, sure=_sure_of_name(pairing), weight=0.9)
    for qualifier, pairings in by.items():
        if sure := distinct_names([pairing for pairing in pairings if _sure_of_name(pairing) >= BY_FORM])[:MOST]:
            name = Listing(tuple(_maker_called(pairing) for pairing in sure))
            text, also = (message(words, name=name) for words in _BOTH[qualifier])
            least = min(map(_sure_of_name, sure))
            yield candidate_of("author", sure, text, sure=least, weight=1.0, also=also)
    for pairing in makers_named(left, right)[:1] if not by else ():  # beside the maker of both it is no news
        text = message("{name} made one and is named in the other", name=pairing.called())
        yield candidate_of("author", [pairing], text, sure=_sure_of_name(pairing) - 0.05, weight=0.7, relation="near")


def _is_house(pairing: Pairing, left: Side, right: Side) -> bool:
    """Say whether a maker is the holder itself, the publisher of both, or has a name too long to be said whole."""
    text = pairing.left.mentions[0].text if pairing.left.mentions else pairing.left.key
    if _maker_called(pairing).text.endswith("…"):
        return True
    if all(SECONDARY_ROLES & set(thing.value.role.split()) for thing in (pairing.left, pairing.right)):
        return True
    is_body_of = pairing.left.value.firm or is_holder(text) or is_body(pairing.left.key)
    return is_body_of and is_common(text, left, right)


def _one_of_two(one: Name, other: Name, name: Called) -> Message | None:
    """Return that one record is by a maker and the other only near, where that is so."""
    if one.person != other.person and not (one.concept and one.concept == other.concept):
        return None
    qualifiers = {one.qualifier, other.qualifier}
    if len(qualifiers) != 2 or Qualifier.BY not in qualifiers:
        return None
    (near,) = qualifiers - {Qualifier.BY}
    return message(_ONE_OF_TWO[near], name=name) if near in _ONE_OF_TWO else None


def _maker_called(pairing: Pairing) -> Called:
    """Return the name of a maker, from the record that has it without "after" or "attributed to" where one has."""
    plain = [
        Called(thing.concept, text, language)
        for thing, language in zip((pairing.left, pairing.right), pairing.languages, strict=True)
        if (text := _unqualified(thing))
    ]
    found = min(plain, key=lambda name: (-len(name.text), name.text)) if plain else _said(pairing)
    return replace(found, text=_without_qualifier(found.text))


def _without_qualifier(text: str) -> str:
    """Return a name without what the sentence says already: "after Maarten de Vos" is Maarten de Vos."""
    folded = fold(text)
    qualifier, rest = take_qualifier(folded)
    is_before = bool(qualifier) and bool(rest) and len(folded) == len(text) and folded.endswith(rest)
    return text[-len(rest) :] if is_before else text


def _unqualified(thing: Thing) -> str:
    return called(thing, "").text if thing.value.qualifier is Qualifier.BY else ""


def people(left: Side, right: Side) -> Iterator[Candidate]:
    """Yield the persons and named bodies of people in both records; kinds of people are no sentence.

    Who is only told of in both descriptions is as often a cataloguer, or the author of a book that is cited.
    """
    same = [
        pairing
        for pairing in matched(left, right, "person")
        if pairing.match.relation is Relation.SAME and not is_of_maker(pairing, left, right)
    ]
    shown = [pairing for pairing in same if is_shown(pairing)]
    yield from together("people", shown, "Both name {names}", _sure_of_name, 0.95)
    for pairing in shown:
        if _sure_of_name(pairing) < BY_FORM and _is_title_name(pairing):
            text = message("Both name {names}", names=pairing.called())
            found = candidate_of("people", [pairing], text, sure=BY_FORM, weight=0.6)
            yield replace(found, least=_TOLD_FROM)
    for pairing in matched(left, right, "group"):
        if pairing.match.relation is not Relation.SAME or is_of_maker(pairing, left, right):
            continue
        text = message("Both name {names}", names=pairing.called())
        if is_common(pairing.left.key, left, right):
            continue
        if is_body(pairing.left.key) and " " in pairing.left.key.strip():
            yield candidate_of("people", [pairing], text, sure=sure_by_id(pairing, BY_FORM), weight=0.9)
        else:
            kind = candidate_of("people", [pairing], text, sure=sure_by_id(pairing, 0.85), weight=0.4, trivial=True)
            yield replace(kind, in_line=False)


def _is_title_name(pairing: Pairing) -> bool:
    """Say whether both titles or subjects have one long name that is nobody's given name."""
    one, other = pairing.left, pairing.right
    if one.key != other.key or not one.value.family or any(is_given(word) for word in one.value.family):
        return False
    in_both = all(any(mention.field in ABOUT for mention in thing.mentions) for thing in (one, other))
    return in_both and len("".join(one.value.family)) >= _LONG_NAME


_LONG_NAME = 7


def _said(pairing: Pairing) -> Called:
    found: Part = pairing.called()
    return found if isinstance(found, Called) else Called("", pairing.left.key)


def _sure_of_name(pairing: Pairing) -> float:
    if pairing.match.degree < 0.85 and pairing.match.relation is Relation.SAME:
        return DOUBTFUL
    one, other = pairing.left.value, pairing.right.value
    if one.family != other.family and all(len(name) == 1 for name in (*one.given, *other.given)):
        return DOUBTFUL  # "J. H. Dayton" and "J. H. Daylon"
    if all(_is_full(thing.value) for thing in (pairing.left, pairing.right)):
        return sure_by_id(pairing, BY_NAME)
    is_rare = pairing.left.key == pairing.right.key and pairing.rarity >= _RARE_NAME
    is_rare = is_rare and not any(is_given(word) for word in pairing.left.value.family)
    return sure_by_id(pairing, BY_FORM if is_rare else DOUBTFUL)


def _is_full(name: Name) -> bool:
    """Say whether a name is one person's: given and family name, a ruler, a master, a firm, or one with life dates."""
    if name.master or name.ruler or name.firm or name.life or name.concept:
        return True
    given = [word for word in name.given if len(word.rstrip(".")) > 1]
    return bool(name.family) and bool(given or name.rank == "saint" or (name.given and len(name.given) > 1))
