"""Words with their places: splits like the treebank's, nothing lost, linear time."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.steps import growth
from typed_sts.reading.tagging.verb_attributes import sentences, word_places
from typed_sts.training.shipped.verb_tagger import read_conllu, word_agreement


def words(text: str) -> list[str]:
    return [text[start:end] for start, end in word_places(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't know.", "I do n't know ."),
        ("Turner's ships weren’t painted", "Turner 's ships were n’t painted"),
        ("They've sailed, we'll row", "They 've sailed , we 'll row"),
        ("cannot", "can not"),
        ("two-part sculpture", "two - part sculpture"),
        ("e-mail; non-fiction", "e-mail ; non-fiction"),
        ("J. M. W. Turner", "J. M. W. Turner"),
        ("the U.S. Army", "the U.S. Army"),
        ("St. Paul's, c. 1855", "St. Paul 's , c. 1855"),
        ("wait ...", "wait ..."),
        ("1,200.50 of the 1860s", "1,200.50 of the 1860s"),
        ("on 9/11/2001", "on 9/11/2001"),
        ("see http://example.org/a?b=1.", "see http://example.org/a?b=1 ."),
        ("a.b@example.org", "a.b@example.org"),
        ("(no title)", "( no title )"),
        ("Hinazō, crèches", "Hinazō , crèches"),
    ],
)
def test_texts_split_as_the_treebank_would(text: str, expected: str) -> None:
    assert words(text) == expected.split()


@given(st.text())
def test_nothing_but_white_space_stands_between_words(text: str) -> None:
    places = word_places(text)
    assert "".join(words(text)) == "".join(text.split())
    assert all(start < end for start, end in places)


@pytest.mark.parametrize("piece", ["a.", "a-", "1,", "1a", "n'", "@a", "_", "a", "http://", "1.a@", "'s", "é", "1:1a"])
def test_time_is_linear_in_any_text(piece: str) -> None:
    assert growth(lambda times: word_places(piece * times), 2_500, 8) < 24  # 64 were it quadratic


def test_sentences_end_where_their_marks_stand() -> None:
    found = "He sat . She stood ! And".split()
    assert [found[start:end] for start, end in sentences(found)] == [["He", "sat", "."], ["She", "stood", "!"], ["And"]]


@given(st.lists(st.sampled_from([".", "!", ";", "a", "B"])))
def test_sentences_hold_every_word_once(found: list[str]) -> None:
    assert [word for start, end in sentences(found) for word in found[start:end]] == found


@pytest.mark.shared
def test_words_agree_with_the_treebank(shared_data: Path) -> None:
    assert word_agreement(read_conllu(shared_data / "pos" / "test.conllu.gz")).f1 >= 0.98
    assert word_agreement(read_conllu(shared_data / "pos" / "train.conllu.gz")).f1 >= 0.985
