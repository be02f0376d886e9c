"""The language of a record, told by its little words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typed_sts.reading.language import detect_language, languages_of_values, stated_language
from typed_sts_fetch.item import Item, item_from_dict


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("A view of the bridge with boats on the river, seen from the south", "en"),
        ("Ansicht der Brücke mit Booten auf dem Fluss, von Süden aus gesehen", "de"),
        ("Vue du pont avec des bateaux sur la rivière, prise depuis le sud", "fr"),
        ("Gezicht op de brug met boten op de rivier, gezien vanuit het zuiden", "nl"),
        ("Vista del puente con barcos en el río, tomada desde el sur por un pintor", "es"),
        ("Veduta del ponte con barche sul fiume, presa dalla riva della città", "it"),
    ],
)
def test_a_sentence_tells_its_language(text: str, language: str) -> None:
    assert detect_language(Item(id="x", dcDescription=(text,))) == language


def test_a_few_words_tell_nothing_and_the_records_own_word_counts() -> None:
    assert detect_language(Item(id="x", dcTitle=("Hammerflügel",))) == ""
    assert detect_language(Item(id="x", dcTitle=("Hammerflügel",), language="de")) == "de"
    assert detect_language(Item(id="x", dcTitle=("Hammerflügel",), language="mul")) == ""


def test_the_text_counts_more_than_the_record_says() -> None:
    text = "A portrait of a woman who is seated at the window with her child"
    assert detect_language(Item(id="x", dcDescription=(text,), language="nl")) == "en"


@given(st.text(max_size=200), st.text(max_size=5))
def test_any_text_has_a_language_or_none(text: str, said: str) -> None:
    assert len(detect_language(Item(id="x", dcDescription=(text,), language=said))) <= 2


def test_each_value_has_a_language_of_its_own() -> None:
    item = Item(id="x", dcTitle=("Porträt einer Frau", "Portrait de femme", "Portret van een vrouw", "kvinna"))
    found = languages_of_values(item)
    assert [found["dcTitle", number] for number in range(4)] == ["de", "fr", "nl", "sv"]


def test_where_the_words_of_a_value_leave_it_open_what_the_record_states_counts_and_then_its_other_texts() -> None:
    stated = item_from_dict({"id": "x", "dcTitle": ["Mockton", "Brookham"], "languages": {"dcTitle": ["fr-BE", ""]}})
    assert dict(languages_of_values(stated)) == {("dcTitle", 0): "fr", ("dcTitle", 1): ""}
    text = "A portrait of a woman who is seated at the window with her child"
    whole = languages_of_values(Item(id="x", dcTitle=("Mockton",), dcDescription=(text,), language="nl"))
    assert whole["dcTitle", 0] == "en"


def test_a_record_that_states_several_languages_states_none() -> None:
    assert [stated_language(code) for code in ("mul", "UND", "zxx", "", " EN-gb ")] == ["", "", "", "", "en"]
    assert languages_of_values(Item(id="x")) == {}
