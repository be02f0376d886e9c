"""Forms of names that the pack gets beside those of the tables."""

import pytest

from typed_sts.knowledge.concepts import Name
from typed_sts.training.shipped.knowledge_inflections import (
    add_inflections,
    german_event,
    polish_event,
    polish_person,
    polish_place,
)
from typed_sts.training.shipped.knowledge_own import Draft


def draft(kind: str, *names: tuple[str, str], id: str = "own:x") -> Draft:
    return Draft(id, kind, dict.fromkeys(Name(text, language) for text, language in names))


def texts(made: Draft) -> set[str]:
    return {name.text for name in made.names}


def test_german_adjectives_are_inflected_with_their_nouns() -> None:
    assert {"Westfälischen Frieden", "Westfälischen Friedens"} <= set(german_event("Westfälischer Friede"))
    assert {"Ersten Weltkrieg", "Ersten Weltkriegs"} <= set(german_event("Erster Weltkrieg"))
    assert set(german_event("Französische Revolution")) == {"Französischen Revolution"}


def test_polish_events_are_inflected_up_to_their_place() -> None:
    assert set(polish_event("II wojna światowa")) == {"II wojny światowej", "II wojnie światowej", "II wojnę światową"}
    assert "Bitwy pod Grunwaldem" in set(polish_event("Bitwa pod Grunwaldem"))


@pytest.mark.parametrize(
    ("name", "genitive"),
    [
        ("Jan III Sobieski", "Jana III Sobieskiego"),
        ("Święty Jerzy", "Świętego Jerzego"),
        ("Święta Katarzyna", "Świętej Katarzyny"),
        ("Tadeusz Kościuszko", "Tadeusza Kościuszki"),
    ],
)
def test_polish_people_are_shown_in_the_genitive(name: str, genitive: str) -> None:
    assert polish_person(name) == genitive


def test_polish_towns_stand_in_the_cases_of_titles() -> None:
    assert {"Krakowa", "Krakowie"} <= set(polish_place("Kraków"))
    assert {"Warszawy", "Warszawie"} <= set(polish_place("Warszawa"))


def test_an_event_is_written_small_in_languages_that_do() -> None:
    war = draft("war", ("Trettioåriga kriget", "sv"), ("Grande Guerra", "it"), ("Thirty Years' War", "en"))
    add_inflections([war])
    assert "trettioåriga kriget" in texts(war)
    assert "grande Guerra" not in texts(war)
    assert "thirty Years' War" not in texts(war)


def test_numbered_rulers_have_their_realm_in_every_language() -> None:
    king = draft("ruler", ("Louis XIV of France", "en"), ("Ludwig XIV.", "de"), ("Luis XIV", "es"))
    france = draft("country", ("France", "en"), ("Frankreich", "de"), ("Francia", "es"), id="own:france")
    add_inflections([king, france])
    assert {"Ludwig XIV. von Frankreich", "Ludwigs XIV. von Frankreich", "Luis XIV de Francia"} <= texts(king)


def test_a_form_that_is_the_name_of_something_else_is_left_out() -> None:
    town = draft("town", ("Kraków", "pl"))
    other = draft("town", ("Krakowa", "pl"), id="own:y")
    add_inflections([town, other])
    assert "Krakowa" not in texts(town)
    assert "Krakowie" in texts(town)
