"""Values that state nothing are told from values that do."""

import pytest

from typed_sts.reading.entities.non_values import is_junk_subject, is_no_value, is_untitled, states_nothing
from typed_sts.reading.entities.qualifiers import is_holder, left_over, states_nobody


@pytest.mark.parametrize(
    "text",
    [
        "not known", "unknown", "Unknown artist", "artist unknown", "unidentified", "anonymous", "Root", "n/a", "-",
        "maker unknown", "Unbekannt", "inconnu", "onbekend", "desconocido", "ignoto", "anonimo",
        "Unbekannter Künstler", "auteur inconnu", "Unknown, production", "Unidentified factory", "unknown Welsh",
        "Unknown (American)", "unidentified Welsh pottery", "[unknown]", "?", "...", "various makers",
        "Unknown photographer", "Artist not known", "autor desconocido", "artista sconosciuto",
        "kunstenaar onbekend", "not recorded", "", "maker", "Anonymous, French"
    ],
)  # fmt: skip
def test_a_creator_that_names_nobody(text: str) -> None:
    assert states_nobody(text.strip())


@pytest.mark.parametrize(
    "text",
    [
        "Turner, Joseph",
        "Root, Elihu",
        "Other Means Studio",
        "Half Moon Press",
        "Test, Jean",
        "Rembrandt",
    ],
)
def test_a_creator_that_names_somebody(text: str) -> None:
    assert not states_nobody(text)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("unknown Welsh", "welsh"),
        ("Unknown (American)", "american"),
        ("unidentified Welsh pottery", "welsh"),
        ("not known", ""),
        ("Unknown artist", ""),
    ],
)
def test_what_an_unknown_maker_still_states(text: str, rest: str) -> None:
    assert left_over(text) == rest


@pytest.mark.parametrize(
    ("text", "holder"),
    [
        ("The Fitzwilliam Museum, Cambridge, UK", True),
        ("British Library", True),
        ("Rijksmuseum", True),
        ("Nottinghamshire County Council", True),
        ("Bibliothèque nationale de France", True),
        ("Kelmscott Press", False),
        ("Museum Press", False),
        ("Seaford Porcelain Factory", False),
        ("Moore, Henry", False),
    ],
)
def test_museums_libraries_and_archives_are_holders(text: str, holder: bool) -> None:
    assert is_holder(text) is holder


@pytest.mark.parametrize("text", ["select", "Please", "select Please", "none", "other", "", "N/A", " - "])
def test_unanswered_form_fields_are_junk_subjects(text: str) -> None:
    assert is_junk_subject(text)


@pytest.mark.parametrize("text", ["landscape", "other worlds", "select committee"])
def test_subjects_are_not_junk(text: str) -> None:
    assert not is_junk_subject(text)


@pytest.mark.parametrize(
    "text",
    ["[title not known]", "Untitled", "untitled (No. 5)", "[no title]", "Ohne Titel", "Sans titre", "Zonder titel",
     "[blank]",     "Senza titolo", "Sin título", "Untitled #3", "Untitled II", "(Titled in Japanese)", ""],
)  # fmt: skip
def test_titles_that_say_there_is_none(text: str) -> None:
    assert is_untitled(text)


@pytest.mark.parametrize("text", ["Untitled landscape with cows", "Blank verse", "No title deeds", "The Untitled"])
def test_titles_that_say_something(text: str) -> None:
    assert not is_untitled(text)


@pytest.mark.parametrize(
    "text",
    [
        "unknown", "Uncertain", "unidentified", "anonymous", "anoniem", "Okänd", "onbekend", "Anonym", "unbekannt",
        "inconnu", "anonyme", "desconocido", "anónimo", "ignoto", "anonimo", "desconhecido", "nieznany", "necunoscut",
        "s.n.", "s.l.", "[s.l.]", "s.d.", "n/a", "none", "select Please", "-", "?", "(niet ingevoerd)",
        "não identificado",
    ],
)  # fmt: skip
def test_values_that_state_nothing_in_any_field(text: str) -> None:
    assert states_nothing(text)
    assert is_no_value("dctermsSpatial", text)
    assert is_no_value("dcSubject", text)


@pytest.mark.parametrize(
    "text",
    ["Untitled", "Ohne Titel", "Zonder titel", "Sans titre", "Sin título", "Senza titolo", "Sem título", "Utan titel",
     "Bez tytułu", "geen titel", "Untitled (No. 5)", "Untitled 12"],
)  # fmt: skip
def test_titles_that_say_there_is_none_in_many_languages(text: str) -> None:
    assert is_no_value("dcTitle", text)


@pytest.mark.parametrize("text", ["The Unknown Soldier", "Untitled Love", "Nemo", "None but the Brave", "Select views"])
def test_titles_that_only_begin_so_are_titles(text: str) -> None:
    assert not is_no_value("dcTitle", text)


@pytest.mark.parametrize(
    "text", ["Okänd konstnär", "artista desconhecido", "nieznany artysta", "unknown artist", "Fotograf unbekannt"]
)
def test_creators_that_name_nobody_are_no_values(text: str) -> None:
    assert states_nobody(text)
    assert is_no_value("dcCreator", text)
    assert not is_no_value("dcCreator", "unknown Welsh")


@pytest.mark.parametrize(
    "text", ["Неизвестный автор", "Неизвестный художник", "Άγνωστος", "Nezināms autors", "desconegut"]
)
def test_nobody_is_named_in_further_languages(text: str) -> None:
    assert states_nobody(text)
