"""What two sentences have in common, as numbers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typed_sts.sts.core_model import feature_names, table_of
from typed_sts.sts.features import Row, direction, features_of, is_meaning
from typed_sts.sts.sentences import read_sentences, weight_of
from typed_sts.sts.words import words_of


def row(left: str, right: str, language: str = "en", *, meaning: bool = False) -> Row:
    return features_of(*read_sentences([left, right], language, meaning=meaning))


def test_the_same_sentence_is_wholly_covered() -> None:
    found = row("Two dogs sat on the couch.", "Two dogs sat on the couch.")
    for name in ("aligned_all", "aligned_content", "aligned_telling", "gram_form1", "gram_letters3", "text_ratio"):
        assert found[name] == pytest.approx(1.0), name
    assert found["over_most"] == pytest.approx(0.0)


def test_rare_words_tell_more_than_common_ones_and_signs_nothing() -> None:
    the, dog, uranium, stop = (weight_of(word) for word in words_of("the dog uranium ."))
    assert 0 == stop < the < dog < uranium <= 1


@pytest.mark.parametrize(
    ("left", "right", "name", "value"),
    [
        ("It is here", "It is not here", "negation_apart", 1.0),
        ("It isn't here", "It is not here", "negation_apart", 0.0),
        ("Is it here?", "It is here", "question_apart", 1.0),
        ("5 dogs", "7 dogs", "number_apart", 1.0),
        ("five dogs", "5 dogs", "number_apart", 0.0),
        ("five dogs", "5 dogs", "number_dice", 1.0),
        ("In Rome it rains", "In Paris it rains", "name_apart", 1.0),
    ],
)
def test_numbers_names_and_negations_are_compared(left: str, right: str, name: str, value: float) -> None:
    assert row(left, right)[name] == value


def test_spanish_negations_are_known() -> None:
    assert row("No vino nadie", "Vino mucha gente", "es")["negation_any"] == 1.0


def test_the_encoder_sees_what_words_do_not_share() -> None:
    near = row("A man is playing a guitar.", "Someone strums an instrument.", meaning=True)
    far = row("A man is playing a guitar.", "The parliament rejected the budget.", meaning=True)
    for name in ("vector_cosine", "soft_mean", "vector_total"):
        assert near[name] > far[name], name
    assert not any(value for name, value in row("a dog", "a cat").items() if name.startswith("soft_"))


@settings(deadline=None, max_examples=40)
@given(st.text("ab .?'1Ññ\t-", max_size=20), st.text("ab .?'1Ññ-", max_size=20), st.sampled_from(["en", "es"]))
def test_any_two_texts_give_numbers_the_same_in_either_order(left: str, right: str, language: str) -> None:
    ours, theirs = row(left, right, language), row(right, left, language)
    assert ours == pytest.approx(theirs)
    assert np.isfinite(list(ours.values())).all()


def test_features_have_names_and_directions() -> None:
    names = feature_names()
    assert len(set(names)) == len(names)
    assert {direction(name) for name in names} == {-1, 0, 1}
    assert not any(map(is_meaning, feature_names(False)))
    assert table_of([]).shape == (0, len(names))


def test_a_sentence_longer_than_the_encoder_takes_is_read() -> None:
    found = row("a dog runs " * 2_000, "a dog runs", meaning=True)
    assert np.isfinite(list(found.values())).all()
