"""Trains the net of the multilingual tagger with torch: a bidirectional LSTM with a conditional random field on top.

    pip install 'typed-sts[stanza]' torch==2.13.0

The encoder's states are frozen: each annotated text is encoded once. Dropout of states, of inputs (the same for all
words of a text) and of outputs; AdamW with a falling rate. The same seed on the same machine gives the same net.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from typed_sts.errors import needing
from typed_sts.reading.encoder import STATE, encoder
from typed_sts.reading.tagging.word_net import (
    BUCKETS,
    Direction,
    Floats,
    NetText,
    NetWeights,
    bucket,
    mark_attributes,
    word_attributes,
    word_states,
)

PROJECTED, EMBEDDED, HIDDEN = 160, 48, 128
EPOCHS = 8
_RATE, _DECAY, _LEAST_RATE = 2e-3, 1e-2, 0.05
_DROPPED_STATES, _DROPPED = 0.2, 0.5
_WORDS_AT_ONCE = 600
_STEEPEST = 5.0


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A text with the states of its words, the rows of their attributes, and the numbers of their tags."""

    states: Any
    attributes: tuple[tuple[int, ...], ...]
    tags: tuple[int, ...]


def examples_of(texts: Sequence[NetText], tags: Sequence[Sequence[int]]) -> list[Example]:
    """Return texts as the net learns from them."""
    found = []
    for text, own, states in zip(texts, tags, word_states(texts, encoder()), strict=True):
        rows = [[bucket(attribute) for attribute in word_attributes(word, text.letter)] for word, _, _ in text.tokens]
        for place, attribute in mark_attributes(text):
            rows[place].append(bucket(attribute))
        found.append(Example(states.astype(np.float16), tuple(map(tuple, rows)), tuple(own)))
    return found


def train_net(
    examples: Sequence[Example],
    tags: Sequence[str],
    *,
    epochs: int = EPOCHS,
    seed: int = 0,
    on_epoch: Callable[[int, float], None] = lambda number, loss: None,
) -> NetWeights:
    """Return the net that learned from these examples; `on_epoch` hears of each round and its loss."""
    with needing("stanza"):  # the extra that brings torch
        import torch

    torch.set_num_threads(1)
    torch.manual_seed(seed)
    shuffle = random.Random(seed)
    net = _net(torch, len(tags))
    optimizer = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=_DECAY)
    total = epochs * len(_batches(examples, shuffle))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: max(_LEAST_RATE, 1 - step / total))
    for epoch in range(epochs):
        lost = 0.0
        for batch in _batches(examples, shuffle):
            loss = net.loss(batch)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), _STEEPEST)
            optimizer.step()
            schedule.step()
            lost += float(loss.detach())
        on_epoch(epoch, lost)
    return _weights(net, tags)


def _batches(examples: Sequence[Example], shuffle: random.Random) -> list[list[Example]]:
    """Return the examples in batches of about as many words, texts of about one length together, in random order."""
    batches: list[list[Example]] = [[]]
    words = 0
    for example in sorted(examples, key=lambda one: len(one.tags) + 6 * shuffle.random()):
        if words > _WORDS_AT_ONCE:
            batches.append([])
            words = 0
        batches[-1].append(example)
        words += len(example.tags)
    shuffle.shuffle(batches)
    return batches


def _net(torch: Any, n_tags: int) -> Any:
    """Return a net to be trained; its class is made here because torch is not there elsewhere."""

    class Net(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.project = torch.nn.Linear(STATE, PROJECTED)
            self.attributes = torch.nn.EmbeddingBag(BUCKETS, EMBEDDED, mode="sum")
            torch.nn.init.normal_(self.attributes.weight, std=0.1)
            self.lstm = torch.nn.LSTM(PROJECTED + EMBEDDED, HIDDEN, bidirectional=True, batch_first=True)
            self.score = torch.nn.Linear(2 * HIDDEN, n_tags)
            self.transitions = torch.nn.Parameter(torch.zeros(n_tags, n_tags))
            self.first = torch.nn.Parameter(torch.zeros(n_tags))

        def loss(self, batch: list[Example]) -> Any:
            """Return minus the log-likelihood of the batch's tags, per ten words."""
            lengths = [len(example.tags) for example in batch]
            scores = self._scores(batch, lengths)
            tags = torch.zeros(len(batch), max(lengths), dtype=torch.long)
            mask = torch.zeros(len(batch), max(lengths))
            for row, example in enumerate(batch):
                tags[row, : lengths[row]] = torch.tensor(example.tags)
                mask[row, : lengths[row]] = 1
            gold = (scores.gather(2, tags[:, :, None])[:, :, 0] * mask).sum(1) + self.first[tags[:, 0]]
            gold = gold + (self.transitions[tags[:, :-1], tags[:, 1:]] * mask[:, 1:]).sum(1)
            reached = self.first + scores[:, 0]
            for step in range(1, scores.shape[1]):
                further = torch.logsumexp(reached[:, :, None] + self.transitions[None], 1) + scores[:, step]
                reached = torch.where(mask[:, step, None] > 0, further, reached)
            return 10 * (torch.logsumexp(reached, 1) - gold).sum() / sum(lengths)

        def _scores(self, batch: list[Example], lengths: list[int]) -> Any:
            rnn, functional = torch.nn.utils.rnn, torch.nn.functional
            states = torch.from_numpy(np.concatenate([example.states for example in batch]).astype(np.float32))
            rows = [row for example in batch for row in example.attributes]
            starts = torch.tensor(np.cumsum([0, *(len(row) for row in rows[:-1])]))
            embedded = self.attributes(torch.tensor([number for row in rows for number in row]), starts)
            projected = torch.tanh(self.project(functional.dropout(states, _DROPPED_STATES)))
            padded = rnn.pad_sequence(torch.split(torch.cat([projected, embedded], 1), lengths), batch_first=True)
            kept = torch.bernoulli(torch.full((len(batch), 1, padded.shape[2]), 1 - _DROPPED)) / (1 - _DROPPED)
            packed = rnn.pack_padded_sequence(padded * kept, lengths, batch_first=True, enforce_sorted=False)
            outputs, _ = rnn.pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
            return self.score(functional.dropout(outputs, _DROPPED))

    return Net()


def _weights(net: Any, tags: Sequence[str]) -> NetWeights:
    def array(parameter: Any) -> Floats:
        return np.ascontiguousarray(parameter.detach().numpy().T.astype(np.float32))

    def direction(ending: str) -> Direction:
        lstm = net.lstm
        given, kept = (array(getattr(lstm, f"weight_{part}_l0{ending}")) for part in ("ih", "hh"))
        return Direction(
            given, kept, array(getattr(lstm, f"bias_ih_l0{ending}") + getattr(lstm, f"bias_hh_l0{ending}"))
        )

    return NetWeights(
        tags=tuple(tags),
        project=array(net.project.weight),
        project_bias=array(net.project.bias),
        attributes=array(net.attributes.weight).T.copy(),
        forwards=direction(""),
        backwards=direction("_reverse"),
        score=array(net.score.weight),
        score_bias=array(net.score.bias),
        transitions=array(net.transitions).T.copy(),
        first=array(net.first),
    )
