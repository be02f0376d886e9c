"""Sentences, cut into chunks."""

import tempfile
from pathlib import Path

import numpy as np
import pycrfsuite
import pytest

from tests.sts.interpret_data import aligned_pairs
from typed_sts.reading.tagging.crfsuite_model import read_model
from typed_sts.sts import chunker
from typed_sts.sts.chunk_files import Sentence, chunked_line, chunked_sentence, gold_sentences
from typed_sts.sts.chunker import Chunker, attributes_of, fit_chunker
from typed_sts.sts.interpret_model import read_interpret_model

SENTENCES = [sentence for pair in aligned_pairs() for sentence in gold_sentences(pair)]


@pytest.fixture(scope="module")
def fitted() -> Chunker:
    return fit_chunker(SENTENCES)


def test_it_cuts_what_it_learned_from_as_it_learned(fitted: Chunker) -> None:
    assert [fitted.chunks(sentence.tokens) for sentence in SENTENCES] == [sentence.chunks for sentence in SENTENCES]


def test_its_best_way_is_that_of_crfsuite(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[bytes] = []

    def keep(content: bytes) -> object:
        kept.append(content)
        return read_model(content)

    monkeypatch.setattr(chunker, "read_model", keep)
    fitted = fit_chunker(SENTENCES[::5])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        path.write_bytes(kept[0])
        tagger = pycrfsuite.Tagger()
        tagger.open(str(path))
        for text in ("A girl in the city leaves near Rome", "Two vessels", "The port of the old boy is waiting today"):
            tags = tagger.tag(list(attributes_of(text.split())))
            begins = [number for number, tag in enumerate(tags, 1) if tag == "B" or number == 1]
            assert [chunk[0] for chunk in fitted.chunks(text.split())] == begins
        tagger.close()


def test_chunks_cover_any_sentence_in_order(fitted: Chunker) -> None:
    for text in ("x", ". . .", "Ein Boot im Hafen", "\ufffd 12 - 3rd", "[ a ]"):
        chunks = fitted.chunks(text.split())
        assert [number for chunk in chunks for number in chunk] == list(range(1, len(text.split()) + 1))


def test_it_keeps_no_words(fitted: Chunker) -> None:
    assert fitted.keys.dtype == np.uint64
    assert (np.diff(fitted.keys.astype(object)) > 0).all()


@pytest.mark.parametrize(
    "line",
    ["[ A young woman ] [ is playing ] [ the guitar ] [ . ]", "[ Two dogs ] [ run ] [ on the beach ] [ . ]"],
)
def test_the_one_that_ships_cuts_plain_sentences(line: str) -> None:
    tokens = chunked_sentence(line).tokens
    assert chunked_line(read_interpret_model().chunked(Sentence(tokens))) == line
