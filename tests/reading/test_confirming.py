"""A word counts as a place, an event or somebody where its form or knowledge confirms it."""

import pytest

from typed_sts.domain.relation import Relation
from typed_sts.domain.span import Span
from typed_sts.reading.confirming import as_people, stands
from typed_sts.reading.entities.people_kinds import compare_groups, read_group
from typed_sts.reading.tagging.annotated import LabelledSpan


def marked(text: str, label: str, field: str = "dcDescription") -> tuple[LabelledSpan, str]:
    """Return the span between brackets, and the text without them."""
    start, end = text.index("["), text.index("]") - 1
    plain = text.replace("[", "").replace("]", "")
    return LabelledSpan(Span(field, 0, start, end, plain[start:end]), label), plain


def holds(text: str, label: str, language: str, field: str = "dcDescription") -> bool:
    span, plain = marked(text, label, field)
    return stands(span, plain, language, span.span.text.lower(), "")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Hij was bij de [kolonne] gebleven", "nl"),
        ("Deze [stond] niet toe dat zij speelde", "nl"),
        ("le diramazioni e le [diramazioni] minori", "it"),
        ("do wojska [chodził] zimą", "pl"),
        ("she joined the Democratic [Party] and spoke for women", "en"),
        ("Athena sits with [Victory] on her hand, and looks at the sea below.", "en"),
    ],
)
def test_a_word_that_nothing_confirms_is_no_event(text: str, language: str) -> None:
    assert not holds(text, "EVENT", language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("pendant la [guerre] de ses fils", "fr"),
        ("podczas [wojny] był w domu", "pl"),
        ("foto van de [Bali-expeditie] in 1906", "nl"),
        ("nella [Battaglia del Ponte]", "it"),
        ("he came home after the [War] and worked as a farmer", "en"),
        ("the soldiers [dancing] in the street", "en"),
        ("The Battle of the Bridge and the [Victory] of the Fleet", "en"),
    ],
)
def test_known_words_names_and_english_words_are_events(text: str, language: str) -> None:
    assert holds(text, "EVENT", language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("estavam na [Orquestra], quando veio", "pt"),
        ("da Ordem de Torre e [Espada] concedida", "pt"),
        ("widoki z [frontu wschodniego]", "pl"),
        ("ein Pfingstgruß auf [Birkenrinde]", "de"),
    ],
)
def test_a_word_of_the_language_is_no_place(text: str, language: str) -> None:
    assert not holds(text, "PLACE", language)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("fuhren weiter nach [Godnoschiskie] zurück", "de"),
        ("nato a [Campagna], morto nel 1915", "it"),
        ("geboren te [Uitwellingerga], Friesland", "nl"),
        ("a house in [Paris]", "en"),
    ],
)
def test_a_name_where_places_stand_is_a_place(text: str, language: str) -> None:
    assert holds(text, "PLACE", language)


def test_whatever_a_field_of_places_says_is_a_place() -> None:
    assert holds("[Orquestra]", "PLACE", "pt", "dctermsSpatial")


def test_a_relative_after_an_article_is_no_person_and_a_name_is() -> None:
    assert not holds("quando a [família] veio", "PERSON", "pt")
    assert holds("quando o [Pedro] veio", "PERSON", "pt")


def test_an_english_word_for_people_is_none_in_another_language() -> None:
    assert not holds("zij waren [elders] nodig", "GROUP", "nl")
    assert holds("lettre de son [lieutenant] à la famille", "GROUP", "fr")
    assert holds("the village [elders] met", "GROUP", "en")


@pytest.mark.parametrize(
    "text", ["Royal Society", "12th Regiment of Foot", "Sociedade Filarmónica", "Gesangverein Stein"]
)
def test_a_body_of_people_is_a_group_however_it_is_marked(text: str) -> None:
    for label in ("PERSON", "GROUP"):
        found = as_people(marked(f"[{text}]", label)[0])
        assert found is not None
        assert found.label == "GROUP"


@pytest.mark.parametrize("text", ["Stone & Hart Ltd", "City Museum of Stone", "Universität Ashgrove", "Ashgrove B.V."])
def test_a_house_or_a_business_is_nobody(text: str) -> None:
    assert as_people(marked(f"[{text}]", "PERSON")[0]) is None
    assert as_people(marked(f"[{text}]", "GROUP")[0]) is None


def test_people_with_a_name_stay_people() -> None:
    for text in ("Anna Ashgrove", "Adam & Eve", "Robert Banks", "the Wright Brothers"):
        span = marked(f"[{text}]", "PERSON")[0]
        assert as_people(span) == span


def test_two_bodies_of_one_kind_are_not_the_same() -> None:
    one, other = read_group("Royal Society"), read_group("Boston Debating Society")
    assert compare_groups(one, other).relation is not Relation.SAME
    assert compare_groups(one, read_group("the Royal Society")).relation is Relation.SAME
    assert read_group(one.norm) == one


def test_that_both_are_people_is_too_little_to_be_said() -> None:
    assert compare_groups(read_group("person"), read_group("boy")).degree < 0.3
