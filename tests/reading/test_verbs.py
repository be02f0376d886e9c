"""The default verb tagger: what it finds in catalogue text, that places are right, and that it is what was trained."""

import hashlib
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from typed_sts.errors import BadModel
from typed_sts.reading.tagging.verb_tagger import MODEL, Verb, VerbTagger, default_verb_tagger
from typed_sts.training.shipped.verb_tagger import (
    figures_on_text,
    found_on_words,
    lemma_accuracy_on_forms,
    read_conllu,
    title_case,
)

TAGGER = default_verb_tagger()


def lemmas(text: str) -> list[str]:
    return [verb.lemma for verb in TAGGER.verbs(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The king rides his horse and she kneels before him.", ["ride", "kneel"]),
        ("Woman Bathing Her Child", ["bathe"]),
        ("Saint George Slaying the Dragon", ["slay"]),
        ("Portrait of woman wearing striped dress, seated on bench", ["wear", "seat"]),
        ("Two men sitting at a table, drinking wine", ["sit", "drink"]),
        ("It was woven in Flanders and has been given to the museum.", ["weave", "give"]),
        ("They didn't dance.", ["dance"]),
        ("Woman dancing", ["dance"]),
        ("sailing", ["sail"]),
        ("bronze, wood, pigment", []),
        ("Oil paint on canvas", []),
        ("figure", []),
        ("1855", []),
        ("", []),
    ],
)
def test_verbs_of_catalogue_text_are_found_with_their_lemmas(text: str, expected: list[str]) -> None:
    assert lemmas(text) == expected


def test_a_verb_says_where_it_stands() -> None:
    assert TAGGER.verbs("Two women talking") == (Verb(10, 17, "talking", "talk"),)


def test_auxiliaries_are_not_verbs() -> None:
    assert lemmas("They have been working.") == ["work"]


@given(st.text())
def test_any_text_gives_verbs_that_stand_where_they_say(text: str) -> None:
    verbs = TAGGER.verbs(text)
    assert all(text[verb.start : verb.end] == verb.text and verb.lemma for verb in verbs)
    ends = [0, *(place for verb in verbs for place in (verb.start, verb.end))]
    assert ends == sorted(ends)


@pytest.mark.slow
@given(st.lists(st.sampled_from("A woman bathing , seated . the Dying Gaul ; 's n't …".split()), max_size=30))
def test_reading_twice_gives_the_same(words: list[str]) -> None:
    text = " ".join(words)
    assert VerbTagger.load().verbs(text) == TAGGER.verbs(text)


def test_the_card_beside_the_weights_is_about_them() -> None:
    card = orjson.loads(MODEL.with_suffix(".json").read_bytes())
    assert card["weights_sha256"] == hashlib.sha256(MODEL.read_bytes()).hexdigest()
    assert "CC BY-SA 4.0" in card["licence"]


def test_the_model_is_small() -> None:
    assert MODEL.stat().st_size < 6_000_000


def test_a_missing_model_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(BadModel, match=r"no verb model at .*nowhere\.crf"):
        VerbTagger.load(tmp_path / "nowhere.crf")


def test_a_model_of_another_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "verbs.crf").write_bytes(b"")
    (tmp_path / "verbs.json").write_bytes(b'{"format_version": 99}')
    with pytest.raises(BadModel, match="format_version 99"):
        VerbTagger.load(tmp_path / "verbs.crf")


def test_weights_that_are_none_are_refused(tmp_path: Path) -> None:
    (tmp_path / "verbs.crf").write_bytes(b"not a model")
    (tmp_path / "verbs.json").write_bytes(MODEL.with_suffix(".json").read_bytes())
    with pytest.raises(BadModel, match="cannot be read"):
        VerbTagger.load(tmp_path / "verbs.crf")


@pytest.mark.shared
def test_verbs_and_lemmas_of_the_treebank_test_part_reach_the_bars(shared_data: Path) -> None:
    sentences = list(read_conllu(shared_data / "pos" / "test.conllu.gz"))
    on_text = figures_on_text(TAGGER.verbs, sentences)
    assert on_text.text.f1 >= 0.93
    assert found_on_words(TAGGER, sentences).f1 >= 0.93
    assert on_text.lemma_accuracy >= 0.97
    assert lemma_accuracy_on_forms(TAGGER, sentences) >= 0.97


@pytest.mark.shared
def test_title_case_and_lower_case_lose_little(shared_data: Path) -> None:
    sentences = list(read_conllu(shared_data / "pos" / "dev.conllu.gz"))
    assert found_on_words(TAGGER, sentences, title_case).f1 >= 0.93
    assert found_on_words(TAGGER, sentences, lambda words: [word.lower() for word in words]).f1 >= 0.93
