"""Names and texts in the form in which they are looked up."""

import pytest

from typed_sts.knowledge.folding import Folded, fold_word, key_of


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Saint-Georges", "saint georges "),
        ("S:t Göran", "s t goran "),
        ("J.M.W. Turner", "j m w turner "),
        ("Rijn, Rembrandt van", "rijn , rembrandt van "),
        ("Hals, Frans (I)", "hals , frans "),
        ("Święty Jerzy", "swiety jerzy "),
        ("L'Aia", "l aia "),
        ("Weißenfels", "weissenfels "),
        ("", ""),
        ("(?)", ""),
    ],
)
def test_a_name_is_kept_by_its_plain_words(name: str, key: str) -> None:
    assert key_of(name) == key


def test_letters_with_strokes_are_plain_letters_too() -> None:
    assert [fold_word(word) for word in ("Łódź", "Ørsted", "Æsir", "ŒUVRE")] == ["lodz", "orsted", "aesir", "oeuvre"]


def test_the_end_of_a_sentence_is_a_word_of_its_own() -> None:
    assert Folded("In London. Paris (France)").text == "in london | paris | france | "
    assert Folded("Jan Jansz. van Delft").text == "jan jansz van delft "


def test_words_know_where_they_stand() -> None:
    text = "Die Straße nach Köln"
    folded = Folded(text)
    assert [text[start:end] for start, end in folded.words] == text.split()
    assert [folded.word(number) for number in range(4)] == ["die", "strasse", "nach", "koln"]
