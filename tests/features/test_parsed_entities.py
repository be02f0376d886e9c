"""The things of two documents meet by what they are, whatever the words."""

import pytest

from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Span
from typed_sts.features.parsed_entities import Thing, compare_things, things_of
from typed_sts.reading.document import Document, Entity, from_bytes, to_bytes
from typed_sts.reading.entities.linking import link
from typed_sts.reading.normal_forms import norm_of
from typed_sts_fetch.item import Item


def _document(label: str, text: str, language: str) -> Document:
    concept = link(label, text, language)
    entity = Entity(
        Span("dcTitle", 0, 0, len(text), text), label, norm_of(label, text, language, concept), concept=concept
    )
    return Document(Item(id="/x/1", dcTitle=(text,)), "", language, (), (entity,), (), ())


def _thing(label: str, text: str, language: str) -> Thing:
    (thing,) = things_of(_document(label, text, language))[label.lower()]
    return thing


@pytest.mark.parametrize(
    ("label", "left", "right"),
    [
        ("PERSON", ("President Lincoln", "en"), ("Abraham Lincoln", "de")),
        ("PERSON", ("Sint-Joris", "nl"), ("Sant Jordi", "ca")),
        ("EVENT", ("Schlacht bei Waterloo", "de"), ("Bataille de Waterloo", "fr")),
        ("EVENT", ("baden", "de"), ("bathing", "en")),
        ("GROUP", ("soldaten", "nl"), ("soldati", "it")),
        ("PLACE", ("Keulen", "nl"), ("Cologne", "fr")),
        ("CULTURE", ("niederländisch", "de"), ("Dutch", "en")),
    ],
)
def test_one_thing_in_two_languages_shares_a_sign_and_is_the_same(
    label: str, left: tuple[str, str], right: tuple[str, str]
) -> None:
    one, other = _thing(label, *left), _thing(label, *right)
    assert one.signature & other.signature
    assert one.concept == other.concept != ""
    assert compare_things(one.kind, one.value, other.value).relation is Relation.SAME


def test_a_document_keeps_the_concepts_of_its_entities() -> None:
    document = _document("PLACE", "Keulen", "nl")
    assert from_bytes(to_bytes(document)).entities[0].concept == document.entities[0].concept != ""
