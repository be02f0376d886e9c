"""The model read into arrays and the search for the best tags, against crfsuite's own tagger and against all paths."""

from itertools import pairwise, product

import numpy as np
import pycrfsuite
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typed_sts.domain.span import Span
from typed_sts.reading.language import languages_of_values
from typed_sts.reading.tagging import crfsuite_model
from typed_sts.reading.tagging.annotated import LabelledSpan, balanced, places_of, tokenise
from typed_sts.reading.tagging.crfsuite_model import best_tags, read_model
from typed_sts.reading.tagging.lexicons import lexicons
from typed_sts.reading.tagging.settling import settle
from typed_sts.reading.tagging.span_tagger import MODEL, TAGGED_FIELDS, SpanTagger, makers_for, marks_of
from typed_sts.reading.tagging.token_attributes import WordAttributes, attributes_of, field_letter, maker_words
from typed_sts.sample import SAMPLE_ITEMS
from typed_sts.training.shipped.span_tagger import MODELS as DATA
from typed_sts_fetch.formats.read import read_items

CONTENT = (DATA / MODEL).read_bytes()


@pytest.mark.slow
def test_without_bias_the_spans_are_those_of_crfsuites_own_tagger_settled() -> None:
    theirs = pycrfsuite.Tagger()
    theirs.open(str(DATA / MODEL))
    ours = SpanTagger(read_model(CONTENT), bias={})
    make = WordAttributes(lexicons())
    for item, spans in ours.tag_all(read_items(SAMPLE_ITEMS)):
        expected = []
        makers = maker_words(item.dcCreator, item.dcDescription)
        languages = languages_of_values(item)
        for field in TAGGED_FIELDS:
            for value, text in enumerate(getattr(item, field)):
                tokens = tokenise(text)
                words = [word for word, _, _ in tokens]
                language, letter = languages[field, value], field_letter(field)
                marked = marks_of(text, tokens, letter, language, makers_for(field, makers))
                tags = theirs.tag(attributes_of(make, field, words, marked))
                for start, end, label in balanced(text, places_of(tokens, tags)):
                    expected.append(LabelledSpan(Span(field, value, start, end, text[start:end]), label))
        assert spans == settle(item, expected, languages)


def test_the_model_holds_what_crfsuite_says_it_holds() -> None:
    theirs = pycrfsuite.Tagger()
    theirs.open(str(DATA / MODEL))
    model = read_model(CONTENT)
    assert list(model.tags) == theirs.labels()
    assert np.count_nonzero(model.states) > 10_000
    assert model.states.shape == (len(model.attributes), len(model.tags))


@pytest.mark.parametrize("content", [b"", b"lCRF", b"lCRF" + bytes(60), b"x" * 100])
def test_what_is_not_a_model_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="not a model"):
        read_model(content)


@settings(deadline=None)
@given(lengths=st.lists(st.integers(1, 5), min_size=1, max_size=4), seed=st.integers(0, 1000))
def test_the_best_tags_are_the_best_of_all_paths(lengths: list[int], seed: int) -> None:
    random = np.random.default_rng(seed)
    emitted = random.normal(size=(sum(lengths), 3)).astype(np.float32)
    moves = random.normal(size=(3, 3)).astype(np.float32)
    found = best_tags(emitted, np.array(lengths), moves).tolist()
    begin = 0
    for length in lengths:
        rows = emitted[begin : begin + length]

        def worth(path: tuple[int, ...], rows: np.ndarray = rows) -> float:
            steps = sum(moves[a, b] for a, b in pairwise(path))
            return float(sum(rows[n, tag] for n, tag in enumerate(path)) + steps)

        best = max(product(range(3), repeat=length), key=worth)
        assert worth(tuple(found[begin : begin + length])) == pytest.approx(worth(best), abs=1e-4)
        begin += length


def test_nothing_to_decode_is_nothing() -> None:
    none = np.zeros((0, 3), dtype=np.float32)
    assert best_tags(none, np.array([], dtype=np.intp), np.zeros((3, 3), dtype=np.float32)).tolist() == []


@pytest.mark.slow
def test_a_table_of_words_that_starts_afresh_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    items = list(read_items(SAMPLE_ITEMS))[:20]
    once = [SpanTagger.load(net=False).tag(item) for item in items]
    monkeypatch.setattr(crfsuite_model, "ROWS_KEPT", 10)
    tagger = SpanTagger.load(net=False)
    assert [tagger.tag(item) for item in items] == once
