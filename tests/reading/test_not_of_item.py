"""Holders, donors, credit lines, licences and what a provider repeats are no part of what a record says of its item."""

import pytest

from typed_sts.reading.document import from_bytes, to_bytes
from typed_sts.reading.not_of_item import parts_not_of_item
from typed_sts.reading.reader import Reader
from typed_sts_fetch.item import Item

READER = Reader("crf")


def left_out(text: str, field: str = "dcDescription", provider: str = "") -> list[str]:
    """Return what is left out of one value."""
    item = Item(id="x", provider=provider, **{field: (text,)})  # type: ignore[arg-type]
    return [part.text.strip() for part in parts_not_of_item(item)]


@pytest.mark.parametrize(
    "credit",
    [
        "Gift of Mr. and Mrs. John Holt, 1952.",
        "Bequest of Anna Holt.",
        "Purchase, 1952.",
        "Purchased with the help of friends.",
        "Lent by the Holt family.",
        "© Town Museum.",
        "Copyright the artist.",
        "All rights reserved.",
        "Geschenk von Anna Holt.",
        "Leihgabe der Stadt Ulm.",
        "Digitalisiert von der Bibliothek.",
        "Don de la famille Holt.",
        "Legs Holt, 1952.",
        "Schenking van Anna Holt.",
        "Bruikleen van de gemeente.",
        "Donación de Ana Soto.",
        "Dono di Anna Conti.",
        "Doação de Ana Reis.",
        "Gåva av Anna Holm.",
        "Dar Anny Nowak.",
        "Donat de Ana Pop.",
    ],
)
def test_credit_lines_are_left_out_and_what_stands_around_them_is_not(credit: str) -> None:
    assert left_out(f"A boat at sea. {credit} Two men row.") == [credit]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Material: oak; Provenance: Holt, London, 1901; Description: A box.", ["Provenance: Holt, London, 1901"]),
        ("Acquisition: given by a friend, 1985; Description: Bronze.", ["Acquisition: given by a friend, 1985"]),
        ("Een doos. Verwerving: aankoop bij Holt, 1901", ["Verwerving: aankoop bij Holt, 1901"]),
        ("See https://example.org/a/b for more.", ["https://example.org/a/b"]),
        ("From the Europeana portal.", ["Europeana"]),
    ],
)
def test_sections_and_addresses_are_left_out(text: str, parts: list[str]) -> None:
    assert left_out(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "Collection of digital photographs of birds.",
        "The legs of the table are turned.",
        "A gift of flowers lies on the table.",
        "The king gives presents to the poor.",
        "Don Quixote rides through the mill.",
        "He has the rights: none will take them.",
    ],
)
def test_sentences_on_the_item_stay(text: str) -> None:
    assert left_out(text) == []


def test_a_title_may_be_about_a_gift_and_about_the_museum() -> None:
    assert left_out("Gift of the sea", "dcTitle", "Town Museum") == []
    assert left_out("The Town Museum in winter", "dcTitle", "Town Museum") == []


def test_the_holder_and_the_source_are_left_out_but_not_a_town_a_provider_is_called_after() -> None:
    assert left_out("A cup in the Town Museum of today.", provider="Town Museum") == ["Town Museum"]
    assert left_out("A view of Leeds.", provider="Leeds") == []
    assert left_out("Anything at all", "dcSource") == ["Anything at all"]


def test_a_donor_is_no_contributor_and_a_man_called_stifter_is() -> None:
    assert left_out("Holt, Anna (donor)", "dcContributor") == ["Holt, Anna (donor)"]
    assert left_out("Stifter, Adalbert", "dcContributor") == []


def test_what_is_left_out_is_neither_tagged_nor_counted() -> None:
    item = Item(
        id="x",
        provider="The Town Museum, Boston",
        dcTitle=("A boat on the Thames",),
        dcDescription=("Two men row. Gift of John Smith of Chicago, 1952.",),
        dcSource=("The Town Museum, Boston",),
    )
    document = READER.read(item)
    assert not {"chicago", "smith", "boston", "1952"} & set(document.tokens("text"))
    assert all("chicago" not in place and "boston" not in place for place in document.tokens("places"))
    assert all("smith" not in person for person in document.tokens("people"))
    assert document.years == ()
    assert from_bytes(to_bytes(document)) == document


def test_records_without_a_title_have_no_title_in_common() -> None:
    one, other = (READER.read(Item(id=name, dcTitle=("Untitled",), dcSubject=("unknown",))) for name in "ab")
    assert one.digests[:2] == (0, 0) == other.digests[:2]
    assert one.tokens("title") == () == one.tokens("subject")
    assert READER.read(Item(id="x", dcCreator=("Okänd",))).tokens("creator") == ()


@pytest.mark.parametrize("number", ["t2241201794", "12345", "A.1234-5"])
def test_a_creator_that_is_but_a_number_is_nobody(number: str) -> None:
    assert not READER.read(Item(id="x", dcCreator=(number,))).labelled("MAKER")


@pytest.mark.parametrize("name", ["Holt 1850", "UB40", "B. 7"])
def test_a_creator_with_a_name_and_numbers_is_somebody(name: str) -> None:
    assert READER.read(Item(id="x", dcCreator=(name,))).labelled("MAKER")
