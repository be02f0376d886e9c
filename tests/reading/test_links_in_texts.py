"""Links that the words around a mention, its language or its dates speak against are not made."""

import pytest

from typed_sts.domain.span import Span
from typed_sts.reading.entities.linking import link, link_in
from typed_sts.reading.entities.place_in_text import place_in
from typed_sts.reading.entities.places import resolve
from typed_sts.reading.entities.word_in_text import inside_name, inside_word, language_in
from typed_sts.reading.identifying import Identities
from typed_sts.reading.tagging.annotated import LabelledSpan
from typed_sts.reading.topics import topics
from typed_sts_fetch.item import Item


def at(text: str, words: str) -> tuple[int, int]:
    start = text.index(words)
    return start, start + len(words)


@pytest.mark.parametrize("name", ["Private John Carroll", "John Carroll", "Whistler"])
def test_a_person_in_a_text_is_no_artist_of_a_museums_list_by_a_short_name(name: str) -> None:
    assert link("PERSON", name, "en") == ""


def test_a_full_name_of_three_parts_is_that_artist() -> None:
    assert link("PERSON", "Edwin Lord Weeks", "en").startswith("saam:")


@pytest.mark.parametrize(("name", "language"), [("Job", "en"), ("Bog", "da"), ("Carmen", "pt"), ("Titus", "en")])
def test_a_single_word_that_is_also_something_else_is_no_figure(name: str, language: str) -> None:
    assert link("PERSON", name, language) == ""


def test_the_years_after_a_name_tell_whether_it_is_the_person_known() -> None:
    assert link_in("PERSON", "Isaac Newton (1800-1867)", (0, 12), "en") == ""
    assert link_in("PERSON", "Isaac Newton (1643-1727)", (0, 12), "en") == "own:isaac-newton"


def test_a_king_with_an_emperors_name_is_not_the_emperor() -> None:
    assert link("PERSON", "King Louis Napoleon", "en") == ""
    assert link("PERSON", "Frederik Hendrik", "nl") == "own:frederick-henry-prince-of-orange"


def test_a_painters_wife_is_not_the_painter() -> None:
    assert link("PERSON", "Madame Cézanne", "fr") == ""


@pytest.mark.parametrize("name", ["Native Americans", "Pan-American", "latin"])
def test_another_people_is_not_the_one_whose_name_it_contains(name: str) -> None:
    assert link("CULTURE", name, "en") == ""
    assert link("CULTURE", "American", "en") == "own:american"


@pytest.mark.parametrize(
    ("label", "word", "language"),
    [
        ("EVENT", "boete", "nl"),
        ("EVENT", "rescue", "en"),
        ("GROUP", "Gouverneur", "de"),
        ("GROUP", "Mâcon", "fr"),
        ("EVENT", "bet", "lt"),
        ("EVENT", "bet", ""),
    ],
)
def test_a_word_of_another_meaning_or_of_no_known_language_is_not_linked(label: str, word: str, language: str) -> None:
    assert link(label, word, language) == ""


def test_a_long_text_with_few_words_of_the_records_language_is_in_none_of_it() -> None:
    text = "jis buvo geras žmogus bet niekada negalėjo pamiršti savo namų ir tėvų žemės"
    assert language_in(text, "en") != "en"
    assert language_in("a short title", "en") == "en"


def test_a_word_with_a_capital_inside_a_name_is_not_meant() -> None:
    text = "pesquisa e texto de Luciana Carvalho"
    assert inside_name(text, at(text, "Carvalho"), "pt")
    text = "a poet of the First National Awakening in the country"
    assert inside_name(text, at(text, "Awakening"), "en")
    text = "The Knight on a horse"
    assert not inside_name(text, at(text, "Knight"), "en")


def test_an_abbreviation_is_not_the_word() -> None:
    assert inside_word("luit.kol. te Breda", (0, 4))
    assert not inside_word("een luit. Daarbij", (4, 8))


def test_what_follows_a_town_says_where_it_is() -> None:
    text = "a workshop in Corona, New York, in 1892"
    assert place_in(text, at(text, "Corona")).concept != resolve("Corona, California").concept


def test_an_animal_is_no_town() -> None:
    text = "Hunters chase buffaloes. Buffalo in the river"
    assert place_in(text, at(text, "Buffalo")).concept == ""
    text = "the port of Buffalo"
    assert place_in(text, at(text, "Buffalo")).concept


@pytest.mark.parametrize(("text", "name"), [('auf der "Kursk"', "Kursk"), ("Ost- und Westfront", "Ost-")])
def test_a_ship_or_half_a_word_is_no_place(text: str, name: str) -> None:
    assert place_in(text, at(text, name)).concept == ""


@pytest.mark.parametrize("name", ["Poitou", "North of England"])
def test_a_part_of_a_region_has_not_its_id(name: str) -> None:
    assert resolve(name).concept == ""


def test_single_words_of_the_environment_are_topics_only_alone() -> None:
    item = Item(id="1", dcTitle=("Een vraag over het blad",), dcSubject=("bloem",), language="nl")
    assert [topic.mention.text for topic in topics(item, {("dcTitle", 0): "nl", ("dcSubject", 0): "nl"})] == ["bloem"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("as well as in Woodstock, New York, and Karlsruhe", "Woodstock"),
        ("on the shore of the Gulf of Finland", "Finland"),
        ("z zakładu przy ul. Kocha", "Kocha"),
        ("the house of Dr. Waters, near Franklin road", "Franklin"),
        ("an album entitled Le Timon", "Timon"),
    ],
)
def test_a_street_a_water_or_a_hamlet_has_not_the_id_of_what_its_name_reminds_of(text: str, name: str) -> None:
    assert place_in(text, at(text, name)).concept == ""


def test_beside_its_towns_a_country_is_not_its_capital_of_that_name() -> None:
    assert resolve("México", ("Oaxaca, Mexico", "Guadalajara, Mexico")).norm == "mexico"


def test_the_indies_of_a_dutch_text_are_not_india() -> None:
    item = Item(id="1", dcTitle=("Gebruikt in Indië",), language="nl")
    span = LabelledSpan(Span("dcTitle", 0, 12, 17, "Indië"), "PLACE")
    assert Identities(item, [span], "nl").of(span)[1] == ""


@pytest.mark.parametrize(
    ("text", "name", "language"),
    [
        ("La Seine vue du quai Voltaire", "Voltaire", "fr"),
        ("the old buildings of Mr. Titus", "Mr. Titus", "en"),
        ("Bogislaus X, 1454-1523, hertig av Pommern. Anna, 1476-1503, prinsessa av Polen", "Anna", "sv"),
        ("Crímenes de Santa Marta", "Santa Marta", "es"),
        ("Il laissa à l'arrière son épouse Marie-Antoinette. " + "Il revint plus tard. " * 8, "Marie-Antoinette", "fr"),
    ],
)
def test_a_street_a_town_or_a_namesake_is_not_the_person_known(text: str, name: str, language: str) -> None:
    assert link_in("PERSON", text, at(text, name), language) == ""


@pytest.mark.parametrize(
    ("text", "name", "language", "concept"),
    [
        ("Portrait de Voltaire", "Voltaire", "fr", "own:voltaire"),
        ("Kristina, 1626-1689, drottning av Sverige", "Kristina", "sv", "own:christina-queen-of-sweden"),
        ("Marie-Antoinette à la rose", "Marie-Antoinette", "fr", "own:marie-antoinette"),
        ("São Sebastião", "São Sebastião", "pt", "iconclass:11H(SEBASTIAN)"),
    ],
)
def test_a_person_in_a_title_is_the_one_known(text: str, name: str, language: str, concept: str) -> None:
    assert link_in("PERSON", text, at(text, name), language) == concept


@pytest.mark.parametrize(
    ("label", "text", "word", "language"),
    [
        ("EVENT", "pour tenter de protéger son fils", "tenter", "fr"),
        ("EVENT", "het Reise-Instrument", "Reise", "de"),
        ("GROUP", "twee schepen op de rede", "schepen", "nl"),
        ("GROUP", "a Non-commissioned officer", "Non", "nl"),
        ("CULTURE", "the titles appear in Hebrew", "Hebrew", "en"),
    ],
)
def test_a_word_of_another_sense_or_half_a_compound_is_not_linked(
    label: str, text: str, word: str, language: str
) -> None:
    assert link_in(label, text, at(text, word), language) == ""


def test_a_river_or_a_slash_leaves_open_which_town_is_meant() -> None:
    for text, name in (("Green River - Oregon", "Green River"), ("in Müllheim/Baden zog er", "Baden")):
        assert place_in(text, at(text, name)).concept == ""


def test_a_year_after_an_event_tells_whether_it_is_the_one_known() -> None:
    text = "tijdens de slag om de Schelde in september 1914"
    assert link_in("EVENT", text, at(text, "slag om de Schelde"), "nl") == ""
    text = "a medal of the First World War, given in 1919"
    assert link_in("EVENT", text, at(text, "First World War"), "en") == "own:first-world-war"


def test_what_a_thing_is_for_is_no_action() -> None:
    assert link_in("EVENT", "Spinning top", (0, 8), "en") == ""
    assert link_in("EVENT", "Woman spinning by the fire", (6, 14), "en") == "own:spinning"
    assert link_in("EVENT", "Large Reclining Nude", (6, 15), "en") == "own:lying"
    assert link_in("EVENT", "a wedding feast", (2, 9), "en") == "own:wedding"


@pytest.mark.parametrize(
    ("name", "language"),
    [("Friends Association of the Library", "en"), ("Leutnant der Reserve Koch", "de")],
)
def test_the_name_of_a_body_or_a_person_is_no_group(name: str, language: str) -> None:
    assert link("GROUP", name, language) == ""


def test_a_small_town_in_a_sentence_has_a_word_before_it_that_leads_there() -> None:
    text = "In the year 1861 the President was told that Seward had written a letter to the Senate"
    assert place_in(text, at(text, "Seward"), (), ("United States",)).concept == ""
    text = "Er kam in das Lazarett nach Moers und starb dort im Januar des Jahres 1918"
    assert place_in(text, at(text, "Moers"), (), ("Germany",)).concept


@pytest.mark.parametrize(
    ("text", "name", "language"),
    [
        ("foto's van een rokende Theo van Gogh", "Gogh", "nl"),
        ("Jesse Hare of Lynchburg, Virginia, and Baltimore", "Virginia", "en"),
        ("Boceto para conjuro en San Andrés", "San Andrés", "es"),
        ("het standbeeld van koning Willem III", "koning Willem III", "nl"),
    ],
)
def test_a_relative_a_land_or_a_town_is_not_the_figure_of_that_name(text: str, name: str, language: str) -> None:
    assert link_in("PERSON", text, at(text, name), language) == ""


def test_the_nativity_of_another_is_not_that_of_christ() -> None:
    assert link_in("EVENT", "Nativity of the Virgin", (0, 8), "en") == ""
    assert link_in("EVENT", "Nativity of Christ", (0, 8), "en") == "own:nativity"


def test_a_word_of_two_senses_is_not_linked_in_a_text_of_no_known_language_either() -> None:
    assert link_in("EVENT", "Flying goggles", (0, 6), "") == ""
