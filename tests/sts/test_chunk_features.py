"""What is measured of pairs of chunks."""

import numpy as np
import pytest

from typed_sts.domain.arrays import Floats
from typed_sts.sts.chunk_features import FEATURES, chunk_features, swapped
from typed_sts.sts.chunk_files import chunked_sentence
from typed_sts.sts.chunk_readings import read_sentence

LEFT = "[ Two young girls ] [ are waiting ] [ in the harbour ] [ . ]"
RIGHT = "[ A girl ] [ waits ] [ near 3 ships ] [ in the old harbour ]"


def features(left: str, right: str) -> Floats:
    one, other = chunked_sentence(left), chunked_sentence(right)
    found = chunk_features(read_sentence(one.tokens), read_sentence(other.tokens), one.chunks or (), other.chunks or ())
    return found.reshape(len(one.chunks or ()), len(other.chunks or ()), -1)


def column(table: Floats, name: str) -> Floats:
    return table[..., FEATURES.index(name)]


def test_there_is_a_row_for_each_pair_of_chunks_and_a_number_for_each_feature() -> None:
    table = features(LEFT, RIGHT)
    assert table.shape == (4, 4, len(FEATURES))
    assert np.isfinite(table).all()
    assert len(set(FEATURES)) == len(FEATURES)


def test_exchanging_the_sentences_exchanges_the_sides() -> None:
    there, back = features(LEFT, RIGHT), features(RIGHT, LEFT)
    turned = swapped(there.transpose(1, 0, 2).reshape(-1, len(FEATURES))).reshape(back.shape)
    assert turned == pytest.approx(back, abs=1e-6)


def test_a_chunk_that_says_more_is_open_and_the_other_covered() -> None:
    table = features(LEFT, RIGHT)
    harbour = (2, 3)
    assert column(table, "covered_left")[harbour] == pytest.approx(1)
    assert column(table, "covered_right")[harbour] < 0.95
    assert (column(table, "open_left")[harbour], column(table, "open_right")[harbour]) == (0, 1)


def test_the_right_chunk_beats_its_rivals() -> None:
    table = features(LEFT, RIGHT)
    for cell in ((1, 1), (2, 3)):
        for name in ("covered_row", "covered_column", "chunk_cosine_row", "chunk_cosine_column", "linked_row"):
            assert column(table, name)[cell] > 0, name
    assert column(table, "away_left")[2, 2] > 0


def test_other_numbers_do_not_say_the_same() -> None:
    table = features("[ 5 ships ]", "[ 4 ships ]")
    assert column(table, "numbers_same")[0, 0] == 0
    assert column(table, "open_left")[0, 0] == 1


def test_one_chunk_on_a_side_has_no_rivals() -> None:
    table = features("[ A ship ]", "[ A ship ]")
    assert column(table, "covered_row")[0, 0] == pytest.approx(1)
