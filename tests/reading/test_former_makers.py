"""Whose work an item was thought to be is not its maker: named by the record, the same and different from nobody."""

import pytest

from typed_sts.domain.relation import Relation
from typed_sts.features.parsed_entities import things_of
from typed_sts.reading.document import FORMERLY
from typed_sts.reading.entities.name_match import same_text
from typed_sts.reading.entities.names import parse_name
from typed_sts.reading.entities.qualifiers import Qualifier
from typed_sts.reading.reader import Reader
from typed_sts_fetch.item import Item


@pytest.mark.parametrize(
    "text",
    [
        "Anna Ashgrove (Earlier attributed to)",
        "Formerly attributed to Anna Ashgrove",
        "previously ascribed to Ashgrove, Anna",
        "Anna Ashgrove (tidigare tillskriven)",
        "Früher zugeschrieben: Anna Ashgrove",
        "Anna Ashgrove (ehemals zugeschrieben)",
        "Voorheen toegeschreven aan Anna Ashgrove",
        "Vroeger toegeschreven aan Ashgrove, Anna (1599-1641)",
        "Anciennement attribué à Anna Ashgrove",
        "attribué autrefois à Anna Ashgrove",
        "antes atribuido a Anna Ashgrove",
        "già attribuito a Anna Ashgrove",
        "dawniej przypisywany Anna Ashgrove",
    ],
)
def test_a_former_attribution_is_told_from_an_attribution_in_nine_languages(text: str) -> None:
    name = parse_name(text)
    assert name.qualifier is Qualifier.FORMER
    assert name.person == "ashgrove, anna"


def test_an_attribution_of_today_stays_one() -> None:
    assert parse_name("Attributed to Anna Ashgrove").qualifier is Qualifier.ATTRIBUTED
    assert parse_name("traditionally attributed to Anna Ashgrove").qualifier is Qualifier.ATTRIBUTED


def test_a_former_maker_is_near_at_most() -> None:
    former = "Formerly attributed to Anna Ashgrove"
    assert same_text(former, "Anna Ashgrove").relation is Relation.NEAR
    assert same_text(former, former).relation is Relation.NEAR


def test_who_was_thought_to_be_the_maker_is_no_other_name_of_the_maker() -> None:
    name = parse_name("Berta Stone (formerly attributed to Anna Ashgrove)")
    assert (name.norm, name.aliases) == ("stone, berta", ())


def test_a_former_maker_is_named_and_compared_with_nobody() -> None:
    document = Reader().read(
        Item(id="/f/1", dcTitle=("Landscape",), dcCreator=("Anna Ashgrove (Earlier attributed to)", "Berta Stone"))
    )
    makers = {entity.mention.text: entity.role for entity in document.labelled("MAKER")}
    assert makers["Anna Ashgrove"] == FORMERLY
    assert [thing.key for thing in things_of(document)["maker"]] == ["stone, berta"]
    assert document.views["makers"] == ("stone, berta",)


def test_a_description_of_a_former_attribution_names_no_maker() -> None:
    told = "This miniature was previously attributed to John Ashgrove. It shows a lady in blue."
    document = Reader().read(Item(id="/f/2", language="en", dcTitle=("A Lady",), dcDescription=(told,)))
    assert not document.labelled("MAKER", "PERSON")


def test_a_former_attribution_in_dutch_is_no_maker_now() -> None:
    assert parse_name("oude toeschrijving Savery, Roelant (1576-1639)").qualifier is Qualifier.FORMER
    assert parse_name("toegeschreven aan aan Andriessen, Jurriaan").norm == "attributed to andriessen, jurriaan"
