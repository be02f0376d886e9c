"""Links that the words around a mention, its language or its dates speak against are not made."""

import pytest

from typed_sts.reading.entities.linking import link, link_in
from typed_sts.reading.entities.place_in_text import place_in
from typed_sts.reading.entities.places import resolve
from typed_sts.reading.entities.word_in_text import inside_name, inside_word, language_in
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
