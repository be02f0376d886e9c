"""The net of the multilingual tagger learns its examples; torch is needed to train it, and to nothing else."""

import sys

import numpy as np
import pytest

from typed_sts.errors import USER_ERRORS
from typed_sts.reading.encoder import encoder
from typed_sts.reading.tagging.annotated import tokenise
from typed_sts.reading.tagging.word_net import NetText, from_bytes, to_bytes
from typed_sts.training.shipped.word_net import examples_of, train_net

TAGS = ("O", "B-EVENT")


def text(words: str) -> NetText:
    return NetText(words, tokenise(words), "T", ())


TEXTS = [text("Two women dancing"), text("A stone bridge"), text("Dancing at the bridge")]
GOLD = [(0, 0, 1), (0, 0, 0), (1, 0, 0, 0)]


def test_an_example_has_a_state_the_attributes_and_the_tag_of_each_word() -> None:
    for words, tags, example in zip(TEXTS, GOLD, examples_of(TEXTS, GOLD), strict=True):
        assert len(example.states) == len(example.attributes) == len(words.tokens)
        assert all(example.attributes)
        assert example.tags == tags


def test_without_torch_training_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(USER_ERRORS, match="torch"):
        train_net([], TAGS)


def test_a_net_learns_its_examples_and_reads_them_without_torch() -> None:
    pytest.importorskip("torch", reason="torch is not installed; it is needed to train the net")
    heard: list[float] = []
    examples = examples_of(TEXTS, GOLD)
    weights = train_net(examples, TAGS, epochs=40, on_epoch=lambda number, loss: heard.append(loss))
    assert len(heard) == 40
    assert heard[-1] < heard[0]
    net = from_bytes(to_bytes(weights))
    for scores, tags in zip(net.scores(TEXTS, encoder()), GOLD, strict=True):
        assert scores.argmax(axis=1).tolist() == list(tags)
    again = train_net(examples, TAGS, epochs=40)
    assert np.array_equal(again.score, weights.score)
