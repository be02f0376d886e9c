"""Places in other cases than the nominative are the places they name, where there is no doubt."""

import pytest

from typed_sts.reading.entities.place_cases import nominatives
from typed_sts.reading.entities.places import resolve

POLISH, CZECH, GERMAN, SWEDISH = ("Poland",), ("Czechia",), ("Germany", "Austria", "Switzerland"), ("Sweden",)


@pytest.mark.parametrize(
    ("text", "hints", "norm"),
    [
        ("Krakowie", POLISH, "krakow, poland"),
        ("Warszawy", POLISH, "warsaw, poland"),
        ("Poznaniem", POLISH, "poznan, poland"),
        ("Gnieźnie", POLISH, "gniezno, poland"),
        ("Pyskowicach", POLISH, "pyskowice, poland"),
        ("Wiednia", POLISH, "vienna, austria"),
        ("Bagdadzie", POLISH, "baghdad, iraq"),
        ("Europy", POLISH, "europe"),
        ("Frankfurcie nad Menem", POLISH, "frankfurt am main, germany"),
        ("Paříže", CZECH, "paris, france"),
        ("Praze", CZECH, "prague, czechia"),
        ("Londýně", CZECH, "london, england"),
        ("Deutschlands", GERMAN, "germany"),
        ("Hamburgs", GERMAN, "hamburg, germany"),
        ("Göteborgs", SWEDISH, "gothenburg, sweden"),
        ("Budapesten", ("Hungary",), "budapest, hungary"),
    ],
)
def test_an_inflected_place_meets_its_nominative(text: str, hints: tuple[str, ...], norm: str) -> None:
    assert resolve(text, (), hints).norm == norm


@pytest.mark.parametrize("text", ["Pinarda", "Marcina", "Rynku", "Barana", "Kamienia", "Ogrodu"])
def test_what_is_no_known_place_in_the_nominative_stays_unknown(text: str) -> None:
    assert not resolve(text, (), POLISH).known


def test_endings_count_only_where_the_record_hints_at_their_language() -> None:
    assert not resolve("Gnieźnie").known
    assert nominatives("krakowie", frozenset(("germany",))) == ()


def test_a_nominative_is_another_word_and_not_too_short() -> None:
    assert all(name != "nysy" for name in nominatives("nysy", frozenset(("poland",))))
    assert nominatives("ala", frozenset(("poland",))) == ()
