"""The analyser: what becomes one token, what keeps its place in the text, and what holds for any text at all."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typed_sts_index.analyser import analyse, fold, normal_form, stem_plural, stop_words, terms
from typed_sts_index.stopwords import STOP_WORDS

LANGUAGES = st.sampled_from(["en", "de", "fr", "nl", "", "xx", "pt-BR"])
# Letters of many scripts with marks and odd signs among them, beside wholly arbitrary text.
WORDS = st.text(
    st.sampled_from("aeinrstSTİıßøŁçñéü’'-_ 019½²\u0301\u0308\u0345ﬁĲǅΣςαहि्न्दी한국語がか\u3099שָׁلَ٣"), max_size=40
)


def test_case_and_diacritics_do_not_matter_for_matching() -> None:
    assert terms("Dürer DÜRER Du\u0308rer durer") == ["durer"] * 4


def test_what_is_shown_keeps_its_diacritics() -> None:
    text = "Œuvre de Sérusier, c. 1907"
    assert [text[t.start : t.end] for t in analyse(text)] == ["Œuvre", "de", "Sérusier", "c", "1907"]


def test_numbers_and_years_are_kept() -> None:
    assert terms("c.1785-90, 3 parts, 12.5 cm, 1960s") == ["c", "1785", "90", "3", "part", "12", "5", "cm", "1960s"]


def test_fractions_and_raised_figures_are_not_glued_to_numbers() -> None:
    assert terms("5½ in, 20 m²") == ["5", "20", "m"]


def test_possessives_and_elisions_leave_the_name() -> None:
    assert terms("Turner's Turner’s") == ["turner", "turner"]
    assert terms("l'église d’Auvers", "fr") == ["eglise", "auvers"]


def test_stop_words_are_those_of_the_language() -> None:
    assert terms("die Kunst der Fuge", "de") == ["kunst", "fuge"]
    assert terms("to die for", "en") == ["die"]
    assert stop_words("de-AT") == stop_words("de")
    assert stop_words("xx") == stop_words("en")


@pytest.mark.parametrize(
    ("plural", "singular"),
    [("sketches", "sketch"), ("churches", "church"), ("glasses", "glass"), ("bodies", "body"), ("ties", "tie"),
     ("boxes", "box"), ("houses", "house"), ("trees", "tree"), ("horses", "horse")],
)  # fmt: skip
def test_plurals_meet_their_singulars(plural: str, singular: str) -> None:
    assert normal_form(plural) == normal_form(singular)


@pytest.mark.parametrize("word", ["glass", "bus", "venus", "paris", "gas", "1960s", "is"])
def test_words_that_only_look_like_plurals_stay(word: str) -> None:
    assert stem_plural(word) == word


def test_very_long_words_are_cut() -> None:
    assert len(normal_form("x" * 5000)) == 100


def test_every_stop_list_is_folded_and_without_doubles() -> None:
    for language, words in STOP_WORDS.items():
        assert len(words.split()) == len(set(words.split())), language
        assert all(normal_form(word, language) == "" for word in words.split()), language


@given(st.text(max_size=80) | WORDS, LANGUAGES)
def test_every_token_has_a_span_in_order(text: str, language: str) -> None:
    end = 0
    for token in analyse(text, language):
        assert end <= token.start < token.end <= len(text)
        assert token.text
        assert normal_form(text[token.start : token.end], language) == token.text
        end = token.end


@given(st.text(max_size=80) | WORDS, LANGUAGES)
def test_analysing_tokens_again_changes_nothing(text: str, language: str) -> None:
    once = terms(text, language)
    assert terms(" ".join(once), language) == once


@given(st.text(max_size=80) | WORDS, LANGUAGES)
def test_terms_are_the_tokens_without_spans(text: str, language: str) -> None:
    assert terms(text, language) == [token.text for token in analyse(text, language)]


@given(st.text(max_size=80) | WORDS)
def test_composed_and_decomposed_text_give_the_same_tokens(text: str) -> None:
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert terms(composed) == terms(decomposed)


@given(st.text(max_size=80) | WORDS)
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(max_size=80) | WORDS)
def test_no_token_can_be_split_by_an_engine(text: str) -> None:
    assert all(token == "".join(token.split()) and len(token) <= 100 for token in terms(text))
