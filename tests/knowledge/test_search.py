"""What a text names: the longest names, in its language, with capitals as they are written, and nothing twice."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typed_sts.knowledge.concepts import Concept, Name
from typed_sts.knowledge.kinds import KINDS, LABEL_OF_KIND
from typed_sts.knowledge.pack import Knowledge, knowledge, store_of
from typed_sts.knowledge.search import Mention, find, find_all


def mentions(text: str, language: str = "") -> list[tuple[str, str]]:
    return [(text[found.start : found.end], found.kind) for found in find(text, language)]


def only(text: str, language: str = "") -> Mention:
    (found,) = find(text, language)
    return found


@pytest.mark.parametrize(
    ("text", "language"),
    [("Saint George", "en"), ("Sint-Joris", "nl"), ("Sant Jordi", "ca"), ("Hl. Georg", "de"), ("SAN GIORGIO", "it")],
)
def test_one_saint_is_found_by_his_names_in_many_languages(text: str, language: str) -> None:
    found = only(text, language)
    assert found.concepts[0] == "iconclass:11H(GEORGE)"
    assert (found.kind, found.sure) == ("saint", True)
    assert LABEL_OF_KIND[found.kind] == "PERSON"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Battle of Nieuwpoort", "en"),
        ("de slag bij Nieuwpoort", "nl"),
        ("die Schlacht bei Nieuwpoort", "de"),
        ("Bataille de Nieuport", "fr"),
        ("NIEUWPOORT, BATTLE OF", "en"),
    ],
)
def test_one_battle_is_found_by_its_names_in_many_languages(text: str, language: str) -> None:
    found = [mention for mention in find(text, language) if mention.kind == "battle"]
    assert [mention.concepts[0] for mention in found] == ["wikidata:Q1392"]


def test_the_longest_name_is_found_and_not_what_stands_in_it() -> None:
    text = "View of the Battle of Waterloo"
    assert ("Battle of Waterloo", "battle") in mentions(text, "en")
    assert all("Waterloo" != words for words, _ in mentions(text, "en"))
    assert "Waterloo" in [text[found.start : found.end] for found in find_all(text, "en")]


def test_accents_hyphens_apostrophes_and_double_s_make_no_difference() -> None:
    assert only("Albrecht Duerer").concepts == only("Albrecht Dürer").concepts == only("ALBRECHT DURER").concepts
    assert only("Saint Georges").concepts == only("Saint-Georges").concepts


def test_a_name_has_its_capitals() -> None:
    assert ("Nice", "town") not in mentions("a nice view", "en")
    assert not any(found.kind == "country" for found in find("A turkey in the yard", "en"))
    assert not any(found.sure for found in find("the turkey in the yard", "en"))
    assert any(found.kind == "country" for found in find("a carpet from Turkey", "en"))


def test_a_word_belongs_to_its_language() -> None:
    assert ("soldaten", "group") in mentions("twee soldaten in een dorp", "nl")
    assert "battle" not in [kind for _, kind in mentions("a small slag heap", "en")]
    assert ("Soldaten", "group") in mentions("zwei Soldaten", "de")
    assert ("soldaten", "group") not in mentions("Er malt zwei soldaten", "de")


def test_accents_tell_words_apart() -> None:
    assert all(kind != "group" for _, kind in mentions("hon har rött hår", "sv"))


def test_a_common_word_alone_tells_nothing() -> None:
    assert not any(found.sure for found in find("Bath", "en"))
    assert not any(found.sure for found in find("Reading", "en"))
    assert only("Amsterdam", "en").sure


def test_a_name_that_goes_on_is_not_sure() -> None:
    text = "a portrait of Martin Luther King"
    assert not any(found.sure for found in find(text, "en") if text[found.start : found.end] == "Martin Luther")
    assert any(found.sure for found in find("a portrait of Martin Luther", "en") if found.kind == "person")


def test_what_contains_a_place_tells_which_is_meant() -> None:
    in_england, _ = find("Boston, England", "en")
    in_america, _ = find("Boston, Massachusetts", "en")
    assert in_england.sure
    assert in_america.sure
    assert in_england.concepts[0] != in_america.concepts[0]


def test_a_full_stop_ends_a_name_and_that_of_a_short_form_does_not() -> None:
    assert ("St. George", "saint") in mentions("the legend of St. George.", "en")
    assert "saint" not in [kind for _, kind in mentions("He was no saint. George came home.", "en")]


def test_a_text_without_names_has_no_mentions() -> None:
    assert find("") == find("   ") == find("?!,.") == ()


def test_own_knowledge_comes_before_the_pack() -> None:
    mine = Concept("local:1", "artist", (Name("Amsterdam", ""),), None, None, None, "", 0)
    both = Knowledge((store_of([mine]), *knowledge().stores))
    (found,) = find("Amsterdam", among=both)
    assert found.concepts[0] == "local:1"
    assert found.kind == "artist"
    assert "geonames:2759794" in found.concepts


def test_every_kind_has_a_label_or_none() -> None:
    assert set(LABEL_OF_KIND) == set(KINDS)
    assert set(LABEL_OF_KIND.values()) == {"PERSON", "MAKER", "GROUP", "PLACE", "CULTURE", "EVENT", "DATE", ""}


_WORDS = st.sampled_from(
    "Saint George Paris de la bataille d'Austerlitz van Rijn, Rembrandt soldiers The Amsterdam. 1815 ß Ł é (London) "
    "St. \n Schlacht bei Waterloo İ ﬁ king - ' Ǆ".split(" ")
)


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(st.text(max_size=120), st.lists(_WORDS, max_size=20).map(" ".join)),
    st.sampled_from(["", "en", "de", "xx"]),
)
def test_mentions_lie_in_the_text_in_order_and_never_overlap(text: str, language: str) -> None:
    end = 0
    for found in find(text, language):
        assert end <= found.start < found.end <= len(text)
        assert found.concepts
        assert found.kind in KINDS
        end = found.end
    everything = {(found.start, found.end) for found in find_all(text, language)}
    assert {(found.start, found.end) for found in find(text, language)} <= everything


def test_a_long_text_of_one_name_is_read_once() -> None:
    text = "Saint George " * 2_000
    assert len(find(text)) == 2_000
    assert len(find_all("a " * 20_000)) <= 20_000
