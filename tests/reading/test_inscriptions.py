"""What is written on an item is read for its maker and its date, and is no part of what is compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typed_sts.reading.inscriptions import inscriptions
from typed_sts.reading.reader import Reader
from typed_sts.reading.vectors import view_parts
from typed_sts_fetch.item import Item

READER = Reader("crf")


def written(text: str) -> list[str]:
    """Return what of a description is written on the item."""
    return [span.text.strip() for span in inscriptions(Item(id="x", dcDescription=(text,)))]


@pytest.mark.parametrize(
    "text",
    [
        'Titled lower left in pencil: "The Mill"',
        "Signed and dated lower right: A. Holt 1862.",
        "Signed l.r. in plate: Holt",
        "Inscription: to my friend",
        "bez. u. r.: A. H.",
        "Signiert und datiert unten links: Holt 1902",
        "Aufschrift: Gruss aus Ulm",
        "Signé en bas à droite",
        "Gesigneerd rechtsonder",
        "Opschrift: aan mijn vriend",
        "Firmado en el ángulo inferior",
        "Firmato in basso a destra",
        "Assinado no canto inferior direito",
        "Signerad: Holt 1893",
        "Påskrift: till min vän",
        "Sygn. l. d. : A. H.",
    ],
)
def test_signatures_and_titles_on_the_item_are_recognised_in_nine_languages(text: str) -> None:
    assert written(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "A woman signed the letter on the table.",
        "Dated to the reign of Nero, the vase shows a race.",
        "Marked by war, the town was built again.",
        "Marks of fire on the wall.",
        "Titled nobility dance in a hall.",
        "A stamp: the king and his horse.",
        "Die Inschrift erinnert an die Schlacht.",
    ],
)
def test_sentences_that_speak_of_what_is_shown_are_not(text: str) -> None:
    assert written(text) == []


def test_a_signature_dates_the_item_but_its_words_are_not_compared() -> None:
    item = Item(
        id="1",
        dcTitle=("The Mill",),
        dcDescription=('A mill by a river. Signed and dated lower right in pencil: "A. Holt, Paris 1862"',),
    )
    document = READER.read(item)
    assert document.span_of_years() == (1862, 1862)
    assert not document.labelled("PLACE")
    assert view_parts(document, "description") == ["A mill by a river."]
    words = {word for found in document.words for word in found.terms}
    assert any(word.startswith("river") for word in words)
    assert not any(word.startswith("pencil") for word in words)


@given(st.text(max_size=400))
def test_every_inscription_is_a_stretch_of_its_value(text: str) -> None:
    for span in inscriptions(Item(id="x", dcDescription=(text,))):
        assert text[span.start : span.end] == span.text
