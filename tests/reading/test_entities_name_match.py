"""The same person, near, or somebody else."""

import pytest

from typed_sts.domain.relation import Relation
from typed_sts.reading.entities.name_match import same_name, same_text
from typed_sts.reading.entities.names import parse_name
from typed_sts.reading.entities.qualifiers import Qualifier


@pytest.mark.parametrize(
    ("left", "right", "least"),
    [
        ("Turner, Joseph Mallord William (1775-1851)", "J. M. W. Turner", 1.0),
        ("Rembrandt Harmensz. van Rijn", "Rembrandt", 1.0),
        ("Katsushika Hokusai", "Hokusai", 1.0),
        ('Harris, Charles "Teenie"', "Teenie Harris", 1.0),
        ("Van Gogh, Vincent", "Vincent van Gogh", 1.0),
        ("Ashgrove, William J.", "William Ashgrove", 0.9),
        ("Lavande, Jean L. (French 1801-1877)", "Lavande, Jean-Louis (1801–1877)", 0.95),
        ("Ashgrove, J.", "John Ashgrove", 0.8),
        ("J. R. Smith", "John Raphael Smith", 0.9),
        ("Tamura Yuriko", "Yuriko Tamura", 0.95),
        ("Käthe Müller", "Kathe Muller", 1.0),
        ("Farington, J.", "J. Farrington", 0.8),
        ("Queen Elizabeth II", "Elizabeth II", 0.95),
        ("Saint Jerome", "Jerome", 0.95),
        ("Fra Angelico", "Angelico, Fra", 0.95),
        ("Jan Brueghel the Elder", "Brueghel, Jan, I", 0.95),
        ("Hans Holbein", "Hans Holbein the Younger", 0.8),
        ("Bob Ashdown", "Ashdown, Robert", 0.85),
        ("Puvis de Chavannes, Pierre-Cécile", "Pierre Puvis de Chavannes", 0.9),
        ("Eugene Ashgrove", "W. Eugene Ashgrove", 0.8),
        ("Gorham Manufacturing Company", "Gorham Mfg. Co.", 1.0),
        ("Gorham Manufacturing Company", "Gorham Company", 0.85),
        ("Longport Porcelain Manufactory", "Longport Porcelain Factory", 0.9),
        ("Dürer", "Albrecht Duerer", 1.0),
    ],
)
def test_names_of_one_person_are_the_same(left: str, right: str, least: float) -> None:
    match = same_text(left, right)
    assert match.relation is Relation.SAME
    assert least <= match.degree <= 1


@pytest.mark.parametrize(
    ("left", "right", "most"),
    [
        ("Jan Brueghel", "Pieter Bruegel", 0.4),
        ("John Smith", "James Smith", 0.4),
        ("Harland, John Joseph", "John Sale Harland", 0.4),
        ("Kitagawa Utamaro II", "Kitagawa Utamaro", 0.5),
        ("George Stone", "Sir Edmund Stone-Harley", 0.4),
        ("Hans Holbein the Elder", "Hans Holbein the Younger", 0.4),
        ("Mrs. Walter Greenham", "Walter Greenham", 0.5),
        ("Utagawa Kunisada", "Utagawa Hiroshige", 0.4),
        ("Peter Olaf Nordby, Inc.", "Peter Olaf Nordby", 0.75),
        ("Nordby Design Studio", "Peter Olaf Nordby", 0.6),
        ("circle of Rembrandt", "Rembrandt", 0.75),
        ("after Carlo Maratti", "Carlo Maratti", 0.5),
    ],
)
def test_relatives_and_circles_are_near_at_most(left: str, right: str, most: float) -> None:
    match = same_text(left, right)
    assert match.relation is Relation.NEAR
    assert 0 < match.degree <= most


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Turner", "J.M.W. Turner"),
        ("Mr Hart", "Mr Hart"),
        ("Smith", "Smith"),
        ("Smith, J.", "John Smith"),
        ("President Ashgrove", "Abel Ashgrove"),
        ("Lord Ashgrove", "Ashgrove, George Gordon"),
        ("Duke of Ashgrove", "Arthur Wendell, Duke of Ashgrove"),
        ("Anna", "Anna"),
        ("Prins Hendrik", "Prince Henry"),
        ("King Louis", "Louis XIV"),
        ("Henri IV", "Heinrich IV."),
        ("Maria Theresia", "Marie-Thérèse"),
    ],
)
def test_a_family_name_alone_or_a_name_that_many_have_is_perhaps_the_same(left: str, right: str) -> None:
    match = same_text(left, right)
    assert match.relation is Relation.PERHAPS
    assert 0 < match.degree <= 0.85


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("J. M. W. Turner", "Claude Monet"),
        ("Seaford Porcelain Factory", "Hillport Porcelain Factory"),
        ("Rembrandt Peale", "Rembrandt"),
        ("Elizabeth I", "Elizabeth II"),
        ("Smith, John (1800-1850)", "Smith, John (1901-1970)"),
        ("Saint John", "John Smith"),
        ("Venus", "Apollo"),
        ("", "Turner"),
    ],
)
def test_others_differ(left: str, right: str) -> None:
    assert same_text(left, right).relation is Relation.DIFFERS
    assert same_text(left, right).degree == 0


def test_fuzzy_spelling_counts_less_than_equality() -> None:
    assert same_text("Joseph Stannerd", "Joseph Stannard").degree < 1
    assert same_text("Joseph Stannerd", "Joseph Stannard").relation is Relation.SAME


def test_short_family_names_are_not_compared_loosely() -> None:
    assert same_text("John Moor", "John Moon").relation is Relation.DIFFERS


def test_the_same_circle_is_the_same_and_two_qualifiers_are_as_far_as_the_farther() -> None:
    assert same_text("circle of Rembrandt", "Circle of Rembrandt van Rijn").degree == 1
    far = same_text("workshop of Rembrandt", "after Rembrandt").degree
    assert far == pytest.approx(same_text("Rembrandt", "after Rembrandt").degree)


def test_the_order_of_qualifiers_is_the_order_of_degrees() -> None:
    master = parse_name("Carlo Maratti")
    degrees = [same_name(master, parse_name(f"{words} Carlo Maratti")).degree for words in Qualifier if words]
    assert degrees == sorted(degrees, reverse=True)


def test_life_dates_that_agree_raise_the_degree() -> None:
    with_dates = same_text("Smith, J. (1752-1812)", "John Smith (1752-1812)")
    assert with_dates.relation is Relation.SAME
    assert with_dates.degree > same_text("Smith, J.", "John Smith").degree


def test_a_match_says_why() -> None:
    assert same_text("circle of Rembrandt", "Rembrandt").why == "circle of rembrandt"
    assert "order" in same_text("Tamura Yuriko", "Yuriko Tamura").why


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("James Voute James Voute (kunstenaar)", "Raden Saleh Raden Saleh (kunstenaar)"),
        ("Leigh, Richard H. (Richard Henry)", "Moore, Richard H. (Richard Henry)"),
        ("Anna Berg (xyzzy)", "Otto Land (xyzzy)"),
    ],
)
def test_a_note_in_brackets_that_both_have_makes_no_two_people_one(left: str, right: str) -> None:
    assert same_text(left, right).relation is not Relation.SAME


def test_a_name_that_is_written_twice_is_one_name() -> None:
    assert same_text("James Voute James Voute (kunstenaar)", "Voute, James").relation is Relation.SAME
