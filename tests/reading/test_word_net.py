"""The net over the encoder's states: the same numbers as torch would give, whatever is read beside a text."""

import io

import numpy as np
import pytest

from typed_sts.reading.encoder import STATE, encoder
from typed_sts.reading.tagging.annotated import tokenise
from typed_sts.reading.tagging.word_net import (
    BUCKETS,
    Direction,
    NetText,
    NetWeights,
    WordNet,
    from_bytes,
    to_bytes,
    word_states,
)

TAGS = ("O", "B-EVENT", "I-EVENT")
HIDDEN, INPUT = 3, 6


def weights(seed: int = 0) -> NetWeights:
    random = np.random.default_rng(seed)

    def some(*shape: int) -> np.ndarray:
        return random.normal(scale=0.1, size=shape).astype(np.float32)

    one, other = (Direction(some(INPUT, 4 * HIDDEN), some(HIDDEN, 4 * HIDDEN), some(4 * HIDDEN)) for _ in range(2))
    return NetWeights(
        tags=TAGS,
        project=some(STATE, 4),
        project_bias=some(4),
        attributes=some(BUCKETS, 2),
        forwards=one,
        backwards=other,
        score=some(2 * HIDDEN, len(TAGS)),
        score_bias=some(len(TAGS)),
        transitions=some(len(TAGS), len(TAGS)),
        first=some(len(TAGS)),
    )


def text(words: str) -> NetText:
    return NetText(words, tokenise(words), "T", ())


def test_a_text_has_the_same_scores_alone_and_among_longer_and_shorter_ones() -> None:
    net = WordNet(weights())
    texts = [text("Two women dancing in a hall"), text("Battle"), text("A ship off the coast of Brittany, 1805")]
    together = net.scores(texts, encoder())
    for one, scores in zip(texts, together, strict=True):
        assert scores.shape == (len(one.tokens), len(TAGS))
        assert np.allclose(net.scores([one], encoder())[0], scores, atol=1e-4)


def test_the_lstm_gives_what_its_equations_say() -> None:
    own = weights()
    net = WordNet(own)
    one = text("women dancing")
    inputs = net._input(one, next(word_states([one], encoder())))

    def steps(rows: np.ndarray, side: Direction) -> list[np.ndarray]:
        output, cell, found = np.zeros(HIDDEN), np.zeros(HIDDEN), []
        for row in rows:
            let_in, forget, new, let_out = np.split(row @ side.given + output @ side.kept + side.bias, 4)
            cell = cell / (1 + np.exp(-forget)) + np.tanh(new) / (1 + np.exp(-let_in))
            output = np.tanh(cell) / (1 + np.exp(-let_out))
            found.append(output)
        return found

    ahead, back = steps(inputs, own.forwards), steps(inputs[::-1], own.backwards)[::-1]
    expected = np.concatenate([ahead, back], axis=1) @ own.score + own.score_bias
    expected[0] += own.first
    assert np.allclose(net.scores([one], encoder())[0], expected, atol=1e-4)


def test_marks_change_the_scores_of_a_text() -> None:
    net = WordNet(weights())
    plain, marked = text("Victory"), NetText("Victory", tokenise("Victory"), "T", ((0, "gBEVENT!"),))
    without, with_mark = net.scores([plain, marked], encoder())
    assert not np.allclose(without, with_mark)


def test_a_word_has_the_mean_state_of_its_pieces_and_every_word_has_one() -> None:
    one = text("Unterwasserarchäologenkongress (1899)")
    (states,) = word_states([one], encoder())
    assert states.shape == (len(one.tokens), STATE)
    assert states.any(axis=1).all()


def test_a_net_is_read_back_as_it_was_written_and_the_same_bytes_come_again() -> None:
    content = to_bytes(weights())
    again = from_bytes(content)
    assert again.tags == TAGS
    assert np.allclose(again.transitions, weights().transitions, atol=1e-3)
    assert to_bytes(weights()) == content


@pytest.mark.parametrize("broken", ["score", "project"])
def test_a_net_whose_weights_do_not_fit_or_are_no_numbers_is_refused(broken: str) -> None:
    with np.load(io.BytesIO(to_bytes(weights()))) as found:
        arrays = {name: found[name] for name in found.files}
    for wrong in (arrays[broken][:-1], np.full_like(arrays[broken], np.nan)):
        packed = io.BytesIO()
        np.savez(packed, **(arrays | {broken: wrong}))
        with pytest.raises(ValueError, match="net"):
            from_bytes(packed.getvalue())
