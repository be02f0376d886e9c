"""The map of meanings: what whole records are about, whatever their language."""

import numpy as np

from typed_sts.reading.meaning import meanings
from typed_sts.reading.reader import Reader
from typed_sts.reading.vectors import DIMENSIONS, VECTOR_VIEWS, encode, encode_documents
from typed_sts_fetch.item import Item


def test_records_of_one_thing_in_two_languages_are_nearer_than_two_things_in_one_language() -> None:
    english, german, other = meanings(
        encode(
            [
                ["Oil painting of a stone bridge over a river, with fishermen in boats"],
                ["Ölgemälde einer steinernen Brücke über einen Fluss, mit Fischern in Booten"],
                ["Silver medal with the head of a king, struck for his coronation"],
            ]
        )
    )
    assert english @ german > english @ other + 0.3


def test_meanings_have_length_one_and_no_text_has_none() -> None:
    found = meanings(encode([["bridge"], []]))
    assert np.allclose(np.linalg.norm(found, axis=1), [1, 0], atol=1e-5)
    assert meanings(np.zeros((0, DIMENSIONS), np.float32)).shape == (0, DIMENSIONS)


def test_the_whole_text_of_a_record_goes_through_the_map_and_its_title_does_not() -> None:
    document = Reader("crf").read(Item(id="1", dcTitle=("A stone bridge",)))
    vectors = encode_documents([document])[0]
    plain = encode([["A stone bridge"]])
    assert np.allclose(vectors[VECTOR_VIEWS.index("title")], plain[0], atol=1e-5)
    assert np.allclose(vectors[VECTOR_VIEWS.index("text")], meanings(plain)[0], atol=1e-5)
    assert not np.allclose(vectors[VECTOR_VIEWS.index("text")], plain[0], atol=1e-5)
