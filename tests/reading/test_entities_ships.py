"""Names of ships: where they stand, and that nobody and no place is read in them."""

import pytest

from typed_sts.reading.entities.ships import ship_names
from typed_sts.reading.reader import Reader
from typed_sts_fetch.item import Item


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("HMS Victory entering harbour", "Victory"),
        ("The steamship 'City of Paris' at sea", "City of Paris"),
        ("Der Dampfer »Kaiser Wilhelm« im Hafen", "Kaiser Wilhelm"),
        ("Le paquebot « Normandie » au mouillage", "Normandie"),
        ("Het schip 'Amsterdam' op volle zee", "Amsterdam"),
        ("the frigate Amsterdam in a calm", "Amsterdam"),
        ('A fragata "D. Fernando II e Glória"', "D. Fernando II e Glória"),
        ("Regalskeppet Vasa, modell", "Vasa"),
        ('Parowiec "Kościuszko" w porcie', "Kościuszko"),
        ("Nelson on board the Victory", "Victory"),
        ("The Battle, as Seen from the Mizen Starboard Shrouds of the Victory", "Victory"),
        ("He dies below deck in the Victory", "Victory"),
        ("Matrosen an Bord der Batavia", "Batavia"),
        ("Matrozen aan boord van de Batavia", "Batavia"),
        ("Une messe à bord de l'Astrée", "Astrée"),
        ("Marinai a bordo della Vittoria", "Vittoria"),
        ("a whaler, the ship called 'Mary Ann'", "Mary Ann"),
    ],
)
def test_a_name_stands_after_a_word_for_a_ship_or_the_letters_of_a_navy(text: str, name: str) -> None:
    assert [text[start:end] for start, end in ship_names(text)] == [name]


@pytest.mark.parametrize(
    "text",
    [
        "The Ship Inn, Dover",
        "A ship in the harbour of Rotterdam",
        "The captain's boat near Venice",
        "Chiesa della SS. Annunziata",
        "SS Johannes und Paulus",
        "The Steamer at Dover",
        "MS Harley 603",
        "The deck of a ship",
        "A crew of the navy at Dover",
    ],
)
def test_a_ship_without_a_name_has_none(text: str) -> None:
    assert ship_names(text) == ()


def test_nobody_and_no_place_is_read_in_the_name_of_a_ship() -> None:
    title = "The ship 'Batavia' near Australia"
    document = Reader().read(Item(id="/s/1", dcTitle=(title,)))
    assert [entity.mention.text for entity in document.entities] == ["Australia"]


def test_what_is_a_ship_once_is_one_wherever_an_article_stands_before_it() -> None:
    record = Item(
        id="/s/2",
        language="en",
        dcTitle=("The Return of the Victory",),
        dcDescription=("Nelson was shot on board the Victory. The battle was a victory for Britain.",),
    )
    read = [entity.mention.text for entity in Reader().read(record).entities]
    assert "Victory" not in read
    assert "Nelson" in read


def test_a_town_keeps_its_name_beside_a_ship_that_has_it() -> None:
    title = "The ship 'Amsterdam' leaving for Amsterdam"
    assert ship_names(title, "en", ["Amsterdam"]) == ((10, 19),)
