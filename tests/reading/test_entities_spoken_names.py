"""Names are shown as people say them, titles and all; where that is not sure, in the record's words."""

import pytest

from typed_sts.reading.entities.spoken_names import name_said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Victoria, Queen", "Queen Victoria"),
        ("Wilhelmina, koningin", "koningin Wilhelmina"),
        ("Kristina, drottning", "drottning Kristina"),
        ("Joséphine, impératrice", "impératrice Joséphine"),
        ("Jerome, Saint", "Saint Jerome"),
        ("Pius IX, Pope", "Pope Pius IX"),
        ("Ashgrove, Anna, Dame", "Dame Anna Ashgrove"),
        ("Ashgrove, Otto von, Fürst", "Fürst Otto von Ashgrove"),
        ("Ashgrove, Józef, książę", "książę Józef Ashgrove"),
        ("Ashgrove, Sir John", "Sir John Ashgrove"),
        ("John, the Baptist, Saint", "Saint John the Baptist"),
    ],
)
def test_a_title_after_a_comma_is_said_before_the_name(text: str, said: str) -> None:
    assert name_said(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Victoria, Queen of Great Britain", "Queen Victoria of Great Britain"),
        ("Victoria, Queen of Great Britain, 1819-1901", "Queen Victoria of Great Britain"),
        ("Ludwig II., König von Bayern", "König Ludwig II. von Bayern"),
        ("Willem I, koning der Nederlanden", "koning Willem I der Nederlanden"),
        ("Gustav II Adolf, kung av Sverige", "kung Gustav II Adolf av Sverige"),
    ],
)
def test_a_ruler_is_said_between_rank_and_realm_where_the_language_does_so(text: str, said: str) -> None:
    assert name_said(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Wellington, Duke of", "Duke of Wellington"),
        ("Wellington, Arthur Wellesley, 1st Duke of", "Arthur Wellesley, 1st Duke of Wellington"),
        ("Nassau, Maurits graaf van", "Maurits graaf van Nassau"),
        ("Orléans, Philippe, duc d'", "Philippe, duc d'Orléans"),
        ("Alba, Fernando Ashgrove, duque de", "Fernando Ashgrove, duque de Alba"),
        ("Pombal, José de Ashgrove, marquês de", "José de Ashgrove, marquês de Pombal"),
        ("Ashgrove, Arthur, Duke of Stone", "Arthur Ashgrove, Duke of Stone"),
        ("Este, Isabella d', marchesa di Mantova", "Isabella d'Este, marchesa di Mantova"),
        ("Byron, George Gordon Byron, Baron", "George Gordon Byron, Baron Byron"),
    ],
)
def test_a_rank_of_somewhere_gets_its_place_back(text: str, said: str) -> None:
    assert name_said(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "Louis XIV, roi de France",
        "Isabel II, reina de España",
        "Umberto I, re d'Italia",
        "Zygmunt August, król Polski",
        "Napoleon III, Emperor of the French",
        "Edward, Prince of Wales",
        "Albert, Prince Consort",
        "Francesco d'Assisi, santo",
        "Lord Ashgrove, John",
        "Maurits, prins van Oranje, stadhouder",
        "Stone, Queen & Co.",
        "Ashgrove, John, Jr",
        "Queen Victoria",
        "Victoria, Queen (1819-1901)",
        "",
        ", ,",
    ],
)
def test_what_is_said_so_already_or_is_not_sure_stays_as_the_record_has_it(text: str) -> None:
    assert name_said(text) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("King, Martin", "Martin King"),
        ("Ashgrove, Jan van", "Jan van Ashgrove"),
        ("Este, Isabella d'", "Isabella d'Este"),
        ("Santa Cruz, Alonso de", "Alonso de Santa Cruz"),
        ("St. Clair, Anna", "Anna St. Clair"),
    ],
)
def test_a_family_called_like_a_rank_or_a_saint_is_turned_round(text: str, said: str) -> None:
    assert name_said(text) == said


def test_given_names_spelled_out_and_names_written_twice_are_said_once() -> None:
    assert name_said("Leigh, Richard H. (Richard Henry)") == "Richard H. Leigh"
    assert name_said("James Cook James Cook") == "James Cook"
    assert name_said("Chen Chen") == "Chen Chen"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("naar Ashgrove, Jan", "naar Jan Ashgrove"),
        ("after Ashgrove, Jan", "after Jan Ashgrove"),
        ("Ashgrove, Henry, OM, CH", "Henry Ashgrove, OM, CH"),
        ("Ashgrove, Joseph William, R.A.", "Joseph William Ashgrove, R.A."),
    ],
)
def test_what_stands_before_or_behind_a_name_stays_there_when_the_name_is_turned(text: str, said: str) -> None:
    assert name_said(text) == said
