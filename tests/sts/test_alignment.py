"""Words of two sentences, aligned: which, how surely, and why."""

import numpy as np
import pytest

from typed_sts.sts.alignment import REASONS, Alignment, align
from typed_sts.sts.words import FUNCTION, NAME, NUMBER, words_of


def aligned(left: str, right: str, language: str = "en") -> Alignment:
    return align(words_of(left, language), words_of(right, language), language=language)


def links(left: str, right: str, language: str = "en") -> set[tuple[str, str, str]]:
    return {(ours.form, theirs.form, link.reason) for ours, theirs, link in aligned(left, right, language).pairs()}


@pytest.mark.parametrize(
    ("left", "right", "reason"),
    [
        ("dog", "dog", "form"),
        ("dogs", "dog", "lemma"),
        ("sat", "sits", "lemma"),
        ("two", "2", "lemma"),
        ("sofa", "couch", "synonym"),
        ("destroy", "destruction", "synonym"),
        ("dog", "puppy", "broader"),
        ("puppy", "dog", "narrower"),
        ("hot", "cold", "antonym"),
        ("dog", "thesis", ""),
        ("23", "24", ""),
    ],
)
def test_two_words_are_aligned_for_a_reason(left: str, right: str, reason: str) -> None:
    assert {found[2] for found in links(left, right)} == ({reason} if reason else set())


def test_spanish_words_are_aligned_by_their_stems() -> None:
    found = links("La ayuda llegaba a los barrios", "Las ayudas llegaron al barrio", "es")
    assert {("ayuda", "ayudas", "lemma"), ("llegaba", "llegaron", "lemma"), ("barrios", "barrio", "lemma")} <= found


def test_each_word_is_aligned_at_most_once_and_little_words_beside_their_neighbours() -> None:
    found = aligned("the dog saw the cat", "the cat and the dog")
    assert len({link.left for link in found.links}) == len({link.right for link in found.links}) == len(found.links)
    pairs = {(link.left, link.right) for link in found.links}
    assert {(1, 4), (4, 1)} <= pairs
    assert {(0, 3), (3, 0)} <= pairs, "each the goes with its own noun"


def test_a_word_between_aligned_words_is_aligned_by_context() -> None:
    assert ("frobs", "grumbles", "context") in links("the dog frobs today", "the dog grumbles today")


def test_states_of_the_encoder_align_what_no_table_knows() -> None:
    left, right = words_of("frob"), words_of("grumble")
    close = np.array([[1.0, 0.0]], dtype=np.float32)
    assert [link.reason for link in align(left, right, (close, close)).links] == ["vector"]
    far = np.array([[0.0, 1.0]], dtype=np.float32)
    assert align(words_of("a frob runs"), words_of("no grumble"), None).links == ()
    assert "vector" not in [link.reason for link in align(left, right, (close, far)).links]


def test_coverage_is_the_share_of_words_that_the_other_says() -> None:
    assert aligned("a dog", "a dog").coverage() == (1.0, 1.0)
    assert aligned("a dog", "a dog barks loudly at night").coverage() == pytest.approx((1.0, 0.25))
    assert aligned("", "a dog").coverage() == (0.0, 0.0)
    assert aligned("hot", "cold").coverage() == (0.0, 0.0), "the opposite is not the same"
    assert aligned("a dog", "a cat").coverage(lambda word: float(word.form == "a"))[0] <= 1.0


def test_order_of_the_sentences_does_not_matter_but_for_what_is_broader() -> None:
    pairs = {(ours, theirs) for ours, theirs, _ in links("Two dogs sat on the couch.", "A puppy sits on a sofa.")}
    back = {(theirs, ours) for ours, theirs, _ in links("A puppy sits on a sofa.", "Two dogs sat on the couch.")}
    assert pairs == back
    assert all(reason in REASONS for _, _, reason in links("Two dogs sat", "A puppy sits"))


def test_words_know_their_lemma_kind_and_place() -> None:
    text = "He didn't see Rome's 2,000 dogs #AaronSwartz"
    words = words_of(text)
    assert [text[word.start : word.end] for word in words] == [word.text for word in words]
    found = {word.text: word for word in words}
    assert (found["n't"].lemma, found["Rome"].kind, found["2,000"].lemma) == ("not", NAME, "2000")
    assert (found["2,000"].kind, found["did"].kind, found["dogs"].lemma) == (NUMBER, FUNCTION, "dog")
    assert {"Aaron", "Swartz"} <= found.keys()


def test_a_sentence_without_end_is_aligned_all_the_same() -> None:
    found = aligned("dog " * 5_000, "cat " * 5_000)
    assert len(found.links) <= 400
