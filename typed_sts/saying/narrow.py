"""Kinds of objects so narrow that two of a kind are related: two mortars, two sword fittings, two square pianos.

A kind is narrow that hardly one in a hundred records is of. It is said with where and when both are from, or alone:

    a kind that the knowledge pack has      in any field but a description (typed_sts.saying.told.kinds)
    a value of dcType in both records       in words that no table knows
    one title without a maker               what many records of objects have instead of a type: "Tafelklavier"

A technique or a form of art is none, however rare: two mezzotints may have nothing else in common.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from typed_sts.domain.message import Called, message
from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Evidence, Span
from typed_sts.domain.statement import SharedThing
from typed_sts.explaining.finding import Side, shown
from typed_sts.knowledge.concepts import Concept
from typed_sts.knowledge.pack import concept as known_concept
from typed_sts.knowledge.pack import named
from typed_sts.reading.entities.non_values import is_no_value
from typed_sts.reading.entities.tables import fold
from typed_sts.saying.candidate import Candidate

NARROW = 4.4
"""How rare a narrow kind is: the natural logarithm of one in so many records."""
_WEIGHT = 0.9
_OBJECT = "object"
_MATTER = frozenset(("technique", "material"))
_ART = "iconclass:48C"
"""The arts: drawings, prints, photographs and how they are made."""
_FORMS = frozenset(
    "own:" + name
    for name in (
        "painting oil-painting portrait self-portrait landscape still-life miniature drawing sketch watercolour pastel"
        " print etching engraving copperplate-engraving woodcut wood-engraving lithograph mezzotint aquatint"
        " screenprint photograph negative sculpture"
    ).split()
)
_TITLE = "title"
_MOST_LETTERS = 60
_MOST_TYPES = 10
_LEAST = 2.0
_WORDS = re.compile(r"[^\W\d_]{3}")
_NUMBERED = re.compile(r"\d")


def narrowed(found: Sequence[Candidate]) -> Iterator[Candidate]:
    """Yield candidates, among them kinds of objects and titles that are rare enough as such.

    A word of both titles that names such a kind is said as that.
    """
    kinds = [each for each in found if each.part == "kind" and each.rarity >= NARROW and _is_object(each)]
    names = {fold(name) for each in kinds for thing in each.things for name in thing.names}
    for candidate in found:
        thing = candidate.things[0]
        if candidate in kinds:
            yield replace(candidate, narrow=True, weight=_WEIGHT)
        elif candidate.trivial and candidate.rarity >= NARROW and _is_named_thing(candidate):
            yield replace(candidate, trivial=False)
        elif thing.kind != "words" or not {fold(name) for name in thing.names} <= names:
            yield candidate


def _is_object(candidate: Candidate) -> bool:
    known = known_concept(candidate.things[0].concept)
    return known is not None and known.kind == _OBJECT and not _is_form(known)


def _is_form(known: Concept) -> bool:
    """Say whether a concept is a form of art, a technique or a material."""
    return known.kind in _MATTER or known.id in _FORMS or known.id.startswith(_ART)


def _is_named_thing(candidate: Candidate) -> bool:
    """Say whether a title that both have is the name of a thing: not "Photograph", not "Oil on canvas"."""
    thing = candidate.things[0]
    return thing.kind == _TITLE and not any(map(_is_form, named(thing.names[0])[:2]))


def object_types(left: Side, right: Side) -> Iterator[Candidate]:
    """Yield the rarest type that both records give their item in the same words, where it is a narrow one."""
    theirs = {fold(span.text): span for span in _types(right)}
    same = [(span, theirs[fold(span.text)]) for span in _types(left) if fold(span.text) in theirs]
    rare = [(rarity, one, other) for one, other in same if (rarity := _rarity(left, one)) >= NARROW]
    for rarity, one, other in sorted(rare, key=lambda each: (-each[0], each[1].text))[:1]:
        names = (shown(one.text.strip()), shown(other.text.strip()))
        yield Candidate(
            type="subject",
            relation=str(Relation.SAME),
            text=message(
                "Of the same kind: {name}", name=Called("", min(names, key=str.swapcase), left.document.language)
            ),
            things=(SharedThing("kind", "", names),),
            sure=0.92,
            evidence=(Evidence(one, other),),
            weight=_WEIGHT,
            rarity=rarity,
            trivial=True,
            part="kind",
            least=_LEAST,
            narrow=True,
        )


def _types(side: Side) -> Iterator[Span]:
    """Yield what a record says its item is: no notations of a classification, no techniques."""
    for number, text in enumerate(side.document.item.dcType[:_MOST_TYPES]):
        if len(text) > _MOST_LETTERS or not _WORDS.search(text) or _NUMBERED.search(text):
            continue
        if not is_no_value("dcType", text) and not any(map(_is_form, named(text)[:2])):
            yield Span("dcType", number, 0, len(text), text)


def _rarity(side: Side, span: Span) -> float:
    """Return how rare a type is, by the rarest of its words."""
    terms = [
        term for words in side.document.words if (words.field, words.value) == (span.field, span.value)
        for term in words.terms
    ]  # fmt: skip
    return max((side.idf(term) for term in terms), default=0.0)
