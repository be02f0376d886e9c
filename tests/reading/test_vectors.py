"""Sentence vectors."""

import numpy as np
import pytest

from typed_sts.reading.reader import Reader
from typed_sts.reading.vectors import DIMENSIONS, MAX_CHARACTERS, VECTOR_VIEWS, encode, encode_documents, view_parts
from typed_sts_fetch.item import Item

BRIDGE = Item(id="1", dcTitle=("A stone bridge over a river",), dcDescription=("Boats pass below the arches.",))


def test_texts_that_mean_the_same_are_nearer_than_others() -> None:
    bridge, brucke, coin = encode(
        [["a bridge over the river"], ["eine Brücke über den Fluss"], ["a silver coin of Nero"]]
    )
    assert bridge @ brucke > bridge @ coin + 0.2


def test_vectors_have_length_one_and_no_text_has_none() -> None:
    vectors = encode([["bridge"], [], ["bridge"]])
    assert np.allclose(np.linalg.norm(vectors, axis=1), [1, 0, 1], atol=1e-5)
    assert (vectors[0] == vectors[2]).all()


def test_a_text_has_the_same_vector_whatever_is_encoded_beside_it() -> None:
    assert np.allclose(
        encode([["bridge"]])[0], encode([["a long text about coins and kings"], ["bridge"]])[1], atol=1e-5
    )


def test_a_record_has_a_vector_for_each_view() -> None:
    vectors = encode_documents([Reader("crf").read(BRIDGE), Reader().read(Item(id="2"))])
    assert vectors.shape == (2, len(VECTOR_VIEWS), DIMENSIONS)
    assert vectors[0, VECTOR_VIEWS.index("title")].any()
    assert not vectors[0, VECTOR_VIEWS.index("subject")].any()
    assert not vectors[1].any()


def test_what_happens_is_encoded_in_the_words_for_it_alone() -> None:
    document = Reader("crf").read(Item(id="1", dcTitle=("Two women dancing",), dcDescription=("They dance in Paris.",)))
    assert view_parts(document, "events") == ["dance, dancing"]


def test_people_places_and_the_kind_of_thing_are_encoded_in_their_own_words() -> None:
    item = Item(
        id="1",
        dcTitle=("Queen Victoria",),
        dcDescription=("A woman and two soldiers in Paris. The soldiers are Roman.",),
        dcType=("print", "unknown"),
        dctermsMedium=("India paper",),
    )
    document = Reader("crf").read(item)
    assert set(view_parts(document, "people")[0].split(", ")) == {"Queen Victoria", "woman", "soldiers"}
    assert view_parts(document, "places") == ["Paris, Roman"]
    assert view_parts(document, "type") == ["print", "India paper"]
    nothing = Reader("crf").read(Item(id="2", dcTitle=("Untitled",)))
    assert not any(view_parts(nothing, view) for view in VECTOR_VIEWS)


def test_a_subject_that_only_names_the_kind_of_object_is_not_encoded_as_one() -> None:
    document = Reader("crf").read(Item(id="1", dcSubject=("vase", "ships at sea"), language="en"))
    assert view_parts(document, "subject") == ["ships at sea"]


@pytest.mark.slow
def test_a_text_of_a_megabyte_is_cut() -> None:
    item = Item(id="1", dcDescription=("word " * 200_000,), dcSubject=("coin",) * 10_000)
    document = Reader("crf").read(item)
    assert all(sum(map(len, view_parts(document, view))) < 2 * MAX_CHARACTERS for view in VECTOR_VIEWS)


def test_no_texts_give_no_vectors() -> None:
    assert encode([]).shape == (0, DIMENSIONS)
